"""Row Ordering: a paired difference is positive in every cell.

| row | agrees | refuted |
|---|---|---|
| Ordering | every cell's one-sided p-value of "not positive" <= level | a reversed cell (Holm) |

The difference is measured minus claimed: the quantity is itself a paired difference and the
claimed formula zero, or the formula is the other side of the ordering. Support needs a difference
above zero; the margin (relative to the formula, absolute where that is zero, 0 is allowed) is how
far a cell may be reversed without refuting.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..document import Outcome
from ..inference.intervals import holm
from .advice import draws_for_sides
from .case import Case, Finding, Verdict
from .cells import VALUE_TOLERANCE, alike_words, derived_against_measured, p_above, p_below, refuting
from .edges import Edges
from .wording import capital, number, p_words, place, span
from .wording import cells as count_of

ROUNDING: Final = 1e-12
"""Relative to the claimed value: a derived difference below it is double-precision noise."""


def decide_ordering(case: Case) -> Verdict:
    """The verdict of an Ordering claim."""
    tolerance = max(case.claim.margin, VALUE_TOLERANCE)
    edges = Edges(
        case=case,
        symbolic=_symbolic(case),
        inference=_inference(case),
        agreement=derived_against_measured(case, tolerance),
    )
    return edges.verdict(_summary(edges))


def _slack(case: Case) -> NDArray[np.float64]:
    return case.claim.margin * np.where(case.expected == 0, 1.0, np.abs(case.expected))


def _inference(case: Case) -> Finding:
    """Claimed against measured: intersection-union for support, Holm for reversals."""
    count = len(case.means)
    below = p_below(case, case.expected - _slack(case))
    reversed_p = refuting(case, below)
    reversed_cells = holm(reversed_p, case.level)
    if reversed_cells.any():
        worst = int(np.argmin(reversed_p))
        sentence = (
            f"The ordering is reversed in {count_of(int(reversed_cells.sum()))} of {count}: "
            f"{_difference(case, worst)} ({p_words(float(reversed_p[worst]))})."
        )
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    positive_p = p_above(case, case.expected)
    weak = int(np.argmax(positive_p))
    shown = f"{_difference(case, weak)}, {p_words(float(positive_p[weak]))}"
    if positive_p[weak] <= case.level:
        sentence = f"The difference is positive in all {count_of(count)} (weakest {shown})."
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    open_cells = int(np.sum(positive_p > case.level))
    sentence = (
        f"No cell is reversed, but {count_of(open_cells)} of {count} {_do(open_cells)} not show a positive "
        f"difference (weakest {shown}).{alike_words(case, below <= case.level)}"
    )
    times = draws_for_sides(case, case.means - case.expected, positive_p <= case.level)
    missing = f"{times} draws, until every cell's one-sided p-value is at most {case.level:.2g}."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _symbolic(case: Case) -> Finding:
    """Derived against claimed, cell by cell."""
    derived = case.derived
    if derived is None or derived.values is None or derived.relation != "=":
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence="Nothing derived gives the difference.")
    gap = derived.values - case.expected
    rounding = ROUNDING * np.maximum(np.abs(case.expected), np.abs(derived.values))
    worst = int(np.argmin(gap))
    found = f"at {place(case, worst)} it is {number(gap[worst])}"
    if np.all(gap > rounding):
        sentence = f"The derived difference is positive at all {count_of(len(gap))} (smallest {found})."
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    if np.any(gap < -_slack(case) - rounding):
        return Finding(outcome=Outcome.REFUTED, sentence=f"The derived difference is reversed: {found}.")
    sentence = f"The derived difference is neither positive nor reversed beyond the margin: {found}."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _difference(case: Case, cell: int) -> str:
    gap = case.means[cell] - case.expected[cell]
    return f"at {place(case, cell)} the difference is {number(float(gap))}"


def _do(count: int) -> str:
    return "does" if count == 1 else "do"


def _summary(edges: Edges) -> str:
    case, decided = edges.case, edges.decided
    if decided.outcome is not Outcome.AGREES:
        return capital(decided.sentence)
    how = "derived" if edges.by_derivation else "on this range"
    cells = count_of(len(case.means))
    where = f"{cells}, {span(case, case.varying)}"
    return capital(f"{case.claim.subject} > {case.claim.claimed} in every cell ({how}: {where}).")
