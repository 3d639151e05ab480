r"""The error of the best W of all under a Zipf law, from both sides; two classes, infinitely many tokens.

From above: a W that has the first P tokens right, where there is one, is a coin about the others. From
below: N points in general position have C = 2 sum_{k<d} binom(N-1, k) dichotomies by W, and labels are fair
once signs of embeddings are drawn; so the chance that any W is wrong about at most k of the first N tokens
is at most C sum_{j<=k} binom(N, j)/2^N. Otherwise k + 1 are wrong, which weigh at least as much as the last
of the N. Errors are in units of p(1) = 1/zeta(alpha).

| quantity | meaning |
|---|---|
| `best_error_ceiling` | an upper bound, the best P |
| `best_error_floor` | a lower bound, N = 6 d and the best k |
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import floor, log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, betaln, zeta

from ..quantity import ExactValue
from ..simulator import computed

WINDOW: Final = 6
"""Tokens a dimension whose errors are counted; from 4 to 10 the floor changes little."""
_RELATIVE: Final = 1e-11
_DEVIATIONS: Final = 40
"""Roots of d below 2 d, where a chance is below e^-400."""

_SURE: Final = -40.0
"""Logarithm of a chance that makes no difference to one."""

_TERMS: Final = 40
"""Of a tail whose terms fall by thirds: what follows is below rounding."""


_FAR: Final = tuple(2**k for k in range(4, 19, 2))
_ALPHAS: Final = (1.5, 2.0, 3.0)
_POINTS: Final = tuple({"alpha": alpha, "d": d, "M": 2} for alpha in _ALPHAS for d in _FAR)


@computed(version=2, title="Upper bound on the error of the best W over p(1), two classes", points=_POINTS)
def best_error_ceiling(d: int, alpha: float) -> ExactValue:
    """Least over P of half the weight beyond P, and half that of the first P where no W has them right.

    Where no W has all P right, a W and its negative are wrong about all of their weight together, so that one
    of both is about half at most; the others are right or wrong like coins.
    """
    # Up to d tokens some W always has them right. Far below 2 d none fails, and more are better.
    least = max(d, floor(2 * d - _DEVIATIONS * sqrt(d)))
    P = np.arange(least, 2 * d + 1, dtype=np.float64)
    fails = np.where(d < P, betainc(d, np.maximum(P - d, 1.0), 0.5), 0.0)
    beyond = zeta(alpha, P + 1)
    value = float(np.min(beyond + (zeta(alpha) - beyond) * fails)) / 2
    return ExactValue(value=value, error_bound=_RELATIVE * value)


@computed(version=2, title="Lower bound on the error of the best W over p(1), two classes", points=_POINTS)
def best_error_floor(d: int, alpha: float) -> ExactValue:
    """Greatest over k of the weight of the last k + 1 of N tokens, times the chance of so many errors."""
    k, chances = _chances(d)
    weight = zeta(alpha, WINDOW * d - k) - zeta(alpha, WINDOW * d + 1.0)
    value = float(np.max(chances * weight))
    return ExactValue(value=value, error_bound=1e-9 * value)


@lru_cache(maxsize=16)
def _chances(d: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """At least the chance of more than k errors of N tokens, whatever W: no law enters it.

    From the last k at which it is one to rounding, below which less weight is as sure, to the first at
    which nothing is left.
    """
    N = WINDOW * d
    # Both binomial tails as Beta functions, in logarithms: they are far below the range of a double.
    dichotomies = float(_log_lower_tail(N - 1, np.array([d - 1]))[0]) + N * log(2)

    def log_missed(k: NDArray[np.int64]) -> NDArray[np.float64]:
        return _log_lower_tail(N, k) + dichotomies

    sure, none = (
        bisect_right(range(N // 4), level, key=lambda k: float(log_missed(np.array([k]))[0]))
        for level in (_SURE, 0.0)
    )
    k = np.arange(max(sure - 1, 0), max(none, sure, 1))
    return k, np.asarray(-np.expm1(np.minimum(0.0, log_missed(k))))


def _log_lower_tail(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    """Log P(at most k heads of n fair coins), k <= n/4: terms from the largest down, each a third at most.

    >>> round(float(np.exp(_log_lower_tail(4, np.array([1]))[0])), 12)
    0.3125
    """
    top = -betaln(n - k + 1.0, k + 1.0) - log(n + 1) - n * log(2)
    below = np.arange(_TERMS)[:, None]
    ratios = np.maximum(k - below, 0) / (n - k + below + 1.0)
    return np.asarray(top + np.log1p(np.cumprod(ratios, axis=0).sum(axis=0)))
