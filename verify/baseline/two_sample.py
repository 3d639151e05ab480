"""Whether point means moved between two runs: two independent means a point, one p-value a claim.

A claim's p-value asks two questions at half the level each. In a point: the largest |z|, Bonferroni
over the points, whatever their dependence. In common: the mean of the signed z-scores of each group
of points that share trials, added over the groups, which are independent. The mean of correlated
standard normals has a variance of at most 1, so this needs no covariance. The baseline's own errors
are part of every difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
import scipy
from numpy.typing import NDArray

from .expected import PointEntry

Vector = NDArray[np.float64]

ROUNDING: Final = 1e-6
"""Relative rounding of a single-precision simulation on another processor."""

EXACT_ROUNDING: Final = 1e-12
"""Relative rounding of a value computed in double precision."""

FEW: Final = 100
"""Counts below it are compared by the conditional test; above it their difference is normal."""

LARGEST_Z: Final = 38.0
"""The z-score of the smallest p-value in double precision."""


@dataclass(frozen=True, kw_only=True)
class Means:
    """The points of one run as columns; `n_trials` is 0 where unknown."""

    means: Vector
    stderrs: Vector
    error_bounds: Vector | None
    n_trials: Vector
    failures: Vector | None

    @classmethod
    def of(cls, points: Sequence[PointEntry]) -> Self:
        """The columns of a list of points, all sampled or all exact."""
        exact = any(point.error_bound is not None for point in points)
        counted = bool(points) and all(point.failures is not None for point in points)
        return cls(
            means=np.array([point.mean for point in points]),
            stderrs=np.array([point.stderr or 0.0 for point in points]),
            error_bounds=np.array([point.error_bound or 0.0 for point in points]) if exact else None,
            n_trials=np.array([float(point.n_trials) for point in points]),
            failures=np.array([float(point.failures or 0.0) for point in points]) if counted else None,
        )


@dataclass(frozen=True, kw_only=True)
class Shift:
    """How far the points moved: signed z-scores by point and in common, and the claim's p-value."""

    z_scores: Vector
    common: float
    p_value: float

    @property
    def worst(self) -> int:
        """The point that moved most."""
        return int(np.argmax(np.abs(self.z_scores)))


def shift(before: Means, after: Means, groups: Sequence[int]) -> Shift:
    """The difference of two runs of the same points; points with one group number share trials."""
    difference = after.means - before.means
    p_values = _p_values(before, after, np.abs(difference))
    sizes = np.minimum(-scipy.special.ndtri(p_values / 2), LARGEST_Z)
    z_scores = np.sign(difference) * sizes
    common = _common(np.where(before.means < 0, -z_scores, z_scores), np.asarray(groups))
    in_a_point = len(p_values) * float(p_values.min(initial=1.0))
    in_common = 2 * float(scipy.special.ndtr(-abs(common)))
    return Shift(z_scores=z_scores, common=common, p_value=min(1.0, 2 * min(in_a_point, in_common)))


def conditional_p_value(first: Vector, of_first: Vector, second: Vector, of_second: Vector) -> Vector:
    """Two-sided p-values of two counts having one rate, given their sum.

    Given K events in all, the first count is binomial(K, m1 / (m1 + m2)) for rare events; counts out
    of finite trials are hypergeometric, which is narrower, so the p-value errs on the safe side.

    >>> conditional_p_value(np.array([0.0]), np.array([50.0]), np.array([5.0]), np.array([50.0]))
    array([0.0625])
    """
    total, share = first + second, of_first / (of_first + of_second)
    above = np.where(first > 0, scipy.special.betainc(np.maximum(first, 1), second + 1, share), 1.0)
    below = np.where(second > 0, scipy.special.betaincc(first + 1, np.maximum(second, 1), share), 1.0)
    return np.where(total > 0, np.minimum(1.0, 2 * np.minimum(above, below)), 1.0)


def _p_values(before: Means, after: Means, distance: Vector) -> Vector:
    scale = np.maximum(np.abs(before.means), np.abs(after.means))
    if before.error_bounds is not None or after.error_bounds is not None:
        bounds = sum(
            np.zeros_like(scale) if b is None else b for b in (before.error_bounds, after.error_bounds)
        )
        # A value that was exact may now be sampled, or the reverse.
        return _student(before, after, np.maximum(distance - bounds - EXACT_ROUNDING * scale, 0.0))
    normal = _student(before, after, np.maximum(distance - ROUNDING * scale, 0.0))
    if before.failures is None or after.failures is None:
        return normal
    counts = [np.round(run.means * run.n_trials) for run in (before, after)]
    # The rarer outcome is counted.
    rare = counts[0] + counts[1] <= (before.n_trials + after.n_trials) / 2
    one, two = (np.where(rare, k, m.n_trials - k) for k, m in zip(counts, (before, after), strict=True))
    few = np.minimum(one, two) < FEW
    return np.where(few, conditional_p_value(one, before.n_trials, two, after.n_trials), normal)


def _student(before: Means, after: Means, distance: Vector) -> Vector:
    """Welch's test of two means; a difference of means without spread is certain."""
    first, second = before.stderrs**2, after.stderrs**2
    variance = first + second
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(variance > 0, distance / np.sqrt(variance), np.where(distance > 0, np.inf, 0.0))
        slack = first**2 / _freedom(before) + second**2 / _freedom(after)
        freedom = np.where(slack > 0, variance**2 / slack, np.inf)
    normal = scipy.special.ndtr(-t)
    return np.asarray(2 * np.where(np.isfinite(freedom), scipy.special.stdtr(freedom, -t), normal))


def _freedom(run: Means) -> Vector:
    return np.where(run.n_trials > 1, run.n_trials - 1, np.inf)


def _common(z_scores: Vector, groups: NDArray[np.intp]) -> float:
    if not z_scores.size:
        return 0.0
    members = np.bincount(groups)
    sums = np.bincount(groups, weights=z_scores)
    there = members > 0
    return float(np.sum(sums[there] / members[there]) / np.sqrt(there.sum()))
