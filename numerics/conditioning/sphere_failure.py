"""Failure of a head with keys and values on spheres, exactly: P(|eta|^2 > tau) in one integral.

eta = sum_j x_j v_j over n - 1 independent overlaps x_j and unit values v_j has no preferred direction,
so that its law is that of its characteristic function phi(t)^(n - 1) along any one: phi(t) is the mean,
over an overlap x in d_k dimensions, of E cos(t x y) for a coordinate y of a unit vector in d_v. Then
(Hankel) P(|eta| <= R) = R/Gamma(d_v/2) int_0^infinity (t R/2)^(d_v/2 - 1) J_(d_v/2)(t R) phi(t)^(n - 1) dt.

As phi falls like 1/t, from an overlap near zero, and the kernel grows like t^((d_v - 3)/2), the integral
wants more items than half of d_v; with d_v = d_k it cancels beyond double precision. Failures are known
to 1e-12, however rare.

n times the failure of one item bounds that of any of all n, whatever their dependence: the size at which it
is 1/2 lies below the capacity by all items, and is known where no memory can be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammaln, jv

from ..quadrature import gauss_legendre
from ..quantity import ExactValue, Value
from ..simulator import computed
from .capacity import D_V
from .scalar import overlap_characteristic

Vector = NDArray[np.float64]

_NODES: Final = (96, 128)
_STEPS: Final = (120, 160)
_SMALLEST: Final = 1e-17
"""Characteristic functions below it are left out."""
_GROWTH: Final = 1.2
_MOST_STEPS: Final = 12
_ONE_IN_TEN: Final = 0.1
_HALF: Final = 0.5
_ROUNDING: Final = 1e-10
_DEEP: Final = 60.0
"""Angles at which the overlap's density is e^-60 of its largest, and beyond, are left out."""
_SERIES_BELOW: Final = 2.0
_SERIES_TERMS: Final = 20
_FEW: Final = 4096
_LARGEST_GAP: Final = 1 - 1e-12
_UNION_PARTS: Final = (0.12, 0.6)
"""The size lies between these parts of d_k at the declared dimensions."""
_UNION_DIMENSIONS: Final = (256, *(2**k for k in range(10, 31, 4)))
_EPSILON: Final = float(np.finfo(float).eps)

_DIMENSIONS: Final = (48, 64, 128, 256, 512, 1024, 2048)
_SIXTEENTHS: Final = (9, 10, 11, 12, 13)
"""Parts of d_k about the size at which one query in ten fails."""


@computed(
    title="P(|eta|^2 > 1) with keys and values on spheres (d_v = 16), by a Hankel integral",
    points=(
        {"d_k": d, "d_v": D_V, "n": part * d // 16 + 1, "tau": 1.0}
        for d in _DIMENSIONS
        for part in _SIXTEENTHS
    ),
)
def sphere_failure(**at: Value) -> ExactValue:
    """P(|eta|^2 > tau), with the change under finer rules and the rounding as its error bound."""
    (coarse, _), (fine, rounding) = (_probability(at, *rule) for rule in zip(_NODES, _STEPS, strict=True))
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + rounding)


def noise_characteristic(at: Mapping[str, Value], t: Vector, nodes: int) -> Vector:
    """E cos(t x y), t > 0, over an overlap x in d_k dimensions and a coordinate y in d_v."""
    return np.asarray(1 - noise_gap(at, t, nodes))


def noise_gap(at: Mapping[str, Value], t: Vector, nodes: int) -> Vector:
    """1 - E cos(t x y) without cancellation, by a rule over the angles where the overlap's law has mass."""
    d_k, nu = int(at["d_k"]), int(at["d_v"]) / 2 - 1
    abscissae, rule = gauss_legendre(nodes)
    angle = min(pi / 2, sqrt(2 * _DEEP / (d_k - 2))) / 2 * (1 + abscissae)
    probability = rule * np.exp((d_k - 2) * np.log(np.cos(angle)))
    argument = np.outer(t, np.sin(angle))
    small = argument < _SERIES_BELOW
    gaps: Vector = np.empty_like(argument)
    gaps[small] = _characteristic_gap(nu, argument[small])
    gaps[~small] = 1 - overlap_characteristic(nu, argument[~small])
    return np.asarray(gaps @ (probability / probability.sum()))


def _characteristic_gap(nu: float, t: Vector) -> Vector:
    """1 - Gamma(nu + 1) (2/t)^nu J_nu(t) by its series -sum_k (-t^2/4)^k/(k! (nu + 1)_k), k > 0."""
    term: Vector = np.ones_like(t)
    total: Vector = np.zeros_like(t)
    for k in range(1, _SERIES_TERMS):
        term = term * (-(t**2) / 4 / (k * (nu + k)))
        total -= term
    return total


@computed(
    title="The n at which n P(|eta|^2 > 1) is 1/2 with keys and values on spheres (d_v = 16)",
    points=({"d_k": d, "d_v": D_V, "tau": 1.0} for d in _UNION_DIMENSIONS),
)
def sphere_union_capacity(**at: Value) -> ExactValue:
    """The n, not rounded, at which n times the failure of one item is 1/2: all succeed more often than not.

    P(some item fails) <= n p, whatever the dependence, so that the size is at most (c)'s capacity.
    """
    d_k = int(at["d_k"])

    def size(nodes: int, steps: int) -> tuple[float, float]:
        low, high = (part * d_k for part in _UNION_PARTS)
        terms = _Integrand.at({**at, "n": int(low) + 1}, nodes, steps)
        found = float(brentq(lambda n: n * terms.failure(n - 1) - _HALF, low, high, xtol=1e-12 * high))
        return found, found * terms.rounding(found - 1)

    (coarse, _), (fine, rounding) = (size(*rule) for rule in zip(_NODES, _STEPS, strict=True))
    # The sum over items grows faster than n, so that its relative change is above that of n.
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 2 * rounding * fine)


@computed(
    title="The n at which P(|eta|^2 > 1) is 1/10 with keys and values on spheres (d_v = 16)",
    points=({"d_k": d, "d_v": D_V, "tau": 1.0} for d in _DIMENSIONS),
)
def sphere_query_capacity(**at: Value) -> ExactValue:
    """The n at which one query in ten fails, between integers by the power n - 1 of the characteristic."""
    d_k = int(at["d_k"])
    coarse, fine = (_size(at, *rule) for rule in zip(_NODES, _STEPS, strict=True))
    # The slope of the probability in n is above 1/(4 d_k) there, so that its rounding counts as much.
    rounding = _ROUNDING * 4 * d_k
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + rounding)


def _size(at: Mapping[str, Value], nodes: int, steps: int) -> float:
    low, high = (part * int(at["d_k"]) / 16 for part in (_SIXTEENTHS[0], _SIXTEENTHS[-1]))
    terms = _Integrand.at({**at, "n": int(low) + 1}, nodes, steps)
    others = brentq(lambda x: terms.failure(x) - _ONE_IN_TEN, low, high, xtol=1e-12 * high)
    return 1 + float(others)


def _probability(at: Mapping[str, Value], nodes: int, steps: int) -> tuple[float, float]:
    """The probability and its rounding."""
    others = int(at["n"]) - 1
    terms = _Integrand.at(at, nodes, steps)
    return terms.failure(others), terms.rounding(others)


def _end(at: Mapping[str, Value], nodes: int, others: int) -> float:
    """Where phi^(n - 1) beside the kernel stays small. Raises ValueError where it falls too slowly."""
    end = 4.0 * sqrt(int(at["d_k"]) * int(at["d_v"]) / others)
    for _ in range(_MOST_STEPS):
        ahead = np.linspace(end, 1.5 * end, 12)
        growth = (int(at["d_v"]) / 2 - 1) * np.log(ahead / ahead[0])
        if (np.abs(noise_characteristic(at, ahead, nodes)) ** others * np.exp(growth)).max() < _SMALLEST:
            return end
        end *= _GROWTH
    raise ValueError(f"The characteristic function of {others} items falls too slowly: take more.")


@dataclass(frozen=True)
class _Integrand:
    """Weights of a Gauss-Legendre rule times the kernel, and 1 - phi, at the nodes of the rule in t."""

    kernel: Vector
    gap: Vector

    @classmethod
    def at(cls, at: Mapping[str, Value], nodes: int, steps: int) -> _Integrand:
        """Up to where phi has fallen, for the number of items of a point or more."""
        half, radius = int(at["d_v"]) / 2, sqrt(float(at["tau"]))
        abscissae, weights = gauss_legendre(steps)
        end = _end(at, nodes, int(at["n"]) - 1)
        t = end / 2 * (1 + abscissae)
        hankel = np.exp((half - 1) * np.log(t * radius / 2) - gammaln(half)) * jv(half, t * radius) * radius
        return cls(end / 2 * weights * hankel, noise_gap(at, t, nodes))

    def failure(self, others: int | float) -> float:
        """P(|eta|^2 > tau) for so many other items."""
        return 1 - float((self.kernel * self._power(others)).sum())

    def rounding(self, others: int | float) -> float:
        """What rounding may have changed of it."""
        # An error of eps in 1 - phi, relative to it, counts as often as phi is multiplied.
        each = 16 + 8 * others * np.abs(self.gap)
        return _EPSILON * float((each * np.abs(self.kernel * self._power(others))).sum())

    def _power(self, others: int | float) -> Vector:
        if isinstance(others, int) and others < _FEW:
            return np.asarray((1 - self.gap) ** others)
        # Where phi is negative its power is below rounding for many items.
        return np.asarray(np.exp(others * np.log1p(-np.minimum(self.gap, _LARGEST_GAP))))
