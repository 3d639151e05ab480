r"""The least error of any weights, and that of equal weights on the first tokens; two classes.

All whole numbers are tokens. With two classes the error depends on q through the shares
w = q^2/sum q^2 alone, whatever f is: P(x is wrong) = h(w), h(w) = P(t_d > sqrt(d w/(1-w))), which is
convex for d >= 2. The least of sum_x p(x) h(w_x) under sum_x w_x = 1 is where p(x) |h'(w_x)| is one
number for all x. Errors are given in units of p(1) = 1/zeta(alpha).

| quantity | meaning |
|---|---|
| `least_error` | the least error of any weights |
| `threshold_error` | the error of q = 1[x <= P], P by `rule`; "best": the best P |
| `least_class_mass` | the least p_* = max_y p(y) of any function f: p(1) itself |
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil, exp, floor, lgamma, log, pi, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, expit, zeta

from ..quadrature import gauss_legendre
from ..quantity import ExactValue
from ..simulator import computed
from .bounds import student_tail
from .resolved import resolved_roots

Vector = NDArray[np.float64]

_HEADS: Final = (250, 500)
"""Tokens that are weighed one by one, before integrals take over; their difference is the error."""
_NODES: Final = 12
_REACH: Final = 1e4
"""Tokens a dimension, beyond which shares are in proportion to p^2."""

_NEWTON: Final = 60
_SETTLED: Final = 1e-8
"""A step of Newton's method after which what is missing, its square, is below rounding."""

_FEW: Final = 2
_NEGLIGIBLE: Final = 2e-6
"""What panels may miss where shares set in, as a part of the error; a half was seen."""

_EPSILON: Final = float(np.finfo(float).eps)


_FAR: Final = tuple(2**k for k in range(4, 31, 2))
_ALPHAS: Final = (1.5, 2.0, 3.0)


@computed(
    version=2,
    title="Least error of any weights over p(1), two classes",
    points=({"alpha": alpha, "d": d, "M": 2} for alpha in _ALPHAS for d in _FAR),
)
def least_error(alpha: float, d: int) -> ExactValue:
    """The least over q of sum_x x^-alpha P(x is wrong)."""
    roots = log_multipliers(alpha, d, _HEADS)
    coarse, fine = (_least(alpha, d, head, root) for head, root in zip(_HEADS, roots, strict=True))
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + _NEGLIGIBLE * fine)


@lru_cache(maxsize=8)
def places(d: int, head: int) -> tuple[Vector, Vector, float]:
    """Tokens, how many each stands for, and the end of the last: panels in log x beyond the head."""
    end = _REACH * max(d, head)
    low, high = log(head + 0.5), log(end)
    edges = np.linspace(low, high, ceil(high - low) + 1)
    at, weight = gauss_legendre(_NODES)
    half = np.diff(edges)[:, None] / 2
    x = np.exp((edges[:-1] + edges[1:])[:, None] / 2 + half * at).ravel()
    ones = np.arange(1, head + 1, dtype=np.float64)
    return np.concatenate((ones, x)), np.concatenate((np.ones(head), (half * weight).ravel() * x)), end


def log_multipliers(alpha: float, d: int, heads: tuple[int, int]) -> tuple[float, float]:
    """Logarithms of the multiplier at which all shares add up to one, by the places of either head."""

    def excess(log_multiplier: float, head: int) -> float:
        _, many, end = places(d, head)
        rest = float(end ** (1 - 2 * alpha)) / (2 * alpha - 1)
        shares = optimal_shares(alpha, d, head, log_multiplier)
        return float(many @ shares) + exp(-2 * log_multiplier) * rest - 1

    return resolved_roots(excess, -alpha * log(_REACH * max(d, *heads)), log(d) + 5.0, heads)


def optimal_shares(alpha: float, d: int, head: int, log_multiplier: float) -> Vector:
    """The shares w of the tokens of `places`; all others have w = (p/multiplier)^2.

    Roots w of w^-1/2 (1-w)^((d-2)/2) = multiplier/p, by Newton in v = log(w/(1-w)): the logarithm of the
    left-hand side, -v/2 + (d-3)/2 log(1-w), falls in v for d >= 3.
    """
    level = -alpha * np.log(places(d, head)[0]) - log_multiplier
    v = np.minimum(2 * level, np.log(np.maximum(level, 1.0)) - log(d))
    for _ in range(_NEWTON):
        w = expit(v)
        gap = -v / 2 + (d - 3) / 2 * np.log1p(-w) + level
        step = np.clip(gap / (-0.5 - (d - 3) / 2 * w), -2.0, 2.0)
        v = v - step
        if float(np.abs(step).max()) < _SETTLED:
            break
    return np.asarray(expit(v))


def _least(alpha: float, d: int, head: int, log_multiplier: float) -> float:
    (x, many, end), shares = places(d, head), optimal_shares(alpha, d, head, log_multiplier)
    # I at 1 - w is Student's tail: d/(d + d w/(1-w)) = 1 - w.
    total = float((many * x**-alpha) @ betainc(d / 2, 0.5, 1 - shares)) / 2
    slope = exp(lgamma((d + 1) / 2) - lgamma(d / 2)) / sqrt(pi)
    rest = float(end ** (1 - alpha)) / (alpha - 1) / 2
    return total + rest - float(slope * exp(-log_multiplier) * end ** (1 - 2 * alpha) / (2 * alpha - 1))


RULES: Final[Mapping[str, Any]] = {
    "d/log d": lambda d, alpha: d / log(d),
    "d/(2 alpha log d)": lambda d, alpha: d / (2 * alpha * log(d)),
}
"""Rules for P, of d and alpha; P is the whole part, at least one."""


@computed(
    title="Error of equal weights on the first P tokens over p(1), two classes",
    points=(
        {"alpha": alpha, "d": d, "M": 2, "rule": rule}
        for alpha in _ALPHAS
        for rule in (*RULES, "best")
        for d in _FAR
    ),
)
def threshold_error(alpha: float, d: int, rule: str) -> ExactValue:
    """Sum of x^-alpha P(x is wrong) where the first P tokens have one weight."""
    stored = best_threshold(alpha, d) if rule == "best" else RULES[rule](d, alpha)
    value = _threshold_error(alpha, d, max(1, floor(stored)))
    return ExactValue(value=value, error_bound=64 * max(d, 16) ** 0.5 * _EPSILON * value)


def _threshold_error(alpha: float, d: int, stored: int) -> float:
    wrong = student_tail(d, sqrt(d / (stored - 1))) if stored > 1 else 0.0
    beyond = float(zeta(alpha, stored + 1))
    return (float(zeta(alpha)) - beyond) * wrong + beyond / 2


def best_threshold(alpha: float, d: int) -> int:
    """The P of least error: the error falls, then rises in P, but for rounding."""
    low, high = 1, 4 * d + 8
    while high - low > _FEW:
        one, other = low + (high - low) // 3, high - (high - low) // 3
        if _threshold_error(alpha, d, one) <= _threshold_error(alpha, d, other):
            high = other
        else:
            low = one
    return min(range(low, high + 1), key=lambda stored: _threshold_error(alpha, d, stored))


@computed(
    title="Least mass of the largest class of any function f",
    points=({"alpha": alpha, "M": M} for alpha in (1.5, 2.0, 3.0) for M in (2, 5, 64)),
)
def least_class_mass(alpha: float, M: int) -> ExactValue:
    """The least of max_y p(y) over all f into M classes, by greedy filling of the first tokens.

    The token 1 lies in some class; every other can be kept below it once no class needs more.
    """
    whole = float(zeta(alpha))
    masses = np.zeros(M)
    tokens = 4096
    for x in range(1, tokens + 1):
        masses[int(np.argmin(masses))] += x**-alpha
    rest = float(zeta(alpha, tokens + 1))
    # The rest may be shared out in any way up to its largest token.
    level = max(float(masses.max()), (float(masses.sum()) + rest) / M)
    return ExactValue(value=level / whole, error_bound=(tokens + 1) ** -alpha / whole)
