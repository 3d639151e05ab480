"""Evidence that may be looked at after every draw: e-processes and confidence sequences.

An e-process E_t against a hypothesis is at most a martingale of mean one while it is true, so by Ville's
inequality P(E_t >= 1/alpha at any t) <= alpha, whatever stops the looking. The values that are never
rejected form a confidence sequence: it covers at all times together with probability 1 - alpha.

*Proportions* (k of n, only the counts matter): the likelihood ratio to p_0 averaged over a Beta(a, b)
prior, closed form; for p <= p_0 the prior is cut to p > p_0, where the ratio's mean falls with p.
*Bounded means*: bets (1 + lambda_t (x_t - m)) with lambda_t from the past only, hedged over both signs
(Waudby-Smith and Ramdas, J. R. Statist. Soc. B 86, 2024, arXiv:2010.09686, section 4). Bets need
the sequence: sums and squares of a block do not give its product. Block means may be bet on instead,
one bet a block: they are bounded with the same mean, and what is lost is the bets within blocks.
*Means and exponents from a running standard error*: the Gaussian mixture of Waudby-Smith et al. (Ann.
Statist. 52, 2024, arXiv:2103.06476, Theorem 2.2), which is asymptotic: it holds from a late first look on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from .gls import Vector

BISECTIONS: Final = 60
TRUNCATION: Final = 0.5
"""Share of the largest bet that keeps the capital positive (c in the paper)."""


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
    log_e = special.betaln(a + k, b + n - k) - special.betaln(a, b)
    log_e = log_e - special.xlogy(k, p) - special.xlog1py(n - k, -p)
    if null is not Null.EQUAL:
        tail = special.betaincc if null is Null.AT_MOST else special.betainc
        with np.errstate(divide="ignore"):
            log_e = log_e + np.log(tail(a + k, b + n - k, p)) - np.log(tail(a, b, p))
    return np.asarray(log_e, dtype=np.float64)


def proportion_limits(
    successes: ArrayLike, trials: ArrayLike, alpha: float, *, a: float = 1.0, b: float = 1.0
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


def proportion_bound(successes: ArrayLike, trials: ArrayLike, alpha: float, null: Null) -> Vector:
    """One-sided: the lower limit that rejects p <= p_0 below it, or the upper that rejects p >= p_0.

    With the uniform prior log E(p <= p_0) falls in p_0 as long as p_0 < k / (n + 1), and beyond it is
    below one, so that what is rejected at a level below 1/e is all p_0 below one limit.
    """
    _require_level(alpha)
    k, n = np.broadcast_arrays(np.asarray(successes, float), np.asarray(trials, float))
    if null is Null.AT_LEAST:
        return 1.0 - proportion_bound(n - k, n, alpha, Null.AT_MOST)
    if null is Null.EQUAL:
        raise ValueError("A one-sided limit rejects p <= p0 or p >= p0; for p = p0 take proportion_limits.")

    def excess(p: Vector) -> Vector:
        return log_e_proportion(k, n, p, Null.AT_MOST) + math.log(alpha)

    return np.where(k > 0, _bisect(excess, np.zeros(k.shape), k / n), 0.0)


def running_limits(lower: Vector, upper: Vector) -> tuple[Vector, Vector]:
    """The intersection of all intervals so far: a confidence sequence never needs to widen."""
    return np.maximum.accumulate(lower), np.minimum.accumulate(upper)


def log_hedged_capital(x: Vector, candidates: Vector, alpha: float) -> Vector:
    """Log max(K+ / 2, K- / 2) of each candidate mean after each x_t, shape "times candidates".

    K+- = prod_t (1 +- lambda_t (x_t - m)) with the paper's predictable plug-in bets:
    lambda_t = sqrt(2 log(2/alpha) / (s_{t-1}^2 t log(1 + t))), cut at c/m and c/(1 - m).
    """
    _require_level(alpha)
    x, m = np.asarray(x, float), np.asarray(candidates, float)
    if np.any((x < 0) | (x > 1)) or np.any((m <= 0) | (m >= 1)):
        raise ValueError(
            "Bets need values in [0, 1] and candidate means strictly inside; rescale the values."
        )
    bets = _bets(x, alpha)[:, None]
    gaps = x[:, None] - m
    up = np.cumsum(np.log1p(np.minimum(bets, TRUNCATION / m) * gaps), axis=0)
    down = np.cumsum(np.log1p(-np.minimum(bets, TRUNCATION / (1 - m)) * gaps), axis=0)
    return np.asarray(np.maximum(up, down) - math.log(2.0), dtype=np.float64)


def betting_limits(x: Vector, alpha: float, *, resolution: int = 1000) -> tuple[Vector, Vector]:
    """The running confidence sequence of the mean of values in [0, 1], one interval a value.

    Its ends are those of the candidates k / resolution not yet rejected, one step outwards, so that
    the grid makes it wider, never too narrow.
    """
    candidates = np.arange(1, resolution) / resolution
    alive = np.maximum.accumulate(log_hedged_capital(x, candidates, alpha), axis=0) < math.log(1 / alpha)
    first, last = np.argmax(alive, axis=1), alive.shape[1] - 1 - np.argmax(alive[:, ::-1], axis=1)
    # Between two rejected neighbours a mean may still stand: the last interval that had one is kept.
    some = np.maximum.accumulate(np.where(alive.any(axis=1), np.arange(len(alive)), 0))
    return first[some] / resolution, (last[some] + 2) / resolution


def mixture_parameter(alpha: float, intended: float) -> float:
    """The rho at which the two-sided asymptotic sequence is narrowest after `intended` draws.

    rho^2 t = -W_{-1}(-alpha^2 / e) - 1, where d width / d rho = 0.

    >>> round(mixture_parameter(0.05, 100.0) ** 2 * 100, 3)
    8.212
    """
    _require_level(alpha)
    return math.sqrt((-float(special.lambertw(-(alpha**2) / math.e, -1).real) - 1) / intended)


def asymptotic_limits(
    estimate: ArrayLike, stderr: ArrayLike, n: ArrayLike, alpha: float, *, intended: float
) -> tuple[Vector, Vector]:
    """Estimate -+ stderr sqrt(2 (1 + 1/(n rho^2)) log(sqrt(n rho^2 + 1) / alpha)) (Theorem 2.2).

    `stderr` is that of the estimate from n draws (sigma / sqrt n), as for the influence function of
    an exponent; `intended` is the n at which the sequence is narrowest.
    """
    center, error = np.asarray(estimate, float), np.asarray(stderr, float)
    spread = np.asarray(n, float) * mixture_parameter(alpha, intended) ** 2
    half = error * np.sqrt(2 * (1 + 1 / spread) * (np.log1p(spread) / 2 - math.log(alpha)))
    return center - half, center + half


def _bets(x: Vector, alpha: float) -> Vector:
    t = np.arange(1, x.size + 1)
    means = (0.5 + np.cumsum(x)) / (t + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (t + 1)
    past = np.concatenate([[0.25], variances[:-1]])
    return np.asarray(np.sqrt(2 * math.log(2 / alpha) / (past * t * np.log1p(t))), dtype=np.float64)


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
