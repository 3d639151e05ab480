"""Figures beside the claims on training: the paper's Figures 4 to 8."""

from functools import partial

from ...paper import grid
from . import paper

paper.figure(
    "figure.iterates",
    "What repeated updates store",
    quantity="iterate",
    x="n",
    series="eta",
    place="Fig. 5, left",
    supports=("iterates.growth",),
    caption="$f^n(0)$ of the printed map over the number $n$ of visits, by step size: a straight rise, then "
    r"the logarithm of $\eta M n$.",
    alternative="Small steps rise in proportion to n; a step of 10 is at its plateau after one visit; all "
    "curves end in the same slow logarithmic rise.",
)

paper.figure(
    "figure.schemes",
    "The scheme a step size leads to",
    quantity="scheme_share",
    x="x",
    series="eta",
    laws={
        "rho = .05": "(4/(x + 3))**(1/10)",
        "rho = .35": "(4/(x + 3))**(7/10)",
        "rho = 1": "(4/(x + 3))**2",
    },
    place="Fig. 5, right",
    supports=("equivalent_power.hundred",),
    caption=r"$q(x)/q(1)$ after the visits of Fig. 5 at $N = 100$, by step size; dashed, $p^\rho$ with the "
    "powers printed beside them.",
    alternative="A step of 10 stores all tokens nearly alike, a step of .001 stores them by their "
    "frequency; a step of .1 lies between and falls more steeply in the end than the printed "
    "power.",
)

approximation = partial(
    paper.figure,
    title="SGD and its approximation",
    quantity="update_approximation_long",
    x="t",
    series="output",
    outputs=("sgd", "map"),
)

approximation(
    "figure.approximation",
    at=grid(d=100, eta=1.0),
    place="Fig. 4, middle",
    supports=("approximation.long",),
    caption="Mean error of SGD with batches of one and of its approximation by the map (20), $d = N = 100$, "
    "step 1, to $10^4$ tokens.",
    alternative="Both curves fall together; that of SGD ends at half of that of its approximation.",
)

approximation(
    "figure.approximation_large",
    at=grid(d=100, eta=10.0),
    place="Fig. 4, left",
    supports=("approximation.long",),
    caption="The same with step 10, the mean in place of a single run.",
    alternative="Both curves fall together to some hundred tokens; then the approximation fails in more and "
    "more runs, which lifts its mean while SGD's error goes on falling.",
)

approximation(
    "figure.approximation_narrow",
    at=grid(d=10, eta=1.0),
    place="Fig. 4, right",
    supports=("approximation.narrow_long",),
    caption="The same with step 1 at $d = 10$, a tenth of $N$.",
    alternative="SGD falls; its approximation stops falling and turns up.",
)

paper.figure(
    "figure.step_sizes",
    "Step size",
    quantity="step_size_effect",
    x="t",
    series="eta",
    outputs=("error",),
    at=grid(d=50),
    place="Fig. 7, left",
    supports=("step_size.narrow", "step_size.wide"),
    caption="Mean error of SGD with batches of one over the tokens seen, by step size; $d = 50$, $N = 100$.",
    alternative="Up to a step of 10 a larger step is lower at every time; a step of 100 ends above that of "
    "10.",
)

score_table = partial(
    paper.figure, kind="heat map", quantity="score_table", x="x", y="y", log_x=False, log_y=False
)

score_table(
    "figure.update_large_before",
    "A large step: before an update",
    at=grid(eta=10.0, when="before"),
    place="Fig. 6, left",
    supports=("overwriting.stored", "overwriting.erased"),
    caption=r"$u_y \cdot W e_x$ by token $x$ and answer $y$ in one run, $N = 10$, $M = 5$, $d = 5$, step "
    "10, before an update on a token that is wrong; the right answers lie on the two diagonals "
    "$y = x$ mod 5.",
    alternative="A table of ten tokens by five answers: scores of both signs and of very different size.",
)

score_table(
    "figure.update_large_after",
    "A large step: after the update",
    at=grid(eta=10.0, when="after"),
    place="Fig. 6, left",
    supports=("overwriting.stored", "overwriting.erased"),
    caption="The same after the update, which moves the scores of other tokens with it.",
    alternative="The column of the token that was asked has its right answer on top; columns of other "
    "tokens have changed as well.",
)

score_table(
    "figure.update_small_before",
    "A small step: before an update",
    at=grid(eta=0.1, when="before"),
    place="Fig. 6, right",
    supports=("overwriting.kept", "overwriting.rare"),
    caption="The same run at step .1, before an update on a token that is wrong.",
    alternative="Scores are smaller; those of the most frequent tokens lead.",
)

score_table(
    "figure.update_small_after",
    "A small step: after the update",
    at=grid(eta=0.1, when="after"),
    place="Fig. 6, right",
    supports=("overwriting.kept", "overwriting.rare"),
    caption="The same after the update, which changes little anywhere.",
    alternative="The table is nearly that of before.",
)

paper.figure(
    "figure.batch_sizes",
    "Batch size",
    quantity="batch_size_effect",
    x="B",
    series="d",
    outputs=("error",),
    at=grid(steps="tuned"),
    place="Fig. 7, middle",
    supports=("batch_size.tuned",),
    caption="Mean error of SGD after 1024 tokens over the batch size $B$, by dimension, each point with its "
    "step tuned on other seeds; $N = 100$.",
    alternative="The error is flat up to batches of 16 and rises beyond.",
)

paper.figure(
    "figure.optimisers",
    "Optimisers",
    quantity="optimiser_effect",
    x="t",
    series="optimiser",
    outputs=("error",),
    at=grid(d=50, B=64, steps="tuned"),
    place="Fig. 7, right",
    supports=("adam.large_batch.tuned", "layer_norm.tuned"),
    caption="Mean error with batches of 64 over the tokens seen, each optimiser with its step tuned on "
    "other seeds; $d = 50$, $N = 100$.",
    alternative="Sign steps end lowest, SGD and sign steps with a layer norm close together above, the "
    "layer norm alone highest.",
)

paper.figure(
    "figure.learned",
    "Training the embeddings in two dimensions",
    quantity="learned_training",
    x="t",
    series="M",
    outputs=("error",),
    at=grid(optimiser="adam", t=(1, 3, 10, 30, 100, 300)),
    log_y=False,
    place="Fig. 8",
    supports=("learned.five_classes", "learned.ten_classes"),
    caption="Mean error over the steps of Adam, all of $e$, $u$ and $W$ trained, $d = 2$, $N = 100$, by the "
    "number of classes.",
    alternative="With five classes the error is below a hundredth after thirty steps; ten classes take "
    "about three times as long. After three hundred both are at zero.",
)

embeddings = partial(
    paper.figure,
    kind="scatter",
    quantity="learned_embeddings",
    x="first coordinate",
    y="second coordinate",
    series="class",
    log_x=False,
    log_y=False,
    caption="The embeddings $e_x$ of all hundred tokens after three hundred steps of Adam, shaded by their "
    "class $f(x)$: one run from random starts.",
)

embeddings(
    "figure.learned_places",
    "Learned embeddings of one run, five classes",
    at=grid(M=5),
    place="Fig. 8, middle",
    supports=("learned.aligned",),
    alternative="The tokens of each class lie together, in five groups around the origin.",
)

embeddings(
    "figure.learned_places_ten",
    "Learned embeddings of one run, ten classes",
    at=grid(M=10),
    place="Fig. 8, right",
    supports=("learned.ten_classes",),
    alternative="The tokens of each class lie together, in ten groups around the origin.",
)
