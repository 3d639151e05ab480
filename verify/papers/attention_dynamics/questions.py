"""Q1 to Q8: our own questions, some of them open.

`by` is what the loss is differentiated by; entries of the matrices have size `1/r` at the start.
"""

from ...paper import charitable, literal, quantity, stronger
from . import OF_TEXT, RELEASED, SHORT, paper

Q1 = paper.question(
    "Q1 Gradients by the output projection",
    "What are the gradients by $W_O$ and $b$, which training updates too?",
    place="Section 3 gives none",
    why_primary="$W_O$ is the matrix of the two.",
).having(tags=("gradient",))

gradient_gap = quantity("gradient_gap")
output_matrix = gradient_gap(by="W_O").named(
    r"the gradient $\nabla_{W_O} L$ minus $\sum_i (p_i - e_{y_i}) g_i^\top$"
)

Q1.claim(
    "gradient.output_matrix",
    r"$\nabla_{W_O} L = \sum_i (p_i - e_{y_i}) g_i^\top$, for symbolic sizes and any mask",
    output_matrix.vanishes(margin=1e-10),
    stronger(derivation="output_matrix_gap"),
)

bias = gradient_gap(by="bias").named(r"the gradient $\nabla_b L$ minus $\sum_i (p_i - e_{y_i})$")

Q1.claim(
    "gradient.bias",
    r"$\nabla_b L = \sum_i (p_i - e_{y_i})$, for symbolic sizes and any mask",
    bias.vanishes(margin=1e-10),
    stronger(derivation="bias_gap"),
)

for name, gap in (("output_matrix", output_matrix), ("bias", bias)):
    Q1.claim(
        f"gradient.{name}.entries",
        "three positions, dimensions of two, any mask: entry by entry in exact arithmetic",
        gap.equals("0", margin=1e-10),
        charitable(derivation=f"{name}_explicit"),
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

for name, method, accuracy, right in (
    ("EM", "the EM-like schedule", "accuracy", "0.244"),
    ("SGD", "SGD", "accuracy of SGD", "0.200"),
):
    Q3.claim(
        f"table.confidence.{name.lower()}",
        "calibrated predictions are right as often as they are confident: at least the printed "
        f"{accuracy}, {right}",
        table_number(number=f"confidence at {name}'s entropy")
        .named(f"the largest mean confidence that the printed entropy of {method} allows")
        .at_least(right, margin=0.02),
        charitable(),
    )

for name, method, spreads, least in (
    ("EM", "the EM-like schedule", "0.034 and 0.035", "-0.069"),
    ("SGD", "SGD", "0.007 and 0.001", "-0.008"),
):
    Q3.claim(
        f"table.calibrated.{name.lower()}",
        "calibrated predictions have their entropy as expected loss: no further below it than both printed "
        f"spreads, {spreads}",
        table_number(number=f"loss less entropy of {name}")
        .named(f"the printed loss of {method} minus its printed entropy")
        .at_least(least, margin=0.02),
        charitable(derivation=f"calibration_{name.lower()}", own_threshold=True),
    )

Q4 = paper.question(
    "Q4 Gradients by the initial scale",
    "How do the gradients at the start depend on the size of the entries of the matrices?",
    place="Section 7.2 gives no initial scale",
    why_primary="The others are held against it.",
).having(tags=("schedules", "gradients at the start", "answer: Orders of gradients in the initial scale"))

initial_gradient = quantity("initial_gradient").where("r >= 20")

for name, matrix, order, through, law, alternatives in (
    ("value", "W_V", "first", "$W_O$ alone", "C/r", ("C/r**2", "C/r**3")),
    ("query", "W_Q", "third", "$W_O$, $W_V$ and $W_K$", "C/r**3", ("C/r", "C/r**2")),
    ("output", "W_O", "first", "$W_V$ alone", "C/r", ("C/r**2", "C/r**3")),
):
    Q4.claim(
        f"initial_gradient.{name}_order",
        rf"law of the text, $T = 64$, entries of size $1/r$ as $r \to \infty$: of {order} order in their "
        f"size, through {through}",
        initial_gradient[matrix]
        .named(f"the norm of the gradient by ${matrix}$ at a start with entries of size $1/r$")
        .grows_like(law, alternatives=alternatives),
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

aligned = (
    r"1000 steps: the largest eigenvalue of the mean of $a a^\top$ over the directions $a$ of displacement, "
    "1 where all lie on one line"
)
alignment_gain = "the alignment of the values' displacements under the EM-like schedule minus that under SGD"

Q5.claim(
    "table_one.alignment",
    f"released law, $T = 500$, initial scale 0.1, mean loss, {aligned}",
    quantity("released_training")["alignment gain"](T=500, schedule="values", step=1000)
    .named(alignment_gain)
    .exceeds(),
    literal(setting=RELEASED),
)

Q5.claim(
    "schedule.alignment",
    f"{SHORT}, {aligned}",
    quantity("schedule_effect")["alignment gain"](T=64, scale=0.1, step=1000, schedule="values")
    .named(f"{alignment_gain} at $T = 64$")
    .exceeds(),
    charitable(setting=OF_TEXT),
)

Q6 = paper.question(
    "Q6 Initial scale of Table 1",
    "For which initial scales does the training of Section 7.2 give the numbers of Table 1?",
    place="Section 7.2 gives no initial scale",
    why_primary="Entries of size 0.1 give them (S7.22 to S7.24); half of that is tried beside it, and twice.",
).having(tags=("schedules", "Table 1"))

by_scale = quantity("initial_scale_losses")

Q6.claim(
    "initial_scale.half",
    "released law, $T = 500$ for the paper's 2000, mean loss, entries of size 0.05: after 1000 steps the "
    "loss of the EM-like schedule is above the printed one by its spread, 1.970 + 0.034",
    by_scale["values"](scale=0.05)
    .named("from entries of size 0.05, the EM-like schedule's final loss")
    .at_least("2.004"),
    charitable(own_threshold=True, setting={**RELEASED, "initial scale": "0.05"}),
)

Q6.claim(
    "initial_scale.twice",
    "released law, $T = 500$ for the paper's 2000, mean loss, entries of size 0.2: after 1000 steps SGD's "
    "loss is below the printed one of the EM-like schedule by its spread, 1.970 - 0.034",
    by_scale["sgd"](scale=0.2).named("from entries of size 0.2, SGD's final loss").at_most("1.936"),
    charitable(own_threshold=True, setting={**RELEASED, "initial scale": "0.2"}),
)

Q7 = paper.question(
    "Q7 Drift of the balance laws",
    r"How fast do $W_Q W_Q^\top - W_K W_K^\top$ and $W_O^\top W_O - W_V W_V^\top$ drift under gradient steps "
    "of finite size?",
    place="Section 3.7 takes finite steps",
    why_primary="Gradient flow conserves both (S1.8, S1.10), so that nothing is left of first order in the "
    "step.",
).having(tags=("gradients",))

for what, difference, derivation in (
    ("routing", r"$W_Q W_Q^\top - W_K W_K^\top$", "routing_drift"),
    ("output", r"$W_O^\top W_O - W_V W_V^\top$", "output_drift"),
):
    at = {"of": f"{what} balance"}
    Q7.claim(
        f"drift.{what}",
        rf"{difference}: what a step adds is of the order $\eta^2$",
        quantity("balance_drift")(mask="causal", **at)
        .named(f"what a gradient step adds to {difference}")
        .grows_like("C*eta**2", diverging="eta", limits={"eta": "0"}),
    )
    Q7.claim(
        f"drift.{what}_exactly",
        rf"{difference}: it is $\eta^2$ times the same difference of the gradients' products, nothing else",
        quantity("drift_gap")(**at)
        .named(f"what a gradient step adds to {difference} beside the gradients' products, relative to it")
        .vanishes(margin=1e-10),
        stronger(bears="refines", derivation=derivation),
    )

Q8 = paper.question(
    "Q8 Sum and mean under other optimisers",
    "What do a sum and a mean of losses over positions change under Adam, and with layer norm?",
    place="Section 11 leaves other optimisers open",
    why_primary="Adam divides by the size of gradients, so that a factor on the loss should not matter.",
).having(tags=("gradients",))

SMALL = "$T = 12$, causal mask, 1, 10 and 50 steps of 0.02"
adam_gap = quantity("adam_scale_gap")
normalised_gap = quantity("normalised_scale_gap")

Q8.claim(
    "loss_scale.adam",
    f"Adam with nothing added to the root of its mean squares, all parameters, {SMALL}: nothing, the sum is "
    "trained as the mean",
    adam_gap(floor=0.0)
    .named("the relative difference of the losses after Adam on the sum and on the mean")
    .vanishes(margin=1e-9),
    stronger(derivation="adam_scale"),
)

Q8.claim(
    "loss_scale.adam_floor",
    f"Adam with 0.01 added to the root, {SMALL}: the sum is trained otherwise than the mean, since what is "
    "added counts for less beside larger gradients",
    adam_gap(floor=0.01)
    .named("with 0.01 added to the root, the relative difference of the losses after Adam on sum and mean")
    .exceeds(),
    charitable(bears="refines"),
)

Q8.claim(
    "loss_scale.layer_norm",
    r"gradient descent on $W_V$, contexts under layer norm: the sum from $W_V$ is trained as the mean from "
    rf"$W_V/\sqrt{{T}}$, since gradients at $c W_V$ are those at $W_V$ over $c$; {SMALL}",
    normalised_gap(start="smaller")
    .named(
        r"the relative difference of the losses after steps on the sum, and on the mean from $W_V/\sqrt{T}$"
    )
    .vanishes(margin=1e-9),
    stronger(derivation="normalised_scale"),
)

Q8.claim(
    "loss_scale.layer_norm_same",
    "gradient descent on $W_V$, contexts under layer norm, both from $W_V$: the sum is trained otherwise "
    f"than the mean; {SMALL}",
    normalised_gap(start="same")
    .named("the relative difference of the losses after steps on the sum and on the mean from the same $W_V$")
    .exceeds(),
    charitable(bears="refines"),
)
