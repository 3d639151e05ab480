"""Exponents of exact values, which have no errors to weigh residuals with.

A pure law that fits inside all error bounds gives the extreme slopes it may have; otherwise the slope of
the last two sizes and its Richardson extrapolations for corrections of order 1/2 and 1 span the
interval.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from .corrections import ORDERS, Design
from .gls import Matrix, Vector, compatible_slopes

ROUNDING: Final = 1e-12
"""Relative rounding allowed to the evaluation of an exact value in double precision."""

MIN_EXACT_SIZES: Final = 3


def exact_slopes(design: Design, means: Vector, error_bounds: Vector) -> tuple[Vector, Vector] | None:
    """Least and largest value of each parameter; None where the values do not tell it."""
    if np.any(means <= error_bounds):
        return None
    log_low = np.log(means - error_bounds) - design.offset - ROUNDING
    log_high = np.log(means + error_bounds) - design.offset + ROUNDING
    slopes = compatible_slopes(design.columns, log_low, log_high)
    return _extrapolated_slopes(design, (log_low + log_high) / 2) if slopes is None else slopes


def _extrapolated_slopes(design: Design, logs: Vector) -> tuple[Vector, Vector] | None:
    ends = [_last_slopes(design.columns, logs, column) for column in range(len(design.names))]
    if any(end is None for end in ends):
        return None
    pairs = np.array(ends, dtype=float)
    return pairs.min(axis=1), pairs.max(axis=1)


def _last_slopes(bases: Matrix, logs: Vector, column: int) -> tuple[float, ...] | None:
    """Last slope and its two extrapolations, where the other variables are at their largest."""
    others = np.delete(bases, column, axis=1)
    line = np.all(others == others.max(axis=0), axis=1) if others.size else np.ones(len(logs), dtype=bool)
    order = np.argsort(bases[line, column])
    x, y = bases[line, column][order], logs[line][order]
    # Cells that share a size give no slope: what differs between them is no variable of the law.
    if x.size < MIN_EXACT_SIZES or np.any(np.diff(x) == 0):
        return None
    slopes = np.diff(y) / np.diff(x)
    middles = (x[1:] + x[:-1]) / 2
    growth = [math.expm1(w * (middles[-1] - middles[-2])) for w in ORDERS]
    return (float(slopes[-1]), *(float(slopes[-1] + (slopes[-1] - slopes[-2]) / g) for g in growth))
