"""Positive means with relative errors above a tenth: a gamma model with log link.

A mean of draws whose relative standard error is s has the variance (s mu)^2, that of a gamma variable
of shape 1/s^2. Its likelihood in eta = log mu, with w = 1/s^2, is

    deviance = 2 sum w ((y - mu)/mu - log(y/mu)),   score = w (y - mu)/mu,   information = w,

unbiased where the log of a noisy mean is not. s must be known apart from the noise of y itself, from a
model of the draws or from all points together: a stderr divided by its own noisy mean gives low means
too little weight and high ones too much.

Reference: McCullagh and Nelder, Generalized Linear Models, 1989, chapter 8.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy import special

from .glm import Likelihood, fit_likelihood, linear_predictor, profile_limits
from .gls import FitResult, Matrix, Vector

MAX_ETA: Final = 300.0


def gamma_means(means: Vector, relative_errors: Vector) -> Likelihood:
    """The likelihood of log means. Raises ValueError for a mean or an error that is not positive."""
    y, s = np.asarray(means, dtype=np.float64), np.asarray(relative_errors, dtype=np.float64)
    if y.shape != s.shape or np.any(y <= 0):
        raise ValueError(
            f"A gamma model needs positive means, one relative error each; got {int(np.sum(y <= 0))} means "
            "at or below zero. Draw more there, or fit the means in the linear domain."
        )
    if np.any(s <= 0) or not np.all(np.isfinite(s)):
        raise ValueError("A gamma model needs positive, finite relative errors; exact points have none.")
    weights = 1 / s**2

    def ratio(eta: Vector) -> Vector:
        return np.asarray(y * np.exp(-np.clip(eta, -MAX_ETA, MAX_ETA)), dtype=np.float64)

    def deviance(eta: Vector) -> float:
        r = ratio(eta)
        return 2 * float(weights @ (r - 1 - np.log(r)))

    return Likelihood(
        deviance=deviance,
        score=lambda eta: (weights * (ratio(eta) - 1), weights),
        weights=lambda eta: weights * ratio(eta) / y,
        goodness=lambda eta: (float(weights @ (ratio(eta) - 1) ** 2), y.size),
    )


def fit_gamma(
    design: Matrix,
    offset: Vector,
    means: Vector,
    relative_errors: Vector,
    *,
    start: Vector | None = None,
    fixed: tuple[int, ...] = (),
) -> FitResult:
    """Maximum likelihood of log mu = offset + X beta; `design` holds its own constant.

    The errors are absolute: chi2 = sum ((y - mu) / (s mu))^2 is reported and rescales nothing.
    Parameters in `fixed` stay at `start`.
    """
    data = gamma_means(means, relative_errors)
    if start is None:
        start = np.asarray(np.linalg.lstsq(design, np.log(means) - offset, rcond=None)[0], dtype=np.float64)
    return fit_likelihood(data, linear_predictor(design, offset), start, fixed=fixed)


def gamma_interval(
    design: Matrix,
    offset: Vector,
    means: Vector,
    relative_errors: Vector,
    fit: FitResult,
    index: int,
    *,
    alpha: float,
) -> tuple[float, float]:
    """Where the profile deviance of beta[index] rises by the 1 - alpha quantile of chi2_1."""
    rise = float(special.chdtri(1, alpha))
    predict = linear_predictor(design, offset)
    return profile_limits(gamma_means(means, relative_errors), predict, fit, index, rise=rise)
