"""Generalised least squares with absolute errors, and its counterpart for exact values.

A mean m with variance s^2 enters in logs as y = log m + s^2 / (2 m^2), which removes the
delta-method bias E log m-hat = log m - s^2 / (2 m^2) + ..., with covariance S_ij / (m_i m_j). Errors
were measured and are never rescaled by the fit: chi2 on its degrees of freedom is the test of the
law. Beyond relative errors of 10 % the logarithm is not trusted and the fit is made on the means.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from .covariance import Covariance

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
Predictor: TypeAlias = Callable[[Vector], tuple[Vector, Matrix]]
"""Parameters to the log means and their Jacobian, shapes "points" and "points parameters"."""

MAX_RELATIVE_ERROR: Final = 0.1


@dataclass(frozen=True, kw_only=True)
class FitResult:
    """Estimates with their covariance, and the goodness of fit."""

    parameters: Vector
    covariance: Matrix
    chi2: float
    dof: int

    @property
    def p_value(self) -> float:
        """P(chi2_dof > chi2): small where the law does not describe the data."""
        return chi2_p_value(self.chi2, self.dof)


def chi2_p_value(chi2: float, dof: int) -> float:
    """P(chi2_dof > chi2), and 1 where no degree of freedom is left to test with.

    With y = chi2 / 2 it is the sum of y^j e^-y / Gamma(j + 1) over j = dof/2 - 1, dof/2 - 2, ... >= 0, and
    erfc(sqrt y) where dof is odd. Loading `scipy.special` for it takes a fifth of the time of a short fit.

    >>> round(chi2_p_value(3.84, 1), 3), round(chi2_p_value(5.99, 2), 3)
    (0.05, 0.05)
    """
    if dof <= 0 or chi2 <= 0:
        return 1.0
    if math.isinf(chi2):
        return 0.0
    y, odd = chi2 / 2, dof % 2
    tail = math.erfc(math.sqrt(y)) if odd else 0.0
    powers = (j + odd / 2 for j in range(dof // 2))
    return min(tail + sum(math.exp(j * math.log(y) - y - math.lgamma(j + 1)) for j in powers), 1.0)


def log_moments(means: Vector, covariance: Covariance) -> tuple[Vector, Covariance]:
    """Bias-corrected logs of the means, and their covariance.

    Raises ValueError where a mean is not positive or its relative error exceeds 10 %.
    """
    if not trusts_logs(means, covariance):
        raise ValueError(
            "Logs need positive means with relative errors of at most 10 %; fit the means themselves, or "
            "draw more."
        )
    relative = covariance.scaled(1 / means)
    return np.log(means) + relative.variances / 2, relative


def trusts_logs(means: Vector, covariance: Covariance) -> bool:
    """Whether every mean is positive with a relative error of at most 10 %."""
    return bool(np.all(means > 0) and np.all(np.sqrt(covariance.variances) <= MAX_RELATIVE_ERROR * means))


def free_parameters(size: int, fixed: tuple[int, ...]) -> NDArray[np.intp]:
    """The indices below `size` that are not in `fixed`."""
    return np.setdiff1d(np.arange(size), np.array(fixed, dtype=int))


def compatible_slopes(design: Matrix, lower: Vector, upper: Vector) -> tuple[Vector, Vector] | None:
    """Extremes of each slope b over all a + X b inside [lower, upper] at every point.

    For exact points, whose logs are known to lie in an interval. None where no straight law passes
    through all intervals, that is, where the pure form is refuted. Two linear programs a slope.
    """
    full = np.column_stack([np.ones(len(design)), design])
    constraints, bounds = np.vstack([full, -full]), np.concatenate([upper, -lower])
    ends = np.empty((2, design.shape[1]))
    for column in range(design.shape[1]):
        for row, sign in enumerate((1.0, -1.0)):
            goal = np.zeros(full.shape[1])
            goal[column + 1] = sign
            found = scipy.optimize.linprog(  # SciPy has no types here
                goal, A_ub=constraints, b_ub=bounds, bounds=(None, None), method="highs"
            )
            if found.status != 0:
                return None
            ends[row, column] = found.x[column + 1]
    return ends[0], ends[1]
