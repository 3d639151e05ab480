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


def exact_slopes(
    design: Design, means: Vector, error_bounds: Vector, *, up_to_logs: bool = False
) -> tuple[Vector, Vector] | None:
    """Least and largest value of each parameter; None where the values do not tell it.

    With `up_to_logs` each is what is left beside a free power of its variable's logarithm.
    """
    if np.any(means <= error_bounds):
        return None
    log_low = np.log(means - error_bounds) - design.offset - ROUNDING
    log_high = np.log(means + error_bounds) - design.offset + ROUNDING
    slopes = compatible_slopes(design.columns, log_low, log_high)
    return _extrapolated_slopes(design, (log_low + log_high) / 2, up_to_logs) if slopes is None else slopes


def _extrapolated_slopes(design: Design, logs: Vector, up_to_logs: bool) -> tuple[Vector, Vector] | None:
    columns = range(len(design.names))
    ends = [_last_slopes(design.outward, logs, column, up_to_logs=up_to_logs) for column in columns]
    if any(end is None for end in ends):
        return None
    pairs = design.directions[:, None] * np.array(ends, dtype=float)
    return pairs.min(axis=1), pairs.max(axis=1)


def _last_slopes(
    bases: Matrix, logs: Vector, column: int, *, up_to_logs: bool = False
) -> tuple[float, ...] | None:
    """Last slope and its two extrapolations, where the other variables are at their largest.

    With an exponent and a rate in one variable: their joint solutions on the last points and those before.
    """
    mine = [c for c in range(bases.shape[1]) if _one_variable(bases[:, column], bases[:, c])]
    others = np.delete(bases, mine, axis=1)
    line = np.all(others == others.max(axis=0), axis=1) if others.size else np.ones(len(logs), dtype=bool)
    order = np.argsort(bases[line, column])
    x, y = bases[line][order][:, mine], logs[line][order]
    here = mine.index(column)
    # Points that share a size give no slope: what differs between them is not a variable of the law.
    if len(x) < MIN_EXACT_SIZES + len(mine) - 1 or np.any(np.diff(x[:, here]) == 0):
        return None
    if len(mine) > 1:
        # Two variables that always change together have no exponents of their own.
        if np.linalg.matrix_rank(np.column_stack([x, np.ones(len(x))])) <= len(mine):
            return None
        return tuple(_solved(x[window], y[window])[here] for window in _windows(len(x), len(mine) + 1))
    slopes = np.diff(y) / np.diff(x[:, 0])
    middles = (x[1:, 0] + x[:-1, 0]) / 2
    if up_to_logs and middles[0] > 0 and slopes.size >= MIN_EXACT_SIZES:
        # Slopes e + p / log b of b^e (log b)^p tell e by two of them.
        return tuple((np.diff(slopes * middles) / np.diff(middles))[-2:].tolist())
    growth = [math.expm1(w * (middles[-1] - middles[-2])) for w in ORDERS]
    return (float(slopes[-1]), *(float(slopes[-1] + (slopes[-1] - slopes[-2]) / g) for g in growth))


def _one_variable(first: Vector, second: Vector) -> bool:
    """Whether each of two columns tells the other, as the exponent's and the rate's of one variable do."""
    sizes = {np.unique(first).size, np.unique(second).size, np.unique([first, second], axis=1).shape[1]}
    return len(sizes) == 1


def _windows(points: int, width: int) -> tuple[slice, slice]:
    """The last so many points, and those one before."""
    return slice(points - width, points), slice(points - width - 1, points - 1)


def _solved(x: Matrix, y: Vector) -> Vector:
    """The parameters of a product that passes through as many points as it has, constant included."""
    return np.asarray(np.linalg.solve(np.column_stack([x, np.ones(len(x))]), y), dtype=np.float64)
