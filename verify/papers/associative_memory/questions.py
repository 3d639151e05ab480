"""Our own questions about the source that no sentence of it asks."""

from ...paper import quantity, stronger
from . import paper
from .s04_schemes import TWO
from .s05_thresholds import EVEN, best_error

Q1 = paper.question(
    "Q1 Is the stated threshold the best?",
    r"Is $P \simeq d^{1/(2 \rho \alpha + 1)}$ the best threshold for $\rho > 0$?",
    place="asked of Proposition 3",
    why_primary=r"At $\rho = 1/8$ the stated $P$ is large enough that rounding it does not matter.",
).having(tags=("threshold", "optimal", "answer: Best thresholds"))

Q1.claim(
    "thresholded.best.eighth",
    rf"the stated $P$ is the best: no threshold beats $d^{{-2/3}}$ at $\rho = 1/8$, $\alpha = 2$, {TWO}",
    best_error(rho=0.125)
    .named(r"the least error of $q = p^{1/8} 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-2/3)", alternatives=("C/d",)),
    stronger(derivation="best_error_above"),
)

Q1.claim(
    "thresholded.best.frequency",
    rf"the stated $P$ is the best: no threshold beats $d^{{-1/5}}$ at $\rho = 1$, $\alpha = 2$, {TWO}",
    best_error(rho=1.0)
    .named(r"the least error of $q = p \, 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-1/5)", margin=0.016, alternatives=("C*d**(-1/4)",)),
    stronger(derivation="best_error_frequency"),
)

Q1.claim(
    "best_threshold.eighth",
    rf"$\rho = 1/8$, $\alpha = 2$, {TWO}: in proportion to $d$, not to $d^{{2/3}}$",
    quantity("best_threshold_size", r"the best $P$ of $q = p^{1/8} 1[x \le P]$ at $\alpha = 2$")(rho=0.125)
    .quick(d=EVEN)
    .grows_like("C*d", alternatives=("C*d**(2/3)",)),
    stronger(bears="contradicts"),
)

NOT_YET = "Not derived or measured yet."

paper.question(
    "Q2 Functions that are easier than the worst",
    r"How far can a benign $f$ beat the minimax exponent $\alpha - 1$?",
    place="asked of Theorem 2",
    not_covered=NOT_YET,
)

paper.question(
    "Q3 The joint law as a soft maximum",
    "Is the error by samples and dimension a soft maximum of its two edges, a $p$-norm with a power between "
    "2 and 3.5?",
    place="asked of Eq. (15)",
    not_covered=NOT_YET,
)

Q4 = paper.question(
    "Q4 Ripples of the error",
    r"Does the error at $\alpha = 3$ oscillate in $\log d$ around its power law?",
    place="asked of Proposition 2",
    primary="local_exponent.limit",
    why_primary="A law of growth is about large dimensions; what happens at few is said beside it.",
).having(tags=("schemes",))

local_exponent = quantity("local_exponent")(alpha=3.0).named(
    r"the local exponent of the error of $q = p$ at $\alpha = 3$ over a quarter of a decade"
)

Q4.claim(
    "local_exponent.limit",
    rf"$q = p$, $\alpha = 3$, {TWO}: the ripples die out, and the local exponent tends to $-1/3$",
    local_exponent.tends_to("-1/3", margin=0.001, diverging="d"),
    stronger(),
)

Q4.claim(
    "local_exponent.small",
    rf"$q = p$, $\alpha = 3$, {TWO}, $d$ from 100 to 1000: no ripples, the local exponent is within .03 of "
    "$-1/3$",
    local_exponent.where("d <= 1000").equals("-1/3", margin=0.1),
    stronger(bears="refines"),
)

paper.question(
    "Q5 Sum or mean over a batch",
    "Do the orderings of Adam and layer norm depend on whether gradients are summed or averaged over a "
    "batch?",
    place="asked of Fig. 7, right",
    not_covered=NOT_YET,
)
