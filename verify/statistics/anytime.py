"""Evidence that may be looked at after every draw: e-processes and confidence sequences.

An e-process E_t against a hypothesis is at most a martingale of mean one while it is true, so by Ville's
inequality P(E_t >= 1/alpha at any t) <= alpha, whatever stops the looking: min(1, 1/E_t) is a p-value at
all times together, and the values that are never rejected form a confidence sequence.

*Proportions* (k of n, only the counts matter): the likelihood ratio to p_0 averaged over a Beta(a, b)
prior, closed form, exact at every n; for p <= p_0 the prior is cut to p > p_0, where the ratio's mean
falls with p.
*Means, exponents and forms*, from a running standard error: normal mixtures over the deviation, whose
spread is rho standard deviations of one draw (Waudby-Smith et al., Ann. Statist. 52, 2024,
arXiv:2103.06476, Theorem 2.2). They are asymptotic: the first analysis must be late. With s = n rho^2,

    log E(z) = s z^2 / (2 (1 + s)) - log(1 + s) / 2            two sides
    log E(z) + log(2 Phi(z sqrt(s / (1 + s))))                 one side
    log E(chi2) = sum_c s_c z_c^2 / (2 (1 + s_c)) - log(1 + s_c) / 2     all points together

and |z| stays below the boundary b(n) = sqrt(2 (1 + 1/s) (log(1 + s) / 2 - log alpha)). A composite
hypothesis is rejected where its least E is, and the least over a form's parameters is at the least chi2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum, StrEnum
from typing import Final

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from .gls import Vector

BISECTIONS: Final = 60
JEFFREYS: Final = 0.5
"""The parameters of Jeffreys' prior, which wastes little on proportions near zero."""
INTENDED: Final = 1000.0
"""Trials at which sequences are narrowest; from 100 to a million they are at most a fifth wider than they
could be there. It must be fixed before any analysis, so it is no choice of the data."""
STRICTEST: Final = 1e-300


class Monitoring(StrEnum):
    """How often evidence may be looked at: once, at a level fixed before; or whenever it has grown."""

    PLANNED = "planned"
    ANYTIME = "anytime"


class Null(Enum):
    """What is said of a proportion p."""

    EQUAL = "p = p0"
    AT_MOST = "p <= p0"
    AT_LEAST = "p >= p0"


def log_e_proportion(
    successes: ArrayLike, trials: ArrayLike, p0: ArrayLike, null: Null, *, a: float = 1.0, b: float = 1.0
) -> Vector:
    """Log E after k successes of n trials: the beta mixture's likelihood ratio to p_0.

    For p = p_0 it is B(a + k, b + n - k) / (B(a, b) p_0^k (1 - p_0)^(n - k)); for p <= p_0 both Beta
    integrals run over p > p_0 only, for p >= p_0 over p < p_0.

    >>> round(float(np.exp(log_e_proportion(2, 2, 0.5, Null.EQUAL))), 12)
    1.333333333333
    """
    k, n, p = (np.asarray(value, dtype=np.float64) for value in (successes, trials, p0))
    _require_counts(k, n, p)
    log_e = scipy.special.betaln(a + k, b + n - k) - scipy.special.betaln(a, b)
    log_e = log_e - scipy.special.xlogy(k, p) - scipy.special.xlog1py(n - k, -p)
    if null is not Null.EQUAL:
        tail = scipy.special.betaincc if null is Null.AT_MOST else scipy.special.betainc
        with np.errstate(divide="ignore"):
            log_e = log_e + np.log(tail(a + k, b + n - k, p)) - np.log(tail(a, b, p))
    return np.asarray(log_e, dtype=np.float64)


def proportion_p_value(successes: Vector, trials: Vector, p0: Vector, null: Null) -> Vector:
    """The p-value of a proportion's null at any analysis; p_0 must lie strictly between 0 and 1."""
    return p_of(log_e_proportion(successes, trials, p0, null, a=JEFFREYS, b=JEFFREYS))


def proportion_limits(
    successes: ArrayLike, trials: ArrayLike, alpha: float, *, a: float = JEFFREYS, b: float = JEFFREYS
) -> tuple[Vector, Vector]:
    """The confidence sequence {p : E(p = p_0) < 1/alpha} at each (k, n), by bisection.

    log E is convex in p_0 with its least value at k/n, so the set is an interval.
    """
    _require_level(alpha)
    k, n = np.broadcast_arrays(np.asarray(successes, float), np.asarray(trials, float))

    def excess(p: Vector) -> Vector:
        return log_e_proportion(k, n, p, Null.EQUAL, a=a, b=b) + math.log(alpha)

    lower = np.where(k > 0, _bisect(excess, np.zeros(k.shape), k / n), 0.0)
    upper = np.where(k < n, _bisect(excess, np.ones(k.shape), k / n), 1.0)
    return lower, upper


def mixture_parameter(alpha: float, intended: float = INTENDED) -> float:
    """The rho at which the two-sided asymptotic sequence is narrowest after `intended` trials.

    rho^2 t = -W_{-1}(-alpha^2 / e) - 1, where d width / d rho = 0.

    >>> round(mixture_parameter(0.05, 100.0) ** 2 * 100, 3)
    8.212
    """
    _require_level(alpha)
    return math.sqrt((-float(scipy.special.lambertw(-(alpha**2) / math.e, -1).real) - 1) / intended)


def boundary(n: ArrayLike, alpha: float, *, intended: float = INTENDED) -> Vector:
    """The b(n) below which |z| stays at all n with probability 1 - alpha (Theorem 2.2)."""
    s = np.asarray(n, float) * mixture_parameter(alpha, intended) ** 2
    return np.asarray(np.sqrt(2 * (1 + 1 / s) * (np.log1p(s) / 2 - math.log(alpha))), dtype=np.float64)


def level_at(n: ArrayLike, alpha: float) -> Vector:
    """The level of a single test after n trials that is as strict as the sequence there: P(|Z| > b(n)).

    What is written for one analysis, with its own corrections for few trials, is then done at this level.

    >>> level = level_at(1000, 0.005)
    >>> bool(0.0001 < level < 0.005), bool(level_at(10, 0.005) < level > level_at(1e6, 0.005))
    (True, True)
    """
    return np.asarray(np.maximum(2 * scipy.special.ndtr(-boundary(n, alpha)), STRICTEST), dtype=np.float64)


def one_sided_p_value(z: Vector, n: Vector, alpha: float) -> Vector:
    """The p-value at any analysis of "the mean lies at or below", z standard errors under the measured one.

    `alpha` is the level it will be held against, for which the mixture is tuned.
    """
    s = n * mixture_parameter(alpha) ** 2
    log_e = s * z**2 / (2 * (1 + s)) - np.log1p(s) / 2 + math.log(2)
    return p_of(log_e + scipy.special.log_ndtr(z * np.sqrt(s / (1 + s))))


def chi2_p_value(chi2: float, n: Vector, alpha: float) -> float:
    """The p-value of all points together at any analysis, from the least chi2 that the hypothesis allows.

    Points with n_c trials each; the least weight s / (1 + s) is given to all of chi2, which lowers E.
    """
    s = n * mixture_parameter(alpha) ** 2
    weight = float(np.min(s / (1 + s)))
    return float(p_of(np.array(weight * chi2 / 2 - np.sum(np.log1p(s)) / 2)))


def p_of(log_e: Vector) -> Vector:
    """The smallest level at which an e-value rejects: min(1, 1/E).

    >>> p_of(np.log(np.array([0.5, 200.0]))).round(6).tolist()
    [1.0, 0.005]
    """
    return np.asarray(np.exp(-np.maximum(log_e, 0.0)), dtype=np.float64)


def _bisect(excess: Callable[[Vector], Vector], rejected: Vector, kept: Vector) -> Vector:
    """Between points that are rejected and points that are not; the end returned is rejected."""
    for _ in range(BISECTIONS):
        middle = (rejected + kept) / 2
        out = excess(middle) >= 0
        rejected, kept = np.where(out, middle, rejected), np.where(out, kept, middle)
    return rejected


def _require_counts(k: Vector, n: Vector, p: NDArray[np.float64]) -> None:
    if np.any(k < 0) or np.any(k > n) or np.any((p < 0) | (p > 1)):
        raise ValueError("An e-process needs 0 <= successes <= trials and p0 in [0, 1].")


def _require_level(alpha: float) -> None:
    if not 0 < alpha < 1 / math.e:
        raise ValueError(f"A level must lie strictly between 0 and 1/e, but alpha = {alpha}.")
