"""Numbers of the associative memory of two classes by other computations than those of `numerics`.

They are short and slow: tokens, thresholds and subsets one by one, where those of `numerics` go far beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, inf, isinf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import zeta
from scipy.stats import t as student
from theorycheck.claim import Value
from theorycheck.numerics.associative_memory.bounds import full
from theorycheck.numerics.associative_memory.model import Memory
from theorycheck.numerics.associative_memory.unrestricted import WINDOW
from theorycheck.statistics.evidence import Point

from .speed.simulator_terms.associative_memory import Weighted

At = Mapping[str, Value]

TWO: Final = 2
SUMMED: Final = 1e-9
"""Relative error of sums in double precision, tails of Student's law among them."""
GRIDDED: Final = 1e-3
"""The same of a least value over a grid."""
MOST: Final = 2**20
"""Stored tokens whose errors are summed one by one."""
FEW: Final = 128
"""The largest dimension at which all thresholds, subsets or shares are tried."""
UP_TO: Final = 4
"""Thresholds over d: beyond, the error rises."""
HEAD: Final = 512
"""Tokens whose shares are looked for; those of others are small."""
GRID: Final = 4000


def formula_z(quantity: str, points: Iterable[Point]) -> list[float]:
    """How far all points lie from what a second computation says, in the errors of both."""
    formula = FORMULAS.get(quantity)
    if formula is None:
        return []
    told = [(point, value) for point in points if (value := formula.of(point.at)) is not None]
    return [
        abs(point.mean - value) / ((point.error_bound or 0.0) + formula.error * abs(value))
        for point, value in told
    ]


def _two_classes(at: At) -> float | None:
    """The error of a memory at full coordinates; None of another, or where it stores too many tokens."""
    memory = Memory.at(at)
    is_known = (memory.M, memory.u, memory.e) == (2, "sphere", "gaussian") and isinf(memory.T)
    return _error(memory, int(memory.stored)) if is_known and memory.stored <= MOST else None


def _error(memory: Memory, stored: int) -> float:
    """The error where so many tokens are stored; all others are right or wrong like coins.

    A token of weight q is wrong where a normal number is above q |e|/sqrt(S - q^2), S the sum of all q^2.
    """
    x = np.arange(1, stored + 1, dtype=np.float64)
    p, squares = x**-memory.alpha, x ** (-2 * memory.alpha * memory.rho)
    noise = np.maximum(squares.sum() - squares, 0.0)
    signal = np.sqrt(memory.d * np.divide(squares, noise, out=np.full_like(noise, inf), where=noise > 0))
    beyond = _mass(memory, stored + 1)
    return float(p @ student.sf(signal, memory.d) + beyond / 2) / _mass(memory, 1)


def _mass(memory: Memory, first: int) -> float:
    """The sum of x^-alpha from a token on."""
    if isinf(memory.N):
        return float(zeta(memory.alpha, first))
    return float((np.arange(first, memory.N + 1, dtype=np.float64) ** -memory.alpha).sum())


def _best_threshold(at: At) -> float | None:
    """The least error over all thresholds, each tried."""
    memory = Memory.at({**at, "scheme": "threshold", "P": 1})
    if memory.d > FEW:
        return None
    return min(_error(memory, stored) for stored in range(1, UP_TO * memory.d + 1))


def _over(bound: Callable[[Weighted], float]) -> Callable[[At], float | None]:
    """The error over a bound of Theorem 1."""

    def ratio(at: At) -> float | None:
        error = _two_classes(full(at))
        return None if error is None else error / bound(Weighted.at(full(at)))

    return ratio


def _least_error(at: At) -> float | None:
    """The least over all weights of the sum of x^-alpha P(x is wrong), by the dual of Lagrange over a grid.

    A token of share s of all q^2 is wrong with Student's tail at (d s/(1 - s))^(1/2), beyond the head with
    1/2 - a s^(1/2). The dual is least where the shares that are best at a price add up to one.
    """
    d, alpha = int(at["d"]), float(at["alpha"])
    if d > FEW or at["M"] != TWO:
        return None
    p = np.arange(1, HEAD + 1, dtype=np.float64) ** -alpha
    shares = np.concatenate(([0.0], np.geomspace(1e-12, 1 - 1e-6, GRID)))
    wrong = student.sf(np.sqrt(d * shares / (1 - shares)), d)
    slope = sqrt(d) * float(student.pdf(0.0, d))
    beyond, squares = float(zeta(alpha, HEAD + 1)), float(zeta(2 * alpha, HEAD + 1))

    def best(price: float) -> NDArray[np.int64]:
        return np.asarray(np.argmin(p[:, None] * wrong + price * shares, axis=1))

    def excess(log_price: float) -> float:
        price = exp(log_price)
        return float(shares[best(price)].sum()) + squares * (slope / (2 * price)) ** 2 - 1

    price = exp(float(brentq(excess, -20.0, 5.0, xtol=1e-4)))
    chosen = best(price)
    spent = float(p @ wrong[chosen]) + price * float(shares[chosen].sum())
    return spent + beyond / 2 - squares * slope**2 / (4 * price) - price


def _best_error_floor(at: At) -> float | None:
    """The greatest over k of the weight of the last k + 1 of N = 6 d tokens, times their chance.

    Dichotomies and labels are counted as whole numbers.
    """
    d, alpha = int(at["d"]), float(at["alpha"])
    if d > FEW or at["M"] != TWO:
        return None
    N = WINDOW * d
    dichotomies = 2 * sum(comb(N - 1, k) for k in range(d))
    fewer, best = 0, 0.0
    for k in range(N):
        fewer += comb(N, k)
        chance = 1 - Fraction(dichotomies * fewer, 2**N)
        if chance <= 0:
            break
        weight = float((np.arange(N - k, N + 1, dtype=np.float64) ** -alpha).sum())
        best = max(best, float(chance) * weight)
    return best


@dataclass(frozen=True, kw_only=True)
class _Formula:
    """A number at a point, None where it is not known there, and its relative error."""

    of: Callable[[At], float | None]
    error: float


FORMULAS: Final[Mapping[str, _Formula]] = {
    f"associative_memory.{name}": _Formula(of=of, error=error)
    for name, of, error in (
        ("recall_error_exact", _two_classes, SUMMED),
        ("thresholded_error", _two_classes, SUMMED),
        ("weighted_error_finite", _two_classes, SUMMED),
        ("best_thresholded_error", _best_threshold, SUMMED),
        ("upper_share", _over(Weighted.bound_above), SUMMED),
        ("lower_multiple", _over(Weighted.bound_below), SUMMED),
        ("least_error", _least_error, GRIDDED),
        ("best_error_floor", _best_error_floor, SUMMED),
    )
}
