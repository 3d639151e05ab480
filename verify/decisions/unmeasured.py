"""The verdict where there is no evidence: what a derivation alone can say, or what is missing."""

from __future__ import annotations

import numpy as np

from ..claim import Claim, Relation
from ..document import Comparison, Edge, Exponent, Outcome, Triangle
from ..evidence import Evidence
from ..law import Form, form
from .case import Case, Derived, Finding, Verdict
from .growth import symbolic_growth
from .limit import symbolic_limit
from .symbolic import compare_formulas, symbolic_comparison
from .wording import capital


def decide_unmeasured(claim: Claim, derived: Derived | None) -> Verdict:
    """Decided by the derivation only where the claim names no quantity that could measure it."""
    case = Case(claim=claim, derived=derived, evidence=Evidence.of((), np.empty((0, 0))), level=0.005)
    symbolic = _symbolic(case)
    decides = claim.quantity is None and case.decisive and symbolic.outcome is not Outcome.INCONCLUSIVE
    decided = symbolic if decides else Finding(outcome=Outcome.INCONCLUSIVE, sentence="Nothing was measured.")
    absent = Comparison(outcome=Edge.NOT_MADE, sentence="Nothing was measured.")
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight=decided.tight,
        basis="derived" if decides else "statistics",
        summary=capital(
            f"{claim.subject}: {decided.sentence}" + (" (By derivation alone.)" if decides else "")
        ),
        triangle=Triangle(symbolic=symbolic_comparison(symbolic, case), inference=absent, cells=absent),
        exponents=_exponents(case),
        rivals=(),
        fit=None,
        intervals=(),
        claimed=(),
        missing=None if decides else "Evidence: no cell of the claim's quantity was measured.",
    )


def _law(case: Case) -> Form:
    claim = case.claim
    names = tuple(name for name in claim.grid if claim.crossing is None or name != claim.crossing.variable)
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
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence="This claim needs cells to be compared at.")
