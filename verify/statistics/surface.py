"""The smooth surface that stands for any law, and the one value of a table that lies off it.

The surface is a polynomial in the logarithms of the variables. With residuals r_i of one with p coefficients,
leverages h_i and m settings, the deleted residual

    t_i = r_i/(s_i sqrt(1 - h_i)),    s_i^2 = (sum r^2 - r_i^2/(1 - h_i))/(m - p - 1)

compares a value with what the others predict of it; the largest of m is tested at m times its p-value.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

Vector = NDArray[np.float64]

DEGREES: Final = (1, 2, 3)
"""Of the polynomials among which the best stands for a law."""

FEWEST: Final = 4
"""Settings beyond the coefficients and the outlier: with fewer the others predict little."""
RAREST: Final = 1e-3
"""The chance that a value of a table without outliers is called one."""
SHRINKS: Final = 2.0
"""An outlier makes residual errors at least so many times as large as those of the other values."""


def surface(columns: Mapping[str, Vector], degree: int) -> Vector:
    """The monomials of a polynomial in standardised logarithms, shape "settings coefficients"."""
    scaled = []
    for column in columns.values():
        across = np.log(column) if np.all(column > 0) else column
        if np.ptp(across) > 0:
            scaled.append((across - across.mean()) / across.std())
    powers = itertools.product(range(degree + 1), repeat=len(scaled))
    chosen = [each for each in powers if sum(each) <= degree]
    size = len(next(iter(columns.values())))
    parts = [np.prod([x**k for x, k in zip(scaled, each, strict=True)], axis=0) for each in chosen]
    return np.column_stack([np.broadcast_to(part, size) for part in parts])


class Outlier(NamedTuple):
    """Its row, and the relative standard deviation of the other values' residuals.

    `log_ratio` is the logarithm of the value over what the others suggest. At a leverage above 1/2 they
    suggest less than the value itself says.
    """

    row: int
    scatter: float
    log_ratio: float
    leverage: float


def outlier(columns: Mapping[str, Vector], values: Vector) -> Outlier | None:
    """The outlier among positive values, one a setting; None where chance explains the largest residual.

    >>> d = 2.0 ** np.arange(10)
    >>> outlier({"d": d}, d**0.5 * np.where(d == 16, 1.5, 1 + 0.01 * np.cos(np.arange(10.0) ** 2))).row
    4
    """
    if not np.all(values > 0):
        return None
    heights = np.log(values)
    found = [_largest(surface(columns, degree), heights) for degree in DEGREES]
    best = min((one for one in found if one is not None), key=lambda one: one[1].scatter, default=None)
    if best is None:
        return None
    p_value, told = best
    return told if len(DEGREES) * p_value < RAREST else None


def _largest(surface: Vector, heights: Vector) -> tuple[float, Outlier] | None:
    """The value of the largest deleted residual and its p-value; none that does not double the scatter."""
    settings, coefficients = surface.shape
    dof = settings - coefficients - 1
    if dof < FEWEST:
        return None
    basis, _ = np.linalg.qr(surface)
    residuals = heights - basis @ (basis.T @ heights)
    free = np.maximum(1 - np.sum(basis**2, axis=1), np.finfo(float).eps)
    total = float(residuals @ residuals)
    left = np.maximum(total - residuals**2 / free, np.finfo(float).eps * total) / dof
    row = int(np.argmin(left))
    if not total or total / (dof + 1) < SHRINKS**2 * left[row]:
        return None
    p_value = settings * float(scipy.special.fdtrc(1, dof, residuals[row] ** 2 / free[row] / left[row]))
    found = Outlier(
        row=row,
        scatter=float(np.sqrt(left[row])),
        log_ratio=float(residuals[row] / free[row]),
        leverage=1 - float(free[row]),
    )
    return p_value, found
