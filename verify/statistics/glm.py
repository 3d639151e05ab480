"""Maximum likelihood through a predictor: Fisher scoring, the cluster sandwich, and profiles.

The data enter as a `Likelihood` of eta, one number a point; a `Predictor` gives eta(theta) and its
Jacobian J. Scoring steps solve J^T I J step = J^T s with the points' score s = dl/deta and Fisher
information I, and a step that raises the deviance is halved, so that the likelihood never falls.
Where points share trials, the parameters' covariance is the sandwich of the means' own covariance.

This stands here beside statsmodels, and is held to it by tests, because of what statsmodels lacks: eta may
be any function of theta; its links form 1 - exp(-exp(eta)) and clip p at 2e-16, so that a p of 1e-18 is
lost; its sandwich sums the scores of single observations, where here the covariance of the means is known.

References: McCullagh and Nelder, Generalized Linear Models, 1989, chapters 2 and 4; Liang and Zeger
(Biometrika 73, 1986) for the sandwich.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from .binomial import pearson
from .covariance import Covariance
from .gls import FitResult, Matrix, Predictor, Vector, free_parameters
from .roots import outward_root

MAX_STEPS: Final = 60
MAX_HALVINGS: Final = 30
MAX_MOVE: Final = 5.0
"""Largest change of any eta in a step: where a fitted p is near one, information vanishes before the
score does, and the step has no bound of its own."""

SMALL_GAIN: Final = 1e-10
MAX_COMPLEMENTARY: Final = 6.0
"""exp(-exp(6)) = 1e-175 is still a double; beyond it a success has no information left."""
MIN_INFORMATION: Final = 1e-120
RIDGE: Final = 1e-12
MIN_ETA: Final = -300.0
MAX_LOG_MEAN: Final = 300.0


class Link(Enum):
    """How a proportion p depends on eta; `log` is also the link of positive means."""

    LOGIT = "logit"
    COMPLEMENTARY = "complementary log-log"
    LOG = "log"

    def of(self, value: float) -> float:
        """The eta at a proportion or mean.

        >>> round(Link.LOGIT.of(0.5), 3), round(Link.COMPLEMENTARY.of(1 - math.exp(-1)), 3)
        (0.0, 0.0)
        """
        match self:
            case Link.LOGIT:
                return math.log(value) - math.log1p(-value)
            case Link.COMPLEMENTARY:
                return math.log(-math.log1p(-value))
            case Link.LOG:
                return math.log(value)

    def inverse(self, eta: float) -> float:
        """The proportion or mean at an eta.

        >>> round(Link.LOGIT.inverse(Link.LOGIT.of(0.2)), 12), Link.LOG.inverse(0.0)
        (0.2, 1.0)
        """
        if self is Link.LOG:
            return float(_exp(np.array(eta)))
        return float(np.exp(_proportion(np.array(eta), self)[0]))


@dataclass(frozen=True, kw_only=True)
class Likelihood:
    """What data say of eta, shape "points".

    `score` gives dl/deta and the Fisher information, shape "points" or "points points"; `weights` is
    dl/deta divided by (mean - fitted mean), which carries the means' covariance to the score;
    `goodness` is Pearson's chi2 with its number of groups. `shared` is the covariance of the means
    where points share trials and the likelihood itself takes them for independent.
    """

    deviance: Callable[[Vector], float]
    score: Callable[[Vector], tuple[Vector, Matrix]]
    weights: Callable[[Vector], Vector]
    goodness: Callable[[Vector], tuple[float, int]]
    shared: Covariance | None = None


def proportions(
    counts: Vector, trials: Vector, link: Link, *, covariance: Covariance | None = None
) -> Likelihood:
    """Binomial counts under a logit or complementary log-log link, zero and full counts included."""
    k, m = np.asarray(counts, float), np.asarray(trials, float)
    if k.shape != m.shape or np.any(m <= 0) or np.any(k < 0) or np.any(k > m):
        raise ValueError(f"Counts must satisfy 0 <= counts <= trials, trials > 0; got {k} of {m}.")
    saturated = float(np.sum(scipy.special.xlogy(k, k / m) + scipy.special.xlogy(m - k, 1 - k / m)))

    def deviance(eta: Vector) -> float:
        log_p, log_q, _ = _proportion(eta, link)
        return 2 * (saturated - float(k @ log_p + (m - k) @ log_q))

    def weights(eta: Vector) -> Vector:
        log_p, log_q, log_slope = _proportion(eta, link)
        return m * np.exp(log_slope - log_p - log_q)

    def score(eta: Vector) -> tuple[Vector, Matrix]:
        log_p, log_q, log_slope = _proportion(eta, link)
        residual = (k / m) * np.exp(log_q) - (1 - k / m) * np.exp(log_p)
        return weights(eta) * residual, m * np.exp(2 * log_slope - log_p - log_q)

    def goodness(eta: Vector) -> tuple[float, int]:
        return pearson(k, m, np.exp(_proportion(eta, link)[0]))

    return Likelihood(deviance=deviance, score=score, weights=weights, goodness=goodness, shared=covariance)


def normal_means(means: Vector, covariance: Covariance) -> Likelihood:
    """Means with known errors under a log link: chi2 of the means themselves, never of their logs."""
    precision = _precision(covariance)

    def apply(vector: Vector) -> Vector:
        return precision * vector if covariance.independent else precision @ vector

    def deviance(eta: Vector) -> float:
        rest = covariance.whiten(means - _exp(eta))
        return float(rest @ rest)

    def score(eta: Vector) -> tuple[Vector, Matrix]:
        mu = _exp(eta)
        information = precision * mu**2 if covariance.independent else precision * np.outer(mu, mu)
        return mu * apply(means - mu), information

    return Likelihood(
        deviance=deviance,
        score=score,
        weights=lambda eta: apply(np.ones(len(covariance))) * _exp(eta),
        goodness=lambda eta: (deviance(eta), covariance.rank),
    )


def with_prior(likelihood: Likelihood, stderr: float) -> Likelihood:
    """One point more, the last: its eta was observed to be 0 with a normal error of `stderr`."""
    precision = 1 / stderr**2

    def score(eta: Vector) -> tuple[Vector, Matrix]:
        s, information = likelihood.score(eta[:-1])
        full = (
            np.append(information, precision) if information.ndim == 1 else _bordered(information, precision)
        )
        return np.append(s, -precision * eta[-1]), full

    def goodness(eta: Vector) -> tuple[float, int]:
        chi2, groups = likelihood.goodness(eta[:-1])
        return chi2 + precision * float(eta[-1]) ** 2, groups + 1

    shared = likelihood.shared
    return Likelihood(
        deviance=lambda eta: likelihood.deviance(eta[:-1]) + precision * float(eta[-1]) ** 2,
        score=score,
        weights=lambda eta: np.append(likelihood.weights(eta[:-1]), precision),
        goodness=goodness,
        shared=None if shared is None else Covariance(_bordered(shared.matrix, stderr**2)),
    )


def linear_predictor(design: Matrix, offset: Vector | float = 0.0) -> Predictor:
    """Eta = offset + X beta."""
    return lambda beta: (offset + design @ beta, design)


def fit_likelihood(
    likelihood: Likelihood, predict: Predictor, start: Vector, *, fixed: tuple[int, ...] = ()
) -> FitResult:
    """Maximum likelihood from `start`; parameters in `fixed` stay there.

    The covariance is that of all parameters, held ones included.
    """
    theta = np.asarray(start, dtype=np.float64)
    free = free_parameters(theta.size, fixed)
    theta, _ = _maximise(likelihood, predict, theta, free)
    eta, jacobian = predict(theta)
    _, information = likelihood.score(eta)
    spread: Matrix = np.asarray(np.linalg.pinv(_quadratic(jacobian, information), hermitian=True), float)
    if likelihood.shared is not None:
        carried = jacobian * likelihood.weights(eta)[:, None]
        spread = spread @ likelihood.shared.of_contrasts(carried.T) @ spread
    chi2, groups = likelihood.goodness(eta)
    return FitResult(parameters=theta, covariance=spread, chi2=chi2, dof=groups - free.size)


def profile_limits(
    likelihood: Likelihood, predict: Predictor, fit: FitResult, index: int, *, rise: float
) -> tuple[float, float]:
    """Where the profile deviance of one parameter has risen by `rise`; infinite where it never does.

    Each held fit starts from the last one inside, moved along the ridge that the covariance gives.
    """
    best = likelihood.deviance(predict(fit.parameters)[0])
    free = free_parameters(fit.parameters.size, (index,))

    ridge = fit.covariance[:, index] / max(float(fit.covariance[index, index]), 1e-300)
    ridge[index] = 1.0

    def excess_from(start: Vector) -> Callable[[float], float]:
        held = start.copy()

        def excess(value: float) -> float:
            nonlocal held
            trial, deviance = _maximise(likelihood, predict, held + (value - held[index]) * ridge, free)
            if deviance - best <= rise:
                held = trial
            return deviance - best - rise

        return excess

    center = float(fit.parameters[index])
    wald = math.sqrt(rise * max(float(fit.covariance[index, index]), 1e-12))
    low = outward_root(excess_from(fit.parameters), center, -wald)
    high = outward_root(excess_from(fit.parameters), center, wald)
    return low, high


def _maximise(
    likelihood: Likelihood, predict: Predictor, theta: Vector, free: NDArray[np.intp]
) -> tuple[Vector, float]:
    eta, jacobian = predict(theta)
    best = likelihood.deviance(eta)
    for _ in range(MAX_STEPS):
        score, information = likelihood.score(eta)
        slopes = jacobian[:, free]
        step = np.zeros(theta.size)
        step[free] = _solve(_quadratic(slopes, information), slopes.T @ score)
        step /= max(1.0, float(np.max(np.abs(slopes @ step[free]), initial=0.0)) / MAX_MOVE)
        for _ in range(MAX_HALVINGS):
            eta, jacobian = predict(theta + step)
            value = likelihood.deviance(eta)
            if value <= best:
                break
            step /= 2
        else:
            return theta, best
        theta, gain, best = theta + step, best - value, value
        if gain <= SMALL_GAIN * (1.0 + best):
            break
    return theta, best


def _bordered(matrix: Matrix, last: float) -> Matrix:
    """The matrix with one more row and column, zero but for `last`."""
    size = len(matrix)
    full = np.zeros((size + 1, size + 1))
    full[:size, :size], full[size, size] = matrix, last
    return full


def _solve(information: Matrix, score: Vector) -> Vector:
    """The scoring step, in units in which the information has a unit diagonal.

    The floor and the ridge keep it finite where every fitted p has reached an end.
    """
    scale = np.sqrt(np.maximum(np.diag(information), MIN_INFORMATION))
    unit = information / np.outer(scale, scale) + RIDGE * np.eye(score.size)
    return np.asarray(np.linalg.solve(unit, score / scale) / scale, dtype=np.float64)


def _quadratic(jacobian: Matrix, information: Matrix) -> Matrix:
    carried = jacobian.T * information if information.ndim == 1 else jacobian.T @ information
    return np.asarray(carried @ jacobian, dtype=np.float64)


def _proportion(eta: Vector, link: Link) -> tuple[Vector, Vector, Vector]:
    """The logs of p, of 1 - p and of dp/deta, none of which cancels at either end."""
    if link is Link.LOGIT:
        log_p, log_q = -np.logaddexp(0.0, -eta), -np.logaddexp(0.0, eta)
        return log_p, log_q, log_p + log_q
    if link is Link.COMPLEMENTARY:
        eta = np.clip(eta, MIN_ETA, MAX_COMPLEMENTARY)
        hazard = np.exp(eta)
        return np.log(-np.expm1(-hazard)), -hazard, eta - hazard
    raise ValueError(
        "Proportions with a log link are fitted by `likelihood.Counts`, which keeps p below one."
    )


def _exp(eta: Vector) -> Vector:
    return np.exp(np.clip(eta, MIN_ETA, MAX_LOG_MEAN))


def _precision(covariance: Covariance) -> Matrix:
    if covariance.independent:
        varies = covariance.values > 0
        return np.where(varies, 1 / np.where(varies, covariance.values, 1.0), 0.0)
    root = covariance.whiten(np.eye(len(covariance)))
    return np.asarray(root.T @ root, dtype=np.float64)
