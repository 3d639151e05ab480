"""Figures beside the claims: what one sees at a glance."""

from functools import partial

from ...paper import grid, powers
from . import paper

shared_update = partial(
    paper.figure,
    quantity="shared_update",
    series="output",
    outputs=("value_cosine", "score_cosine", "score_share"),
    log_y=False,
    supports=("shared_update.values", "shared_update.scores", "shared_update.sign"),
)

shared_update(
    "figure.shared_update",
    "What shared matrices do to the printed updates",
    x="d_x",
    at=grid(inputs="gaussian", T=8, d_k=4, d_x=powers(2, 256)),
    quick=grid(inputs="gaussian", T=8, d_k=4, d_x=powers(4, 64, 4)),
    laws={"independent": "sqrt(d_x/(d_x + 9))"},
    caption="Mean cosine of a step of shared matrices with (33) for values and (34) for scores, and the "
    "share of scores that move as their advantage says, over the width of Gaussian inputs; $T = 8$, "
    "$d_k = 4$; dashed, the cosine for updates that know nothing of the inputs.",
    alternative="The cosine of values rises from .6 to nearly 1; that of scores from .35 to .7, where it "
    "levels off; the share of signs stays between .6 and .71.",
)

shared_update(
    "figure.shared_update_long",
    "The same for longer sequences",
    x="T",
    at=grid(inputs="gaussian", T=powers(8, 128, 4), d_x=16, d_k=4),
    quick=grid(inputs="gaussian", T=(8, 32), d_x=16, d_k=4),
    caption="The same over the number $T$ of positions, inputs of width 16.",
    alternative="All three fall with the number of positions, the cosine of scores furthest, to .2 at 128.",
)

paper.figure(
    "figure.column_null",
    "Column sums of a head that prefers nothing",
    quantity="column_null",
    x="j",
    series="T",
    at=grid(mask="causal"),
    laws={"T = 256": "log(257/j)"},
    supports=("column_usage.null.causal",),
    caption="Sum of the weights of all queries on position $j$ under equal weights and a causal mask; "
    r"dashed, $\log((T+1)/j)$ at $T = 256$.",
    alternative="The sum falls with the position, from a logarithm of the length at the first to 1/T at the "
    "last.",
)

paper.figure(
    "figure.toy_sharpness",
    "Sharpness of the toy's attention",
    kind="heat map",
    quantity="toy_shares",
    x="scale",
    y="eta",
    outputs=("entropy",),
    place="Fig. 3",
    supports=("toy.sharpens",),
    caption=r"Entropy of attention over $\log T$ after 100 steps, by initial scale and step size.",
    alternative="Rows stay equal at small scales with small steps, and are sharp only for large ones.",
)

by_schedule = grid(T=256, scale=0.1, schedule=("sgd", "values", "outputs", "routing", "all"))

over_steps = partial(
    paper.figure,
    quantity="schedule_effect",
    x="step",
    series="schedule",
    at=by_schedule,
    quick=by_schedule | grid(T=32),
    log_y=False,
)

over_steps(
    "figure.schedule_losses",
    "Loss by schedule",
    outputs=("loss",),
    place="Fig. 6",
    supports=("schedule.loss", "schedule.all.over_values"),
    caption="Mean loss on the training sequence over the steps, by which parameters take steps ten times as "
    "large; $T = 256$ (32 in a quick run), initial scale 0.1.",
    alternative="All curves start at log 8. Larger steps for all parameters fall first and lowest, then "
    "those on the routing, then those on the values and on the outputs, which lie on each other; SGD is "
    "highest.",
)

over_steps(
    "figure.schedule_accuracies",
    "Accuracy by schedule",
    outputs=("accuracy",),
    place="Fig. 7",
    supports=("schedule.accuracy",),
    caption="Accuracy on the training sequence over the steps; $T = 256$ (32 in a quick run), initial scale "
    "0.1.",
    alternative="The curves rise in the order in which the losses fall.",
)

over_steps(
    "figure.schedule_entropies",
    "Predictive entropy by schedule",
    outputs=("entropy",),
    place="Fig. 8",
    supports=("schedule.entropy",),
    caption="Mean entropy of the predictions over the steps; $T = 256$ (32 in a quick run), initial scale "
    "0.1.",
    alternative="The curves fall in the order in which the losses fall.",
)

over_steps(
    "figure.schedule_focus",
    "Focus of attention by schedule",
    outputs=("focus",),
    supports=("schedule.focus.level",),
    caption=r"$1 - H(\alpha_i)/\log i$, mean over queries, over the steps; $T = 256$ (64 in a quick run), "
    "initial scale 0.1.",
    alternative="Only larger steps on the routing, or on all parameters, focus attention; SGD and the "
    "EM-like schedule stay nearer equal weights.",
)

paper.figure(
    "figure.smallest_loop",
    "Where the smallest loop ends",
    kind="heat map",
    quantity="loop_phase",
    x="z",
    y="D",
    laws={"separatrix": "exp(-z/2) - exp(z/2)"},
    log_x=False,
    log_y=False,
    supports=("smallest_loop.side",),
    caption="Weight of the first position at time 1000, over the differences of scores $z$ and of values $D$ "
    r"at the start; dashed, $D = -2 \sinh(z/2)$, on which neither position wins.",
    alternative="Above the falling curve through the middle the weight is near 1, below it near 0; it passes "
    "one half on the curve.",
)
