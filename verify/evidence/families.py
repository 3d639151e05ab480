"""What is claimed of all values of one variable together: a worst case over a family, and a peak.

The statistic of a claim says it after that of each point, as in "mean; largest over rule":

| family | number | of the means m_j over the values j of a variable |
|---|---|---|
| `largest over v` | max_j m_j | its error is that of the largest, wider where others are as large |
| `smallest over v` | min_j m_j | likewise |
| `peak over v at f` | m_f - m_j, for each j but f | f is a formula of the other variables |

The largest of k estimates that are told apart by less than their errors lies above the largest mean by at
most sqrt(2 log k) errors; its variance is that of the least certain of them times 1 + 2 log k.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .. import law
from ..claim import Value
from ..statistics.evidence import Point

Matrix = NDArray[np.float64]

OF_TWO: Final = frozenset({"ratio", "difference", "variance"})
"""Statistics of an output and of the one after it."""

APART: Final = 4.0
"""Standard errors of a difference from which on two means are told apart."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """What is taken over the values of a variable; `at` is where a peak is claimed."""

    kind: str
    variable: str
    at: str | None = None

    def __str__(self) -> str:
        """As the statistic of a claim says it."""
        return f"{self.kind} over {self.variable}" + (f" at {self.at}" if self.at is not None else "")


def split(statistic: str) -> tuple[str, Family | None]:
    """The statistic of each point, and what is taken of a family of points.

    >>> split("mean; peak over p at 2*n")
    ('mean', Family(kind='peak', variable='p', at='2*n'))
    """
    of_points, _, rest = statistic.partition("; ")
    if not rest:
        return of_points, None
    kind, _, rest = rest.partition(" over ")
    variable, _, at = rest.partition(" at ")
    return of_points, Family(kind=kind, variable=variable, at=at or None)


def of_family(
    family: Family | None, points: Sequence[Point], covariance: Matrix
) -> tuple[Sequence[Point], Matrix]:
    """The points of what is taken over a family, with their covariance; without one the points as they are.

    Raises LookupError where a peak is claimed at a value that no point has.
    """
    if family is None:
        return points, covariance
    classes: dict[tuple[object, ...], list[int]] = {}
    for index, point in enumerate(points):
        classes.setdefault(tuple(_others(family, point).values()), []).append(index)
    if family.kind == "peak":
        return _excesses(family, points, list(classes.values()), covariance)
    return _extremes(family, points, list(classes.values()), covariance)


def _extremes(
    family: Family, points: Sequence[Point], classes: Sequence[Sequence[int]], covariance: Matrix
) -> tuple[list[Point], Matrix]:
    sign = 1.0 if family.kind == "largest" else -1.0
    chosen = [max(members, key=lambda index: sign * points[index].mean) for members in classes]
    widened = np.array(
        [_widening(points, members, best, covariance) for members, best in zip(classes, chosen, strict=True)]
    )
    matrix = covariance[np.ix_(chosen, chosen)] * np.sqrt(np.outer(widened, widened))
    found = []
    for number, (members, best) in enumerate(zip(classes, chosen, strict=True)):
        point = replace(points[best], at=_others(family, points[best]))
        bound = max(points[index].error_bound or 0.0 for index in members)
        found.append(_with_error(point, matrix[number, number], bound))
    return found, matrix


def _others(family: Family, point: Point) -> dict[str, Value]:
    """The coordinates of a point but the family's variable."""
    return {name: value for name, value in point.at.items() if name != family.variable}


def _with_error(point: Point, variance: float, bound: float) -> Point:
    """The point with the error of its kind."""
    if point.error_bound is None:
        return replace(point, stderr=float(np.sqrt(variance)))
    return replace(point, error_bound=bound)


def widened_by(members: int) -> float:
    """By how much the variance of a largest estimate is wider where so many may be the largest."""
    return 1 + 2 * math.log(members)


def _widening(points: Sequence[Point], members: Sequence[int], best: int, covariance: Matrix) -> float:
    """By how much the variance of the largest is widened for those that may be as large."""
    own = covariance[best, best]
    spread = {index: own + covariance[index, index] - 2 * covariance[best, index] for index in members}
    near = [
        index
        for index in members
        if abs(points[index].mean - points[best].mean) <= APART * math.sqrt(max(spread[index], 0.0))
    ]
    if own == 0 or len(near) == 1:
        return 1.0
    return float(max(covariance[index, index] for index in near) / own * widened_by(len(near)))


def _excesses(
    family: Family, points: Sequence[Point], classes: Sequence[Sequence[int]], covariance: Matrix
) -> tuple[list[Point], Matrix]:
    pairs = [
        (peak, index)
        for members in classes
        for peak in [_peak(family, points, members)]
        for index in members
        if index != peak
    ]
    gradient = np.zeros((len(pairs), len(points)))
    for row, (peak, index) in enumerate(pairs):
        gradient[row, peak], gradient[row, index] = 1.0, -1.0
    matrix = gradient @ covariance @ gradient.T
    found = []
    for row, (peak, index) in enumerate(pairs):
        top, other = points[peak], points[index]
        excess = replace(
            other, mean=top.mean - other.mean, n_trials=min(top.n_trials, other.n_trials), failures=None
        )
        bound = (other.error_bound or 0.0) + (top.error_bound or 0.0)
        found.append(_with_error(excess, matrix[row, row], bound))
    return found, matrix


def _peak(family: Family, points: Sequence[Point], members: Sequence[int]) -> int:
    """The point of a family at which the peak is claimed."""
    formula = law.parse(family.at or "")
    for index in members:
        here, rest = points[index].at[family.variable], _others(family, points[index])
        if not isinstance(here, str) and math.isclose(here, law.evaluate(formula, rest), rel_tol=1e-9):
            return index
    rest = _others(family, points[members[0]])
    raise LookupError(f"No point has {family.variable} = {family.at} at {rest}, where a peak is claimed.")
