r"""Scores of random queries and keys (S1, S2), s = <q, k> / d_k^a.

| quantity | of what |
|---|---|
| `score_shape` | variance, standard deviation and excess kurtosis of <q, k>, by law of the coordinates |
| `shifted_score` | the variance where coordinates have mean mu and variance 1 |
| `scaled_score` | the variance after division by d_k^a, and the a that takes the dimension out |
| `aligned_score` | mean and variance of <q, q> / d_k^a, q of independent normal coordinates |
| `normal_distance` | the largest gap between the distribution functions of s / sqrt(d_k) and a normal |

Moments of a sum of d terms are those of its halves, convolved: d is doubled from one term on.
"""

from __future__ import annotations

from math import comb, log2, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from ..quadrature import gauss_legendre
from ..quantity import ExactValue
from ..simulator import computed

_ORDER: Final = 4
_ALIGNED_ORDER: Final = 8
_NODES: Final = 16
_SIZES: Final = tuple(2**m for m in range(2, 15))
_EXCESS_ROUNDING: Final = 1e-12
_RELATIVE_ROUNDING: Final = 1e-13
_SPARSE: Final = 8.0
"""A sparse coordinate is 0 but for one in eight, where it is plus or minus the root of eight."""


def coordinate_moments(law: str, order: int) -> list[float]:
    """E x^0, ..., E x^order of a coordinate of mean 0, variance 1; raises ValueError for an unknown law."""
    match law:
        case "normal":
            nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
            weights = weights / weights.sum()
        case "uniform":
            nodes, weights = gauss_legendre(_NODES)
            nodes, weights = nodes * sqrt(3), weights / 2
        case "signs":
            nodes, weights = np.array([-1.0, 1.0]), np.array([0.5, 0.5])
        case "sparse":
            nodes = np.array([-sqrt(_SPARSE), 0.0, sqrt(_SPARSE)])
            weights = np.array([1, 2 * (_SPARSE - 1), 1]) / (2 * _SPARSE)
        case _:
            raise ValueError(f"No law of coordinates is called {law!r}.")
    return [float((weights * nodes**m).sum()) for m in range(order + 1)]


def sum_moments(term: list[float], d: int) -> list[float]:
    """E (x_1 + ... + x_d)^m for independent terms with these moments, d by repeated doubling."""
    total = [1.0] + [0.0] * (len(term) - 1)
    while d:
        if d % 2:
            total = _convolved(total, term)
        term, d = _convolved(term, term), d // 2
    return total


def _convolved(one: list[float], other: list[float]) -> list[float]:
    """Moments of the sum of two independent variables."""
    return [sum(comb(m, j) * one[j] * other[m - j] for j in range(m + 1)) for m in range(len(one))]


def score_moments(law: str, d_k: int, shift: float = 0.0) -> list[float]:
    """E <q, k>^m for m up to 4, coordinates shifted by `shift`."""
    moments = coordinate_moments(law, _ORDER)
    moved = _convolved(moments, [shift**m for m in range(_ORDER + 1)])
    return sum_moments([m * m for m in moved], d_k)


@computed(
    title="Variance, standard deviation and excess kurtosis of a score",
    points=(
        {"law": law, "statistic": statistic, "d_k": d_k}
        for law in ("normal", "signs", "uniform", "sparse")
        for statistic in ("variance", "deviation", "excess")
        for d_k in _SIZES
    ),
)
def score_shape(law: str, d_k: int, statistic: str) -> ExactValue:
    """Variance, standard deviation or excess kurtosis of a score."""
    found = score_moments(law, d_k)
    variance = found[2] - found[1] ** 2
    if statistic == "excess":
        return ExactValue(value=found[4] / variance**2 - 3, error_bound=_EXCESS_ROUNDING)
    value = variance if statistic == "variance" else sqrt(variance)
    return ExactValue(value=value, error_bound=_RELATIVE_ROUNDING * value)


@computed(
    title="Variance of a score whose coordinates have mean mu and variance 1",
    points=({"mu": mu, "d_k": d_k} for mu in (0.5, 1, 2) for d_k in _SIZES[::2]),
)
def shifted_score(d_k: int, mu: int | float) -> ExactValue:
    """Variance of a score whose coordinates have mean mu."""
    found = score_moments("normal", d_k, float(mu))
    return ExactValue(value=found[2] - found[1] ** 2, error_bound=_RELATIVE_ROUNDING * found[2])


@computed(
    title="Variance of a score divided by d_k^a",
    points=({"a": a, "d_k": d_k} for a in (0.25, 0.5, 0.75, 1) for d_k in _SIZES),
)
def scaled_score(d_k: int, a: int | float) -> ExactValue:
    """Variance of a score over d_k^a."""
    value = score_moments("normal", d_k)[2] / float(d_k) ** (2 * float(a))
    return ExactValue(value=value, error_bound=10 * _RELATIVE_ROUNDING * value)


@computed(
    title="The power of d_k that gives scores of d_k and of 2 d_k coordinates one variance",
    points=({"law": law, "d_k": d_k} for law in ("normal", "signs", "sparse") for d_k in _SIZES),
)
def neutral_power(d_k: int, law: str) -> ExactValue:
    """The power a for which dividing by d_k^a gives scores of d_k and of 2 d_k coordinates one variance."""
    value = log2(score_moments(law, 2 * d_k)[2] / score_moments(law, d_k)[2]) / 2
    return ExactValue(value=value, error_bound=10 * _RELATIVE_ROUNDING)


@computed(
    title="Mean and variance of the score of a key that is the query, divided by d_k^a",
    points=(
        {"statistic": statistic, "a": a, "d_k": d_k}
        for statistic in ("mean", "variance")
        for a in (0.5, 1)
        for d_k in _SIZES
    ),
)
def aligned_score(d_k: int, a: int | float, statistic: str) -> ExactValue:
    """Mean or variance of <q, q> / d_k^a."""
    squares = coordinate_moments("normal", _ALIGNED_ORDER)[::2]
    found, divisor = sum_moments(squares, d_k), float(d_k) ** float(a)
    variance = statistic == "variance"
    value = (found[2] - found[1] ** 2) / divisor**2 if variance else found[1] / divisor
    # The variance is what is left of squares that are d_k times as large.
    return ExactValue(value=value, error_bound=_RELATIVE_ROUNDING * (d_k if variance else 1) * abs(value))


@computed(
    title="Kolmogorov distance of a score over its standard deviation from a normal",
    points=({"law": law, "d_k": d_k} for law in ("normal", "signs") for d_k in _SIZES[2:]),
)
def normal_distance(d_k: int, law: str) -> ExactValue:
    """Largest over x of |P(<q, k> <= x sqrt(d_k)) - Phi(x)|."""
    if law == "signs":
        return ExactValue(value=_lattice_distance(d_k), error_bound=1e-12)
    fine, coarse = (_mixture_distance(d_k, nodes) for nodes in (200, 120))
    return ExactValue(value=fine, error_bound=2 * abs(fine - coarse) + 1e-13)


def _lattice_distance(d_k: int) -> float:
    """A sum of d fair signs is 2 B - d, B binomial: the gap is largest on one side of a jump."""
    jumps = np.arange(d_k + 1)
    below = stats.norm.cdf((2 * jumps - d_k) / sqrt(d_k))
    after = stats.binom.cdf(jumps, d_k, 0.5)
    return float(max(np.abs(after - below).max(), np.abs(np.r_[0.0, after[:-1]] - below).max()))


def _mixture_distance(d_k: int, nodes: int) -> float:
    """Given the query a score is normal with the query's length as standard deviation."""
    lengths, weights = length_rule(d_k, nodes)

    def excess(x: float) -> float:
        return float((weights * stats.norm.cdf(x * sqrt(d_k) / lengths)).sum() - stats.norm.cdf(x))

    grid = np.linspace(0.05, 6.0, 120)
    best = grid[int(np.argmax([abs(excess(x)) for x in grid]))]
    found = optimize.minimize_scalar(
        lambda x: -abs(excess(x)),
        bounds=(best - 0.06, best + 0.06),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return -float(found.fun)


def length_rule(d: int, nodes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Abscissae and weights for means over the length of d independent standard normal coordinates."""
    unit, weights = gauss_legendre(nodes)
    low, high = stats.chi.isf(1 - 1e-17, d) if d < _NODES else max(0.0, sqrt(d) - 7), sqrt(d) + 7
    lengths = low + (unit + 1) * (high - low) / 2
    mass = weights * stats.chi.pdf(lengths, d)
    return lengths, mass / mass.sum()
