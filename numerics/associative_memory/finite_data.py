"""Finite data, infinite memory (Proposition 1): the mass of the tokens that T samples have missed.

A memory without limits answers every token it has seen; one it has not seen is an error, or is guessed
among five answers. The mean error is sum_x p(x) (1 - p(x))^T for p(x) = C x^-alpha.

The terms of the sum are added one by one, and beyond replaced by their integral. Each term differs from the
integral over its point (x - 1/2, x + 1/2) by at most an eighth of the variation of the slope there, and the
slope turns twice: a rigorous bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, inf, log, log1p
from typing import Final

import numpy as np

from ..quadrature import gauss_legendre
from ..quantity import ExactValue
from ..simulator import computed
from .model import Vector, zipf_constant, zipf_law

ANSWERS: Final = 5
"""Answers among which an unseen token is guessed."""

_HEAD: Final = 100_000
_NODES: Final = (12, 16)
_FAR: Final = 46.0
"""The integral ends where a power's remainder is e^-46 of it; what is left is in the bound."""
_EPSILON: Final = float(np.finfo(float).eps)
_ROUNDINGS: Final = 64
"""Units in the last place that a term may lose in its exponential and the sum in adding up."""

_ALPHAS: Final = (1.2, 1.5, 2.0, 3.0)
_DECADES: Final = tuple(10**k for k in range(1, 13))
_FIGURE_SIZES: Final = (10, 30, 100, 300, 1000, 3000, 10_000)
_TOKENS: Final = (100, 1000, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class MissedShare:
    """p(x) (1 - p(x))^T as a function of a real x, with C = p(1)."""

    alpha: float
    T: float
    C: float

    def at(self, x: Vector) -> Vector:
        """The term."""
        u = self.C * x**-self.alpha
        return np.asarray(u * np.exp(self.T * np.log1p(-u)), dtype=np.float64)

    def slope(self, x: float) -> float:
        """Its derivative in x."""
        u = self.C * x**-self.alpha
        decay = exp((self.T - 1) * log1p(-u)) * (1 - (self.T + 1) * u)
        return float(-self.alpha * u / x * decay)

    def turns(self) -> list[float]:
        """Where the slope turns.

        Its derivative is alpha u (1-u)^(T-2)/x^2 times a quadratic in u whose roots these are.
        """
        a, T = self.alpha, self.T
        quadratic = ((T + 1) * (a * (T + 1) + 1), -(3 * a * T + T + 2 * a + 2), a + 1)
        return sorted(float((self.C / u) ** (1 / a)) for u in np.roots(quadratic).real)

    def sum(self, tokens: float) -> ExactValue:
        """The sum over x = 1, ..., tokens, which may be infinite."""
        last = min(tokens, _HEAD)
        head = float(self.at(np.arange(1.0, last + 1)).sum())
        if tokens <= _HEAD:
            return ExactValue(value=head, error_bound=_ROUNDINGS * _EPSILON * head)
        start, end = last + 0.5, tokens + 0.5
        far = min(log(end), log(start) + _FAR / (self.alpha - 1)) if self.alpha > 1 else log(end)
        coarse, fine = (self._integral(log(start), far, nodes) for nodes in _NODES)
        beyond = self.C * exp(far * (1 - self.alpha)) / (self.alpha - 1) if far < log(end) else 0.0
        value = head + fine
        bound = self._variation(start, end) / 8 + abs(fine - coarse) + beyond
        return ExactValue(value=value, error_bound=bound + _ROUNDINGS * _EPSILON * value)

    def _integral(self, low: float, high: float, nodes: int) -> float:
        """By panels in log x as wide as the term's scale there, 1/alpha."""
        y, weights = gauss_legendre(nodes)
        edges = np.linspace(low, high, ceil((high - low) * self.alpha) + 1)
        half = np.diff(edges)[:, None] / 2
        x = np.exp(edges[:-1, None] + half * (1 + y))
        return float((half * weights * x * self.at(x)).sum())

    def _variation(self, start: float, end: float) -> float:
        """The total variation of the slope between two places."""
        stops = [start, *(x for x in self.turns() if start < x < end), *([end] if end < inf else [])]
        slopes = [self.slope(x) for x in stops] + ([0.0] if end == inf else [])
        return sum(abs(b - a) for a, b in pairwise(slopes))


def missed_share(alpha: float, T: int | float, tokens: int | float) -> ExactValue:
    """sum_x p(x) (1 - p(x))^T over that many tokens, infinitely many if alpha > 1."""
    return MissedShare(alpha=alpha, T=float(T), C=zipf_constant(alpha, float(tokens))).sum(float(tokens))


_ALL_POINTS: Final = (
    *({"alpha": a, "unseen": "wrong", "T": T} for a in _ALPHAS for T in _DECADES),
    *({"alpha": 2.0, "unseen": "guessed", "T": T} for T in _DECADES),
)


@computed(
    title="Mean error of a memory without limits after T samples of infinitely many tokens",
    points=_ALL_POINTS,
)
def unseen_mass(unseen: str, alpha: float, T: int) -> ExactValue:
    """The mean error over infinitely many tokens; an unseen one is wrong, or guessed."""
    share = (ANSWERS - 1) / ANSWERS if unseen == "guessed" else 1.0
    return _scaled(missed_share(alpha, float(T), inf), share)


@computed(
    title="Mean error of a memory without limits, in units of C^(1/alpha) T^(-1 + 1/alpha)",
    points=({"alpha": a, "T": T} for a in _ALPHAS for T in _DECADES),
)
def unseen_mass_constant(alpha: float, T: int) -> ExactValue:
    """The mean error over infinitely many tokens, times T^(1 - 1/alpha) / C^(1/alpha)."""
    return _scaled(missed_share(alpha, float(T), inf), T * (zipf_constant(alpha, inf) * T) ** (-1 / alpha))


_FINITE_POINTS: Final = tuple(
    {"alpha": a, "N": N, "T": T} for a in (0.5, *_ALPHAS) for N in _TOKENS for T in _FIGURE_SIZES
)


@computed(title="Mean error of a memory without limits after T samples of N tokens", points=_FINITE_POINTS)
def unseen_mass_finite(alpha: float, T: int, N: int) -> ExactValue:
    """The mean error over N tokens."""
    return missed_share(alpha, float(T), float(N))


@computed(
    title="Slope of a straight line through log error against log T, T from 10 to 10,000, on N tokens",
    points=({"alpha": a, "N": N} for a in _ALPHAS for N in _TOKENS),
)
def unseen_mass_exponent(alpha: float, N: int) -> ExactValue:
    """The slope of a straight line through log error against log T, by least squares."""
    found = [missed_share(alpha, float(T), float(N)) for T in _FIGURE_SIZES]
    logs = np.log(_FIGURE_SIZES)
    weights = (logs - logs.mean()) / ((logs - logs.mean()) ** 2).sum()
    slope = float(weights @ np.log([each.value for each in found]))
    relative = np.array([each.error_bound / each.value for each in found])
    return ExactValue(value=slope, error_bound=float(abs(weights) @ relative) + _ROUNDINGS * _EPSILON)


@computed(
    title="-log(error) a sample in units of -log(1 - p(N)), for T far beyond 1/p(N)",
    points=({"alpha": 2.0, "N": 100, "T": T} for T in (10**4, 10**5, 10**6, 3 * 10**6, 10**7)),
)
def unseen_mass_decay(alpha: float, N: int, T: int) -> ExactValue:
    """-log(error) a sample, in units of -log(1 - p(N)), the rate at which the rarest token stays unseen."""
    found, slowest = missed_share(alpha, float(T), N), -T * log1p(-float(zipf_law(alpha, N)[-1]))
    # The logarithm of every term is T log(1 - p), whose rounding grows with it.
    error = found.error_bound / found.value + _ROUNDINGS * _EPSILON * slowest
    return ExactValue(value=-log(found.value) / slowest, error_bound=error / slowest)


def _scaled(value: ExactValue, factor: float) -> ExactValue:
    return ExactValue(value=value.value * factor, error_bound=value.error_bound * factor)
