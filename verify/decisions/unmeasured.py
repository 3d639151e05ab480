"""The verdict where there is no evidence: what a derivation alone can say, or what is missing."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..claim import BoundType, Claim, Relation
from ..document import Edge, Exponent, Outcome, Triangle
from ..evidence import Evidence
from ..law import Form, form
from ..reason import Kind, Reason, reason
from .case import Case, Derived, Finding, Verdict, comparison
from .courses import claimed_order
from .derived_orders import symbolic_growth
from .headlines import STANCES
from .limit import symbolic_limit
from .symbolic import compare_formulas, symbolic_comparison
from .terms import claimed, label


def decide_unmeasured(claim: Claim, derived: Derived | None) -> Verdict:
    """Decided by the derivation only where the claim names no quantity that could measure it."""
    case = Case(claim=claim, derived=derived, evidence=Evidence.of((), np.empty((0, 0))), level=0.005)
    symbolic = _symbolic(case)
    decides = claim.quantity is None and case.decisive and symbolic.outcome is not Outcome.INCONCLUSIVE
    decided = (
        symbolic if decides else Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NOT_MEASURED))
    )
    absent = comparison(Edge.NOT_MADE, reason(Kind.NOT_MEASURED))
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight=decided.tight,
        basis="derived" if decides else "statistics",
        summary=_summary(case, decided),
        triangle=Triangle(symbolic=symbolic_comparison(symbolic, case), inference=absent, points=absent),
        exponents=_exponents(case),
        alternatives=(),
        fit=None,
        intervals=(),
        claimed=(),
        missing=None if decides else reason(Kind.NO_SETTINGS),
    )


_ALONE: Final = {
    Kind.SAME_FORMULA: Kind.EQUALS_BY_ALGEBRA,
    Kind.OTHER_FORMULA: Kind.DIFFERS_BY_ALGEBRA,
    Kind.DERIVED_LIMIT: Kind.TENDS_BY_ALGEBRA,
    Kind.OTHER_LIMIT: Kind.TENDS_ELSEWHERE_BY_ALGEBRA,
}
"""What a comparison of formulas is called as the sentence of a claim."""


def _summary(case: Case, decided: Finding) -> Reason:
    if decided.outcome is Outcome.INCONCLUSIVE:
        return reason(Kind.UNMEASURED, label=label(case))
    said = decided.sentence
    if case.claim.relation is Relation.LAW:
        return _law_by_algebra(case, decided)
    parts = {"claimed": claimed(case), **said.parts, "label": label(case)}
    return reason(_ALONE[said.kind], **parts)


def _law_by_algebra(case: Case, decided: Finding) -> Reason:
    """The sentence of a law of which nothing is measured."""
    holds, tight = decided.outcome is not Outcome.REFUTED, decided.outcome is Outcome.AGREES
    bound_type = case.claim.bound_type or BoundType.THETA
    kind = Kind.LAW_BY_ALGEBRA if bound_type is BoundType.THETA else Kind.LAW_TIGHT_BY_ALGEBRA
    if not tight:
        kind = Kind.LAW_LOOSE_BY_ALGEBRA if holds else Kind.LAW_REFUTED_BY_ALGEBRA
    order = claimed_order(case, _law(case), STANCES[bound_type, holds])
    return reason(kind, label=label(case), order=order, derived=decided.sentence.parts.get("derived"))


def _law(case: Case) -> Form:
    claim = case.claim
    names = tuple(name for name in claim.grid if claim.threshold is None or name != claim.threshold.variable)
    return form(claim.claimed, names or tuple(case.derived.exponents if case.derived else ()))


def _exponents(case: Case) -> dict[str, Exponent]:
    """The claimed exponents beside the derived ones, of a law that nothing is to measure."""
    if case.claim.relation is not Relation.LAW or case.claim.quantity is not None:
        return {}
    law = _law(case)
    if not law.is_power_law or case.derived is None:
        return {}
    derived = {name: float(exponent) for name, exponent in case.derived.exponents.items()}
    return {
        name: Exponent(claimed=float(exponent), derived=derived.get(name), estimate=None, ci=None, local=[])
        for name, exponent in law.exponents.items()
    }


def _symbolic(case: Case) -> Finding:
    claim = case.claim
    if claim.relation is Relation.LAW:
        return symbolic_growth(case, _law(case))
    if claim.relation in (Relation.EQUALS, Relation.IDENTITY):
        return compare_formulas(case)
    if claim.relation is Relation.LIMIT:
        return symbolic_limit(case)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NEEDS_SETTINGS))
