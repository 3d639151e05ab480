"""The size n at which the coherence of random keys passes tau/(n - 1), far beyond what can be drawn.

mu = max_{i < j} |<k_i, k_j>| exceeds t where some of the N = n (n - 1)/2 pairs does, each with
probability p. Pairs without a common key are independent, and so are two that share one; hence the
number of pairs beyond t is nearly Poisson with mean lambda = N p, and (Arratia, Goldstein and Gordon,
"Two moments suffice for Poisson approximations", Annals of Probability 17, 1989, Theorem 1)

    |P(mu <= t) - e^-lambda| <= (b_1 + b_2) (1 - e^-lambda)/lambda

with b_1 = N (2 n - 3) p^2 and b_2 = N (2 n - 4) p^2: about 8 lambda/n, so that the route is the better
the larger the size. p is computed by quadrature over the slices of the sphere.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import expm1, log, sqrt
from typing import Final

import numpy as np
from scipy.optimize import brentq

from ..quadrature import gauss_legendre
from ..quantity import ExactValue, Value
from ..simulator import computed

_NODES: Final = (96, 160)
_DEEP: Final = 60.0
"""Slices e^-60 below the highest are left out."""
_LEVEL: Final = 0.5
_ABOUT: Final = (0.6, 1.1)
"""The size lies between these parts of (d_k/log d_k)^(1/2) at the declared dimensions."""
_NEAR: Final = 1.02
_DIMENSIONS: Final = tuple(2**m for m in range(16, 53, 4))
_TAU: Final = 1.0
_EPSILON: Final = float(np.finfo(float).eps)


def coherence_exceedance(at: Mapping[str, Value]) -> ExactValue:
    """P(mu (n - 1) > tau) as 1 - e^-lambda, with the Poisson approximation's error as its bound."""
    d_k, n, tau = float(at["d_k"]), float(at["n"]), float(at["tau"])
    chance, error = _exceedance(d_k, n, tau, _NODES[1])
    coarse, _ = _exceedance(d_k, n, tau, _NODES[0])
    return ExactValue(value=chance, error_bound=error + abs(chance - coarse) + 64 * _EPSILON)


@computed(
    title="The n at which P(mu (n - 1) > 1) is 1/2, by quadrature and a Poisson approximation with its bound",
    points=({"d_k": d, "tau": _TAU} for d in _DIMENSIONS),
)
def coherence_capacity(tau: float, d_k: int) -> ExactValue:
    """The n, not rounded, at which P(mu (n - 1) > tau) is 1/2; its bound is that of the probability."""
    scale = tau * sqrt(d_k / log(d_k))

    def size(sign: int, nodes: int, low: float, high: float) -> float:
        def excess(n: float) -> float:
            chance, error = _exceedance(float(d_k), n, tau, nodes)
            return chance + sign * error - _LEVEL

        return float(brentq(excess, low, high, xtol=_EPSILON * low, rtol=4 * _EPSILON))

    coarse, fine = (size(0, nodes, *(part * scale for part in _ABOUT)) for nodes in _NODES)
    # Far above it the bound exceeds 1.
    early, late = (size(sign, _NODES[1], fine / _NEAR, fine * _NEAR) for sign in (1, -1))
    bound = max(fine - early, late - fine) + abs(fine - coarse) + 64 * _EPSILON * fine
    return ExactValue(value=fine, error_bound=bound)


def pair_tail(d_k: float, threshold: float, nodes: int) -> float:
    """P(|<k, k'>| > t) for uniform unit vectors, relative to the integral over all slices."""
    # Beyond t the logarithm of a slice falls at least at the rate (d - 3) t.
    beyond = min(1.0, threshold + _DEEP / ((d_k - 3) * threshold))
    whole = min(1.0, sqrt(2 * _DEEP / (d_k - 3)))
    return _slices(d_k, threshold, beyond, nodes) / _slices(d_k, 0.0, whole, nodes)


def _slices(d_k: float, start: float, end: float, nodes: int) -> float:
    """Integral of (1 - x^2)^((d - 3)/2) from start to end."""
    abscissae, weights = gauss_legendre(nodes)
    x = start + (end - start) / 2 * (1 + abscissae)
    inside = np.minimum(x, 1.0 - _EPSILON)
    return float((end - start) / 2 * np.sum(weights * np.exp((d_k - 3) / 2 * np.log1p(-(inside**2)))))


def _exceedance(d_k: float, n: float, tau: float, nodes: int) -> tuple[float, float]:
    """1 - e^-lambda and the bound on what dependence may change of it."""
    pair, pairs = pair_tail(d_k, tau / (n - 1), nodes), n * (n - 1) / 2
    mean = pairs * pair
    share = -expm1(-mean) / mean if mean > 0 else 1.0
    return -expm1(-mean), pairs * (4 * n - 7) * pair**2 * share
