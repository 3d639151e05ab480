"""The smooth surface that stands for any law: a polynomial in the logarithms of its variables."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

DEGREES: Final = (1, 2, 3)
"""Of the polynomials among which the best stands for a law."""


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
