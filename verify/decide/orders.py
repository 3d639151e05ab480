"""Orders of growth: intervals against the margin by bound type, and claimed orders against derived ones."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from ..claim import BoundType
from ..document import Outcome
from ..law import Form
from ..reason import Kind, PartOrPlain, Stance, reason
from .context import DecisionContext, Diagnostic
from .courses import claimed_order, derived_order
from .symbolic import compare_exponents, order_drifts

_SEVERITY: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.INCONCLUSIVE, Outcome.REFUTED)


def exponent_outcome(bound_type: BoundType, low: float, high: float, margin: float) -> Outcome:
    """One variable: where the interval [low, high] of (exponent - claimed) stands to the margin."""
    if bound_type is BoundType.OMEGA:
        return exponent_outcome(BoundType.O, -high, -low, margin)
    if -margin <= low and high <= margin:
        return Outcome.AGREES
    if low > margin:
        return Outcome.REFUTED
    if bound_type is BoundType.THETA:
        return Outcome.REFUTED if high < -margin else Outcome.INCONCLUSIVE
    return Outcome.BOUND_ONLY if high <= margin else Outcome.INCONCLUSIVE


def worst(outcomes: list[Outcome]) -> Outcome:
    """Of several variables the worst outcome counts; of none, agreement."""
    return max(outcomes, key=_SEVERITY.index, default=Outcome.AGREES)


def tightness(outcome: Outcome, shown_loose: bool) -> str:
    """Whether the law is attained: yes, no or unknown."""
    if outcome is Outcome.AGREES:
        return "yes"
    if outcome is Outcome.REFUTED or (outcome is Outcome.BOUND_ONLY and shown_loose):
        return "no"
    return "unknown"


def symbolic_growth(context: DecisionContext, law: Form) -> Diagnostic:
    """Derived against claimed exponents, exactly; a derived bound speaks for one side only."""
    gaps, derived, bound_type = (
        compare_exponents(context, law),
        context.derived,
        context.claim.bound_type or BoundType.THETA,
    )
    if isinstance(gaps, Diagnostic):
        return gaps
    small = [name for name in gaps if name in context.variables and context.towards_zero(name)]
    # Towards 0 a larger exponent is slower growth.
    growth = {name: -gap if name in small else gap for name, gap in gaps.items()}
    if (
        bound_type is BoundType.THETA
        and not any(gaps.values())
        and order_drifts(law, derived, context.held, small)
    ):
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.DERIVED_DRIFTS))
    told: dict[str, PartOrPlain] = {"claimed": claimed_order(context, law, Stance.LIKE)}
    if derived is not None:
        told["derived"] = derived_order(derived, law, context.varying)
    if derived is None or derived.relation == "=":
        outcome = worst([exponent_outcome(bound_type, float(g), float(g), 0.0) for g in growth.values()])
        tight = tightness(outcome, shown_loose=True)
        return Diagnostic(outcome=outcome, sentence=reason(Kind.DERIVED_ORDER, **told), tight=tight)
    return _bounded(bound_type, derived.relation, growth, told)


def _bounded(
    bound_type: BoundType, relation: str, gaps: Mapping[str, Fraction], told: Mapping[str, PartOrPlain]
) -> Diagnostic:
    """A derived upper bound shows O at or above it and refutes Omega above it; a lower one mirrored.

    The growth in one variable, the others fixed, is enough to refute; to show a bound takes them all.
    """
    if relation == ">=":
        gaps = {name: -gap for name, gap in gaps.items()}
    shown, refuted = (BoundType.OMEGA, BoundType.O) if relation == ">=" else (BoundType.O, BoundType.OMEGA)
    if bound_type is shown and max(gaps.values(), default=Fraction(0)) <= 0:
        # A bound of a smaller order than the claimed one leaves the claim nowhere attained.
        tight = "no" if min(gaps.values(), default=Fraction(0)) < 0 else "unknown"
        shows = reason(Kind.DERIVED_BOUND_SHOWS, **told)
        return Diagnostic(outcome=Outcome.BOUND_ONLY, sentence=shows, tight=tight)
    if bound_type in (refuted, BoundType.THETA) and min(gaps.values(), default=Fraction(0)) < 0:
        excludes = reason(Kind.DERIVED_BOUND_EXCLUDES, **told)
        return Diagnostic(outcome=Outcome.REFUTED, sentence=excludes, tight="no")
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.DERIVED_BOUND_SILENT, **told))
