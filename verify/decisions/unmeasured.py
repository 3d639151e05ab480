"""The verdict where there is no evidence: what a derivation alone can say, or what is missing."""

from __future__ import annotations

import numpy as np

from ..claim import Claim, Relation
from ..document import Comparison, Edge, Outcome, Triangle
from ..evidence import Evidence
from ..law import form
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
        exponents={},
        rivals=(),
        fit=None,
        intervals=(),
        claimed=(),
        missing=None if decides else "Evidence: no cell of the claim's quantity was measured.",
    )


def _symbolic(case: Case) -> Finding:
    claim = case.claim
    if claim.relation is Relation.LAW:
        names = tuple(
            name for name in claim.grid if claim.crossing is None or name != claim.crossing.variable
        )
        return symbolic_growth(
            case, form(claim.claimed, names or tuple(case.derived.exponents if case.derived else ()))
        )
    if claim.relation in (Relation.EQUALS, Relation.IDENTITY):
        return compare_formulas(case)
    if claim.relation is Relation.LIMIT:
        return symbolic_limit(case)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence="This claim needs cells to be compared at.")
