"""How precise the cells of a grid must be for a claim to be decided at its margin.

For a law with exponents theta_v the logs of the means are linear in log v, and a correction v^-w
that vanishes at large sizes is one more column. With independent relative errors s the exponents'
covariance is s^2 (X^T X)^-1, and s follows from the half-width that the margin leaves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .claim import Value
from .inference.corrections import MIN_SIZES, ORDERS

ERRORS_IN_EXPONENT: Final = 6.5
"""An exponent's standard errors in its margin: 3 for the interval at a last look's level, 1.65 for a
power of 95 %, the rest for the room between the estimates of the forms that stand."""

ERRORS_IN_VALUE: Final = 8.0
"""A value's: four for a simultaneous interval, and as many for where it lies."""

SMALLEST, LARGEST = 0.001, 0.05
"""Relative errors below the first take millions of trials; above the second logs are no longer linear."""


def error_for_exponents(grid: Mapping[str, Sequence[Value]], margin: float) -> float:
    """The relative error of a cell by which all exponents are known to the margin.

    A longer range needs less, a free correction more:

    >>> near, far = ({"d": [2**k for k in range(4, top)]} for top in (9, 12))
    >>> 2 < error_for_exponents(far, 0.05) / error_for_exponents(near, 0.05) < 5
    True
    """
    return _error_for_exponents(tuple((name, tuple(values)) for name, values in grid.items()), margin)


@lru_cache(maxsize=64)
def _error_for_exponents(grid: tuple[tuple[str, tuple[Value, ...]], ...], margin: float) -> float:
    """The same, once a grid: every cell of it asks."""
    logs = _logs(dict(grid))
    if not logs.shape[1]:
        return SMALLEST
    plain = np.column_stack([np.ones(len(logs)), logs])
    designs = [plain] + [
        np.column_stack([plain, np.exp(-order * (logs[:, v] - logs[:, v].min()))])
        for v in range(logs.shape[1])
        if np.unique(logs[:, v]).size >= MIN_SIZES
        for order in ORDERS
    ]
    unit = max(float(np.sqrt(np.diag(np.linalg.pinv(X.T @ X))[1 : plain.shape[1]].max())) for X in designs)
    return float(np.clip(margin / (ERRORS_IN_EXPONENT * unit), SMALLEST, LARGEST))


def _logs(grid: Mapping[str, Sequence[Value]]) -> NDArray[np.float64]:
    """Logs of the variables that vary, shape "cells variables"; what is not positive has none."""
    columns = [
        np.log(np.array(values, dtype=np.float64))
        for values in grid.values()
        if len(values) > 1 and all(not isinstance(value, str) and value > 0 for value in values)
    ]
    mesh = np.meshgrid(*columns, indexing="ij")
    return np.column_stack([part.ravel() for part in mesh]) if mesh else np.empty((1, 0))
