r"""P(token x is wrong) by integrals: orthonormal unembeddings, or two classes; any dimension.

Given |e_x| = r the scores of the classes are independent normals when the u_y are orthonormal, with
r q(x) more for the own class c. With S_y = sum_{f(x) = y} q(x)^2 and s_c^2 = S_c - q(x)^2

    P(x is wrong) = E_r int phi(z) [1 - prod_{y != c} Phi((r q(x) + s_c z) / sqrt(S_y))] dz.

z = z_0 + a sinh v, z_0 = -r q / s_c, a = min(1, min sqrt(S_y) / s_c), resolves competitors of every scale; v
goes by Gauss-Legendre about the likeliest failure. r^2 goes by the Gauss rule of its own law, chi-square
of d degrees, scaled down by 1 + kappa as a failure of exponent kappa r^2/2 asks for, so that rare errors
are as exact as frequent ones; in few dimensions with more nodes, and in very few by trapezoids in log r. A
class that stores nothing scores zero, and ties are errors.

Two classes need no such integral, whatever the law of unit u_y: x is wrong with probability
P(t_d > sqrt(d) q(x) / s), s^2 = S_0 + S_1 - q(x)^2, t_d Student's variable; and always where u_0 = u_1,
which has probability 1/2 in one dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil, log1p, pi, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh_tridiagonal
from scipy.special import betaincc, ndtr

from ..quadrature import gauss_legendre
from .model import Memory, Vector, class_loads

Wrong = Callable[[Vector, int], Vector]
"""P(wrong) for tokens of the given q in class y."""


@dataclass(frozen=True, kw_only=True)
class Resolution:
    """Nodes for z and for r, or trapezoids in a deviation of log r where dimensions are few."""

    crosstalk: int
    radius: int
    trapezoids: int | float


@dataclass(frozen=True, kw_only=True, eq=False)
class Competitors:
    """Root loads sqrt(S_y) of the other classes without repetition, ascending, and how often each occurs.

    `empty` says that some class stores nothing.
    """

    roots: Vector
    counts: NDArray[np.int64]
    empty: bool

    @classmethod
    def of(cls, loads: Vector) -> Competitors:
        """The competitors with these loads."""
        roots, counts = np.unique(np.sqrt(loads), return_counts=True)
        filled = roots > 0
        return cls(roots=roots[filled], counts=counts[filled], empty=not filled.all())

    @property
    def strongest(self) -> float:
        """Largest root load, zero without any."""
        return float(self.roots[-1]) if len(self.roots) else 0.0


_REACH: Final = 7.5
"""Deviations of the crosstalk on either side of the likeliest failure."""

_FEW: Final = 32
"""Dimensions below which |e_x| takes `_MORE` times as many nodes."""

_MORE: Final = 3
_MANY: Final = 1000
"""Dimensions from which |e_x| spreads so little that half of its nodes, rounded up, do."""

_LESS: Final = 2
_VERY_FEW: Final = 8
"""Dimensions below which |e_x| goes by trapezoids."""

_LEAST: Final = 1e-18
"""Share of the density's peak below which a trapezoid is left out."""

_AT_ONCE: Final = 32
"""Tokens whose integrals are held at once: their arrays stay in a core's cache."""


def wrong_by_integrals(memory: Memory, resolution: Resolution) -> Wrong:
    """P(wrong) as a function of q and the class; see the module for what it needs of the memory."""
    loads = class_loads(memory)
    if not np.isfinite(loads).all():
        raise ValueError(
            f"The noise is infinite: with infinite N the sum of q^2 needs 2 rho alpha > 1; rho is"
            f" {memory.rho} and alpha {memory.alpha}."
        )
    if memory.M == 2:  # noqa: PLR2004 - two classes
        return lambda q, y: _student(memory, q, float(loads.sum()))
    alike = len(set(loads)) == 1
    competitors = [Competitors.of(np.delete(loads, y)) for y in range(1 if alike else memory.M)]

    def wrong(q: Vector, y: int) -> Vector:
        others = competitors[0 if alike else y]
        parts = [q[k : k + _AT_ONCE] for k in range(0, len(q), _AT_ONCE)]
        return np.concatenate(
            [_over_radius(part, float(loads[y]), others, memory.d, resolution) for part in parts]
        )

    return wrong


def _student(memory: Memory, q: Vector, total: float) -> Vector:
    """P(t_d > sqrt(d) q / s), s^2 = total - q^2, as a beta integral; certain where nothing is stored."""
    rest = np.maximum(total - q**2, 0.0)
    whole = q**2 + rest
    share = np.divide(q**2, whole, out=np.zeros_like(q), where=whole > 0)
    tail: Vector = np.where(whole > 0, betaincc(0.5, memory.d / 2, share) / 2, 1.0)
    return (1 + tail) / 2 if memory.d == 1 and memory.u == "sphere" else tail


def _over_radius(q: Vector, load: float, competitors: Competitors, d: int, resolution: Resolution) -> Vector:
    """The integral over r of the one over z, by the rule of r^2/2 scaled to the likeliest failure."""
    spread = np.sqrt(np.maximum(load - q**2, 0.0))
    noise = spread**2 + competitors.strongest**2
    kappa = np.divide(q**2, noise, out=np.zeros_like(q), where=noise > 0)[:, None]
    half_square, mass = radius_rule(d, resolution)
    r = np.sqrt(2 * half_square / (1 + kappa))
    tilt = np.exp(kappa / (1 + kappa) * half_square - d / 2 * np.log1p(kappa))
    inner = _over_crosstalk(q[:, None] * r, spread[:, None], competitors, resolution.crosstalk)
    # Without any noise a stored token is right, and one that is not stored ties with all.
    wrong: Vector = np.where(noise > 0, (inner * tilt) @ mass, (q == 0).astype(float))
    return wrong


def _over_crosstalk(signal: Vector, spread: Vector, competitors: Competitors, nodes: int) -> Vector:
    """P(signal + spread z is not above every competitor), the competitors independent normals."""
    safe = np.where(spread > 0, spread, 1.0)
    origin = -signal / safe
    below_zero: Vector = np.where(spread > 0, ndtr(origin), (signal <= 0).astype(float))
    if not len(competitors.roots):
        return below_zero
    centre = -signal * spread / (spread**2 + competitors.strongest**2)
    step = np.minimum(1.0, float(competitors.roots[0]) / safe)
    low = centre - _REACH
    if competitors.empty:
        low = np.where(spread > 0, np.maximum(low, origin), low)
    low, high = np.arcsinh((low - origin) / step), np.arcsinh((centre + _REACH - origin) / step)
    at, weight = gauss_legendre(nodes)
    half = np.maximum(high - low, 0.0)[..., None] / 2
    v = low[..., None] + half * (1 + at)
    shift = step[..., None] * np.sinh(v)
    z = origin[..., None] + shift
    # Far from its origin the level is a difference of large numbers unless it is taken from the origin.
    level = np.where(spread > 0, spread, 0.0)[..., None] * shift
    level += np.where(spread > 0, 0.0, signal)[..., None]
    density = np.exp(-(z**2) / 2) * step[..., None] * np.cosh(v) / sqrt(2 * pi)
    total: Vector = (half * weight * density * _lost(level, competitors)).sum(axis=-1)
    # Where an empty competitor wins or ties already, the others take nothing more.
    return np.where(below_zero == 1, 1.0, total + below_zero) if competitors.empty else total


def _lost(level: Vector, competitors: Competitors) -> Vector:
    """1 - prod Phi(level / root) over the competitors, without cancellation."""
    lost = np.zeros_like(level)
    for root, count in zip(competitors.roots, competitors.counts, strict=True):
        beyond = ndtr(-level / root)
        if count > 1:
            beyond = -np.expm1(count * np.log1p(-np.minimum(beyond, 1 - 1e-16)))
        lost += beyond * (1 - lost)
    return lost


@cache
def radius_rule(d: int, resolution: Resolution) -> tuple[Vector, Vector]:
    """Abscissae r^2/2 and probabilities for r^2 a chi-square of d degrees of freedom."""
    if d >= _VERY_FEW:
        nodes = resolution.radius * (_MORE if d < _FEW else 1)
        nodes = -(-nodes // _LESS) if d >= _MANY else nodes
        k = np.arange(nodes, dtype=np.float64)
        t, vectors = eigh_tridiagonal(2 * k + d / 2, np.sqrt(k[1:] * (k[1:] + d / 2 - 1)))
        return t, vectors[0] ** 2
    deviation = (2 * d) ** -0.5
    step = min(deviation, 0.2) / resolution.trapezoids
    # d (u - (e^2u - 1)/2), the logarithm of the density, is below -40 beyond these ends.
    left, right = 40 / d + 0.5, log1p(9.5 * deviation + 40 / d)
    u = np.arange(-ceil(left / step), ceil(right / step) + 1) * step
    weight = np.exp(d * u - d * np.expm1(2 * u) / 2)
    u, weight = u[weight > _LEAST], weight[weight > _LEAST]
    return d * np.exp(2 * u) / 2, weight / weight.sum()
