"""Rows AtMost and AtLeast: a bound, whether it holds in every cell, and how loose it is.

| row | agrees | bound only | refuted |
|---|---|---|---|
| AtMost | every upper limit <= bound (1 + m), slack inside +-m | not shown tight | a limit above (Holm) |

AtLeast is mirrored by the sign s: s (mean - edge) is compared throughout, with s = +1 for AtMost
and -1 for AtLeast. A bound that every proportion meets (>= 1 above, <= 0 below) is vacuous and its
cell counts for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..claim import Relation
from ..document import Outcome, Rival, Triangle
from ..inference.intervals import holm
from ..law import LawError, parse
from .advice import draws_for_sides
from .case import Case, Finding, Verdict
from .cells import (
    alike_words,
    cells_comparison,
    derived_against_measured,
    intervals,
    p_above,
    p_below,
    refuting,
)
from .slack import tightness
from .symbolic import same_formula, symbolic_comparison
from .wording import capital, number, percent, place, span
from .wording import cells as count_of


@dataclass(frozen=True)
class _Bound:
    """A claimed bound on the cells where it says something."""

    case: Case

    @cached_property
    def sign(self) -> float:
        return 1.0 if self.case.claim.relation is Relation.AT_MOST else -1.0

    @cached_property
    def symbol(self) -> str:
        return "<=" if self.sign > 0 else ">="

    @cached_property
    def counted(self) -> NDArray[np.bool_]:
        """Cells whose bound is not vacuous."""
        if self.case.evidence.failures is None:
            return np.ones(len(self.case.means), dtype=bool)
        return self.case.expected < 1.0 if self.sign > 0 else self.case.expected > 0.0

    @cached_property
    def edge(self) -> NDArray[np.float64]:
        return self.case.expected + self.sign * self.case.claim.margin * np.abs(self.case.expected)

    def p_beyond(self, edge: NDArray[np.float64]) -> NDArray[np.float64]:
        """p-values of "the bound holds": small where the mean is on its wrong side."""
        return p_above(self.case, edge) if self.sign > 0 else p_below(self.case, edge)

    @cached_property
    def alike(self) -> str:
        """What is said of cells beyond the bound whose draws are all alike."""
        return alike_words(self.case, self.counted & (self.p_beyond(self.edge) <= self.case.level))

    def p_within(self, edge: NDArray[np.float64]) -> NDArray[np.float64]:
        """p-values of "the bound fails": small where the mean is on its right side."""
        return p_below(self.case, edge) if self.sign > 0 else p_above(self.case, edge)


def decide_bound(case: Case) -> Verdict:
    """The verdict of an AtMost or AtLeast claim."""
    bound = _Bound(case)
    symbolic = _symbolic(bound)
    inference = _inference(bound)
    agreement = derived_against_measured(case, case.claim.margin)
    passes = case.decisive and agreement.outcome is Outcome.AGREES and bool(bound.counted.any())
    decided = symbolic if passes and symbolic.outcome is not Outcome.INCONCLUSIVE else inference
    if agreement.outcome is Outcome.ERROR:
        decided = agreement
    tight, looseness = (
        tightness(case, bound.counted, bound.sign) if decided.holds == "yes" else ("unknown", "")
    )
    if decided.outcome is Outcome.REFUTED:
        tight = "no"
    outcome = decided.outcome
    if decided.holds == "yes":
        outcome = Outcome.AGREES if tight == "yes" else Outcome.BOUND_ONLY
    return Verdict(
        outcome=outcome,
        holds=decided.holds,
        tight=tight,
        basis="derived" if decided is symbolic else "exact" if case.exact else "statistics",
        summary=_summary(bound, decided, decided is symbolic, looseness),
        triangle=Triangle(
            symbolic=symbolic_comparison(symbolic, case),
            inference=inference.comparison,
            cells=cells_comparison(agreement, case),
        ),
        exponents={},
        rivals=tuple(_rival(case, text) for text in case.claim.rivals),
        fit=None,
        intervals=intervals(case),
        claimed=tuple(float(value) for value in case.expected),
        missing=(inference.missing or symbolic.sentence) if outcome is Outcome.INCONCLUSIVE else None,
    )


def _inference(bound: _Bound) -> Finding:
    """Claimed bound against measurement."""
    case, counted = bound.case, bound.counted
    if not counted.any():
        sentence = f"The bound {case.claim.claimed} is vacuous in every cell: any probability meets it."
        missing = "Cells where the bound is not vacuous."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    beyond = refuting(case, bound.p_beyond(bound.edge))[counted]
    at = np.flatnonzero(counted)
    violated = at[holm(beyond, case.level)]
    if violated.size:
        worst = int(at[np.argmin(beyond)])
        sentence = (
            f"The bound is violated in {count_of(violated.size)} of {counted.sum()}: at {place(case, worst)} "
            f"measured {number(case.means[worst])}, where it allows {number(case.expected[worst])}."
        )
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    within = bound.p_within(bound.edge)[counted]
    if np.all(within <= case.level):
        sentence = f"The bound holds in all {count_of(int(counted.sum()))} where it is not vacuous."
        return Finding(outcome=Outcome.BOUND_ONLY, sentence=sentence)
    weak = int(at[np.argmax(within)])
    sentence = (
        f"Nothing violates the bound, but {count_of(int((within > case.level).sum()))} of "
        f"{counted.sum()} do not show that it holds (at {place(case, weak)} measured "
        f"{number(case.means[weak])}, bound {number(case.expected[weak])}).{bound.alike}"
    )
    times = draws_for_sides(
        case, bound.edge - case.means, ~counted | (bound.p_within(bound.edge) <= case.level)
    )
    missing = f"{times} draws, until every one-sided {percent(case.level)} limit is within the bound."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _symbolic(bound: _Bound) -> Finding:
    """Derived against claimed: the same bound, or ordered at every counted cell."""
    case, derived = bound.case, bound.case.derived
    if derived is None or derived.formula is None or derived.relation not in ("=", bound.symbol):
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence="Nothing derived speaks about this bound.")
    if same_formula(parse(case.claim.claimed), derived.formula):
        sentence = (
            "The claimed bound is the derived one."
            if derived.relation != "="
            else "The bound is the value itself."
        )
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    if derived.values is None or not bound.counted.any():
        return Finding(
            outcome=Outcome.INCONCLUSIVE, sentence="There is no cell at which to order the formulas."
        )
    gap = bound.sign * (derived.values - case.expected)[bound.counted]
    scale = 1e-12 * np.abs(case.expected)[bound.counted]
    cells = count_of(int(bound.counted.sum()))
    if np.all(gap <= scale):
        sentence = f"The derived formula is within the claimed bound at all {cells}."
        return Finding(outcome=Outcome.BOUND_ONLY, sentence=sentence)
    worst = int(np.flatnonzero(bound.counted)[np.argmax(gap / np.maximum(scale, 1e-300))])
    values = number(derived.values[worst]), number(case.expected[worst])
    found = f"at {place(case, worst)} it is {values[0]}, the bound {values[1]}"
    margin = case.claim.margin * np.abs(case.expected)[bound.counted]
    if derived.relation == "=" and np.any(gap > margin):
        return Finding(outcome=Outcome.REFUTED, sentence=f"The derived value breaks the bound: {found}.")
    return Finding(
        outcome=Outcome.INCONCLUSIVE, sentence=f"The derived formula does not imply the bound: {found}."
    )


def _summary(bound: _Bound, decided: Finding, by_derivation: bool, looseness: str) -> str:
    case = bound.case
    if decided.holds != "yes":
        return capital(decided.sentence)
    counted = count_of(int(bound.counted.sum()))
    vacuous = int((~bound.counted).sum())
    aside = f"; vacuous in {count_of(vacuous)} more" if vacuous else ""
    where = f"{counted}, {span(case, case.varying)}{aside}"
    how = f"derived; not contradicted in {where}" if by_derivation else f"on this range: {where}"
    return capital(f"{case.claim.subject} {bound.symbol} {case.claim.claimed} ({how}){looseness}.")


def _rival(case: Case, text: str) -> Rival:
    """A rival bound is excluded where a cell breaks it."""
    try:
        values = case.formula_values(text)
    except LawError as error:
        return Rival(law=text, excluded=False, reason=str(error))
    sign = 1.0 if case.claim.relation is Relation.AT_MOST else -1.0
    p = refuting(case, p_above(case, values) if sign > 0 else p_below(case, values))
    broken = bool(holm(p, case.level).any())
    return Rival(law=text, excluded=broken, reason="A cell breaks it." if broken else "No cell breaks it.")
