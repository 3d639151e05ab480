"""Where the rise of a deviance about its least reaches what is allowed: the ends of profile intervals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .gls import Vector

EXPANSIONS: Final = 12
"""How often a root is looked for, each time twice as far out."""
TOLERANCE: Final = 1e-6
"""Of an end, in parts of its half-width."""
PRECISION: Final = 3e-4
"""The same where each value costs an iterated fit."""
MAX_STEPS: Final = 60
FALSE_POSITIONS: Final = 8
"""Steps after which an interval is halved: where an excess jumps, false position takes many."""

Excess = Callable[[NDArray[np.intp], Vector], Vector]
"""The excesses of some of the intervals, by their ascending numbers, at a value of each."""


def outward_roots(
    excess: Excess,
    center: Vector,
    step: Vector,
    depth: Vector,
    *,
    tolerance: float = TOLERANCE,
    expansions: int = EXPANSIONS,
) -> Vector:
    """The nearest roots of excesses that are -depth at the centres, in the directions of the steps.

    A root is infinite where none is found. An excess is nearly quadratic about the centre, as the rise of a
    deviance is, and so its root is looked for in the square root of what it has risen by, which is nearly
    linear: by false position, where an end that stays counts half (Dowell and Jarratt, BIT 11, 1971). A step
    to the root of the quadratic saves most.
    """
    root = np.sqrt(np.maximum(depth, 0.0))

    def height(rows: NDArray[np.intp], values: Vector) -> Vector:
        risen = np.maximum(excess(rows, values) + root[rows] ** 2, 0.0)
        return np.asarray(np.sqrt(risen) - root[rows], dtype=np.float64)

    near, low = center.copy(), -root
    far, high = center + step, np.full(len(center), -np.inf)
    rows = np.arange(len(center))
    for _ in range(expansions):
        high[rows] = height(rows, far[rows])
        rows = rows[~(high[rows] > 0)]
        if not rows.size:
            break
        near[rows], low[rows] = far[rows], high[rows]
        far[rows] = (2 * far - center)[rows]
    rows = np.flatnonzero(high > 0)
    ends = np.copysign(np.inf, step)
    ends[rows] = _false_positions(height, rows, (near, low), (far, high), tolerance)
    return ends


def outward_root(excess: Callable[[float], float], center: float, step: float) -> float:
    """The nearest root of one `excess`, negative at the centre, in the direction of `step`, else infinity."""

    def alone(_: NDArray[np.intp], values: Vector) -> Vector:
        return np.array([excess(float(value)) for value in values])

    depth = np.array([-excess(center)])
    return float(outward_roots(alone, np.array([center]), np.array([step]), depth)[0])


def _false_positions(
    height: Excess,
    rows: NDArray[np.intp],
    near: tuple[Vector, Vector],
    far: tuple[Vector, Vector],
    tolerance: float,
) -> Vector:
    """Where `height` is zero, from two places each with the values there, of which the second is positive."""
    (last, value), (other, opposite) = far, near
    closest, found = tolerance * np.abs(last - other), rows
    lowest = tolerance * np.abs(np.where(np.isfinite(value), value, 0.0) - opposite)
    for number in range(MAX_STEPS):
        rows = rows[(np.abs(value) > lowest)[rows] & (np.abs(last - other) > closest)[rows]]
        if not rows.size:
            break
        with np.errstate(invalid="ignore"):
            share = value[rows] / (value[rows] - opposite[rows])
        # An infinite height tells nothing of where it is zero.
        share = np.where(np.isfinite(share) & (number < FALSE_POSITIONS), share, 0.5)
        middle = last[rows] - share * (last - other)[rows]
        new = height(rows, middle)
        turned = new * value[rows] < 0
        other[rows] = np.where(turned, last[rows], other[rows])
        opposite[rows] = np.where(turned, value[rows], opposite[rows] / 2)
        last[rows], value[rows] = middle, new
    return last[found]
