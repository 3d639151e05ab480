"""Percentile intervals by resampling: whole draws, or means from their covariance.

The independent unit is the draw, so draws are resampled with all their points (a cluster bootstrap):
points that share a draw stay together, whatever their dependence. Where only means and their
covariance are kept, normal means around them stand in for resampled ones.

Reference: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13. Percentile
intervals are first-order exact: with fewer than about 30 draws they are too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .covariance import Covariance
from .gls import Matrix, Vector

Estimator: TypeAlias = Callable[[Vector], Vector]
"""Means of the points to the estimates; NaN where the means give none."""

MIN_TAIL: Final = 5
MIN_DRAWS: Final = 10
MAX_FAILED: Final = 0.05


@dataclass(frozen=True, kw_only=True)
class BootstrapLimits:
    """Estimates with standard errors and limits, shape "estimates"; `failed` of `resamples` gave none."""

    estimate: Vector
    stderr: Vector
    lower: Vector
    upper: Vector
    resamples: int
    failed: int


def cluster_bootstrap(
    draws: Matrix, estimator: Estimator, *, generator: np.random.Generator, resamples: int, alpha: float
) -> BootstrapLimits:
    """Limits from resampled draws; `draws` has shape "draws points", its column means are the means."""
    if draws.ndim != 2 or len(draws) < MIN_DRAWS:  # noqa: PLR2004 - two axes
        raise ValueError(f"Resampling needs at least {MIN_DRAWS} draws, in rows; got shape {draws.shape}.")
    _require_tails(resamples, alpha)
    size = len(draws)
    picks = generator.multinomial(size, np.full(size, 1 / size), size=resamples)
    return _limits(estimator, draws.mean(axis=0), picks @ draws / size, alpha)


def parametric_bootstrap(
    means: Vector,
    covariance: Covariance,
    estimator: Estimator,
    *,
    generator: np.random.Generator,
    resamples: int,
    alpha: float,
) -> BootstrapLimits:
    """Limits from normal means with the given covariance."""
    _require_tails(resamples, alpha)
    noise = generator.standard_normal((resamples, len(covariance)))
    return _limits(estimator, means, means + _colored(noise, covariance), alpha)


def _limits(estimator: Estimator, means: Vector, resampled: Matrix, alpha: float) -> BootstrapLimits:
    estimates = np.array([estimator(row) for row in resampled])
    usable: NDArray[np.bool_] = np.all(np.isfinite(estimates), axis=1)
    failed = int(np.sum(~usable))
    if failed > MAX_FAILED * len(estimates):
        raise ValueError(
            f"{failed} of {len(estimates)} resamples give no estimate, so their quantiles "
            "describe none. More trials are needed."
        )
    lower, upper = np.quantile(estimates[usable], [alpha / 2, 1 - alpha / 2], axis=0)
    return BootstrapLimits(
        estimate=estimator(means),
        stderr=estimates[usable].std(axis=0, ddof=1),
        lower=lower,
        upper=upper,
        resamples=len(estimates),
        failed=failed,
    )


def _colored(noise: Matrix, covariance: Covariance) -> Matrix:
    """Rows of unit noise with the covariance, which rounding may have left slightly indefinite."""
    if covariance.independent:
        return noise * np.sqrt(covariance.values)
    values, vectors = np.linalg.eigh(covariance.values)
    return np.asarray(noise @ (vectors * np.sqrt(np.maximum(values, 0.0))).T, dtype=np.float64)


def _require_tails(resamples: int, alpha: float) -> None:
    needed = math.ceil(2 * MIN_TAIL / alpha) if 0 < alpha < 1 else None
    if needed is None or resamples < needed:
        raise ValueError(
            f"Quantiles at level alpha = {alpha} need 0 < alpha < 1 and at least {needed} resamples, "
            f"{MIN_TAIL} in each tail; got {resamples}."
        )
