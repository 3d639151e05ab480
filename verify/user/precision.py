"""How precise the points of a grid must be for a claim to be decided at its margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..claim import Value
from ..statistics.corrections import Design
from ..statistics.sizing import required_error

LEVEL: Final = 0.00375
"""The share of a claim's level that is left for its last analysis."""

POWER: Final = 0.95

ERRORS_IN_VALUE: Final = 8.0
"""Standard errors in a value's margin: four for a simultaneous interval, and as many for where it lies."""

SMALLEST, LARGEST = 0.001, 0.05
"""Relative errors below the first take millions of trials; above the second logs are no longer linear."""

MOST_POINTS: Final = 64
"""On larger grids each variable is planned alone, with the points at each of its sizes averaged."""


def error_for_exponents(grid: Mapping[str, Sequence[Value]], margin: float) -> float:
    """The relative error of a point by which all exponents are known to the margin.

    A longer range needs less:

    >>> near, far = ({"d": [2**k for k in range(4, top)]} for top in (9, 12))
    >>> 2 < error_for_exponents(far, 0.05) / error_for_exponents(near, 0.05) < 10
    True
    """
    return _error_for_exponents(tuple((name, tuple(values)) for name, values in grid.items()), margin)


@lru_cache(maxsize=64)
def _error_for_exponents(grid: tuple[tuple[str, tuple[Value, ...]], ...], margin: float) -> float:
    """The same, once a grid: every point of it asks."""
    sizes = {name: np.log(np.array(values, dtype=np.float64)) for name, values in grid if _varies(values)}
    points = int(np.prod([len(logs) for logs in sizes.values()]))
    if not sizes:
        return SMALLEST
    if points <= MOST_POINTS:
        mesh = np.meshgrid(*sizes.values(), indexing="ij")
        return _required(tuple(sizes), np.column_stack([part.ravel() for part in mesh]), margin)
    return min(
        _required((name,), logs[:, None], margin, averaged=points / len(logs)) for name, logs in sizes.items()
    )


def _required(
    names: tuple[str, ...], columns: NDArray[np.float64], margin: float, *, averaged: float = 1.0
) -> float:
    """The error of a point where so many are averaged at each of these sizes."""
    gain = float(np.sqrt(averaged))
    return gain * required_error(
        Design(names=names, columns=columns, offset=np.zeros(len(columns))),
        np.zeros(len(names)),
        margin,
        level=LEVEL,
        power=POWER,
        smallest=SMALLEST / gain,
        largest=LARGEST / gain,
    )


def _varies(values: Sequence[Value]) -> bool:
    """Whether there are several positive numbers; what is not positive has no logarithm."""
    return len(values) > 1 and all(not isinstance(value, str) and value > 0 for value in values)
