"""Row Reported: a published value, with its spread, against the same quantity measured anew.

| row | agrees | refuted |
|---|---|---|
| Reported | the difference's interval inside the margin | wholly outside it |

The margin is absolute: that of the claim times the published value, or, where the claim declares 0,
the published spread. The interval combines the limits of the measurement with Student limits of the
published mean (its spread over n runs) by the method of variance estimates recovery (Zou and Donner,
Statistics in Medicine 27, 2008), and adds the rounding of the printed value. The published mean,
spread, n and p-value are also held against each other; what does not fit is said and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..claim import Published, SpreadOf
from ..document import Outcome
from ..law import parse
from ..reason import Confidence, Count, Formula, Kind, PartOrPlain, Reason, Text, interval, reason
from ..statistics.intervals import sidak
from ..statistics.published import overlap, p_value_range, printed_range
from .advice import trials_for_values
from .context import DecisionContext, Diagnostic, Verdict
from .points import degenerate_words, farthest_of, simultaneous_limits
from .terms import claimed, how, label, margin, setting, some, two
from .three_comparisons import decide_by_values

Vector = NDArray[np.float64]

_OF_FORMULA: Final[Mapping[Kind, Kind]] = {
    Kind.REPRODUCED_DERIVED: Kind.FORMULA_NEAR_DERIVED,
    Kind.REPRODUCED_MEASURED: Kind.FORMULA_NEAR_MEASURED,
    Kind.NOT_REPRODUCED_DERIVED: Kind.FORMULA_OFF_DERIVED,
    Kind.NOT_REPRODUCED: Kind.FORMULA_OFF,
}
"""What is said where a formula is published, and no number."""


def decide_reported(context: DecisionContext) -> Verdict:
    """The verdict of a Reported claim."""
    return decide_by_values(context, _symbolic(context), _inference(context))


def consistency(mean: str, published: Published | None) -> Reason | None:
    """Whether the published mean, spread, n and p fit each other; none if they are incomplete."""
    if published is None or published.spread is None or published.n is None or published.p_value is None:
        return None
    value = _printed(mean)
    if value is None or published.n < 2:  # noqa: PLR2004 - a single run has no spread
        return None
    possible = p_value_range(
        value,
        printed_range(published.spread),
        published.n,
        null=published.null,
        of_mean=published.spread_of is SpreadOf.MEAN,
    )
    if overlap(possible, printed_range(published.p_value)):
        return reason(Kind.PUBLISHED_FITS)
    return reason(
        Kind.PUBLISHED_DOES_NOT_FIT,
        mean=mean,
        spread=published.spread,
        runs=published.n,
        possible=interval(*possible),
        printed=published.p_value,
    )


def _printed(text: str) -> tuple[float, float] | None:
    """The rounding interval of a claimed value that is a printed number, not a formula."""
    try:
        Decimal(text.strip())
    except InvalidOperation:
        return None
    return printed_range(text)


def _as_printed(context: DecisionContext) -> dict[str, PartOrPlain]:
    """The published number with the digits it was printed with, where it is no formula."""
    text = context.claim.claimed
    if _printed(text) is None:
        return {}
    return {"expected": Formula(code=text) if text.startswith("-") else Text(text=text)}


def _margin(context: DecisionContext) -> Vector:
    published = context.claim.published
    if context.claim.margin > 0 or published is None or published.spread is None:
        return context.claim.margin * np.abs(context.expected)
    return np.full(len(context.expected), float(published.spread))


def _published_error(context: DecisionContext) -> tuple[float, float]:
    """Half-widths about the published mean: by its spread over its runs, and by its rounding."""
    published, printed = context.claim.published, _printed(context.claim.claimed)
    rounding = 0.0 if printed is None else (printed[1] - printed[0]) / 2
    if published is None or published.spread is None or published.n is None:
        return 0.0, rounding
    if published.n < 2:  # noqa: PLR2004 - a single run has no spread
        return math.inf, rounding
    root = 1.0 if published.spread_of is SpreadOf.MEAN else math.sqrt(published.n)
    quantile = -float(scipy.special.stdtrit(published.n - 1, sidak(context.level, len(context.means)) / 2))
    return quantile * float(published.spread) / root, rounding


def _limits(context: DecisionContext, low: Vector, high: Vector) -> tuple[Vector, Vector]:
    """Limits of measured - published from limits of the measured mean."""
    spread, rounding = _published_error(context)
    difference = context.means - context.expected
    # The errors of exact values are bounds, which add up; those of two samples add in squares.
    combine = np.add if context.exact else np.hypot
    below, above = combine(context.means - low, spread), combine(high - context.means, spread)
    return difference - below - rounding, difference + above + rounding


def _inference(context: DecisionContext) -> Diagnostic:
    """Published against measured."""
    margin = _margin(context)
    low, high = _limits(context, *simultaneous_limits(context, context.level))
    outside = (low > margin) | (high < -margin)
    beyond = outside & ~context.degenerate
    reach = np.maximum(np.abs(low), np.abs(high)) - margin
    if beyond.any():
        worst = farthest_of(context.expected, np.maximum(low, -high) - margin, beyond)
        sentence = _said(context, Kind.NOT_REPRODUCED, worst, difference=interval(low[worst], high[worst]))
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    worst = farthest_of(context.expected, reach)
    difference = interval(float(low[worst]), float(high[worst]))
    if np.all(reach <= 0) and np.all(margin > 0):
        sentence = _said(context, Kind.REPRODUCED_MEASURED, worst, difference=difference)
        return Diagnostic(outcome=Outcome.AGREES, sentence=sentence)
    degenerate = degenerate_words(context, outside)
    sentence = _said(
        context,
        Kind.REPRODUCTION_OPEN,
        worst,
        difference=difference,
        degenerate=degenerate,
        cause=_cause(context, margin),
    )
    return Diagnostic(
        outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=_missing(context, margin, degenerate)
    )


def _cause(context: DecisionContext, margin: Vector) -> Reason | None:
    """That the published mean alone is known to no more than the margin; None where it is."""
    published, (error, _) = context.claim.published, _published_error(context)
    if published is None or published.spread is None or published.n is None or error < margin.min():
        return None
    runs = Count(count=published.n, noun="run")
    return reason(Kind.PUBLISHED_ERROR, runs=runs, spread=published.spread, error=error)


def _missing(context: DecisionContext, margin: Vector, degenerate: Reason | None) -> Reason:
    if degenerate is not None:
        return reason(Kind.DEGENERATE_NEEDED)
    if not np.all(margin > 0):
        return reason(Kind.MARGIN_NEEDED)
    if _published_error(context)[0] >= margin.min():
        return reason(Kind.PUBLISHED_RUNS_NEEDED)
    exact = _published_error(context)[0] == 0
    trials = trials_for_values(context, margin) if exact else reason(Kind.MORE_TRIALS)
    confidence = Confidence(level=context.level)
    return reason(Kind.UNTIL_NARROWER, trials=trials, confidence=confidence, within=float(margin.min()))


def _symbolic(context: DecisionContext) -> Diagnostic:
    """Derived against published: the published mean keeps its own error."""
    derived = context.derived
    if derived is None or derived.values is None or derived.relation != "=":
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    gap, margin = derived.values - context.expected, _margin(context)
    error = sum(_published_error(context))
    worst = farthest_of(context.expected, np.abs(gap) - margin)
    value = float(derived.values[worst])
    if np.any(np.abs(gap) - error > margin):
        sentence = _said(context, Kind.NOT_REPRODUCED_DERIVED, worst, value=value)
        return Diagnostic(outcome=Outcome.REFUTED, sentence=sentence, counterexample=worst)
    if np.all(np.abs(gap) + error <= margin) and np.all(margin > 0):
        sentence = _said(context, Kind.REPRODUCED_DERIVED, worst, value=value)
        return Diagnostic(outcome=Outcome.AGREES, sentence=sentence)
    sentence = _said(context, Kind.PUBLISHED_ERROR_TOO_LARGE, worst, value=value)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _said(
    context: DecisionContext, kind: Kind, point: int, value: float | None = None, **parts: PartOrPlain
) -> Reason:
    found: dict[str, PartOrPlain] = {
        "label": label(context),
        "claimed": claimed(context),
        "how": how(context),
        **two(context.means[point] if value is None else value, context.expected[point]),
        **_as_printed(context),
        "at": setting(context, point),
        "within": float(_margin(context)[point]),
        "tested": some(context),
        "consistency": consistency(context.claim.claimed, context.claim.published),
    }
    if kind in _OF_FORMULA and _is_formula(context.claim.claimed):
        return reason(_OF_FORMULA[kind], **(found | parts | {"within": margin(context)}))
    return reason(kind, **(found | parts))


def _is_formula(text: str) -> bool:
    """Whether the claimed value is neither a number nor a variable, so that no number is published."""
    found = parse(text)
    return not (found.is_number or found.is_Symbol)
