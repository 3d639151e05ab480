"""How loose a bound is: the exponent of measured / bound in each variable.

Tight means that the slack keeps its order: its exponent is inside +-m in every variable. Not tight
must be shown too: by an exponent outside, or, where the slack is no power (a count of zero has
only an upper limit), by limits between the two ends of a line of points.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..reason import Interval, Kind, Power, Reason, interval, reason
from ..statistics.corrections import Design
from ..statistics.exponents import fit_exponents
from .context import DecisionContext
from .points import simultaneous_limits
from .terms import setting

SMALLEST: Final = 1e-300

FAINTEST: Final = 1e-150
"""A bound below it is no bound to be tight against: the square of a ratio to it is not a number."""

INFORMATIVE: Final = 0.5
NEARLY_VACUOUS: Final = 0.1
"""A lower bound of probabilities that is informative at one size and below this at another, as 1 - n/d is,
has become vacuous there; the probability may exceed it many times over, which says nothing of the bound."""


def tightness(context: DecisionContext, counted: NDArray[np.bool_], sign: float) -> tuple[str, Reason | None]:
    """("yes" | "no" | "unknown", the clause that says why), from the counted points."""
    usable = counted & (context.expected > FAINTEST)
    if sign < 0 and context.counts is not None and np.any(context.expected[counted] >= INFORMATIVE):
        usable &= context.expected >= NEARLY_VACUOUS
    names = tuple(v for v in context.varying if np.unique(context.sizes(v)[usable]).size > 1)
    if not usable.any():
        return "unknown", None
    if not names:
        return _single(context, usable, sign)
    verdict, clause = _by_exponents(context, usable, names)
    if verdict == "unknown":
        return _by_ends(context, usable, names)
    return verdict, clause


def _single(context: DecisionContext, usable: NDArray[np.bool_], sign: float) -> tuple[str, Reason | None]:
    """One point: the ratio reaches 1 - m (1 + m for a lower bound), or stays away from it."""
    low, high = _limits(context)
    ratios = float((low / context.expected)[usable][0]), float((high / context.expected)[usable][0])
    edge = 1 - sign * context.claim.margin
    clause = reason(Kind.SLACK_RATIO, ratio=_ratio(*ratios))
    if sign * (ratios[0 if sign > 0 else 1] - edge) >= 0:
        return "yes", clause
    return ("no" if sign * (ratios[1 if sign > 0 else 0] - edge) < 0 else "unknown"), clause


def _by_exponents(
    context: DecisionContext, usable: NDArray[np.bool_], names: tuple[str, ...]
) -> tuple[str, Reason | None]:
    design = Design(
        names=names,
        columns=np.column_stack([np.log(context.sizes(name)[usable]) for name in names]),
        offset=np.log(context.expected[usable]),
    )
    if np.any(context.means[usable] <= 0) and context.counts is None:
        return "unknown", None
    if not context.exact and context.counts is None and np.any(context.stderrs[usable] <= 0):
        return "unknown", None
    if context.counts is not None and np.any((context.counts == context.n_trials)[usable]):
        # A proportion of one has a lower limit only, which no fit of its logarithm would keep.
        return "unknown", None
    fit = fit_exponents(design, context.measured(usable), context.level)
    if fit.rejected or fit.lower is None or fit.upper is None:
        return "unknown", None
    m = context.claim.margin
    if np.all(fit.lower >= -m) and np.all(fit.upper <= m):
        return "yes", reason(Kind.SLACK_STEADY, margin=m)
    outside = (fit.lower > m) | (fit.upper < -m)
    if context.exact:
        # No draw limits an exact slack, so its ends say more than an exponent it need not have.
        return "unknown", None
    if outside.any():
        shown = tuple(np.array(names)[outside])
        return "no", _loose(shown, fit.lower[outside], fit.upper[outside])
    return "unknown", None


def _loose(names: tuple[str, ...], lower: NDArray[np.float64], upper: NDArray[np.float64]) -> Reason:
    """The exponents of measured/bound between these limits."""
    ends = zip(names, lower.tolist(), upper.tolist(), strict=True)
    return reason(
        Kind.SLACK_LOOSE,
        powers=tuple(
            Power(variable=str(name), exponent=(low + high) / 2, interval=interval(low, high))
            for name, low, high in ends
        ),
    )


def _by_ends(
    context: DecisionContext, usable: NDArray[np.bool_], names: tuple[str, ...]
) -> tuple[str, Reason | None]:
    low, high = _limits(context)
    log_low = np.log(np.maximum(low / np.where(usable, context.expected, 1.0), SMALLEST))
    log_high = np.log(np.maximum(high / np.where(usable, context.expected, 1.0), SMALLEST))
    for name in names:
        sizes, groups = context.sizes(name), context.groups(name)
        for group in dict.fromkeys(groups):
            line = [i for i in np.flatnonzero(usable).tolist() if groups[i] == group]
            first, last = (
                min(line, key=sizes.__getitem__, default=0),
                max(line, key=sizes.__getitem__, default=0),
            )
            if not line or sizes[first] == sizes[last]:
                continue
            run = float(np.log(sizes[last] / sizes[first]))
            slope = ((log_low[last] - log_high[first]) / run, (log_high[last] - log_low[first]) / run)
            if slope[0] > context.claim.margin or slope[1] < -context.claim.margin:
                return "no", _ends(context, first, last, (low, high))
    return "unknown", None


def _limits(context: DecisionContext) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The limits of every point; a probability is not below zero."""
    low, high = simultaneous_limits(context, context.level)
    return (low if context.evidence.failures is None else np.maximum(low, 0.0)), high


def _ends(
    context: DecisionContext, first: int, last: int, limits: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> Reason:
    near, far = (_ratio(*(float(end[i] / context.expected[i]) for end in limits)) for i in (first, last))
    return reason(
        Kind.SLACK_ENDS, near=near, at_near=setting(context, first), far=far, at_far=setting(context, last)
    )


def _ratio(low: float, high: float) -> Interval:
    """The ratio of value to bound; a lower limit below zero says nothing beside the upper one."""
    return interval(-np.inf if low < 0 < high else low, high)
