"""Props. 2 and 3, Table 2: powers of the frequency, stored whole or cut off, infinitely many tokens."""

from __future__ import annotations

from ...paper import powers, quantity, stronger
from . import paper

_EVEN = powers(100, 100000000, 100)

Q1 = paper.question(
    "Q1 Is the stated threshold the best?",
    r"Is $P \simeq d^{1/(2 \rho \alpha + 1)}$ the best threshold for $\rho > 0$?",
    place="asked of Proposition 3",
    primary="thresholded.best.eighth",
    why_primary=r"At $\rho = 1/8$ the stated $P$ is large enough that rounding it does not matter.",
).having(tags=("threshold", "optimal", "answer: Best thresholds"))

best_thresholded_error = quantity("best_thresholded_error")

Q1.claim(
    "thresholded.best.eighth",
    r"the stated $P$ is the best: no threshold beats $d^{-2/3}$ at $\rho = 1/8$, $\alpha = 2$, two answers, "
    "infinitely many tokens",
    best_thresholded_error(rho=0.125)
    .quick(d=_EVEN)
    .named(r"the least error of $q = p^{1/8} 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-2/3)", alternatives=("C/d",)),
    stronger(derivation="best_error_above"),
)

Q1.claim(
    "thresholded.best.frequency",
    r"the stated $P$ is the best: no threshold beats $d^{-1/5}$ at $\rho = 1$, $\alpha = 2$, two answers, "
    "infinitely many tokens",
    best_thresholded_error(rho=1.0)
    .quick(d=_EVEN)
    .named(r"the least error of $q = p \, 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-1/5)", margin=0.016, alternatives=("C*d**(-1/4)",)),
    stronger(derivation="best_error_frequency"),
)

Q1.claim(
    "best_threshold.eighth",
    r"$\rho = 1/8$, $\alpha = 2$, two answers, infinitely many tokens: in proportion to $d$, not to "
    "$d^{2/3}$",
    quantity("best_threshold_size")(rho=0.125)
    .quick(d=_EVEN)
    .named(r"the best $P$ of $q = p^{1/8} 1[x \le P]$ at $\alpha = 2$")
    .grows_like("C*d", alternatives=("C*d**(2/3)",)),
    stronger(bears="contradicts"),
)

paper.question(
    "Q2 Functions that are easier than the worst",
    r"How far can a benign $f$ beat the minimax exponent $\alpha - 1$?",
    place="asked of Theorem 2",
    not_covered="Not derived or measured yet.",
)

paper.question(
    "Q3 The joint law as a soft maximum",
    "Is the error by samples and dimension a soft maximum of its two edges, a $p$-norm with a power between "
    "2 and 3.5?",
    place="asked of Eq. (15)",
    not_covered="Not derived or measured yet.",
)

paper.question(
    "Q4 Ripples of the error",
    r"Does the error at $\alpha = 3$ oscillate in $\log d$ around its power law?",
    place="asked of Proposition 2",
    not_covered="Not derived or measured yet.",
)

paper.question(
    "Q5 Sum or mean over a batch",
    "Do the orderings of Adam and layer norm depend on whether gradients are summed or averaged over a "
    "batch?",
    place="asked of Fig. 7, right",
    not_covered="Not derived or measured yet.",
)
