"""S1: the gradients (13)-(32), those that the source leaves out, and what all of them keep.

`by` is what the loss is differentiated by, `road` automatic differentiation or complex steps, `mask` full or
causal.
"""

from __future__ import annotations

from ...paper import charitable, grid, literal, quantity, stronger
from . import paper

_QUICK = grid(T=500, schedule="values", step=1000)

Q1 = paper.question(
    "Q1 Gradients by the output projection",
    "What are the gradients by $W_O$ and $b$, which training updates too?",
    place="Section 3 gives none",
    why_primary="$W_O$ is the matrix of the two.",
).having(tags=("gradient",))

gradient_gap = quantity("gradient_gap")
w_o = gradient_gap(by="W_O").named(r"the gradient $\nabla_{W_O} L$ minus $\sum_i (p_i - e_{y_i}) g_i^\top$")

Q1.claim(
    "gradient.output_matrix",
    r"$\nabla_{W_O} L = \sum_i (p_i - e_{y_i}) g_i^\top$, for symbolic sizes and any mask",
    w_o.vanishes(margin=1e-10),
    stronger(derivation="output_matrix_gap"),
)

bias = gradient_gap(by="bias").named(r"the gradient $\nabla_b L$ minus $\sum_i (p_i - e_{y_i})$")

Q1.claim(
    "gradient.bias",
    r"$\nabla_b L = \sum_i (p_i - e_{y_i})$, for symbolic sizes and any mask",
    bias.vanishes(margin=1e-10),
    stronger(derivation="bias_gap"),
)

Q1.claim(
    "gradient.output_matrix.entries",
    "three positions, dimensions of two, any mask: entry by entry in exact arithmetic",
    w_o.equals("0", margin=1e-10),
    charitable(derivation="output_matrix_explicit"),
)

Q1.claim(
    "gradient.bias.entries",
    "three positions, dimensions of two, any mask: entry by entry in exact arithmetic",
    bias.equals("0", margin=1e-10),
    charitable(derivation="bias_explicit"),
)

Q2 = paper.question(
    "Q2 Keys trained on random targets",
    "Do keys come apart where targets are random, as in the toy of Section 7.1?",
    place="Section 6.2 speaks of queries that find different keys helpful",
    why_primary="It is the one test of the question.",
)

Q2.claim(
    "key_training.random",
    "inputs and targets random as in Section 7.1, matrices of entries $N(0, 1)$, $T = 8$, $d_x = 16$, "
    "$d_k = 8$, 200 steps of 0.05 on the sum of losses: training lowers the mean modulus",
    quantity("key_training")["drop"](step=200)
    .quick()
    .named("the fall of the keys' mean modulus of cosines in 200 steps of training on random targets")
    .exceeds(),
    charitable(tags=("keys", "training")),
)

Q3 = paper.question(
    "Q3 Calibration of the printed results",
    "Do the losses, entropies and accuracies of Table 1 fit calibrated predictions?",
    place="Table 1; the source does not say that its predictions are calibrated",
    primary="table.calibrated.sgd",
    why_primary="SGD's spreads are the narrower ones.",
).having(severity="minor", tags=("sticky chain", "published numbers"))

table_number = quantity("table_number")

Q3.claim(
    "table.confidence.em",
    "calibrated predictions are right as often as they are confident: at least the printed accuracy, 0.244",
    table_number(number="confidence at EM's entropy")
    .named("the largest mean confidence that the printed entropy of the EM-like schedule allows")
    .at_least("0.244", margin=0.02),
    charitable(),
)

Q3.claim(
    "table.confidence.sgd",
    "calibrated predictions are right as often as they are confident: at least the printed accuracy of SGD, "
    "0.200",
    table_number(number="confidence at SGD's entropy")
    .named("the largest mean confidence that the printed entropy of SGD allows")
    .at_least("0.200", margin=0.02),
    charitable(),
)

Q3.claim(
    "table.calibrated.em",
    "calibrated predictions have their entropy as expected loss: no further below it than both printed "
    "spreads, 0.034 and 0.035",
    table_number(number="loss less entropy of EM")
    .named("the printed loss of the EM-like schedule minus its printed entropy")
    .at_least("-0.069", margin=0.02),
    charitable(derivation="calibration_em", own_threshold=True),
)

Q3.claim(
    "table.calibrated.sgd",
    "calibrated predictions have their entropy as expected loss: no further below it than both printed "
    "spreads, 0.007 and 0.001",
    table_number(number="loss less entropy of SGD")
    .named("the printed loss of SGD minus its printed entropy")
    .at_least("-0.008", margin=0.02),
    charitable(derivation="calibration_sgd", own_threshold=True),
)

Q4 = paper.question(
    "Q4 Gradients by the initial scale",
    "How do the gradients at the start depend on the size of the entries of the matrices?",
    place="Section 7.2 gives no initial scale",
    why_primary="The others are held against it.",
).having(tags=("schedules", "gradients at the start", "answer: Orders of gradients in the initial scale"))

initial_gradient = quantity("initial_gradient").where("r >= 20")

Q4.claim(
    "initial_gradient.value_order",
    r"law of the text, $T = 64$, entries of size $1/r$ as $r \to \infty$: of first order in their size, "
    "through $W_O$ alone",
    initial_gradient["W_V"]
    .named("the norm of the gradient by $W_V$ at a start with entries of size $1/r$")
    .grows_like("C/r", alternatives=("C/r**2", "C/r**3")),
    stronger(),
)

Q4.claim(
    "initial_gradient.query_order",
    r"law of the text, $T = 64$, entries of size $1/r$ as $r \to \infty$: of third order in their size, "
    "through $W_O$, $W_V$ and $W_K$",
    initial_gradient["W_Q"]
    .named("the norm of the gradient by $W_Q$ at a start with entries of size $1/r$")
    .grows_like("C/r**3", alternatives=("C/r", "C/r**2")),
    stronger(),
)

Q4.claim(
    "initial_gradient.output_order",
    r"law of the text, $T = 64$, entries of size $1/r$ as $r \to \infty$: of first order in their size, "
    "through $W_V$ alone",
    initial_gradient["W_O"]
    .named("the norm of the gradient by $W_O$ at a start with entries of size $1/r$")
    .grows_like("C/r", alternatives=("C/r**2", "C/r**3")),
    stronger(),
)

Q5 = paper.question(
    "Q5 Alignment of trajectories",
    "Are the values' displacements more aligned under the EM-like schedule, measured by the largest "
    "eigenvalue of their directions?",
    place="below Fig. 9, which gives no measure",
    why_primary="It is the longer sequence; the measure is 1 for parallel arrows, whichever way they point, "
    "and does not grow with their length.",
).having(tags=("schedules", "values"))

Q5.claim(
    "table_one.alignment",
    "released law, $T = 500$, initial scale 0.1, mean loss, 1000 steps: the largest eigenvalue of the mean "
    r"of $a a^\top$ over the directions $a$ of displacement, 1 where all lie on one line",
    quantity("released_training")["alignment gain"](**_QUICK)
    .named("the alignment of the values' displacements under the EM-like schedule minus that under SGD")
    .exceeds(),
    literal(setting={"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"}),
)

Q5.claim(
    "schedule.alignment",
    "law of the text, $T = 64$, initial scale 0.1, mean loss, 1000 steps: the largest eigenvalue of the mean "
    r"of $a a^\top$ over the directions $a$ of displacement, 1 where all lie on one line",
    quantity("schedule_effect")["alignment gain"](T=64, scale=0.1, step=1000, schedule="values")
    .named(
        "the alignment of the values' displacements under the EM-like schedule minus that under SGD at "
        "$T = 64$"
    )
    .exceeds(),
    charitable(setting={"chain": "law of the text", "loss": "mean over positions"}),
)

paper.question(
    "Q6 Initial scale of Table 1",
    "For which initial scales does the training of Section 7.2 give the numbers of Table 1?",
    place="Section 7.2 gives no initial scale",
    not_covered="With entries of size 0.1 they are reproduced (S7.22 to S7.24); other scales are not "
    "measured at $T = 2000$ yet.",
)

paper.question(
    "Q7 Drift of the balance laws",
    r"How fast do $W_Q W_Q^\top - W_K W_K^\top$ and $W_O^\top W_O - W_V W_V^\top$ drift under gradient steps "
    "of finite size?",
    place="Section 3.7 takes finite steps",
    not_covered="Gradient flow conserves both (S1.8, S1.10); the drift under finite steps is not derived "
    "yet.",
)

paper.question(
    "Q8 Sum and mean under other optimisers",
    "What do a sum and a mean of losses over positions change under Adam, and with layer norm?",
    place="Section 11 leaves other optimisers open",
    not_covered="Of other optimisers than gradient descent nothing is derived or measured here yet.",
)
