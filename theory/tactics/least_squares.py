"""Least squares with coefficients that are not negative: what certificates are proposed by."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_ROUNDING: Final = 1e-9
"""Coefficients and slopes below that count as none."""


def nonnegative_least_squares(a: Any, b: Any) -> Any:  # noqa: ANN401 - arrays of numbers
    """The x >= 0 with the least |a x - b|, for a matrix and a vector (Lawson and Hanson 1974).

    >>> nonnegative_least_squares(np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([2.0, -1.0])).tolist()
    [2.0, 0.0]
    """
    x, taken = np.zeros(a.shape[1]), list[int]()
    for _ in range(3 * len(x)):
        slope = a.T @ (b - a @ x)
        slope[taken] = -1.0
        if slope.max() < _ROUNDING:
            break
        taken.append(int(slope.argmax()))
        x, taken = _onto(a, b, x, taken)
    return x


def _onto(a: Any, b: Any, x: Any, taken: list[int]) -> tuple[Any, list[int]]:  # noqa: ANN401
    """Least squares over the columns that are taken, leaving out those that would be negative."""
    while True:
        z = np.zeros_like(x)
        z[taken] = np.linalg.lstsq(a[:, taken], b, rcond=None)[0]
        negative = [k for k in taken if z[k] <= _ROUNDING]
        if not negative:
            return z, taken
        step = min(x[k] / (x[k] - z[k]) if x[k] > z[k] else 0.0 for k in negative)
        x = x + step * (z - x)
        taken = [k for k in taken if x[k] > _ROUNDING]
