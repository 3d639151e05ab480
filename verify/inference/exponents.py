"""The exponents of a power law, with intervals that no model still standing contradicts.

Every model of `corrections` is fitted. Those that chi2 does not reject survive, and the interval
of an exponent is the envelope of the survivors' intervals: choosing one survivor by its fit would
undercover, because data that cannot tell a correction from none cannot tell their exponents
either. The envelope covers whenever the truth is one of the models, with error at most the level
for its chi2 plus the level for its interval. A mean over models weighted by AIC covers as well
and is about a quarter narrower at these levels; it was not taken because its weights have no
level of their own.

Exact values have no errors to weigh residuals with. A pure law that fits inside all error bounds
gives the extreme slopes it may have; otherwise the slope of the last two sizes and its Richardson
extrapolations for corrections of order 1/2 and 1 span the interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from .binomial import fit_binomial, profile_interval
from .corrections import ORDERS, Correction, Design, amplitude_box, corrections, predictor
from .covariance import Covariance
from .gls import FitResult, Matrix, Predictor, Vector, compatible_slopes, fit_gls, trusts_logs
from .intervals import bonferroni, two_sided_quantile

PROFILE_BELOW: Final = 30
"""Total counts below which an interval is read from the profile likelihood."""

FLOOR_SHARE: Final = 0.5
"""A floor is at most this share of the largest mean: above it the law itself is not seen."""

ROUNDING: Final = 1e-12
"""Relative rounding allowed to the evaluation of an exact value in double precision."""

MIN_EXACT_SIZES: Final = 3


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Means and their covariance; counts and trials where they are proportions; or error bounds."""

    means: Vector
    covariance: Covariance
    counts: Vector | None = None
    trials: Vector | None = None
    error_bounds: Vector | None = None


@dataclass(frozen=True, kw_only=True)
class Model:
    """One fitted form. `parameters` are (log C, exponents, amplitudes)."""

    correction: Correction
    fit: FitResult

    @property
    def aic(self) -> float:
        """Akaike's criterion, chi2 + 2 (number of parameters)."""
        return self.fit.chi2 + 2 * self.fit.parameters.size


@dataclass(frozen=True, kw_only=True)
class ExponentFit:
    """All models, those that survive, and the exponents they allow (None: no survivor).

    `estimate`, `lower`, `upper` have shape "variables".
    """

    names: tuple[str, ...]
    models: tuple[Model, ...]
    survivors: tuple[Model, ...]
    estimate: Vector | None
    lower: Vector | None
    upper: Vector | None

    @property
    def rejected(self) -> bool:
        """No form whose correction vanishes at large sizes describes the data."""
        return self.estimate is None or (
            bool(self.models) and all(floor_remains(model, len(self.names)) for model in self.survivors)
        )

    @property
    def best(self) -> Model | None:
        """The survivor with the least AIC, else the model with the least chi2."""
        if self.survivors:
            return min(self.survivors, key=lambda model: model.aic)
        return min(self.models, key=lambda model: model.fit.chi2, default=None)


def fit_exponents(design: Design, measured: Measured, level: float) -> ExponentFit:
    """Fit every model and take the envelope of the survivors at simultaneous `level`."""
    if measured.error_bounds is not None:
        return _exact_exponents(design, measured)
    models = tuple(fit for c in corrections(design) if (fit := fit_model(design, c, measured)) is not None)
    survivors = tuple(model for model in models if model.fit.p_value >= level)
    if not survivors:
        return _fit_result(design, models, (), None)
    alpha = bonferroni(level, len(design.names))
    limits = np.array([_limits(design, model, measured, alpha) for model in survivors])
    best = min(survivors, key=lambda model: model.aic)
    estimate = best.fit.parameters[1 : 1 + len(design.names)]
    return _fit_result(
        design, models, survivors, (estimate, limits[:, 0].min(axis=0), limits[:, 1].max(axis=0))
    )


def fit_model(
    design: Design, correction: Correction, measured: Measured, exponents: Vector | None = None
) -> Model | None:
    """One form fitted, with the exponents held where they are given; None where data are too few."""
    predict = predictor(design, correction)
    start = _start(design, measured, correction.size)
    held: tuple[int, ...] = ()
    if exponents is not None:
        start[1 : 1 + exponents.size] = exponents
        start[0] = _held_constant(design, measured, exponents)
        held = tuple(range(1, 1 + exponents.size))
    if len(measured.means) < start.size - len(held):
        return None
    fit = _fit(predict, start, measured, held)
    low, high = _amplitudes(design, correction, measured)
    first = 1 + len(design.names)
    clipped = np.clip(fit.parameters[first:], low, high)
    if np.any(clipped != fit.parameters[first:]):
        edge = fit.parameters.copy()
        edge[first:] = clipped
        fit = _fit(predict, edge, measured, (*held, *range(first, edge.size)))
    return Model(correction=correction, fit=fit)


def floor_remains(model: Model, variables: int) -> bool:
    """Whether the model's correction is a floor under a law that decays, so never vanishes."""
    return model.correction.floor and bool(np.any(model.fit.parameters[1 : 1 + variables] < 0))


def form_p_value(design: Design, exponents: Vector, measured: Measured) -> float:
    """The largest chi2 p-value of the form with these exponents, over vanishing corrections."""
    fits = (
        fit_model(design, c, measured, exponents)
        for c in corrections(design)
        if not (c.floor and np.any(exponents < 0))
    )
    return max((model.fit.p_value for model in fits if model is not None), default=1.0)


def _fit_result(
    design: Design,
    models: tuple[Model, ...],
    survivors: tuple[Model, ...],
    found: tuple[Vector, Vector, Vector] | None,
) -> ExponentFit:
    estimate, lower, upper = found if found is not None else (None, None, None)
    return ExponentFit(
        names=design.names, models=models, survivors=survivors, estimate=estimate, lower=lower, upper=upper
    )


def _fit(predict: Predictor, start: Vector, measured: Measured, fixed: tuple[int, ...]) -> FitResult:
    if measured.counts is not None and measured.trials is not None and not _prefers_gls(measured):
        shared = None if measured.covariance.independent else measured.covariance.matrix
        return fit_binomial(predict, start, measured.counts, measured.trials, covariance=shared, fixed=fixed)
    linear = not trusts_logs(measured.means, measured.covariance)
    return fit_gls(predict, start, measured.means, measured.covariance, linear=linear, fixed=fixed)


def _prefers_gls(measured: Measured) -> bool:
    """Correlated proportions with large counts: there the full covariance beats the sandwich."""
    return not measured.covariance.independent and trusts_logs(measured.means, measured.covariance)


def _start(design: Design, measured: Measured, amplitudes: int) -> Vector:
    """Least squares through the logs of what is positive, amplitudes at zero."""
    usable = measured.means > 0
    straight = np.column_stack([np.ones(len(design.offset)), design.logs])[usable]
    if not np.any(usable):
        return np.zeros(1 + len(design.names) + amplitudes)
    logs = np.log(measured.means[usable]) - design.offset[usable]
    return np.concatenate([np.linalg.lstsq(straight, logs, rcond=None)[0], np.zeros(amplitudes)])


def _held_constant(design: Design, measured: Measured, exponents: Vector) -> float:
    usable = measured.means > 0
    if not np.any(usable):
        return 0.0
    rest = np.log(measured.means[usable]) - (design.offset + design.logs @ exponents)[usable]
    return float(np.mean(rest))


def _amplitudes(design: Design, correction: Correction, measured: Measured) -> tuple[Vector, Vector]:
    if correction.floor:
        share = np.array([FLOOR_SHARE * float(np.max(measured.means))])
        return -share, share
    return amplitude_box(design, correction)


def _limits(design: Design, model: Model, measured: Measured, alpha: float) -> tuple[Vector, Vector]:
    count = len(design.names)
    center = model.fit.parameters[1 : 1 + count]
    half = two_sided_quantile(alpha) * np.sqrt(np.diag(model.fit.covariance)[1 : 1 + count])
    lower, upper = center - half, center + half
    counts, trials = measured.counts, measured.trials
    starved = counts is not None and float(counts.sum()) < PROFILE_BELOW
    if starved and counts is not None and trials is not None and model.correction.size == 0:
        predict = predictor(design, model.correction)
        for i in range(count):
            low, high = profile_interval(predict, model.fit, 1 + i, counts=counts, trials=trials, alpha=alpha)
            lower[i] = min(lower[i], -math.inf if low is None else low)
            upper[i] = max(upper[i], math.inf if high is None else high)
    return lower, upper


def _exact_exponents(design: Design, measured: Measured) -> ExponentFit:
    bounds = measured.error_bounds
    if bounds is None or np.any(measured.means <= bounds):
        return _fit_result(design, (), (), None)
    log_low = np.log(measured.means - bounds) - design.offset - ROUNDING
    log_high = np.log(measured.means + bounds) - design.offset + ROUNDING
    slopes = compatible_slopes(design.logs, log_low, log_high)
    if slopes is None:
        slopes = _extrapolated_slopes(design, (log_low + log_high) / 2)
    if slopes is None:
        return _fit_result(design, (), (), None)
    return _fit_result(design, (), (), ((slopes[0] + slopes[1]) / 2, *slopes))


def _extrapolated_slopes(design: Design, logs: Vector) -> tuple[Vector, Vector] | None:
    ends = [_last_slopes(design.logs, logs, column) for column in range(len(design.names))]
    if any(end is None for end in ends):
        return None
    pairs = np.array(ends, dtype=float)
    return pairs.min(axis=1), pairs.max(axis=1)


def _last_slopes(bases: Matrix, logs: Vector, column: int) -> tuple[float, ...] | None:
    """Last slope and its two extrapolations, where the other variables are at their largest."""
    others = np.delete(bases, column, axis=1)
    line = np.all(others == others.max(axis=0), axis=1) if others.size else np.ones(len(logs), dtype=bool)
    order = np.argsort(bases[line, column])
    x, y = bases[line, column][order], logs[line][order]
    if x.size < MIN_EXACT_SIZES:
        return None
    slopes = np.diff(y) / np.diff(x)
    middles = (x[1:] + x[:-1]) / 2
    growth = [math.expm1(w * (middles[-1] - middles[-2])) for w in ORDERS]
    return (float(slopes[-1]), *(float(slopes[-1] + (slopes[-1] - slopes[-2]) / g) for g in growth))
