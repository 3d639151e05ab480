"""Bounds by numbers instead of algebra: moments, a chord, quadrature, and equations solved by bisection.

A bound that is stricter than what its inequalities give may hold all the same, at every size; no measurement
tells it then. The same inequalities, worked out at a point, do.

A head of `conditioning` fails where the noise power |eta|^2 exceeds 1; eta is the sum of n - 1 values, each
times the overlap of two keys. Keys and values are unit vectors in d_k and d_v dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import exp, inf, log
from typing import TYPE_CHECKING, Final

from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import norm
from theorycheck.claim import Value
from theorycheck.law import evaluate

if TYPE_CHECKING:
    import sympy as sp

At = Mapping[str, Value]

ERROR: Final = 1e-6
"""Relative error of a bound here, a limit by a far size among them."""
FAR: Final = 1e8
LIGHT: Final = 0.75
"""The largest load of the law of errors, at which its bound by the mean is used."""
ONE_IN_TEN: Final = 0.1


def second_bound_gap(derivation: str, formula: sp.Expr, places: Iterable[At]) -> float | None:
    """The largest relative distance of a formula from the bound worked out here; None where there is none."""
    bound = BOUNDS.get(derivation)
    if bound is None:
        return None
    return max((abs(evaluate(formula, at) / bound(at) - 1) for at in places), default=None)


def second_moment(n: float, d_k: float, d_v: float) -> float:
    """E |eta|^4: of an overlap the second and fourth moments are 1/d_k and 3/(d_k (d_k + 2)), of two values'
    overlap the second is 1/d_v.
    """
    fourth, second = 3 / (d_k * (d_k + 2)), 1 / d_k
    return (n - 1) * fourth + (n - 1) * (n - 2) * second**2 * (1 + 2 / d_v)


def _error_ceiling(heads: int) -> Callable[[At], float]:
    """-log(1 - r) by Markov's inequality for |eta|^4, n and d_k growing at their load, and by the chord of
    -log(1 - p) up to the largest load, heads and layers being independent.
    """

    def bound(at: At) -> float:
        n, d_k = float(at["n"]), float(at["d_k"])
        chord = -log(1 - LIGHT) / LIGHT
        return float(at["L"]) * (chord * second_moment(FAR * n, FAR * d_k, d_k)) ** heads

    return bound


def _failure_half_load(at: At) -> float:
    """Cantelli's inequality at n - 1 = d_k/2: v/(v + t^2), t = 1/2."""
    d_k = float(at["d_k"])
    variance = second_moment(d_k / 2 + 1, d_k, d_k) - 1 / 4
    return variance / (variance + 1 / 4)


def _error_load_floor(at: At) -> float:
    """The n at which Markov and the unions over layers come to one in ten."""
    d_k, heads, layers = (float(at[name]) for name in ("d_k", "H", "L"))
    return float(brentq(lambda n: layers * ((n - 1) / d_k) ** heads - ONE_IN_TEN, 1.0, 1.0 + d_k))


def _union_capacity_floor(at: At) -> float:
    """The n at which Markov's inequality for |eta|^4, summed over the items, comes to 1/2."""
    d_k, d_v = float(at["d_k"]), float(at["d_v"])

    def excess(log_n: float) -> float:
        n = exp(log_n)
        return n * second_moment(FAR * n, FAR * d_k, d_v) - 1 / 2

    return exp(float(brentq(excess, -log(4.0), log(4 * d_k), xtol=1e-12)))


def _minimax_floor(at: At) -> float:
    """Of all but 3 M (d + 1) tokens each has so small a share of the weights of its class that it is wrong at
    least as often as a normal number is above 3^(-1/2); they are lightest where they come last.
    """
    first, alpha = 3 * float(at["M"]) * (float(at["d"]) + 1) + 1, float(at["alpha"])
    mass, _ = quad(lambda x: exp((1 - alpha) * x), 0.0, inf)
    return float(norm.sf(3**-0.5) * first ** (1 - alpha) * mass)


BOUNDS: Final[Mapping[str, Callable[[At], float]]] = {
    "conditioning.error_ceiling_one_head": _error_ceiling(1),
    "conditioning.error_ceiling_two_heads": _error_ceiling(2),
    "conditioning.error_ceiling_three_heads": _error_ceiling(3),
    "associative_memory.minimax_floor": _minimax_floor,
    "conditioning.failure_half_load": _failure_half_load,
    "conditioning.error_load_floor": _error_load_floor,
    "conditioning.union_capacity_floor": _union_capacity_floor,
}
