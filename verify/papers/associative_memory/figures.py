"""Figures beside the claims on error and capacity: the paper's Figures 1 and 3, and its Table 2 far out."""

from functools import partial
from typing import Final

from ...paper import grid, powers
from . import paper

TIES: Final = (
    "Of inputs that tie for the $P$-th place chance decides which is stored; in the code that the authors "
    "published the order of a sort decides, and errors differ."
)

paper.figure(
    "figure_one.dimension",
    "Figure 1, left: error against dimension",
    quantity="error_of_samples",
    x="d",
    series="T",
    outputs=("error",),
    at=grid(P="d/8", T=(100, 1000, 10000, 10**6), d=(32, 64, 128, 256, 512, 1024, 4096, 16384)),
    laws={"$1/d$": "1/d"},
    place="Figure 1, left",
    supports=("joint_law.figure_upper", "joint_law.in_dimension"),
    caption="Error with $P = d/8$ against $d$ for several $T$, infinitely many tokens: it falls like $1/d$ "
    f"until the unseen tokens are left. {TIES}",
    alternative="Curves of the error against d, one for each T, falling together and levelling off one "
    "after the other.",
)

paper.figure(
    "figure_one.samples",
    "Figure 1, right: error against samples",
    quantity="error_of_samples",
    x="T",
    series="d",
    outputs=("error",),
    at=grid(P="d/8", T=powers(100, 10000000, 10), d=(64, 256, 1024, 16384)),
    laws={r"$1/\sqrt{T}$": "1/sqrt(T)"},
    place="Figure 1, right",
    supports=("joint_law.figure_upper", "joint_law.in_samples"),
    caption="Error with $P = d/8$ against $T$ for several $d$, infinitely many tokens: it falls like "
    rf"$1/\sqrt{{T}}$ until the memory is full. {TIES}",
    alternative="Curves of the error against T, one for each d, falling together and levelling off one by "
    "one.",
)

paper.figure(
    "figure.powers_far",
    "Error of powers of the frequency",
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

recall_map = partial(paper.figure, kind="heat map", quantity="recall_map", x="d", y="T")

recall_map(
    "figure.map_uniform",
    "Error of storing all alike",
    at=grid(rho=0.0),
    place="Figure 3, left",
    supports=("map.overflow", "map.null"),
    caption="Error of $q_0$, every token seen stored with weight one, over the dimension $d$ and the number "
    r"of samples $T$; $\alpha = 1/2$, $N = 100$, $M = 5$.",
    alternative="The error is above one half where d is below 12, whatever T, and where T is below 20, "
    "whatever d; it falls below two per cent only in the corner where d is 320 and T some "
    "thousand.",
)

recall_map(
    "figure.map_frequency",
    "Error of storing by frequency",
    at=grid(rho=1.0),
    place="Figure 3, middle",
    supports=("map.frequency_gains", "map.uniform_gains"),
    caption="Error of $q_1$, every token stored with its frequency in the sample, over $d$ and $T$; "
    r"$\alpha = 1/2$, $N = 100$, $M = 5$.",
    alternative="Where d is small the error is a little lower than with equal weights; where d is large it "
    "stays near eight per cent, where equal weights leave less than one.",
)

recall_curves = partial(
    paper.figure, quantity="recall_curves", x="d", series="output", place="Figure 3, right"
)

recall_curves(
    "figure.curves_hundred",
    "Three schemes with infinite data, N = 100",
    at=grid(N=100),
    laws={"d^(-1/4)": "0.31*d**(-1/4)", "1/d": "3.4/d"},
    supports=("curve.frequency", "curve.threshold_hundred"),
    caption=r"Error against $d$ at $\alpha = 2$, $N = 100$, $M = 5$: all alike, by frequency, and the $d/8$ "
    "most frequent alike.",
    alternative="Storing all alike stays high until d is near 100 and then falls steeply; storing by "
    "frequency falls slowly like d^(-1/4); storing the first d/8 falls like 1/d until d = 800.",
)

recall_curves(
    "figure.curves_thousand",
    "Three schemes with infinite data, N = 1000",
    at=grid(N=1000),
    laws={"d^(-1/4)": "0.32*d**(-1/4)", "1/d": "3.7/d"},
    supports=("curve.frequency_many", "curve.threshold_many"),
    caption="The same with $N = 1000$ tokens: the first scheme stays high over the whole range and the "
    "third one keeps its slope.",
    alternative="Storing all alike stays above one eighth up to d = 1000; the other two fall along straight "
    "lines of slopes -1/4 and -1.",
)
