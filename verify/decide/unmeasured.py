"""The verdict where there is no evidence: what a derivation alone can say, or what is missing."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..claim import BoundType, Claim, Relation
from ..document import ComparisonOutcome, Comparisons, Exponent, Outcome
from ..law import Form, form
from ..reason import Kind, Reason, Text, reason
from ..statistics.evidence import Evidence
from .context import DecisionContext, Derived, Diagnostic, Verdict, comparison
from .courses import claimed_order
from .headlines import STANCES
from .limit import label_of, symbolic_limit
from .orders import symbolic_growth
from .symbolic import compare_formulas, symbolic_comparison
from .terms import claimed, label


def decide_unmeasured(claim: Claim, derived: Derived | None, obstacle: str | None = None) -> Verdict:
    """Decided by the derivation only where the claim names no quantity that could measure it.

    An `obstacle` says why a quantity that it names has no value.
    """
    context = DecisionContext(
        claim=claim, derived=derived, evidence=Evidence.of((), np.empty((0, 0))), level=0.005
    )
    symbolic = _symbolic(context)
    decides = claim.quantity is None and context.decisive and symbolic.outcome is not Outcome.INCONCLUSIVE
    decided = (
        symbolic if decides else Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NOT_MEASURED))
    )
    absent = comparison(ComparisonOutcome.NOT_MADE, reason(Kind.NOT_MEASURED))
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight=decided.tight,
        basis="derived" if decides else "statistics",
        summary=_summary(context, decided, obstacle),
        comparisons=Comparisons(
            symbolic=symbolic_comparison(symbolic, context), inference=absent, points=absent
        ),
        exponents=_exponents(context),
        alternatives=(),
        fit=None,
        intervals=(),
        claimed=(),
        missing=None if decides else _missing(obstacle),
    )


def _missing(obstacle: str | None) -> Reason:
    if obstacle is None:
        return reason(Kind.NO_SETTINGS)
    return reason(Kind.OBSTACLE, obstacle=Text(text=obstacle))


_ALONE: Final = {
    Kind.SAME_FORMULA: Kind.EQUALS_BY_ALGEBRA,
    Kind.OTHER_FORMULA: Kind.DIFFERS_BY_ALGEBRA,
    Kind.DERIVED_LIMIT: Kind.TENDS_BY_ALGEBRA,
    Kind.OTHER_LIMIT: Kind.TENDS_ELSEWHERE_BY_ALGEBRA,
}
"""What a comparison of formulas is called as the sentence of a claim."""


def _summary(context: DecisionContext, decided: Diagnostic, obstacle: str | None) -> Reason:
    if decided.outcome is Outcome.INCONCLUSIVE:
        if obstacle is not None:
            return reason(Kind.OBSTRUCTED, label=label(context), obstacle=Text(text=obstacle))
        return reason(Kind.UNMEASURED, label=label(context))
    said = decided.sentence
    if context.claim.relation is Relation.LAW:
        return _law_by_algebra(context, decided)
    parts = {"claimed": claimed(context), **said.parts, "label": label_of(context)}
    return reason(_ALONE[said.kind], **parts)


def _law_by_algebra(context: DecisionContext, decided: Diagnostic) -> Reason:
    """The sentence of a law of which nothing is measured."""
    holds, tight = decided.outcome is not Outcome.REFUTED, decided.outcome is Outcome.AGREES
    bound_type = context.claim.bound_type or BoundType.THETA
    kind = Kind.LAW_BY_ALGEBRA if bound_type is BoundType.THETA else Kind.LAW_TIGHT_BY_ALGEBRA
    if not tight:
        kind = Kind.LAW_LOOSE_BY_ALGEBRA if holds else Kind.LAW_REFUTED_BY_ALGEBRA
    order = claimed_order(context, _law(context), STANCES[bound_type, holds])
    return reason(kind, label=label(context), order=order, derived=decided.sentence.parts.get("derived"))


def _law(context: DecisionContext) -> Form:
    claim = context.claim
    names = tuple(name for name in claim.grid if claim.threshold is None or name != claim.threshold.variable)
    return form(claim.claimed, names or tuple(context.derived.exponents if context.derived else ()))


def _exponents(context: DecisionContext) -> dict[str, Exponent]:
    """The claimed exponents beside the derived ones, of a law that nothing is to measure."""
    if context.claim.relation is not Relation.LAW or context.claim.quantity is not None:
        return {}
    law = _law(context)
    if not law.is_power_law or context.derived is None:
        return {}
    derived = {name: float(exponent) for name, exponent in context.derived.exponents.items()}
    return {
        name: Exponent(claimed=float(exponent), derived=derived.get(name), estimate=None, ci=None, local=[])
        for name, exponent in law.exponents.items()
    }


def _symbolic(context: DecisionContext) -> Diagnostic:
    claim = context.claim
    if claim.relation is Relation.LAW:
        return symbolic_growth(context, _law(context))
    if claim.is_of_limit:
        return symbolic_limit(context)
    if claim.relation in (Relation.EQUALS, Relation.IDENTITY):
        return compare_formulas(context)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NEEDS_SETTINGS))
