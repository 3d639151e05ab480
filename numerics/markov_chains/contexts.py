r"""Codes of contexts: how far apart they are, and what their inner products tell.

A context $(c_1, \ldots, c_k)$, the last symbol first, has the code $\sum_j r^{-j} e_{c_j} / \sum_j r^{-j}$
beside a mark: one coordinate of square `mark` that all complete contexts share. Codes are enumerated in units
of $r^{-k}$, so that their coordinates are whole numbers.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..quantity import ExactValue, Value
from ..simulator import computed

_ROUNDING: Final = 1e-14
"""A few dozen operations of relative error 1.1e-16, none of which cancels."""
_ROWS: Final = 256
_ORDERS: Final = {2: 10, 3: 6}
"""The longest contexts enumerated, by alphabet."""

Codes = NDArray[np.float64]


@lru_cache(maxsize=4)
def context_codes(k: int, symbols: int, base: int) -> Codes:
    """The code of every context times r^k, whole numbers, in the order of `itertools.product`.

    >>> context_codes(2, 2, 3).tolist()
    [[4.0, 0.0], [3.0, 1.0], [1.0, 3.0], [0.0, 4.0]]
    """
    contexts = np.array(list(product(range(symbols), repeat=k)))
    places = base ** np.arange(k - 1, -1, -1.0)
    return np.asarray(np.eye(symbols)[contexts].swapaxes(1, 2) @ places)


def closest_gap(codes: Codes, mark: float) -> float:
    """The least 1 - cos between different codes, each with a coordinate of square `mark` times its mass's.

    The squared sine is a sum of squares of 2 x 2 minors (Lagrange), which lose no digits.
    """
    mass = float(codes[0].sum())
    marked = np.hstack((codes, np.full((len(codes), 1), sqrt(mark) * mass)))
    power, least = np.square(marked).sum(1), 1.0
    for start in range(0, len(codes), _ROWS):
        rows = marked[start : start + _ROWS]
        minors = np.zeros((len(rows), len(codes)))
        for x in range(marked.shape[1]):
            for y in range(x):
                minors += (np.outer(rows[:, x], marked[:, y]) - np.outer(rows[:, y], marked[:, x])) ** 2
        square = minors / np.outer(power[start : start + _ROWS], power)
        square[np.arange(len(rows)), start + np.arange(len(rows))] = 1.0
        smallest = float(square.min())
        least = min(least, smallest / (1 + sqrt(1 - smallest)))
    return least


_POINTS: Final = tuple(
    {"k": k, "S": S, "r": r} for S, longest in _ORDERS.items() for r in (2, 3) for k in range(1, longest + 1)
)


@computed(
    title="Least 1 - cos between codes of different contexts",
    points=({**point, "mark": mark} for point in _POINTS for mark in (0, 2)),
)
def context_gap(k: int, S: int, r: int, mark: int) -> ExactValue:
    """The least 1 - cos between codes of different contexts."""
    codes = context_codes(k, S, r)
    value = closest_gap(codes, float(mark))
    return ExactValue(value=value, error_bound=_ROUNDING * value)


@computed(
    title="Least 1 - cos between codes of different contexts, in units of r^-2k",
    points=({**point, "mark": mark} for point in _POINTS for mark in (0, 2)),
)
def context_gap_scaled(**at: Value) -> ExactValue:
    """The same in units of r^(-2k)."""
    found, units = context_gap.evaluate(at), float(int(at["r"]) ** (2 * int(at["k"])))
    return ExactValue(value=units * found.value, error_bound=units * found.error_bound)


@computed(
    title="Largest inner product with the code of another context, less that with the own one", points=_POINTS
)
def unnormalised_excess(k: int, r: int, S: int) -> ExactValue:
    """The largest <v, u> - <u, u> over different contexts, codes being plain sums of r^-j e."""
    codes = context_codes(k, S, r)
    overlaps = codes @ codes.T
    excess = overlaps - np.diagonal(overlaps)
    np.fill_diagonal(excess, -np.inf)
    value = float(excess.max()) / r ** (2 * k)
    return ExactValue(value=value, error_bound=_ROUNDING * abs(value))


@computed(
    title="The same for binary contexts of two symbols and any weights",
    points=({"w_1": a, "w_2": b} for a in (1, 2, 3, 5) for b in (1, 2, 3, 5)),
)
def unnormalised_pair(w_1: int, w_2: int) -> ExactValue:
    """The same for k = 2 and any two positive weights `w_1`, `w_2` on the symbols of a binary context."""
    weights = np.array([float(w_1), float(w_2)])
    contexts = np.array(list(product(range(2), repeat=2)))
    codes = np.eye(2)[contexts].swapaxes(1, 2) @ weights
    overlaps = codes @ codes.T
    same = np.all(codes[:, None] == codes[None], axis=-1)
    excess = np.where(np.eye(4, dtype=bool), -np.inf, overlaps - np.diagonal(overlaps))
    collides = bool((same & ~np.eye(4, dtype=bool)).any())
    return ExactValue(value=0.0 if collides else float(excess.max()), error_bound=_ROUNDING)
