"""Standard errors of a table that gives one value a setting: those of the residuals of a smooth surface.

The surface is a polynomial in the logarithms of the variables, fitted to the logarithms of the values where
all of them are positive; its degree, up to three, is the one that bounds the errors best. With residuals r_i,
m settings and p coefficients, s^2 = sum r_i^2/(m - p) estimates their variance, and

    sigma = s sqrt((m - p)/q)        q the quantile 0.05 of chi2(m - p)

is above it with probability 0.95: errors may be told too large, and hardly too small. No law is assumed, so a
law that the values do not follow is told from noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..statistics.surface import DEGREES, surface

Vector = NDArray[np.float64]

FEWEST: Final = 4
"""Settings beyond the coefficients of a surface: with fewer their residuals tell no variance."""

CONFIDENCE: Final = 0.95
ROUNDING: Final = 1e-9
"""Relative to the values: no residual is told more exactly."""


def residual_errors(columns: Mapping[str, Vector], values: Vector) -> Vector | None:
    """The standard error of each value; None where there are too few settings to tell it."""
    relative = bool(np.all(values > 0))
    heights = np.log(values) if relative else values
    found = [_error(surface(columns, degree), heights) for degree in DEGREES]
    known = [error for error in found if error is not None]
    if not known:
        return None
    least = ROUNDING if relative else ROUNDING * float(np.max(np.abs(values)))
    error = max(min(known), least)
    return error * values if relative else np.full(len(values), error)


def _error(columns: Vector, heights: Vector) -> float | None:
    coefficients, _, rank, _ = np.linalg.lstsq(columns, heights, rcond=None)
    dof = len(heights) - int(rank)
    if dof < FEWEST:
        return None
    squares = float(np.sum((heights - columns @ coefficients) ** 2))
    return float(np.sqrt(squares / (2 * scipy.special.gammaincinv(dof / 2, 1 - CONFIDENCE))))
