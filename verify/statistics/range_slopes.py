"""The slope on the measured range: what a straight line in the logs says of the points, and no more.

Each point weighs with the inverse of its own variance, so that in one variable the slope is an average of
the local slopes and lies among them; a covariance between points widens its error and never moves it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .corrections import Design
from .covariance import Covariance
from .exponents import Measured
from .gls import Matrix, Vector, log_moments, trusts_logs


@dataclass(frozen=True, kw_only=True, eq=False)
class RangeSlopes:
    """The slope of each parameter with its limits, and the constant of the line."""

    constant: float
    values: Vector
    lower: Vector
    upper: Vector


def range_slopes(design: Design, measured: Measured, level: float) -> RangeSlopes | None:
    """The slopes, each with one-sided error `level` shared by all of them; None where no line is told."""
    if measured.error_bounds is not None:
        return _of_exact(design, measured)
    design, measured = measured.pooled(design)
    found = _line(design, measured)
    if found is None:
        return None
    theta, covariance = found
    half = np.sqrt(measured.rise(2 * level / max(len(design.names), 1)) * np.diag(covariance)[1:])
    if not (np.isfinite(theta).all() and np.isfinite(half).all()):
        return None
    values = theta[1:]
    return RangeSlopes(constant=float(theta[0]), values=values, lower=values - half, upper=values + half)


def _of_exact(design: Design, measured: Measured) -> RangeSlopes | None:
    """The line through the logs of exact values, with limits by their error bounds; None for too few."""
    seen = measured.means > 0
    columns = design.regressors[seen]
    if seen.sum() < columns.shape[1] or measured.error_bounds is None:
        return None
    means = measured.means[seen]
    solve = np.linalg.pinv(columns)
    theta = solve @ (np.log(means) - design.offset[seen])
    half = np.abs(solve) @ (measured.error_bounds[seen] / means)
    return RangeSlopes(
        constant=float(theta[0]), values=theta[1:], lower=(theta - half)[1:], upper=(theta + half)[1:]
    )


def _line(design: Design, measured: Measured) -> tuple[Vector, Matrix] | None:
    """The constant and the slopes with their covariance: by weighted logs, or by the likelihood of counts."""
    columns = design.regressors
    if measured.counts is None and trusts_logs(measured.means, measured.covariance):
        return _weighted(columns, *log_moments(measured.means, measured.covariance), design.offset)
    fits = measured.likelihood.fit(columns, design.offset[None])
    return fits.theta[0], np.asarray(fits.covariance[0], dtype=np.float64)


def _weighted(columns: Matrix, logs: Vector, errors: Covariance, offset: Vector) -> tuple[Vector, Matrix]:
    """Least squares with the weights of single points, and the error that all of them make together."""
    weights = 1 / np.sqrt(errors.variances)
    solve = np.linalg.pinv(columns * weights[:, None]) * weights
    return np.asarray(solve @ (logs - offset)), np.asarray(errors.of_contrasts(solve))
