"""Row Ordering: a paired difference is positive in every point.

| row | agrees | refuted |
|---|---|---|
| Ordering | every point's one-sided p-value of "not positive" <= level | a reversed point (Holm) |

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
from ..reason import Kind, PartOrPlain, Reason, reason
from ..statistics.intervals import holm
from .advice import trials_for_sides
from .context import DecisionContext, Diagnostic, Verdict
from .points import degenerate_words, farthest_of, p_beyond, refuting, simultaneous_limits
from .terms import by_p, claimed, how, label, setting, some, spread
from .three_comparisons import decide_by_values

ROUNDING: Final = 1e-12
"""Relative to the claimed value: a derived difference below it is double-precision noise."""


def decide_ordering(context: DecisionContext) -> Verdict:
    """The verdict of an Ordering claim."""
    return decide_by_values(context, _symbolic(context), _inference(context))


def _slack(context: DecisionContext) -> NDArray[np.float64]:
    return context.claim.margin * np.where(context.expected == 0, 1.0, np.abs(context.expected))


def _inference(context: DecisionContext) -> Diagnostic:
    """Claimed against measured: intersection-union for support, Holm for reversals."""
    slack = _slack(context)
    below = p_beyond(context, context.expected - slack, -1)
    reversed_p = refuting(context, below)
    reversed_points = holm(reversed_p, context.level)
    if reversed_points.any():
        _, high = simultaneous_limits(context, context.level)
        worst = farthest_of(context.expected, context.expected - slack - high, reversed_points)
        sentence = _said(
            context,
            Kind.REVERSED,
            worst,
            spread=spread(context, Kind.REVERSED_IN, reversed_points),
            test=None if context.exact else by_p(float(reversed_p[worst])),
        )
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    positive_p = p_beyond(context, context.expected, 1)
    shown = bool(np.all(positive_p <= context.level))
    weak = _smallest(context) if context.exact and shown else int(np.argmax(positive_p))
    test = None if context.exact else by_p(float(positive_p[weak]))
    if shown:
        return Diagnostic(
            outcome=Outcome.AGREES, sentence=_said(context, Kind.ORDERED_MEASURED, weak, test=test)
        )
    sentence = _said(
        context,
        Kind.ORDER_OPEN,
        weak,
        count=some(context, int(np.sum(positive_p > context.level))),
        test=test,
        degenerate=degenerate_words(context, below <= context.level),
    )
    times = trials_for_sides(context, context.means - context.expected, positive_p <= context.level)
    missing = reason(Kind.UNTIL_ORDERED, trials=times, level=context.level)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _smallest(context: DecisionContext) -> int:
    """The setting in which a computed value exceeds the other side least."""
    return farthest_of(context.expected, context.expected - context.means)


def _symbolic(context: DecisionContext) -> Diagnostic:
    """Derived against claimed, point by point."""
    derived = context.derived
    if derived is None or derived.values is None or derived.relation != "=":
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    gap = derived.values - context.expected
    rounding = ROUNDING * np.maximum(np.abs(context.expected), np.abs(derived.values))
    worst = farthest_of(context.expected, -gap)
    value = float(derived.values[worst])
    if np.all(gap > rounding):
        return Diagnostic(
            outcome=Outcome.AGREES, sentence=_said(context, Kind.ORDERED_DERIVED, worst, value=value)
        )
    reversed_points = gap < -_slack(context) - rounding
    if np.any(reversed_points):
        told = spread(context, Kind.REVERSED_IN, reversed_points)
        sentence = _said(context, Kind.REVERSED_DERIVED, worst, value=value, spread=told)
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    sentence = _said(context, Kind.ORDER_UNSETTLED, worst, value=value)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _said(context: DecisionContext, kind: Kind, point: int, **parts: PartOrPlain) -> Reason:
    zero = bool(np.all(context.expected == 0))
    weakest = Kind.WHERE_SMALLEST if context.exact or kind is Kind.ORDERED_DERIVED else Kind.WHERE_WEAKEST
    found: dict[str, PartOrPlain] = {
        "label": label(context),
        "side": reason(Kind.POSITIVE) if zero else reason(Kind.ABOVE, claimed=claimed(context)),
        "how": how(context),
        "value": float(context.means[point]),
        "at": setting(context, point),
        "weakest": None if len(context.means) == 1 else reason(weakest),
        "tested": some(context),
    }
    return reason(kind, **(found | parts))
