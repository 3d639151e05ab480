"""Evidence: what was measured for one claim, as plain columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..claim import Value
from .covariance import Covariance

Vector = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Point:
    """One measured number and where it was measured.

    A sampled number has a `stderr`, an exact one a rigorous `error_bound`; never both.
    `failures` is the count behind a proportion, and absent for any other mean. `n_trials` counts the
    independent units behind the number.
    """

    at: Mapping[str, Value]
    mean: float
    stderr: float | None
    error_bound: float | None
    n_trials: float
    failures: float | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """The points of one claim, a column for each coordinate and each number.

    `at` maps each coordinate to its column, numbers or names. `n_trials` counts the independent units
    behind each mean (inf where only a standard error is known), `failures` the counts behind
    proportions. `error_bounds` are there for exact values alone, whose covariance is zero. `excess_scatter`
    says how many times more the means of blocks scatter than standard errors say, where trials are dependent,
    `heavy_share` which share of the scatter of a mean one trial or block of them holds, where few make it up,
    `asymmetry`, where single trials are known, how much at each point and on which side the rare ones lie,
    `skewness` their skewness over sqrt(n), of which the asymmetry is what no symmetric trials would show,
    `least_skewness` how much of it is granted on either side where the trials are too few to show it,
    `error_dof` the degrees of freedom of errors that lean on each other (else those of a mean's own trials),
    `misfit` by how much at most thresholds have wider errors for a curve that does not fit (1: they all fit).
    `by_residuals` says that errors were told by residuals, since each place has one value.
    """

    at: Mapping[str, NDArray[Any]]
    means: Vector
    covariance: Covariance
    n_trials: Vector
    failures: Vector | None = None
    error_bounds: Vector | None = None
    excess_scatter: float | None = None
    heavy_share: float | None = None
    asymmetry: Vector | None = None
    skewness: Vector | None = None
    least_skewness: Vector | None = None
    error_dof: Vector | None = None
    misfit: float = 1.0
    by_residuals: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for columns of different lengths."""
        columns = [*self.at.values(), self.n_trials, self.covariance.values, *self._known.values()]
        if any(len(column) != len(self.means) for column in columns):
            raise ValueError(
                f"Evidence of {len(self.means)} means has columns of lengths {[len(c) for c in columns]}."
            )

    @classmethod
    def of(cls, points: Sequence[Point], covariance: ArrayLike) -> Self:
        """Evidence of points that have the same coordinates, all sampled or all exact."""
        kinds = {(point.stderr is None, point.error_bound is None) for point in points}
        if len(kinds) > 1 or kinds & {(True, True), (False, False)}:
            raise ValueError("Points must all have a standard error or all an error bound.")
        if len({frozenset(point.at) for point in points}) > 1:
            raise ValueError("The points of one claim must have the same coordinates.")
        matrix = np.asarray(covariance, dtype=np.float64).reshape(len(points), len(points))
        exact = bool(points) and points[0].error_bound is not None
        counted = bool(points) and not exact and all(point.failures is not None for point in points)
        return cls(
            at={
                name: _column([point.at[name] for point in points])
                for name in (points[0].at if points else ())
            },
            means=np.array([point.mean for point in points], dtype=np.float64),
            covariance=Covariance.of(matrix),
            n_trials=np.array([point.n_trials for point in points], dtype=np.float64),
            failures=np.array([point.failures for point in points], dtype=np.float64) if counted else None,
            error_bounds=np.array([point.error_bound for point in points], dtype=np.float64)
            if exact
            else None,
        )

    def __len__(self) -> int:
        """The number of points."""
        return len(self.means)

    @property
    def exact(self) -> bool:
        """Whether the points are exact values with error bounds."""
        return self.error_bounds is not None

    @cached_property
    def stderrs(self) -> Vector:
        """The standard error of each mean, zero for exact values."""
        return np.sqrt(self.covariance.variances)

    def place(self, index: int) -> dict[str, Value]:
        """The coordinates of one point, as plain values."""
        return {name: column.item(index) for name, column in self.at.items()}

    def point(self, index: int) -> Point:
        """One point."""
        return Point(
            at=self.place(index),
            mean=float(self.means[index]),
            stderr=None if self.exact else float(self.stderrs[index]),
            error_bound=None if self.error_bounds is None else float(self.error_bounds[index]),
            n_trials=float(self.n_trials[index]),
            failures=None if self.failures is None else float(self.failures[index]),
        )

    def take(self, where: NDArray[np.bool_] | NDArray[np.intp]) -> Evidence:
        """The evidence of some of the points."""
        return replace(
            self,
            at={name: column[where] for name, column in self.at.items()},
            means=self.means[where],
            covariance=self.covariance.take(where),
            n_trials=self.n_trials[where],
            **{name: column[where] for name, column in self._known.items()},
        )

    @property
    def _known(self) -> dict[str, Any]:
        """The columns that only some evidence has."""
        found = {
            "failures": self.failures,
            "error_bounds": self.error_bounds,
            "asymmetry": self.asymmetry,
            "skewness": self.skewness,
            "least_skewness": self.least_skewness,
            "error_dof": self.error_dof,
        }
        return {name: column for name, column in found.items() if column is not None}

    @property
    def points(self) -> tuple[Point, ...]:
        """All points, one record each."""
        return tuple(self.point(index) for index in range(len(self)))


def _column(values: Sequence[Value]) -> NDArray[Any]:
    if any(isinstance(value, str) for value in values):
        return np.array(values, dtype=object)
    return np.array(values)
