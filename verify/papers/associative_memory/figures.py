"""Figures beside the claims: what one sees at a glance."""

from __future__ import annotations

from ...paper import grid, powers
from . import paper

paper.figure(
    "figure_one.dimension",
    "Figure 1, left: error against dimension",
    drawing="curves",
    quantity="error_of_samples",
    x="d",
    series="T",
    outputs=("error",),
    at=grid(P="d/8", T=(100, 1000, 10000, 10**6), d=(32, 64, 128, 256, 512, 1024, 4096, 16384)),
    laws={"$1/d$": "1/d"},
    place="Figure 1, left",
    supports=("joint_law.figure_upper", "joint_law.in_dimension"),
    caption="Error with $P = d/8$ against $d$ for several $T$, infinitely many tokens: it falls like $1/d$ "
    "until the unseen tokens are left.",
    alternative="Curves of the error against d, one for each T, falling together and levelling off one "
    "after the other.",
)

paper.figure(
    "figure_one.samples",
    "Figure 1, right: error against samples",
    drawing="curves",
    quantity="error_of_samples",
    x="T",
    series="d",
    outputs=("error",),
    at=grid(P="d/8", T=powers(100, 10000000, 10), d=(64, 256, 1024, 16384)),
    laws={r"$1/\sqrt{T}$": "1/sqrt(T)"},
    place="Figure 1, right",
    supports=("joint_law.figure_upper", "joint_law.in_samples"),
    caption="Error with $P = d/8$ against $T$ for several $d$, infinitely many tokens: it falls like "
    r"$1/\sqrt{T}$ until the memory is full.",
    alternative="Curves of the error against T, one for each d, falling together and levelling off one by "
    "one.",
)

paper.figure(
    "figure.powers_far",
    "Error of powers of the frequency",
    drawing="curves",
    quantity="weighted_error",
    x="d",
    series="rho",
    at=grid(alpha=2.0),
    laws={"d^(-1/2)": "0.31*d**(-1/2)", "d^(-1/4)": "0.25*d**(-1/4)", "d^(-1/8)": "0.27*d**(-1/8)"},
    place="Figure 3, right",
    supports=("weighted.alpha_two", "weighted.alpha_two.rho_two"),
    caption=r"Error of $q = p^\rho$ at $\alpha = 2$, two answers, infinitely many tokens, without sampling; "
    "dashed the orders $d^{-1/2}$, $d^{-1/4}$ and $d^{-1/8}$ of Proposition 2.",
    alternative="Three straight lines on logarithmic axes: weights that are the root of the frequency fall "
    "like d^(-1/2), the frequency itself like d^(-1/4), its square like d^(-1/8) after a wave.",
)

paper.figure(
    "figure.thresholds_far",
    "Error of storing the first tokens alike",
    drawing="curves",
    quantity="thresholded_error",
    x="d",
    series="P",
    at=grid(M=2, alpha=2.0, rho=0.0),
    laws={"1/d": "2.4/d"},
    place="Table 2",
    supports=("thresholded.dimension.two", "thresholded.eighth.floor", "thresholded.logarithm.one"),
    caption=r"Error of storing the $d$, $d/8$ and $d/\log d$ most frequent tokens with weight one at "
    r"$\alpha = 2$, two answers, infinitely many tokens, without sampling; dashed $1/d$ of Table 2.",
    alternative="Storing d tokens stays at sixteen per cent whatever d; storing d/8 falls like 1/d until d "
    "is about a thousand and then stays at a quarter of a per cent; storing d/log d goes on "
    "falling, but like d^(-1/2).",
)

paper.figure(
    "figure.best_far",
    "Least error over the thresholds",
    drawing="curves",
    quantity="best_thresholded_error",
    x="d",
    series="rho",
    at=grid(alpha=2.0),
    laws={"1/d": "1.78/d"},
    supports=("thresholded.best.without_logarithm", "thresholded.best.uniform"),
    caption=r"Error of $q = p^\rho 1[x \le P]$ at its best $P$, $\alpha = 2$, two answers, infinitely many "
    r"tokens; dashed $1/d$, which $\rho = 1/8$ reaches and equal weights miss by a logarithm.",
    alternative="Weights p^(1/8) fall like 1/d; equal weights fall beside them, ever further above; the "
    "root of the frequency falls like d^(-1/2) and the frequency like d^(-1/4), whatever the "
    "threshold.",
)

paper.figure(
    "figure.map_uniform",
    "Error of storing all alike",
    drawing="heat map",
    quantity="recall_map",
    x="d",
    y="T",
    at=grid(rho=0.0),
    place="Figure 3, left",
    supports=("map.overflow", "map.null"),
    caption="Error of $q_0$, every token seen stored with weight one, over the dimension $d$ and the number "
    r"of samples $T$; $\alpha = 1/2$, $N = 100$, $M = 5$.",
    alternative="The error is above one half where d is below 12, whatever T, and where T is below 20, "
    "whatever d; it falls below two per cent only in the corner where d is 320 and T some "
    "thousand.",
)

paper.figure(
    "figure.map_frequency",
    "Error of storing by frequency",
    drawing="heat map",
    quantity="recall_map",
    x="d",
    y="T",
    at=grid(rho=1.0),
    place="Figure 3, middle",
    supports=("map.frequency_gains", "map.uniform_gains"),
    caption="Error of $q_1$, every token stored with its frequency in the sample, over $d$ and $T$; "
    r"$\alpha = 1/2$, $N = 100$, $M = 5$.",
    alternative="Where d is small the error is a little lower than with equal weights; where d is large it "
    "stays near eight per cent, where equal weights leave less than one.",
)

paper.figure(
    "figure.curves_hundred",
    "Three schemes with infinite data, N = 100",
    drawing="curves",
    quantity="recall_curves",
    x="d",
    series="output",
    at=grid(N=100),
    laws={"d^(-1/4)": "0.31*d**(-1/4)", "1/d": "3.4/d"},
    place="Figure 3, right",
    supports=("curve.frequency", "curve.threshold_hundred"),
    caption=r"Error against $d$ at $\alpha = 2$, $N = 100$, $M = 5$: all alike, by frequency, and the $d/8$ "
    "most frequent alike.",
    alternative="Storing all alike stays high until d is near 100 and then falls steeply; storing by "
    "frequency falls slowly like d^(-1/4); storing the first d/8 falls like 1/d until d = 800.",
)

paper.figure(
    "figure.curves_thousand",
    "Three schemes with infinite data, N = 1000",
    drawing="curves",
    quantity="recall_curves",
    x="d",
    series="output",
    at=grid(N=1000),
    laws={"d^(-1/4)": "0.32*d**(-1/4)", "1/d": "3.7/d"},
    place="Figure 3, right",
    supports=("curve.frequency_many", "curve.threshold_many"),
    caption="The same with $N = 1000$ tokens: the first scheme stays high over the whole range and the "
    "third one keeps its slope.",
    alternative="Storing all alike stays above one eighth up to d = 1000; the other two fall along straight "
    "lines of slopes -1/4 and -1.",
)

paper.figure(
    "figure.iterates",
    "What repeated updates store",
    drawing="curves",
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
    drawing="curves",
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

paper.figure(
    "figure.approximation",
    "SGD and its approximation",
    drawing="curves",
    quantity="update_approximation_long",
    x="t",
    series="output",
    outputs=("sgd", "map"),
    at=grid(d=100, eta=1.0),
    place="Fig. 4, middle",
    supports=("approximation.long",),
    caption="Mean error of SGD with batches of one and of its approximation by the map (20), $d = N = 100$, "
    "step 1, to $10^4$ tokens.",
    alternative="Both curves fall together; that of SGD ends at half of that of its approximation.",
)

paper.figure(
    "figure.approximation_large",
    "SGD and its approximation",
    drawing="curves",
    quantity="update_approximation_long",
    x="t",
    series="output",
    outputs=("sgd", "map"),
    at=grid(d=100, eta=10.0),
    place="Fig. 4, left",
    supports=("approximation.long",),
    caption="The same with step 10, the mean in place of a single run.",
    alternative="Both curves fall together to some hundred tokens; then the approximation fails in more and "
    "more runs, which lifts its mean while SGD's error goes on falling.",
)

paper.figure(
    "figure.approximation_narrow",
    "SGD and its approximation",
    drawing="curves",
    quantity="update_approximation_long",
    x="t",
    series="output",
    outputs=("sgd", "map"),
    at=grid(d=10, eta=1.0),
    place="Fig. 4, right",
    supports=("approximation.narrow_long",),
    caption="The same with step 1 at $d = 10$, a tenth of $N$.",
    alternative="SGD falls; its approximation stops falling and turns up.",
)

paper.figure(
    "figure.step_sizes",
    "Step size",
    drawing="curves",
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

paper.figure(
    "figure.update_large_before",
    "A large step: before an update",
    drawing="heat map",
    quantity="score_table",
    x="x",
    y="y",
    at=grid(eta=10.0, when="before"),
    log_x=False,
    log_y=False,
    place="Fig. 6, left",
    supports=("overwriting.stored", "overwriting.erased"),
    caption=r"$u_y \cdot W e_x$ by token $x$ and answer $y$ in one run, $N = 10$, $M = 5$, $d = 5$, step "
    "10, before an update on a token that is wrong; the right answers lie on the two diagonals "
    "$y = x$ mod 5.",
    alternative="A table of ten tokens by five answers: scores of both signs and of very different size.",
)

paper.figure(
    "figure.update_large_after",
    "A large step: after the update",
    drawing="heat map",
    quantity="score_table",
    x="x",
    y="y",
    at=grid(eta=10.0, when="after"),
    log_x=False,
    log_y=False,
    place="Fig. 6, left",
    supports=("overwriting.stored", "overwriting.erased"),
    caption="The same after the update, which moves the scores of other tokens with it.",
    alternative="The column of the token that was asked has its right answer on top; columns of other "
    "tokens have changed as well.",
)

paper.figure(
    "figure.update_small_before",
    "A small step: before an update",
    drawing="heat map",
    quantity="score_table",
    x="x",
    y="y",
    at=grid(eta=0.1, when="before"),
    log_x=False,
    log_y=False,
    place="Fig. 6, right",
    supports=("overwriting.kept", "overwriting.rare"),
    caption="The same run at step .1, before an update on a token that is wrong.",
    alternative="Scores are smaller; those of the most frequent tokens lead.",
)

paper.figure(
    "figure.update_small_after",
    "A small step: after the update",
    drawing="heat map",
    quantity="score_table",
    x="x",
    y="y",
    at=grid(eta=0.1, when="after"),
    log_x=False,
    log_y=False,
    place="Fig. 6, right",
    supports=("overwriting.kept", "overwriting.rare"),
    caption="The same after the update, which changes little anywhere.",
    alternative="The table is nearly that of before.",
)

paper.figure(
    "figure.batch_sizes",
    "Batch size",
    drawing="curves",
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
    drawing="curves",
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
    drawing="curves",
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

paper.figure(
    "figure.learned_places",
    "Learned embeddings of one run, five classes",
    drawing="scatter",
    quantity="learned_embeddings",
    x="first coordinate",
    y="second coordinate",
    series="class",
    at=grid(M=5),
    log_x=False,
    log_y=False,
    place="Fig. 8, middle",
    supports=("learned.aligned",),
    caption="The embeddings $e_x$ of all hundred tokens after three hundred steps of Adam, shaded by their "
    "class $f(x)$: one run from random starts.",
    alternative="The tokens of each class lie together, in five groups around the origin.",
)

paper.figure(
    "figure.learned_places_ten",
    "Learned embeddings of one run, ten classes",
    drawing="scatter",
    quantity="learned_embeddings",
    x="first coordinate",
    y="second coordinate",
    series="class",
    at=grid(M=10),
    log_x=False,
    log_y=False,
    place="Fig. 8, right",
    supports=("learned.ten_classes",),
    caption="The embeddings $e_x$ of all hundred tokens after three hundred steps of Adam, shaded by their "
    "class $f(x)$: one run from random starts.",
    alternative="The tokens of each class lie together, in ten groups around the origin.",
)
