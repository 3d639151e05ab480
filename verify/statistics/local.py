"""Local exponents: the slope between neighbouring sizes, and whether it drifts.

Between two sizes of one variable, all other coordinates equal, the slope of log m in log b is
(log m_2 - log m_1) / (log b_2 - log b_1), where b is the base the law is in (n - 1, say). Slopes of
several such pairs between the same two sizes are averaged with the inverse of their variances.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .covariance import Covariance
from .gls import Matrix, Vector
from .intervals import normal_limits, sidak, two_sided_quantile

MIN_SLOPES: Final = 2


@dataclass(frozen=True, kw_only=True)
class LocalSlopes:
    """Slopes between neighbouring sizes, at the geometric means of the sizes, with their errors.

    `covariance` has shape "slopes slopes"; `bounds` are the rigorous errors of exact values.
    """

    at: Vector
    values: Vector
    covariance: Matrix
    bounds: Vector

    def limits(self, alpha: float) -> tuple[Vector, Vector]:
        """Limits that hold for all slopes together with probability 1 - alpha."""
        variances = np.diag(self.covariance)
        # Rounding can leave a singular covariance with a negative variance: then nothing is known.
        stderrs = np.sqrt(np.where(variances < 0, np.inf, variances))
        low, high = normal_limits(self.values, stderrs, sidak(alpha, self.values.size))
        return low - self.bounds, high + self.bounds


def local_slopes(
    sizes: Vector,
    bases: Vector,
    groups: NDArray[np.intp],
    *,
    means: Vector,
    covariance: Covariance,
    bounds: Vector,
) -> LocalSlopes:
    """Slopes over one variable; all arguments have shape "points" (the covariance "points points").

    `groups` tells points whose other coordinates differ. Points that are not positive give no slope.
    """
    usable = means > 0
    relative = covariance.scaled(1 / np.where(usable, means, 1.0))
    relative_bounds = bounds / np.where(usable, means, 1.0)
    levels = np.unique(sizes)
    at, rows = [], []
    for low, high in itertools.pairwise(levels):
        pairs = _pairs(sizes, groups, usable, float(low), float(high))
        if pairs:
            at.append(float(np.sqrt(low * high)))
            rows.append(_mean_slope(pairs, bases, relative))
    if not rows:
        return LocalSlopes(
            at=np.empty(0), values=np.empty(0), covariance=np.empty((0, 0)), bounds=np.empty(0)
        )
    contrast = np.array(rows)
    return LocalSlopes(
        at=np.array(at),
        values=contrast @ np.log(np.where(usable, means, 1.0)),
        covariance=relative.of_contrasts(contrast),
        bounds=np.abs(contrast) @ relative_bounds,
    )


def trend(slopes: LocalSlopes, alpha: float, margin: float) -> str | None:
    """Whether the slopes drift over the range: "rising", "falling", "steady" or "undetermined".

    The drift is the weighted least-squares slope against log size times the range of sizes. Rising
    or falling: it is told from zero at level alpha. Steady: its interval lies inside -+ margin.
    None with fewer than two slopes.
    """
    if slopes.values.size < MIN_SLOPES:
        return None
    x = np.log(slopes.at)
    straight = np.column_stack([np.ones(x.size), (x - x.mean()) / np.ptp(x)])
    solve = _weighted_solution(straight, slopes.covariance)
    drift = float(solve[1] @ slopes.values)
    half = two_sided_quantile(alpha) * float(np.sqrt(max(solve[1] @ slopes.covariance @ solve[1], 0.0)))
    half += float(np.abs(solve[1]) @ slopes.bounds)
    if abs(drift) > half:
        return "rising" if drift > 0 else "falling"
    return "steady" if abs(drift) + half <= margin else "undetermined"


def _weighted_solution(straight: Matrix, covariance: Matrix) -> Matrix:
    errors = Covariance(covariance)
    if not np.any(covariance) or errors.rank < straight.shape[1]:
        return np.asarray(np.linalg.pinv(straight), dtype=np.float64)
    return np.asarray(np.linalg.pinv(errors.whiten(straight)) @ errors.whiten(np.eye(len(straight))))


def _pairs(
    sizes: Vector, groups: NDArray[np.intp], usable: NDArray[np.bool_], low: float, high: float
) -> list[tuple[int, int]]:
    first = {int(groups[i]): i for i in np.flatnonzero((sizes == low) & usable).tolist()}
    second = {int(groups[i]): i for i in np.flatnonzero((sizes == high) & usable).tolist()}
    return [(first[g], second[g]) for g in first if g in second]


def _mean_slope(pairs: list[tuple[int, int]], bases: Vector, relative: Covariance) -> Vector:
    """The row c with slope = c . log m, weighted over the pairs."""
    rows = np.zeros((len(pairs), len(bases)))
    for p, (i, j) in enumerate(pairs):
        run = bases[j] - bases[i]
        rows[p, j], rows[p, i] = 1.0 / run, -1.0 / run
    variances = np.diag(relative.of_contrasts(rows))
    weights = 1.0 / variances if np.all(variances > 0) else np.ones(len(pairs))
    slope: Vector = weights @ rows / weights.sum()
    return slope
