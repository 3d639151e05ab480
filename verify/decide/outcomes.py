"""Outcomes of a law by bound type: where an interval stands to the margin, and the worst of several."""

from __future__ import annotations

from typing import Final

from ..claim import BoundType
from ..document import Outcome

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
