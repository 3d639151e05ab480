"""S6: the toy of Section 7.1 by initial `scale` and step size `eta`, 100 steps, over many seeds.

The source gives neither scale nor step, and shows one run: a sentence of what is observed needs one setting
in which most runs show it; what every setting shows is more than it says.
"""

from ...paper import charitable, grid, literal, quantity, stronger
from . import paper

toy = paper.having(tags=("toy", "answer: The toy by scale and step size"), own_threshold=True)
best = grid(scale=0.5, eta=0.1)
toy_events = quantity("toy_events")
sharpens = toy_events["sharpens"].named(
    "the share of toy runs in which the entropy of attention and the loss both fall in 100 steps"
)
smooth = toy_events["smooth"].named("the share of toy runs in which none of 100 steps raises the loss")
concentrates = toy_events["concentrates"].named(
    "the share of toy runs in which two of five positions end with at least 0.8 of a query's weight"
)
everywhere = "every initial scale (0.01, 0.1, 0.5) and step (0.01, 0.1, 1)"

S6 = toy.statement(
    "S6 Attention sharpens",
    "Over about 100 steps attention heatmaps sharpen.",
    place="observation (1), Section 7.1",
    primary="toy.sharpens.best",
    why_primary="It reports what was observed at one scale and step, which are not given: a setting in which "
    "most runs show it suffices; a sharper map at a higher loss is no success.",
)

S6.claim(
    "toy.sharpens",
    f"at {everywhere} on the sum of losses: in at least nine runs of ten",
    sharpens.at_least("9/10"),
    stronger(),
)

S6.claim(
    "toy.sharpens.best",
    "at initial scale 0.5 and step 0.1 on the sum of losses: in at least three runs of four",
    sharpens(**best).at_least("3/4"),
    literal(quantifier="exists"),
)

S6.claim(
    "toy.sharpens.small",
    "at initial scale 0.01 with steps of 0.01 and 0.1 on the sum of losses: in at least nine runs of ten",
    sharpens(scale=0.01, eta=(0.01, 0.1)).at_least("9/10"),
    charitable(),
)

S6_1 = toy.statement(
    "S6.1 Coherent, low-dimensional trajectories",
    "Value vectors move coherently in a low-dimensional subspace; a PCA projection of their trajectories "
    "shows emergent manifold structure.",
    place="observation (2), Section 7.1; Fig. 5",
    primary="toy.line",
    why_primary="A plane is all of the space of the values, so that coherence must show as more of a line "
    "than chance gives.",
).having(tags=("toy",), own_threshold=False)

toy_shares = quantity("toy_shares")

S6_1.claim(
    "toy.plane",
    "two components hold all of it, since $d_v = 2$: every initial scale and step, 100 steps",
    toy_shares["plane"]
    .named("the share of the variance of the values' trajectories in two principal components")
    .equals("1", margin=1e-10),
    stronger(bears="refines"),
)

S6_1.claim(
    "toy.line",
    "coherent: displacements lie nearer one line than those of a change of $W_V$ by Gaussian entries; "
    f"{everywhere}, 100 steps",
    toy_shares["line over chance"]
    .named("the share of the values' displacements along one line minus that of a random change of $W_V$")
    .exceeds(),
)

S6_2 = toy.statement(
    "S6.2 Smooth decay",
    "The cross-entropy loss decays smoothly.",
    place="observation (3), Section 7.1; Fig. 4",
    primary="toy.smooth.small",
    why_primary="It reports what was observed at one scale and step: a setting suffices in which the loss of "
    "most runs never turns up.",
)

S6_2.claim(
    "toy.smooth",
    f"at {everywhere} on the sum of losses: in at least nine runs of ten",
    smooth.at_least("9/10"),
    stronger(),
)

S6_2.claim(
    "toy.smooth.small",
    "at initial scale 0.5 with steps of 0.01 on the sum of losses: in at least three runs of four",
    smooth(scale=0.5, eta=0.01).at_least("3/4"),
    literal(quantifier="exists"),
)

S6_3 = toy.statement(
    "S6.3 Mass on a few positions",
    "Mass concentrates on a few positions per query.",
    place="observation (1), Section 7.1; Fig. 3",
    primary="toy.concentrates.best",
    why_primary="Two of five positions are few, and the setting at which attention sharpens most is asked "
    "for.",
)

S6_3.claim(
    "toy.concentrates",
    "at every initial scale (0.01, 0.1, 0.5) with steps of 0.01 and 0.1, 100 steps: in at least nine runs of "
    "ten",
    concentrates(eta=(0.01, 0.1)).at_least("9/10"),
    stronger(),
)

S6_3.claim(
    "toy.concentrates.best",
    "at initial scale 0.5 and step 0.1, 100 steps: in at least half of the runs",
    concentrates(**best).at_least("1/2"),
    literal(quantifier="exists"),
)

S6_4 = toy.statement(
    "S6.4 Gains and specialisation",
    "Most gains occur as specialisation emerges.",
    place="observation (3), Section 7.1",
    why_primary="Specialised attention is sharp, so that its emergence is the fall of its entropy, and most "
    "is more than half.",
    why_refuted="Where the toy sharpens most, most runs gain less than half while attention sharpens: much "
    "of the loss falls before it does.",
)

S6_4.claim(
    "specialisation.gains",
    "specialisation emerges while the entropy of attention goes from a tenth to nine tenths of its fall: "
    "initial scale 0.5 and step 0.1, at which the toy sharpens, 100 steps; in at least three runs of four",
    quantity("specialisation")["most while sharpening"]
    .named("the share of toy runs with more than half of the loss's fall while attention sharpens")
    .at_least("3/4"),
    literal(tags=("toy", "specialisation")),
)
