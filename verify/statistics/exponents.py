"""The exponents and rates of a law, with intervals that no model still standing contradicts.

Every model of `corrections` is fitted, and the interval of a parameter is its profile-likelihood
interval over all of them (`profile`). A form is rejected where chi2 rejects every model whose
correction vanishes at large sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import scipy

from . import anytime
from .corrections import (
    SUMS,
    Correction,
    Design,
    Slow,
    apart,
    corrections,
    crossovers,
    crossovers_to,
    settlings,
    slow_approaches,
)
from .covariance import Covariance
from .exact_slopes import exact_slopes
from .gls import Matrix, Vector, chi2_p_value, trusts_logs
from .intervals import rise_of
from .likelihood import Counts, Likelihood, LinearMeans, LogMeans
from .pooling import MOST_POINTS, pool
from .profile import SELECTION, Model, Scan, fit_family, intervals, selection_charge

MANY_COUNTS: Final = 400
"""Successes and failures of each point from which a proportion's logarithm is taken as normal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measured:
    """Means and their covariance; counts and trials where they are proportions; or error bounds.

    `dof` are the degrees of freedom from which the covariance was estimated, where known,
    `scatter` the chi2 and its degrees of freedom of what has been averaged away. `grown` are the trials of
    each point so far where the evidence may be looked at whenever it has grown: intervals and tests then
    hold at all interim analyses together.
    """

    means: Vector
    covariance: Covariance
    counts: Vector | None = None
    trials: Vector | None = None
    error_bounds: Vector | None = None
    dof: Vector | None = None
    scatter: tuple[float, int] = (0.0, 0)
    grown: Vector | None = None

    def pooled(self, design: Design) -> tuple[Design, Measured]:
        """Itself, or where there are many independent points a few pools of them."""
        if len(self.means) <= MOST_POINTS or not self.covariance.independent or self.error_bounds is not None:
            return design, self
        few = pool(design, self.means, self.covariance, self.counts, self.trials)
        return few.design, Measured(
            means=few.means,
            covariance=Covariance(few.variances),
            counts=few.counts,
            trials=few.trials,
            scatter=(few.chi2, few.dof),
            grown=self.grown,
        )

    @cached_property
    def likelihood(self) -> Likelihood:
        """The likelihood that these points call for."""
        if self.counts is not None and self.trials is not None and not self._prefers_logs:
            return Counts(counts=self.counts, trials=self.trials, inflation=_design_effect(self))
        kind = LogMeans if trusts_logs(self.means, self.errors) else LinearMeans
        return kind(means=self.means, covariance=self.errors)

    @property
    def errors(self) -> Covariance:
        """The covariance, widened where it was estimated from few trials."""
        return _honest(self.covariance, None if self.counts is not None else self.dof)

    @property
    def _prefers_logs(self) -> bool:
        """Large counts; or correlated ones, where the full covariance beats the sandwich."""
        if self.counts is None or self.trials is None:
            return False
        if not self.covariance.independent:
            return trusts_logs(self.means, self.covariance)
        return bool(np.all(np.minimum(self.counts, self.trials - self.counts) >= MANY_COUNTS))

    def rise(self, alpha: float) -> float:
        """How far a profile deviance may rise: chi2_1's quantile, or F's where trials are few.

        Evidence that grows has the squared boundary of its asymptotic confidence sequence.
        """
        if self.grown is not None:
            alpha = float(anytime.level_at(self.grown.mean(), alpha))
        if self.covariance.independent or self.dof is None or self.counts is not None:
            return rise_of(alpha)
        dof = float(np.min(self.dof)) + 1 - len(self.covariance)
        return float(scipy.special.fdtri(1, max(dof, 1.0), 1 - alpha)) if np.isfinite(dof) else rise_of(alpha)

    def p_value(self, chi2: float, dof: int, level: float) -> float:
        """Of a form with this least chi2, at one analysis or (to be held against `level`) at all of them."""
        if self.grown is None or dof <= 0:
            return chi2_p_value(chi2, dof)
        return anytime.chi2_p_value(chi2, self.grown, level)

    def tested(self, model: Model, level: float) -> Model:
        """The model tested by chi2, and by what was averaged away before it was fitted."""
        chi2, dof = model.chi2 + self.scatter[0], model.dof + self.scatter[1]
        return replace(model, chi2=chi2, dof=dof, p_value=self.p_value(chi2, dof, level))


@dataclass(frozen=True, kw_only=True, eq=False)
class ProfileLimits:
    """Where the deviance of each model is near its least; limits are read off it when they are asked for."""

    scans: tuple[Scan, ...]
    likelihood: Likelihood
    rise: float

    def of(self, parameter: int, models: Sequence[Model]) -> dict[int, tuple[float, float]]:
        """The values of a parameter that each model allows, by the number of the model."""
        return intervals(parameter, self.scans, models, self.likelihood, self.rise)

    def of_pure(self, model: Model) -> Matrix | None:
        """The limits of all parameters by the first model alone; None where that has a correction."""
        if model.correction.size or model.correction.logarithm is not None:
            return None
        columns, scans = range(1, model.theta.size), self.scans[:1]
        ends = [intervals(column, scans, [model], self.likelihood, self.rise)[0] for column in columns]
        return np.array(ends).T


@dataclass(frozen=True, kw_only=True, eq=False)
class ExponentFit:
    """All models, those that chi2 does not reject, and the values they allow each parameter.

    `estimate`, `lower`, `upper` have shape "parameters"; None where nothing can be told. `vanishing`
    are the limits, shape "2 parameters", that the models allow whose correction vanishes at large
    sizes; None where the data allow no such model. `limits` has those that are told when they are asked for.
    """

    names: tuple[str, ...]
    models: tuple[Model, ...] = ()
    survivors: tuple[Model, ...] = ()
    estimate: Vector | None = None
    lower: Vector | None = None
    upper: Vector | None = None
    vanishing: Matrix | None = None
    limits: ProfileLimits | None = None

    @cached_property
    def pure(self) -> Matrix | None:
        """The limits of all parameters where nothing corrects the law; None where chi2 rejects it."""
        first = self.models[0] if self.models else None
        if self.limits is None or first not in self.survivors:
            return None
        return self.limits.of_pure(first)

    @cached_property
    def constant(self) -> tuple[float, float] | None:
        """The limits of the logarithm of the law's constant; None where they are not known."""
        if self.limits is None:
            return None
        ends = self.limits.of(0, self.models).values()
        return min(low for low, _ in ends), max(high for _, high in ends)

    @property
    def rejected(self) -> bool:
        """No form whose correction vanishes at large sizes describes the data."""
        return self.vanishing is None

    @property
    def best(self) -> Model | None:
        """The model with the least penalised deviance."""
        return min(self.models, key=lambda model: model.penalised, default=None)


def fit_exponents(
    design: Design, measured: Measured, level: float, *, up_to_logs: bool = False, slow: bool = False
) -> ExponentFit:
    """Fit the family; each parameter's interval has one-sided error `level`, shared by all of them.

    A model is rejected by chi2 at `level`.
    """
    if measured.error_bounds is not None:
        return _of_exact(design, measured.means, measured.error_bounds, up_to_logs)
    design, measured = measured.pooled(design)
    family = corrections(design, up_to_logs=up_to_logs, slow=slow)
    rise = measured.rise(2 * level / max(len(design.names), 1)) + selection_charge(family)
    models, scans = fit_family(design, measured.likelihood, measured.means, family, rise)
    models = tuple(measured.tested(model, level) for model in models)
    survivors = tuple(model for model in models if model.p_value >= level)
    if not survivors:
        return ExponentFit(names=design.names, models=models)
    count = len(design.names)
    limits = ProfileLimits(scans=scans, likelihood=measured.likelihood, rise=rise)
    allowed = [limits.of(1 + c, models) for c in range(count)]
    vanishing = [i for i in allowed[0] if not remains(models[i])] if count else []
    lower, upper = _union(allowed, list(allowed[0]) if count else [])
    return ExponentFit(
        names=design.names,
        models=models,
        survivors=survivors,
        estimate=min(models, key=lambda model: model.penalised).theta[1 : 1 + count],
        lower=lower,
        upper=upper,
        vanishing=_union(allowed, vanishing) if vanishing else None,
        limits=limits,
    )


def remains(model: Model) -> bool:
    """Whether the model's correction is a floor under a law that decays, so never vanishes."""
    return model.correction.floor and model.decays


def form_p_value(
    design: Design, parameters: Vector, measured: Measured, level: float, *, slow: bool = False
) -> float:
    """The largest chi2 p-value of the form with these parameters, over vanishing corrections."""
    design, measured = measured.pooled(design)
    held = design.holding(parameters)
    decays = np.any(parameters * design.directions < 0)
    family = [c for c in corrections(design, slow=slow) if not (c.floor and decays)]
    models, _ = fit_family(held, measured.likelihood, measured.means, family, rise_of(0.01))
    # Whether a law decays whose exponents and rates are free, its fit tells.
    vanishing = [model for model in models if not remains(model)]
    return max((measured.tested(model, level).p_value for model in vanishing), default=1.0)


def fit_crossover(
    design: Design, column: int, parameters: Vector, measured: Measured, level: float, *, told: bool
) -> Model | None:
    """The best fit of the form with these parameters after another power of one column; None for none.

    Where a trend towards the form is `told` that power may be larger, and it goes over in other ways too.
    """
    design, measured = measured.pooled(design)
    forms = crossovers_to(float(parameters[column])) if told else SUMS
    family = crossovers(design, column, told=told, forms=forms)
    return _best_as_claimed(design, parameters, measured, family, level)


def fit_slow_approach(
    design: Design, column: int, parameters: Vector, measured: Measured, level: float
) -> Model | None:
    """The best fit of the form with these parameters and a slow correction in one column; None for none."""
    design, measured = measured.pooled(design)
    return _best_as_claimed(design, parameters, measured, slow_approaches(design, column), level)


def fit_settling(design: Design, parameters: Vector, measured: Measured, level: float) -> Model | None:
    """The best fit of the form with these parameters and large corrections beside its exponential."""
    design, measured = measured.pooled(design)
    return _best_as_claimed(design, parameters, measured, settlings(design), level)


def _best_as_claimed(
    design: Design, parameters: Vector, measured: Measured, family: Sequence[Correction], level: float
) -> Model | None:
    """The best fit of the form with these parameters over a family of corrections, tested."""
    models, _ = fit_family(
        design.holding(parameters), measured.likelihood, measured.means, family, rise_of(0.01)
    )
    best = min(models, key=lambda model: model.deviance, default=None)
    return None if best is None else measured.tested(best, level)


def slow_limits(
    design: Design, measured: Measured, level: float, *, up_to_logs: bool, fitted: ExponentFit | None = None
) -> Matrix:
    """The limits of all parameters, shape "2 parameters", slow corrections of each column allowed too.

    Where the data show that no pure law holds, another power before it is allowed too, as before a law is
    refuted: the correction is then large at the far end. Beside a pure law that would leave any exponent.
    It may be the smallest size alone that no pure law holds of.
    `fitted` is the fit of these points without slow corrections, where there is one.
    """
    design, measured = measured.pooled(design)
    slow = (one for column in design.drifting for one in slow_approaches(design, column, tuple(Slow)))
    family = (*slow, *settlings(design))
    if fitted is None or fitted.limits is None:
        family = (*corrections(design, up_to_logs=up_to_logs), *family)
    rise = measured.rise(2 * level / max(len(design.names), 1)) + SELECTION
    models, scans = fit_family(design, measured.likelihood, measured.means, family, rise)
    if fitted is not None and fitted.limits is not None:
        models, scans = fitted.models + models, fitted.limits.scans + scans
    if 0 not in intervals(1, scans, models, measured.likelihood, rise):
        before = [
            one
            for column in design.drifting
            for one in (apart(design, column), *crossovers(design, column, told=False))
        ]
        more = fit_family(design, measured.likelihood, measured.means, before, rise)
        models, scans = models + more[0], scans + more[1]
    count = len(design.names)
    allowed = [intervals(1 + c, scans, models, measured.likelihood, rise) for c in range(count)]
    return _union(allowed, list(allowed[0]))


def fit_constant(offset: Vector, measured: Measured) -> float:
    """The log C of the law C exp(offset)."""
    ones = np.ones((len(offset), 1))
    return float(measured.likelihood.fit(ones, offset[None]).theta[0, 0])


def _of_exact(design: Design, means: Vector, error_bounds: Vector, up_to_logs: bool) -> ExponentFit:
    slopes = exact_slopes(design, means, error_bounds, up_to_logs=up_to_logs)
    if slopes is None:
        return ExponentFit(names=design.names)
    lower, upper = slopes
    return ExponentFit(
        names=design.names,
        estimate=(lower + upper) / 2,
        lower=lower,
        upper=upper,
        vanishing=np.array([lower, upper]),
    )


def _union(allowed: Sequence[Mapping[int, tuple[float, float]]], models: Sequence[int]) -> Matrix:
    """The least lower and the largest upper end over some models, for each parameter."""
    ends = np.array([[parameter[i] for i in models] for parameter in allowed])
    return np.array([ends[:, :, 0].min(axis=1), ends[:, :, 1].max(axis=1)])


def _honest(covariance: Covariance, dof: Vector | None) -> Covariance:
    """The covariance, widened for having been estimated from few trials.

    The inverse of a variance from R trials is (R - 1) / (R - 3) too large on average, that of a
    p x p matrix (R - 1) / (R - p - 2) (Hartlap, Simon, Schneider, A&A 464, 2007). With fewer trials than
    that a matrix is replaced by p times its diagonal, which is never smaller.
    """
    if dof is None or not np.all(np.isfinite(dof)):
        return covariance
    if covariance.independent:
        return Covariance(covariance.values * dof / np.maximum(dof - 2, 0.5))
    few, points = float(np.min(dof)) + 1, len(covariance)
    if few <= points + 3:
        return Covariance(points * covariance.variances)
    return covariance.scaled(np.sqrt((few - 1) / (few - points - 2)))


def _design_effect(measured: Measured) -> float:
    """By how much shared trials widen the variance of one proportion of all points, the cluster sandwich."""
    if measured.covariance.independent or measured.counts is None or measured.trials is None:
        return 1.0
    trials, total = measured.trials, float(measured.trials.sum())
    p = float(measured.counts.sum()) / total
    if not 0 < p < 1:
        return 1.0
    return max(1.0, float(trials @ measured.covariance.matrix @ trials) / (total * p * (1 - p)))
