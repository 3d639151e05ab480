"""Many independent points as few: neighbours are averaged around a law fitted to them.

A point's ratio to a rough law is close to constant among neighbours, so ratios are averaged with the
weights of their errors, and the columns of the design with them; a law that is linear in the
columns is pooled without error. What the ratios scatter within a pool beyond their errors tests
the errors themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .corrections import Design
from .covariance import Covariance
from .gls import Matrix, Vector

MOST_POINTS: Final = 600
"""More points than this are pooled: their number then costs one pass, not one for each point of a scan."""

POOLS: Final = {1: 96, 2: 20}
FEWEST_POOLS: Final = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class Pooled:
    """A design and points, one a pool; `chi2` and `dof` are those of the scatter within pools."""

    design: Design
    means: Vector
    variances: Vector
    counts: Vector | None
    trials: Vector | None
    chi2: float
    dof: int


def pool(
    design: Design, means: Vector, covariance: Covariance, counts: Vector | None, trials: Vector | None
) -> Pooled:
    """The points in pools of neighbouring columns. The points must be independent."""
    regressors = np.column_stack([np.ones(len(means)), design.columns])
    labels, rough = _labels(design.columns), np.zeros(regressors.shape[1])
    # The second pass averages around the law that the first one found.
    for last in (False, True):
        law = np.exp(design.offset + regressors @ rough)
        weights = law**2 / covariance.variances if trials is None else trials * law
        mean_of = _Mean(labels=labels, weights=weights)
        ratios = mean_of(means / law)
        columns = np.column_stack([mean_of(column) for column in design.columns.T])
        center = np.exp(mean_of(design.offset) + np.column_stack([np.ones(len(columns)), columns]) @ rough)
        if not last:
            rough = rough + _slopes(np.column_stack([np.ones(len(columns)), columns]), ratios)
    named = {text: mean_of(column) for text, column in design.named.items()}
    pooled = replace(design, columns=columns, offset=mean_of(design.offset), named=named)
    total = mean_of.total
    if counts is not None:
        return Pooled(
            design=pooled,
            means=ratios * center,
            variances=np.maximum(ratios * total, 0.5) * (center / total) ** 2,
            counts=ratios * total,
            trials=total / center,
            chi2=0.0,
            dof=0,
        )
    scatter = float(np.sum(weights * (means / law - ratios[labels]) ** 2))
    return Pooled(
        design=pooled,
        means=ratios * center,
        variances=center**2 / total,
        counts=None,
        trials=None,
        chi2=scatter,
        dof=len(means) - len(ratios),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Mean:
    """Weighted means over the pools."""

    labels: NDArray[np.intp]
    weights: Vector

    @cached_property
    def total(self) -> Vector:
        """The weight of each pool."""
        return np.asarray(np.bincount(self.labels, self.weights), dtype=np.float64)

    def __call__(self, values: Vector) -> Vector:
        return np.asarray(np.bincount(self.labels, self.weights * values) / self.total, dtype=np.float64)


def _labels(columns: Matrix) -> NDArray[np.intp]:
    """Pools of equal width in each column."""
    pools = POOLS.get(columns.shape[1], FEWEST_POOLS)
    labels = np.zeros(len(columns), dtype=np.intp)
    for column in columns.T:
        width = float(np.ptp(column)) or 1.0
        labels = labels * pools + np.minimum((column - column.min()) / width * pools, pools - 1).astype(
            np.intp
        )
    return np.asarray(np.unique(labels, return_inverse=True)[1], dtype=np.intp)


def _slopes(regressors: Matrix, ratios: Vector) -> Vector:
    """How the rough law must turn so that the positive ratios become constant."""
    positive = ratios > 0
    if positive.sum() <= regressors.shape[1]:
        return np.zeros(regressors.shape[1])
    found = np.linalg.lstsq(regressors[positive], np.log(ratios[positive]), rcond=None)[0]
    return np.asarray(found, dtype=np.float64)
