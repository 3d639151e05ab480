"""Evidence: what was measured for one claim, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .claim import Value


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One measured number and where it was measured.

    A sampled number has a `stderr`, an exact one a rigorous `error_bound`; never both.
    `failures` is the count behind a proportion, and absent for any other mean. `draws` counts the
    independent units behind the number.
    """

    at: Mapping[str, Value]
    mean: float
    stderr: float | None
    error_bound: float | None
    draws: int
    failures: int | None = None


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The cells of one claim with the covariance of their means, shape (cells, cells).

    Cells that share draws are correlated; cells of exact quantities have zero covariance.
    """

    cells: tuple[Cell, ...]
    covariance: NDArray[np.float64]
