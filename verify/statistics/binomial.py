"""Proportions by their likelihood: a binomial model with log link and p < 1 everywhere.

log p = eta(theta) is fitted by Fisher scoring. A step that leaves eta < 0 or lowers the likelihood
is halved, so that no fitted probability exceeds one, which unconstrained reweighting does not
prevent: statsmodels' fit may return fitted proportions above one without a word (its issue 2208), so this
one is by hand, and held to it where it converges. Counts of zero are data like any other: nothing is
log-transformed.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from .gls import FitResult, Matrix, Predictor, Vector, free_parameters

MAX_STEPS: Final = 60
MIN_EXPECTED: Final = 5.0
MIN_LOG: Final = -500.0
"""Below it a proportion is zero in double precision, and its score 0/0."""
MAX_LOG: Final = -1e-9
"""Above it a proportion is one for any number of trials, and its information has no bound."""


def fit_binomial(
    predict: Predictor,
    start: Vector,
    counts: Vector,
    trials: Vector,
    *,
    covariance: Matrix | None = None,
    fixed: tuple[int, ...] = (),
) -> FitResult:
    """Maximum likelihood of log p = eta(theta), with Pearson's chi2 as goodness of fit.

    `covariance`, shape "points points", is that of the proportions where points share trials: the
    parameters' covariance is then the cluster sandwich. Parameters in `fixed` stay at `start`,
    but the covariance is that of all, so that holding one at the edge of its range makes no
    interval narrower.
    """
    theta = _feasible_start(predict, np.asarray(start, float))
    free = free_parameters(theta.size, fixed)
    theta = _fisher_scoring(predict, theta, free, counts, trials)
    eta, slopes = predict(theta)
    p = np.exp(np.minimum(eta, MAX_LOG))
    spread = np.linalg.pinv(slopes.T @ ((trials * p / (1 - p))[:, None] * slopes), hermitian=True)
    if covariance is not None:
        score = slopes * (trials / (1 - p))[:, None]
        spread = spread @ (score.T @ covariance @ score) @ spread
    chi2, groups = pearson(counts, trials, p)
    return FitResult(parameters=theta, covariance=spread, chi2=chi2, dof=groups - free.size)


def deviance(counts: Vector, trials: Vector, p: Matrix) -> Vector:
    """Twice the log likelihood ratio of the saturated model to proportions p, over the last axis."""
    pairs = scipy.special.rel_entr(counts, trials * p) + scipy.special.rel_entr(
        trials - counts, trials * (1 - p)
    )
    return np.asarray(2 * np.sum(pairs, axis=-1), dtype=np.float64)


def pearson(counts: Vector, trials: Vector, p: Vector) -> tuple[float, int]:
    """Pearson's chi2 and its number of groups.

    Points that expect fewer than five successes or failures are pooled into one group, because
    their own squares have tails much heavier than chi2's.
    """
    variance = trials * p * (1 - p)
    small = np.minimum(trials * p, trials * (1 - p)) < MIN_EXPECTED
    residual = counts - trials * p
    chi2 = float(np.sum(residual[~small] ** 2 / variance[~small]))
    pooled = float(np.sum(variance[small]))
    if pooled > 0:
        chi2 += float(np.sum(residual[small])) ** 2 / pooled
    return chi2, int(np.sum(~small)) + int(pooled > 0)


def _feasible_start(predict: Predictor, theta: Vector) -> Vector:
    """Shift the constant, which is parameter 0, until every fitted proportion is below one."""
    top = float(np.max(predict(theta)[0]))
    if top >= 0:
        theta = theta.copy()
        theta[0] -= top + 0.01
    return theta


def _fisher_scoring(
    predict: Predictor, theta: Vector, free: NDArray[np.intp], counts: Vector, trials: Vector
) -> Vector:
    best = float(deviance(counts, trials, np.exp(predict(theta)[0])))
    for _ in range(MAX_STEPS):
        eta, jacobian = predict(theta)
        p = np.exp(np.clip(eta, MIN_LOG, MAX_LOG))
        root = np.sqrt(trials * p / (1 - p))
        working = (counts / trials - p) / p
        step = np.zeros(theta.size)
        step[free] = np.linalg.lstsq(root[:, None] * jacobian[:, free], root * working, rcond=None)[0]
        moved = _halve(predict, theta, step, counts=counts, trials=trials, best=best)
        if moved is None:
            return theta
        theta, value = moved
        if best - value <= 1e-10 * (1.0 + value):
            return theta
        best = value
    return theta


def _halve(
    predict: Predictor, theta: Vector, step: Vector, *, counts: Vector, trials: Vector, best: float
) -> tuple[Vector, float] | None:
    for halving in range(30):
        trial = theta + step / 2.0**halving
        eta = predict(trial)[0]
        if np.all(np.isfinite(eta)) and np.all(eta < 0):
            value = float(deviance(counts, trials, np.exp(eta)))
            if value <= best:
                return trial, value
    return None
