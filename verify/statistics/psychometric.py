"""Capacities: where a response crosses a level, by one likelihood instead of a search.

A response r (a proportion, or a positive mean) depends on a coordinate n through a link g, and
u = log n - log n* measures the distance to the threshold:

    g(r) = g(level) + b (u + kappa u^2)

so that log n* is a parameter itself. A link that falls like n^-a bends by kappa = -a / 2, so kappa is given a
normal prior of standard deviation 1/2: few data then estimate nearly a line, whose variance is about half the
parabola's, and many data find their own bend.

Limits are those where the profile deviance stays below the quantile of chi2_1. Where points share trials
the binomial deviance is not that of the data, and the limits are Fieller's (J. R. Statist. Soc. B 16,
1954) with the sandwich covariance: all n* that are not told from the threshold. Only responses near the
level take part, since far from it no curve is a parabola.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from .covariance import Covariance
from .glm import (
    Likelihood,
    Link,
    fit_likelihood,
    linear_predictor,
    normal_means,
    profile_limits,
    proportions,
    with_prior,
)
from .gls import FitResult, Matrix, Predictor, Vector, chi2_p_value
from .intervals import rise_of
from .roots import outward_root

WINDOW: Final = 2.5
"""Distance from the level, in units of the link, within which points inform the local curve."""

MIN_POINTS: Final = 3
POINTS_A_SIDE: Final = 2
"""Points on each side of the level that take part however far they are."""

BEND_STDERR: Final = 0.5
"""Of the prior of kappa: a power n^-a bends by a / 2, and a is about one."""

NON_MONOTONE_LEVEL: Final = 1e-3

MISFIT_LEVEL: Final = 0.01
"""A curve with a smaller p-value does not fit, and the interval of its threshold is widened."""

MAX_STDERR: Final = 0.7
"""A standard error of log n* beyond which a threshold is known to no factor of two."""


class NoThresholdError(ValueError):
    """The data give no clear threshold at the level; the message says what would."""


@dataclass(frozen=True, kw_only=True)
class Proportions:
    """Counts of trials at each point; `covariance` is the proportions' where points share trials."""

    counts: Vector
    trials: Vector
    covariance: Covariance | None = None


@dataclass(frozen=True, kw_only=True)
class Means:
    """Positive means with the covariance of their errors."""

    means: Vector
    covariance: Covariance


Response: TypeAlias = Proportions | Means
"""What is measured at each point."""


@dataclass(frozen=True, kw_only=True)
class CurveFit:
    """The threshold of one curve: log n*, its standard error, its limits, and what was fitted.

    `parameters` of `fit` are (log n*, b, kappa). `misfit` is the factor by which lack of fit widened the
    standard error, 1 where the curve fits.
    """

    log_threshold: float
    stderr: float
    lower: float
    upper: float
    fit: FitResult
    misfit: float


def fit_curve(n: Vector, response: Response, level: float, *, alpha: float) -> CurveFit:
    """The n* at which the response is `level`, with limits of log n* at level `alpha`.

    `n` are positive and distinct, in any order; proportions take the logit link, means the log link.
    Raises NoThresholdError where the responses never cross the level, are not monotone, or do not
    bound the threshold.
    """
    data = _Responses(x=_logs(n), response=response, level=level)
    if np.unique(data.x).size < data.x.size:
        raise ValueError("The points of a curve must be distinct; add up the counts of equal n.")
    used, start = _local_points(data)
    # The prior of kappa is a last point.
    likelihood = with_prior(data.likelihood(used), BEND_STDERR)
    predict = _curve(data.x[used], data.target)
    fit = fit_likelihood(likelihood, predict, np.append(start, 0.0))
    return _bounded_curve(data, fit, _limits(likelihood, predict, fit, alpha))


def fieller_limits(
    position: float, slope: float, bend: float, covariance: Matrix, alpha: float
) -> tuple[float, float]:
    """All t near `position` at which b (u + kappa u^2), u = t - position, is not told from zero.

    `covariance` is that of (position, b, kappa). With kappa = 0, known, this is Fieller's interval of
    a ratio; an end is infinite where b itself is not told from zero.
    """
    rise = rise_of(alpha)

    def excess(t: float) -> float:
        u = t - position
        curve = u + bend * u**2
        gradient = np.array([-slope * (1 + 2 * bend * u), curve, slope * u**2])
        return (slope * curve) ** 2 - rise * float(gradient @ covariance @ gradient)

    step = math.sqrt(rise * float(covariance[0, 0]))
    return outward_root(excess, position, -step), outward_root(excess, position, step)


@dataclass(frozen=True, kw_only=True)
class _Responses:
    """Responses over x = log n, and the level they are to cross."""

    x: Vector
    response: Response
    level: float

    @property
    def link(self) -> Link:
        return Link.LOG if isinstance(self.response, Means) else Link.LOGIT

    @property
    def target(self) -> float:
        return self.link.of(self.level)

    @property
    def observed(self) -> Vector:
        r = self.response
        return r.means if isinstance(r, Means) else r.counts / r.trials

    @property
    def smoothed(self) -> Vector:
        """Responses inside the link's range, half a count from its ends."""
        r = self.response
        if isinstance(r, Means):
            return np.maximum(r.means, np.sqrt(r.covariance.variances))
        return (r.counts + 0.5) / (r.trials + 1.0)

    @property
    def informative(self) -> NDArray[np.bool_]:
        """Points that tell more of a mean than its side of the level: not all of their trials agree."""
        r = self.response
        return (
            np.ones(self.x.size, dtype=bool)
            if isinstance(r, Means)
            else (r.counts > 0) & (r.counts < r.trials)
        )

    @property
    def variances(self) -> Vector:
        """Of each response; independent proportions take theirs from the smoothed one."""
        r = self.response
        if r.covariance is not None:
            return np.maximum(r.covariance.variances, np.finfo(float).tiny)
        p = self.smoothed
        return p * (1 - p) / r.trials

    def likelihood(self, used: NDArray[np.bool_]) -> Likelihood:
        r = self.response
        if isinstance(r, Means):
            return normal_means(r.means[used], r.covariance.take(used))
        shared = None if r.covariance is None else r.covariance.take(used)
        return proportions(r.counts[used], r.trials[used], self.link, covariance=shared)

    def straight(self, design: Matrix, used: NDArray[np.bool_]) -> FitResult:
        """The fit of a design without curvature, from least squares through the link."""
        eta = np.array([self.link.of(float(value)) for value in self.smoothed[used]])
        start = np.linalg.lstsq(design[used], eta, rcond=None)[0]
        return fit_likelihood(self.likelihood(used), linear_predictor(design[used]), start)


def _local_points(data: _Responses) -> tuple[NDArray[np.bool_], tuple[float, float]]:
    """The points near the threshold, and the threshold and slope of a straight fit through them."""
    monotone = _isotonic(data, data.observed)
    _require_monotone(data, monotone)
    _require_both_sides(data, monotone)
    eta = np.array([data.link.of(float(value)) for value in _isotonic(data, data.smoothed)])
    used = _nearest(eta - data.target)
    for _ in range(2):
        threshold, slope = _straight_threshold(data, used)
        used = _nearest(slope * (data.x - threshold))
    return used, _straight_threshold(data, used)


def _straight_threshold(data: _Responses, used: NDArray[np.bool_]) -> tuple[float, float]:
    middle = float(data.x[used].mean())
    line = np.column_stack([np.ones(data.x.size), data.x - middle])
    constant, slope = data.straight(line, used).parameters.tolist()
    if slope == 0:
        raise NoThresholdError("The response does not change with n: draw more, or widen the grid.")
    return middle + (data.target - constant) / slope, slope


def _nearest(distance: Vector) -> NDArray[np.bool_]:
    """Points within the window, or the few nearest on each side of the level where those are fewer."""
    near = np.abs(distance) <= WINDOW
    for side in (distance > 0, distance <= 0):
        there = np.flatnonzero(side)
        near[there[np.argsort(np.abs(distance[there]))[:POINTS_A_SIDE]]] = True
    return near


def _isotonic(data: _Responses, values: Vector) -> Vector:
    """The monotone responses, rising or falling, that are nearest to `values`."""
    order = np.argsort(data.x)
    steps = np.diff(values[order])
    if np.all(steps >= 0) or np.all(steps <= 0):
        return values
    weights = 1 / data.variances[order]
    fits = [
        scipy.optimize.isotonic_regression(values[order], weights=weights, increasing=rising).x
        for rising in (True, False)
    ]
    best = min(fits, key=lambda fit: float(weights @ (values[order] - fit) ** 2))
    monotone = np.empty(values.size)
    monotone[order] = best
    return monotone


def _require_monotone(data: _Responses, monotone: Vector) -> None:
    chi2 = float(np.sum((data.observed - monotone) ** 2 / data.variances))
    if chi2_p_value(chi2, data.x.size - 1) < NON_MONOTONE_LEVEL:
        raise NoThresholdError(
            f"The response is not monotone in n: no monotone curve is within its errors (chi2 = {chi2:.3g} "
            f"at {data.x.size} points). Narrow the grid to one branch."
        )


def _require_both_sides(data: _Responses, observed: Vector) -> None:
    above = observed > data.level
    if np.all(above) or not np.any(above):
        side = "above" if above[0] else "at or below"
        low, high = np.exp(data.x.min()), np.exp(data.x.max())
        raise NoThresholdError(
            f"The response never crosses {data.level:g} between {low:g} and {high:g}: it stays {side} it. "
            "Extend the grid on the side where it should cross."
        )


def _bounded_curve(data: _Responses, fit: FitResult, ends: tuple[float, float]) -> CurveFit:
    center, stderr = float(fit.parameters[0]), float(np.sqrt(fit.covariance[0, 0]))
    misfit, form = _misfit(fit), _form_error(data, fit)
    widened = math.hypot(misfit * stderr, form)
    if not (np.all(np.isfinite(ends)) and stderr > 0 and widened <= MAX_STDERR):
        raise NoThresholdError(
            f"The threshold near n = {np.exp(center):.3g} is not bounded by the data (standard "
            f"error of log n* {widened:.2g}): the responses around it are too noisy. More trials are needed."
        )
    lower, upper = (center + (end - center) * widened / stderr for end in ends)
    return CurveFit(log_threshold=center, stderr=widened, lower=lower, upper=upper, fit=fit, misfit=misfit)


def _misfit(fit: FitResult) -> float:
    """The factor by which points scatter about the curve beyond their errors; 1 where chance explains it."""
    if fit.dof < 1 or chi2_p_value(fit.chi2, fit.dof) >= MISFIT_LEVEL:
        return 1.0
    return math.sqrt(fit.chi2 / fit.dof)


def _form_error(data: _Responses, fit: FitResult) -> float:
    """How far another form through the curve's values at the two points around it would move the threshold.

    The other form is their chord, of a proportion in itself and of a mean in its logarithm, in which a power
    is a line. The curve is taken to be right to half its distance from the chord, uniformly. Where fewer than
    two points lie inside the transition, the threshold is known to lie between its ends and no better.
    """
    position, slope, bend = fit.parameters.tolist()
    inner = data.informative
    known = inner if inner.sum() >= POINTS_A_SIDE else ~inner
    ends = _around(data.x[known], position)
    if ends is None and (ends := _around(data.x, position)) is None:
        return MAX_STDERR
    distance = float(ends[1] - ends[0])
    if known is inner:
        heights = slope * (ends + bend * ends**2)
        if data.link is not Link.LOG:
            heights = np.array([data.link.inverse(data.target + h) - data.level for h in heights.tolist()])
        distance = abs(float(ends[0] - heights[0] / (heights[1] - heights[0] or np.inf) * distance))
    return distance / math.sqrt(12)


def _around(x: Vector, position: float) -> Vector | None:
    """The distances of the nearest points on both sides; None where a side has none."""
    left, right = x[x <= position], x[x >= position]
    return np.array([left.max(), right.min()]) - position if left.size and right.size else None


def _limits(likelihood: Likelihood, predict: Predictor, fit: FitResult, alpha: float) -> tuple[float, float]:
    """Of log n*: by profile, or where trials are shared by Fieller with b and kappa."""
    if likelihood.shared is None:
        return profile_limits(likelihood, predict, fit, 0, rise=rise_of(alpha))
    position, slope, bend = fit.parameters.tolist()
    return fieller_limits(position, slope, bend, fit.covariance, alpha)


def _curve(x: Vector, target: float) -> Predictor:
    def predict(theta: Vector) -> tuple[Vector, Matrix]:
        position, slope, bend = theta.tolist()
        u = x - position
        curve = u + bend * u**2
        jacobian = np.column_stack([-slope * (1 + 2 * bend * u), curve, slope * u**2])
        return np.append(target + slope * curve, bend), np.vstack([jacobian, [0.0, 0.0, 1.0]])

    return predict


def _logs(n: Vector) -> Vector:
    n = np.asarray(n, dtype=np.float64)
    if n.ndim != 1 or n.size < MIN_POINTS or np.any(n <= 0):
        raise ValueError(f"A threshold needs at least {MIN_POINTS} positive coordinates; got {n.tolist()}.")
    return np.log(n)
