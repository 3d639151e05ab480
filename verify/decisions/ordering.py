"""Row Ordering: a paired difference is positive in every point.

| row | agrees | refuted |
|---|---|---|
| Ordering | every cell's one-sided p-value of "not positive" <= level | a reversed point (Holm) |

The difference is measured minus claimed: the quantity is itself a paired difference and the
claimed formula zero, or the formula is the other side of the ordering. Support needs a difference
above zero; the margin (relative to the formula, absolute where that is zero, 0 is allowed) is how
far a point may be reversed without refuting.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..document import Outcome
from ..inference.intervals import holm
from ..reason import Kind, PartOrPlain, Reason, reason
from .advice import trials_for_sides
from .case import Case, Finding, Verdict
from .edges import Edges
from .points import (
    VALUE_TOLERANCE,
    alike_words,
    derived_against_measured,
    farthest_of,
    p_above,
    p_below,
    refuting,
    simultaneous_limits,
)
from .terms import by_p, claimed, how, label, setting, some, spread, tested

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
    return edges.verdict(edges.decided.sentence)


def _slack(case: Case) -> NDArray[np.float64]:
    return case.claim.margin * np.where(case.expected == 0, 1.0, np.abs(case.expected))


def _inference(case: Case) -> Finding:
    """Claimed against measured: intersection-union for support, Holm for reversals."""
    slack = _slack(case)
    below = p_below(case, case.expected - slack)
    reversed_p = refuting(case, below)
    reversed_points = holm(reversed_p, case.level)
    if reversed_points.any():
        _, high = simultaneous_limits(case, case.level)
        worst = farthest_of(case.expected, case.expected - slack - high, reversed_points)
        sentence = _said(
            case,
            Kind.REVERSED,
            worst,
            spread=spread(case, Kind.REVERSED_IN, reversed_points),
            test=None if case.exact else by_p(float(reversed_p[worst])),
        )
        return Finding(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    positive_p = p_above(case, case.expected)
    shown = bool(np.all(positive_p <= case.level))
    weak = _smallest(case) if case.exact and shown else int(np.argmax(positive_p))
    test = None if case.exact else by_p(float(positive_p[weak]))
    if shown:
        return Finding(outcome=Outcome.AGREES, sentence=_said(case, Kind.ORDERED_MEASURED, weak, test=test))
    sentence = _said(
        case,
        Kind.ORDER_OPEN,
        weak,
        count=some(case, int(np.sum(positive_p > case.level))),
        test=test,
        alike=alike_words(case, below <= case.level),
    )
    times = trials_for_sides(case, case.means - case.expected, positive_p <= case.level)
    missing = reason(Kind.UNTIL_ORDERED, trials=times, level=case.level)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _smallest(case: Case) -> int:
    """The setting in which a computed value exceeds the other side least."""
    return farthest_of(case.expected, case.expected - case.means)


def _symbolic(case: Case) -> Finding:
    """Derived against claimed, point by point."""
    derived = case.derived
    if derived is None or derived.values is None or derived.relation != "=":
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    gap = derived.values - case.expected
    rounding = ROUNDING * np.maximum(np.abs(case.expected), np.abs(derived.values))
    worst = farthest_of(case.expected, -gap)
    value = float(derived.values[worst])
    if np.all(gap > rounding):
        return Finding(outcome=Outcome.AGREES, sentence=_said(case, Kind.ORDERED_DERIVED, worst, value=value))
    reversed_points = gap < -_slack(case) - rounding
    if np.any(reversed_points):
        told = spread(case, Kind.REVERSED_IN, reversed_points)
        sentence = _said(case, Kind.REVERSED_DERIVED, worst, value=value, spread=told)
        return Finding(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    sentence = _said(case, Kind.ORDER_UNSETTLED, worst, value=value)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _said(case: Case, kind: Kind, point: int, **parts: PartOrPlain) -> Reason:
    zero = bool(np.all(case.expected == 0))
    weakest = Kind.WHERE_SMALLEST if case.exact or kind is Kind.ORDERED_DERIVED else Kind.WHERE_WEAKEST
    found: dict[str, PartOrPlain] = {
        "label": label(case),
        "side": reason(Kind.POSITIVE) if zero else reason(Kind.ABOVE, claimed=claimed(case)),
        "how": how(case),
        "value": float(case.means[point]),
        "at": setting(case, point),
        "weakest": None if len(case.means) == 1 else reason(weakest),
        "tested": tested(case),
    }
    return reason(kind, **(found | parts))
