"""Our own questions about the source: what none of its sentences says, apart from its counts."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_BEST = Statement(
    id="associative_memory.Q1",
    title="Is the stated threshold the best?",
    text="Is $P \\simeq d^{1/(2 \\rho \\alpha + 1)}$ the best threshold for $\\rho > 0$?",
    place="asked of Proposition 3",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.thresholded.best.eighth",
    why_primary="At $\\rho = 1/8$ the stated $P$ is large enough that rounding it does not matter.",
    own_question=True,
)
_OPEN = replace(
    _BEST,
    id="associative_memory.Q2",
    title="Functions that are easier than the worst",
    text="How far can a benign $f$ beat the minimax exponent $\\alpha - 1$?",
    place="asked of Theorem 2",
    primary=None,
    why_primary=None,
    not_covered="Not derived or measured yet.",
)

STATEMENTS: tuple[Statement, ...] = (
    _BEST,
    _OPEN,
    replace(
        _OPEN,
        id="associative_memory.Q3",
        title="The joint law as a soft maximum",
        text="Is the error by samples and dimension a soft maximum of its two edges, a $p$-norm with a power "
        "between 2 and 3.5?",
        place="asked of Eq. (15)",
    ),
    replace(
        _OPEN,
        id="associative_memory.Q4",
        title="Ripples of the error",
        text="Does the error at $\\alpha = 3$ oscillate in $\\log d$ around its power law?",
        place="asked of Proposition 2",
    ),
    replace(
        _OPEN,
        id="associative_memory.Q5",
        title="Sum or mean over a batch",
        text="Do the orderings of Adam and layer norm depend on whether gradients are summed or averaged "
        "over a batch?",
        place="asked of Fig. 7, right",
    ),
)
