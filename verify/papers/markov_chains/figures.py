"""Figures beside the claims: what one sees at a glance."""

from functools import partial

from ...paper import grid, powers
from . import paper

paper.figure(
    "figure.escape",
    "Gradient flow from near the marginal point",
    quantity="escape_path",
    x="t",
    series="weights",
    log_x=False,
    log_y=False,
    supports=("saddle.escape", "bad_minimum.floor"),
    caption=r"Normalised excess $(L - R)/(H(\pi) - R)$ along gradient flow of all parameters from a random "
    r"start a tenth away from $\theta_\pi$, $p = .9$, $q = .7$: with tied weights the loss returns to "
    r"$H(\pi)$, without it falls to the entropy rate.",
    alternative="The curve of tied weights stays at 1; that of untied weights leaves 1 slowly and falls to 0 "
    "between times 20 and 60.",
)

coarse = grid(
    e=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0),
    w=(-2.0, -1.6, -1.2, -0.8, -0.6, -0.4, -0.2, 0.0, 0.4, 0.8, 1.2, 1.6, 2.0),
)
past_saddle = "min(max(-w, 1/10**6), 7071/10000)"

basins = partial(
    paper.figure, kind="heat map", quantity="final_excess", x="w", y="e", log_x=False, log_y=False
)

basins(
    "figure.basins.above",
    "Where the reduced flow ends, p + q > 1",
    at=grid(p=0.6, q=0.7),
    quick=grid(p=0.6, q=0.7, **coarse),
    laws={"border": f"min(2, sqrt({past_saddle}**2 - log({past_saddle}) - (1 + log(2))/2))"},
    place="Slides on gradient flow, p + q > 1",
    supports=("final_excess.escape", "ball.above"),
    caption="Normalised excess at the end of gradient flow from (e, w), $p = .6$, $q = .7$: 1 at local "
    "minima, 0 at the global ones; dashed, the border, the level of the energy at the saddle "
    r"$(0, -1/\sqrt{2})$, above which starts between the saddle and $w = 0$ escape.",
    alternative="Starts left of w = -0.7, and those above a curve that rises from there towards w = 0, end "
    "at zero; all others, the whole right half among them, end at one.",
)

basins(
    "figure.basins.below",
    "Where the reduced flow ends, p + q < 1",
    at=grid(p=0.2, q=0.6),
    quick=grid(p=0.2, q=0.6, **coarse),
    laws={"border": "sqrt(max(-w, 7072/10000)**2 - log(max(-w, 7072/10000)) - (1 + log(2))/2)"},
    place="Slides on gradient flow, p + q < 1",
    supports=("starts.below.small", "ball.below"),
    caption="The same at $p = .2$, $q = .6$; the border bounds the basin of the local minima.",
    alternative="Starts below a curve that rises from w = -0.7 to the left end at one; all others, but those "
    "on e = 0, at zero.",
)

paper.figure(
    "figure.orbits",
    "Orbits of the reduced flow, p + q > 1",
    quantity="orbit",
    x="w",
    series="orbit",
    log_x=False,
    log_y=False,
    supports=("energy.conserved.left",),
    caption="e over w along four orbits, which run to the left: `passes` and `beyond` cross or start beyond "
    "the saddle and meet the curve of global minima, `sticks` and `right` fall to e = 0.",
    alternative="One curve falls, turns near w = -0.7 and rises; one starts near e = 0 and rises to the "
    "left; two fall to e = 0.",
)

paper.figure(
    "figure.global_share",
    "Probability of the global minimum by the scale of the start",
    quantity="global_share",
    x="sigma",
    series="p",
    log_y=False,
    supports=("starts.below.any", "starts.above.any"),
    caption=r"Over $\sigma$, for $p = .2$ ($p + q < 1$) and $p = .6$ ($p + q > 1$), by quadrature.",
    alternative="Below p + q = 1 it falls from one to three quarters, above it rises from zero to one half.",
)

paper.figure(
    "figure.training",
    "Which trainings stick at the marginal",
    quantity="training_outcome",
    x="scale",
    series="optimiser",
    outputs=("stuck",),
    at=grid(weights="tied", p=0.8, t=300),
    quick=grid(weights="tied", p=0.8, t=300, optimiser="GD", scale=0.02),
    log_y=False,
    supports=("training.sticks",),
    caption="Share of runs whose loss is that of the marginal after 300 steps, tied weights, $p = .8$, "
    "$q = .7$, over the size of the weights at the start, one line for each optimiser.",
    alternative="Gradient descent and SGD stick in all runs from small weights and in some from the largest; "
    "AdamW sticks in hardly any.",
)

paper.figure(
    "figure.temperature",
    "Error of the three-layer construction against its temperature",
    quantity="worst_error",
    x="kappa",
    series="k",
    at=grid(S=2),
    supports=("worst_error.leak",),
    caption=r"Largest error over all binary sequences of $2k + 1$ symbols, over the factor $\kappa$ on the "
    "cosine: exponentials whose rates are the gaps between contexts, smaller about ninefold for each order.",
    alternative="Four falling curves, one an order, each about ten times as far to the right as the one "
    "before.",
)

paper.figure(
    "figure.gap",
    "Gap between contexts against the order",
    quantity="context_gap",
    x="k",
    series="r",
    at=grid(S=2, mark=2),
    log_x=False,
    supports=("context_gap.formula",),
    caption="One minus the cosine of the closest two binary contexts over the order k, complete contexts "
    "marked, for weights $2^{-j}$ and $3^{-j}$.",
    alternative="Two straight falling lines on a logarithmic scale, the one of base three twice as steep or "
    "nearly.",
)

paper.figure(
    "figure.estimator_error",
    "The in-context estimate by its order",
    quantity="context_risk",
    x="T",
    series="order",
    at=grid(p=0.3, context="any"),
    quick=grid(p=0.3, context="any", T=powers(64, 1024)),
    laws={"0.915/T": "0.915/T", "0.03": "0.03"},
    supports=("context_risk.rate", "context_risk.order_zero"),
    caption="Mean squared error of the estimated law of the next symbol after $T$ symbols of a binary chain "
    "of order one, p = .3, q = .45, by exact sums. In contexts of one symbol it falls like $1/T$; counted "
    r"without context it stays at $2 \pi_0 \pi_1 (1 - p - q)^2 = .03$.",
    alternative="On logarithmic axes the error of order one falls along a straight line of slope minus one, "
    "and that of order zero stays at three hundredths.",
)

paper.figure(
    "figure.undefined",
    "Contexts never seen before",
    quantity="undefined_probability",
    x="T",
    series="k",
    at=grid(source="fair", S=2),
    log_x=False,
    supports=("undefined_decay.pairs",),
    caption="Probability that the context at the end of $T$ fair bits occurred nowhere before it, by the "
    "length $k$ of contexts: it decays exponentially, the slower the longer they are.",
    alternative="On a logarithmic axis three lines fall steadily, for contexts of one bit steeply and for "
    "contexts of three bits slowly.",
)
