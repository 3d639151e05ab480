"""Confidence limits of proportions and means, and the corrections for making many at once.

Clopper and Pearson (Biometrika 26, 1934) for proportions; Sidak's level for several intervals;
Holm's step-down test (Scand. J. Statist. 6, 1979) for several hypotheses. `alpha` is always the
probability of error.

Interim analyses of growing evidence spend it (Lan and DeMets, Biometrika 70, 1983), power family
alpha*(t) = alpha t^rho with rho = 2, at the information times t_r = 2^(r - (R-1)) of R doubling rounds. A
test at analysis r uses the increment alpha*(t_r) - alpha*(t_{r-1}), so by the union bound a true hypothesis
is rejected at any analysis with probability at most alpha, whatever the dependence between analyses and
whatever stopped them.

The limits of proportions are those of statsmodels, which is loaded for proportions alone: with pandas and
`scipy.stats` it takes as much CPU time as all else that a fit loads. Holm's test, which means and exact
values need too, is therefore these few lines; a test holds it to statsmodels. Normal quantiles are those of
the standard library, since `scipy.special` takes a fifth of the time of a short fit to load.
"""

from __future__ import annotations

import itertools
import math
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

Vector: TypeAlias = NDArray[np.float64]

MAX_ROUNDS: Final = 16
_SPENDING_POWER: Final = 2


def clopper_pearson(successes: ArrayLike, trials: ArrayLike, alpha: float) -> tuple[Vector, Vector]:
    """Two-sided limits of a proportion: both one-sided limits at alpha / 2.

    The lower one is the largest p with P(X >= k | p) <= alpha / 2 (0 where k = 0), the upper one the
    smallest p with P(X <= k | p) <= alpha / 2 (1 where k = m).

    >>> low, high = clopper_pearson(0, 100, 0.05)
    >>> float(low), round(float(high), 4)
    (0.0, 0.0362)
    """
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(*_counts(successes, trials), alpha, method="beta")
    return np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)


def clopper_pearson_lower(successes: ArrayLike, trials: ArrayLike, alpha: float) -> Vector:
    """Largest p with P(X >= k | p) <= alpha, the lower limit of a proportion (0 where k = 0)."""
    return clopper_pearson(successes, trials, 2 * alpha)[0]


def clopper_pearson_upper(successes: ArrayLike, trials: ArrayLike, alpha: float) -> Vector:
    """Smallest p with P(X <= k | p) <= alpha, the upper limit of a proportion (1 where k = m)."""
    return clopper_pearson(successes, trials, 2 * alpha)[1]


def normal_limits(mean: ArrayLike, stderr: ArrayLike, alpha: float) -> tuple[Vector, Vector]:
    """Two-sided limits mean -+ z(1 - alpha/2) stderr of an asymptotically normal estimate."""
    center, half = np.asarray(mean, float), two_sided_quantile(alpha) * np.asarray(stderr, float)
    return center - half, center + half


def two_sided_quantile(alpha: float) -> float:
    """The z with P(|Z| > z) = alpha for a standard normal Z."""
    _require_level(alpha)
    return -NormalDist().inv_cdf(alpha / 2)


def student_quantiles(dof: Vector, alpha: Vector) -> Vector:
    """The t with P(|T| > t) = alpha for Student's T; normal for infinite degrees of freedom."""
    if np.all(np.isinf(dof)):
        return np.array([two_sided_quantile(each) for each in alpha])
    return np.asarray(-scipy.special.stdtrit(np.maximum(dof, 1), alpha / 2), dtype=np.float64)


def mean_tails(t: Vector, dof: Vector, skewness: Vector) -> Vector:
    """One-sided p-values of t-values of means; `skewness`, to their side, is that of trials over sqrt(n).

    The larger of two: Student's, exact of normal trials, and that of T + a T^2/3 + a^2 T^3/27 + a/6, whose
    tails err by 1/n where those of T err by a, the skewness (Hall, J. R. Statist. Soc. B 54, 1992).
    """
    finite = np.where(np.isinf(t), 0.0, t)
    hall = finite + skewness * finite**2 / 3 + skewness**2 * finite**3 / 27 + skewness / 6
    least = np.where(np.isinf(t), t, np.minimum(t, hall))
    return np.asarray(scipy.special.stdtr(np.maximum(dof, 1), -least), dtype=np.float64)


def mean_quantiles(dof: Vector, alpha: Vector, skewness: Vector) -> Vector:
    """The t whose one-sided p-value is alpha / 2: the larger of Student's and Hall's, in closed form.

    >>> dof, a = np.array([39.0, 39.0]), np.array([-0.1, 0.1])
    >>> t = mean_quantiles(dof, np.full(2, 0.02), a)
    >>> mean_tails(t, dof, a).round(9).tolist()
    [0.01, 0.01]
    """
    student = student_quantiles(dof, alpha)
    a = np.where(skewness == 0, 1.0, skewness)
    hall = np.where(skewness == 0, student, 3 * (np.cbrt(1 + a * (student - a / 6)) - 1) / a)
    return np.maximum(student, hall)


def rise_of(alpha: float) -> float:
    """The 1 - alpha quantile of chi2_1, by which the deviance rises at the ends of a profile interval."""
    return two_sided_quantile(alpha) ** 2


def bonferroni(alpha: float, comparisons: int) -> float:
    """Level alpha / m of each of m intervals that hold together whatever their dependence."""
    _require_level(alpha)
    return alpha / max(comparisons, 1)


def sidak(alpha: float, comparisons: int) -> float:
    """Level 1 - (1 - alpha)^(1/m) of each of m two-sided intervals of jointly normal means.

    Simultaneous whatever their correlation, by Sidak's inequality (JASA 62, 1967).
    """
    _require_level(alpha)
    return -math.expm1(math.log1p(-alpha) / max(comparisons, 1))


def holm(p_values: ArrayLike, alpha: float) -> NDArray[np.bool_]:
    """Which hypotheses Holm's step-down test rejects at family level alpha.

    >>> holm([0.001, 0.04, 0.02], 0.05).tolist()
    [True, True, True]
    >>> holm([0.001, 0.04, 0.03], 0.05).tolist()
    [True, False, False]
    """
    p = np.asarray(p_values, float)
    order = np.argsort(p)
    passed = p[order] <= alpha / (p.size - np.arange(p.size))
    rejected = np.zeros(p.size, dtype=bool)
    rejected[order] = np.logical_and.accumulate(passed)
    return rejected


def information_times(rounds: int) -> tuple[float, ...]:
    """The shares 2^(r - (R-1)), r = 0..R-1, of the full evidence that each round has."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"Evidence is collected in 1 to {MAX_ROUNDS} rounds, but rounds = {rounds}.")
    return tuple(2.0 ** (r - (rounds - 1)) for r in range(rounds))


def levels(alpha: float, rounds: int) -> tuple[float, ...]:
    """The level of each interim analysis; together they make alpha.

    >>> [round(level, 6) for level in levels(0.016, 3)]
    [0.001, 0.003, 0.012]
    """
    _require_level(alpha)
    spent = (0.0, *(alpha * time**_SPENDING_POWER for time in information_times(rounds)))
    return tuple(after - before for before, after in itertools.pairwise(spent))


def _counts(successes: ArrayLike, trials: ArrayLike) -> tuple[Vector, Vector]:
    k, m = map(np.array, np.broadcast_arrays(np.asarray(successes, float), np.asarray(trials, float)))
    if np.any(k < 0) or np.any(k > m) or np.any(m < 1):
        raise ValueError(f"Counts must satisfy 0 <= successes <= trials and trials >= 1; got {k} of {m}.")
    return k, m


def _require_level(alpha: float) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"A level must lie strictly between 0 and 1, but alpha = {alpha}.")
