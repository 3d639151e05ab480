"""The covariance of measured means: a vector where points are independent, else a matrix.

A million independent points have a million variances and no matrix; points that share trials have
one. What fits and tests ask of either is the same: select, rescale, whiten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RANK_TOLERANCE: Final = 1e-10


def block_diagonal(blocks: Sequence[Array]) -> Array:
    """The covariance matrix of points that are dependent within square blocks alone.

    By hand, since `scipy.linalg` takes a fifth of the time of a short fit to load.

    >>> block_diagonal([np.ones((1, 1)), np.full((2, 2), 3.0)]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 3.0, 3.0], [0.0, 3.0, 3.0]]
    """
    ends = np.cumsum([len(block) for block in blocks]).tolist()
    matrix = np.zeros((ends[-1], ends[-1]))
    for block, end in zip(blocks, ends, strict=True):
        own = slice(end - len(block), end)
        matrix[own, own] = block
    return matrix


@dataclass(frozen=True, eq=False)
class Covariance:
    """`values` has shape (points,), the variances of independent points, or (points, points)."""

    values: Array

    def __post_init__(self) -> None:
        """Raise ValueError for values that are neither a vector nor a square matrix."""
        shape = self.values.shape
        if shape not in {shape[:1], shape[:1] * 2} or not shape:
            raise ValueError(f"A covariance is a vector or a square matrix; got shape {shape}.")

    @classmethod
    def of(cls, matrix: Array) -> Self:
        """The covariance of a matrix, kept as a vector where nothing stands off its diagonal."""
        off_diagonal = matrix[~np.eye(len(matrix), dtype=bool)]
        return cls(matrix if np.any(off_diagonal) else np.diag(matrix).copy())

    @property
    def independent(self) -> bool:
        """Whether the points are known to be independent."""
        return self.values.ndim == 1

    @property
    def variances(self) -> Array:
        """The variance of each point."""
        return self.values if self.independent else np.diag(self.values)

    @property
    def matrix(self) -> Array:
        """The full matrix, whatever is stored."""
        return np.diag(self.values) if self.independent else self.values

    def __len__(self) -> int:
        """The number of points."""
        return len(self.values)

    def take(self, where: NDArray[np.bool_] | NDArray[np.intp]) -> Covariance:
        """The covariance of some of the points."""
        return Covariance(self.values[where] if self.independent else self.values[where][:, where])

    def scaled(self, factors: Array | float) -> Covariance:
        """The covariance of factors * means."""
        f = np.broadcast_to(np.asarray(factors, dtype=np.float64), (len(self),))
        return Covariance(self.values * f**2 if self.independent else self.values * np.outer(f, f))

    def of_contrasts(self, rows: Array) -> Array:
        """The covariance matrix of rows @ means, for rows of shape "contrasts points"."""
        product: Array = (rows * self.values) @ rows.T if self.independent else rows @ self.values @ rows.T
        return product

    @cached_property
    def rank(self) -> int:
        """Directions with a variance of their own; points that share all trials may have fewer."""
        return int(np.sum(self.values > 0)) if self.independent else len(self._root)

    def whiten(self, array: Array) -> Array:
        """W @ array with W S W^T = 1 on the directions that vary, shape "rank ...".

        Directions whose variance is below 1e-10 of the largest, in units of each point's own error,
        are rounding noise of points that share all their trials, and are left out.
        """
        if not self.independent:
            # A product with strided columns is taken without BLAS, a hundred times as slowly.
            return np.asarray(self._root @ np.ascontiguousarray(array), dtype=np.float64)
        varies, scale = self._scale
        return np.asarray((array[varies].T * scale).T, dtype=np.float64)

    def whiten_each(self, batch: Array) -> Array:
        """The same of each array of a batch, shape "batch points ..." to "batch rank ..."."""
        if self.independent:
            varies, scale = self._scale
            return batch[:, varies] * scale.reshape(-1, *(1 for _ in batch.shape[2:]))
        points = np.moveaxis(batch, 1, 0)
        white = self.whiten(points.reshape(len(points), -1)).reshape(-1, *points.shape[1:])
        return np.ascontiguousarray(np.moveaxis(white, 0, 1))

    @cached_property
    def _scale(self) -> tuple[NDArray[np.bool_], Array]:
        """The points that vary, and one over their errors."""
        varies = self.values > 0
        return varies, 1 / np.sqrt(self.values[varies])

    @cached_property
    def _root(self) -> Array:
        scale = np.sqrt(np.diag(self.values))
        scale = np.where(scale > 0, scale, 1.0)
        values, vectors = np.linalg.eigh(self.values / np.outer(scale, scale))
        keep = values > RANK_TOLERANCE * values[-1]
        return np.asarray((vectors[:, keep] / np.sqrt(values[keep])).T / scale, dtype=np.float64)
