"""What would decide an open claim: how many times the trials, or which longer range.

Everything is computed from the errors at hand. An interval that contains the claim is planned for as
if the claim were true, any other for what was measured; the advice then decides with a power of at
least 80 %. Trials are multiplied in every point, so a standard error falls with their square root.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..law import Form
from ..reason import Formula, Reason, reason
from ..reason import Kind as Said
from ..statistics.covariance import Covariance
from ..statistics.gls import Vector
from ..statistics.intervals import two_sided_quantile
from ..statistics.planning import Form as Member
from ..statistics.planning import Planned, longer_range
from .context import DecisionContext
from .nonlinear import LawFit
from .parameters import Kind, Parameter, product_design
from .points import simultaneous_limits
from .terms import named, parameter

MOST_TRIALS: Final = 1e4
"""Beyond so many times the trials a figure is no advice."""

FAMILY: Final = (Member.PURE, Member.HALF, Member.ONE, Member.FLOOR)

MISS: Final = 0.1
"""The chance that the advice may fail to decide a point, or a parameter, on both sides together."""

SMALLEST: Final = 1e-300
"""A distance of zero needs more trials than any number."""

IN_ERRORS: Final = {
    Said.MORE_TRIALS: Said.SMALLER_ERRORS,
    Said.TIMES_THE_TRIALS: Said.TIMES_SMALLER_ERRORS,
    Said.AT_LEAST_TIMES_THE_TRIALS: Said.AT_LEAST_TIMES_SMALLER_ERRORS,
}
"""What advises smaller errors in place of trials."""

APART: Final = 1.0
"""Standard errors by which the estimates of the forms that stand may lie apart."""

NEAREST: Final = 0.84
"""Standard errors by which a distance may be overrated: planned for is its lower 80 % limit."""


def advice_on_law(context: DecisionContext, law: Form, found: LawFit, low: Vector, high: Vector) -> Reason:
    """For a law whose parameters deviate from the claim by low..high margins."""
    if context.exact:
        widest = found.parameters[int(np.argmax(high - low))]
        return reason(Said.LARGER_OR_SHARPER, goal=_goal(context, widest))
    half, distance = (high - low) / 2, _distance(low, high)
    z, more = (
        np.sqrt(context.measured().rise(2 * context.level / len(low))),
        two_sided_quantile(MISS / len(low)),
    )
    planned = _planned(context, law, found)
    if planned is None:
        factors = (half * (1 + more / z) / distance) ** 2
        return _sentence(context, found, factors, None)
    allowed = _margins(context, found) * distance / (z + more + APART)
    factors = (planned.stderrs(FAMILY) / allowed) ** 2
    worst = int(np.argmax(factors))
    # Beside an exponential the rate's column would have to go on as well.
    alone = worst in set(planned.powers) - set(planned.beside) and found.parameters[worst].base.is_Symbol
    return _sentence(
        context, found, factors, longer_range(planned, worst, allowed, FAMILY) if alone else None
    )


def trials_for_values(
    context: DecisionContext, tolerance: Vector, points: NDArray[np.intp] | slice = slice(None)
) -> Reason:
    """For points whose limits must come to lie within the tolerance about the claim, or beyond it."""
    low, high = (limits[points] for limits in simultaneous_limits(context, context.level))
    if not np.all(np.isfinite(low) & np.isfinite(high)):
        return reason(Said.MORE_TRIALS)
    expected, margin, count = context.expected[points], tolerance[points], len(context.means)
    half, gap = (high - low) / 2, np.abs((high + low) / 2 - expected)
    contains = (low <= expected) & (expected <= high)
    distance = np.where(contains, margin, np.abs(margin - gap))
    z = two_sided_quantile(context.level / count)
    factors = (half * (1 + two_sided_quantile(MISS / count) / z) / np.maximum(distance, SMALLEST)) ** 2
    # One point beyond the margin refutes, all points within it are needed to agree.
    beyond = ~contains & (gap > margin)
    return _times(float(np.min(factors[beyond]) if beyond.any() else np.max(factors)))


def trials_for_trend(
    context: DecisionContext, gaps: Vector, halves: Vector, margins: Vector
) -> Reason | None:
    """For a line, its far end last: until all gaps are within the margins, or one is larger than the last.

    None where no number of trials does either.
    """
    z = two_sided_quantile(context.level / len(context.means))
    wide = halves * (1 + two_sided_quantile(MISS / len(gaps)) / z)
    within = _times_too_wide(wide, margins - gaps).max()
    nearer = _times_too_wide(wide[:-1] + wide[-1], gaps[:-1] - gaps[-1]).min(initial=np.inf)
    factor = float(min(within, nearer) ** 2)
    return _times(factor) if 0 < factor <= MOST_TRIALS else None


def _times_too_wide(wide: Vector, room: Vector) -> Vector:
    return np.asarray(np.divide(wide, room, out=np.full(wide.shape, np.inf), where=room > 0))


def trials_for_sides(context: DecisionContext, distance: Vector, shown: NDArray[np.bool_]) -> Reason:
    """For points that must be told from an edge at this distance; those `shown` already are.

    A standard error is read off the point's limits, which a proportion of zero has too.
    """
    low, high = simultaneous_limits(context, context.level)
    stderrs = (
        (high - low)
        / 2
        / two_sided_quantile(float(context.level_at(context.n_trials.mean(), context.level / len(low))))
    )
    still = ~shown & (stderrs > 0) & (not context.exact)
    if not still.any():
        return reason(Said.MORE_TRIALS)
    away = np.abs(distance[still]) / stderrs[still]
    level = context.level_at(context.n_trials[still], context.level)
    wanted = -scipy.special.ndtri(level) - scipy.special.ndtri(MISS / int(still.sum()))
    near = away - NEAREST
    if np.any(near <= 0):
        least = float(np.ceil(np.max((wanted / NEAREST) ** 2)))
        return reason(Said.AT_LEAST_TIMES_THE_TRIALS, factor=least)
    return _times(float(np.max((wanted / near) ** 2)))


def in_errors(advice: Reason) -> Reason:
    """The same advice for numbers whose errors are stated and whose trials nobody counted.

    R times the trials make errors sqrt(R) times smaller.
    """
    kind, parts = advice.kind, dict(advice.parts)
    if kind in IN_ERRORS:
        kind = IN_ERRORS[kind]
        parts = {name: math.ceil(10 * math.sqrt(float(str(value)))) / 10 for name, value in parts.items()}
    told = {name: in_errors(part) if isinstance(part, Reason) else part for name, part in parts.items()}
    return reason(kind, **told)


def _times(factor: float) -> Reason:
    """So many times the trials."""
    if not factor <= MOST_TRIALS:
        return reason(Said.MORE_TRIALS)
    return reason(Said.TIMES_THE_TRIALS, factor=float(max(np.ceil(factor), 2)))


def _distance(low: Vector, high: Vector) -> Vector:
    """Margins between the claim, or where that is excluded the measured value, and the margin's end."""
    contains = (low <= 0) & (high >= 0)
    # An interval with one end only contains the claim or lies wholly on one side of it.
    middle = np.where(contains, 0.0, np.where(np.isfinite(high), high, low) / 2)
    middle = np.where(np.isfinite(low) & ~contains, middle + low / 2, middle)
    return np.asarray(np.maximum(np.abs(1 - np.abs(middle)), np.finfo(float).eps), dtype=np.float64)


def _planned(context: DecisionContext, law: Form, found: LawFit) -> Planned | None:
    """The fitted points of a product, with the relative errors they have about the fitted law."""
    model = found.fit.best
    if found.curve is not None or model is None:
        return None
    design, usable, kept = product_design(context, law)
    if design is None:
        return None
    theta = model.theta[: 1 + len(kept)]
    return Planned(
        columns=design.outward,
        errors=_relative(context, usable, np.exp(design.offset + design.regressors @ theta)),
        exponents=design.directions * theta[1:],
        powers=design.corrected,
        beside=design.beside,
    )


def _relative(context: DecisionContext, usable: NDArray[np.bool_], law: Vector) -> Covariance:
    covariance = context.evidence.covariance.take(usable)
    if context.counts is not None and covariance.independent:
        p = np.clip(law, np.finfo(float).tiny, 0.5)
        return Covariance((1 - p) / (p * context.n_trials[usable]))
    return covariance.scaled(1 / law)


def _margins(context: DecisionContext, found: LawFit) -> Vector:
    """Each parameter's margin, relative for a rate."""
    fit = np.ones(len(found.parameters)) if found.fit.estimate is None else np.abs(found.fit.estimate)
    scale = np.where(np.isnan(found.claimed), fit, np.abs(found.claimed))
    rates = np.array([p.kind is Kind.RATE for p in found.parameters])
    sizes = np.array([p.margin(context.claim.margin) for p in found.parameters], dtype=np.float64)
    return sizes * np.where(rates & (scale > 0), scale, 1.0)


def _goal(context: DecisionContext, reached: Parameter) -> Reason:
    margin = reached.margin(context.claim.margin)
    return reason(Said.ONE_SIDE_OF_MARGIN, parameter=parameter(reached.label), margin=margin)


def _sentence(context: DecisionContext, found: LawFit, factors: Vector, largest: float | None) -> Reason:
    worst = int(np.argmax(factors))
    reached, falls = found.parameters[worst], found.parameters[worst].towards_zero
    variable = Formula(code=str(reached.base)) if reached.is_distance else named(reached.variable)
    reach = reason(Said.SMALLER_SIZES_OF if falls else Said.LARGER_SIZES_OF, variable=variable)
    if largest is not None:
        size = float(np.exp(-largest)) if falls else float(np.round(np.exp(largest)))
        reach = reason(Said.SIZES_DOWN_TO if falls else Said.SIZES_UP_TO, variable=variable, size=size)
    return reason(
        Said.LONGER_OR_MORE,
        trials=_times(float(factors[worst])),
        reach=reach,
        goal=_goal(context, reached),
    )
