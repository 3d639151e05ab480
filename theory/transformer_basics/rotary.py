r"""Positions as angles: sinusoidal vectors, whose products see the lag alone, and rotary queries and keys.

The sinusoidal vector of place i is $(\cos \omega_k i, \sin \omega_k i)_{k \le K}$. Rotary encoding turns
the k-th pair of coordinates of a query at place m by $m \theta_k$, and that of a key at n by $n \theta_k$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.algebra import collect
from ..rules.equals import put_in
from ..rules.places import subtract
from ..rules.points import Point, against, number, random_points
from ..rules.rotations import displace, mean_over_sign, products_as_sums

K: Final = symbol("K")
k: Final = sp.Symbol("k", integer=True, positive=True)
i, j, m, n, shift, period = (symbol(name) for name in ("i", "j", "m", "n", "t", "P"))
theta: Final = symbol("theta")
omega: Final = sp.IndexedBase("omega")
q_1, q_2, k_1, k_2 = (symbol(name) for name in ("q_1", "q_2", "k_1", "k_2"))
score: Final = sp.Symbol("s")
ratio: Final = sp.Symbol("c", real=True)


@dataclass(frozen=True, kw_only=True)
class Wave:
    """The amplitude of the sines beside that of the cosines."""

    sine: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"place $i$ has $(\cos \omega_k i, {sp.latex(self.sine)} \sin \omega_k i)$ for $K$ frequencies",
        )


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The angle by which a place turns a pair is the place to this power, times the frequency."""

    power: int = 1
    stretch: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        angle = sp.latex(m**self.power * theta)
        return (
            rf"a pair at place $m$ is turned by ${angle}$ and stretched by ${sp.latex(self.stretch)}$",
            "queries and keys are any vectors",
        )


def sinusoid_gap(premises: Wave = Wave()) -> Derivation:
    r"""$\langle p_{i+t}, p_{j+t} \rangle - \langle p_i, p_j \rangle = 0$ for any frequencies.

    >>> sinusoid_gap().formula
    0
    """
    chain = Chain(name="sinusoid_gap", title="Products of sinusoidal vectors", premises=premises.sentences)
    product = _sinusoid_product(chain, premises)
    moved = chain.apply("move both places", displace, product, places=sp.Tuple(i, j), by=shift)
    moved = chain.apply("products as sums", products_as_sums, moved)
    product = chain.apply("products as sums, here", products_as_sums, product)
    gap = chain.apply("subtract", subtract, moved, product)
    return chain.close(chain.apply("collect the waves", products_as_sums, gap))


@dataclass(frozen=True, kw_only=True)
class Period:
    """The frequency times the period, which is a whole turn."""

    turn: sp.Expr = 2 * sp.pi

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (rf"one frequency, $\omega = {sp.latex(self.turn)}/P$",)


def alias_gap(premises: Period = Period()) -> Derivation:
    r"""$|p_{i+P} - p_i|^2 = 0$ for a single frequency of period P.

    >>> alias_gap().formula
    0
    """
    chain = Chain(name="alias_gap", title="A place and the one a period later", premises=premises.sentences)
    later = premises.turn * (i + period) / period
    here = premises.turn * i / period
    apart = (sp.cos(later) - sp.cos(here)) ** 2 + (sp.sin(later) - sp.sin(here)) ** 2
    found = chain.define("the squared distance", symbol("D"), sp.expand(apart, mul=True))
    return chain.close(chain.apply("products as sums", products_as_sums, found))


def norm_gap(premises: Turn = Turn()) -> Derivation:
    r"""$|R_m q|^2 - |q|^2 = 0$, pair by pair.

    >>> norm_gap().formula
    0
    """
    chain = Chain(name="norm_gap", title="Length of a rotated vector", premises=premises.sentences)
    turned = _turned(premises, (q_1, q_2), m)
    long = chain.define("the squared length after", score, turned[0] ** 2 + turned[1] ** 2)
    long = chain.apply("products as sums", products_as_sums, long)
    own = chain.define("the squared length before", score, q_1**2 + q_2**2)
    return chain.close(chain.apply("subtract", subtract, long, own))


def rotary_shift_gap(premises: Turn = Turn()) -> Derivation:
    r"""$\langle R_{m+t} q, R_{n+t} k \rangle - \langle R_m q, R_n k \rangle = 0$, pair by pair.

    >>> rotary_shift_gap().formula
    0
    """
    title = "Rotary scores of places moved together"
    chain = Chain(name="rotary_shift_gap", title=title, premises=premises.sentences)
    here = _rotary_score(chain, premises)
    moved = chain.apply("move both places", displace, here, places=sp.Tuple(m, n), by=shift)
    waves = [
        chain.apply(f"products as sums, {s}", products_as_sums, f)
        for f, s in ((moved, "moved"), (here, "here"))
    ]
    gap = chain.apply("subtract", subtract, *waves)
    return chain.close(chain.apply("collect the waves", products_as_sums, gap))


def cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""$\langle R_m q, R_n k \rangle - \langle q, k \rangle \cos((m - n) \theta)$ of one pair.

    The products across remain: $(q_1 k_2 - q_2 k_1) \sin((m - n) \theta)$.

    >>> sp.factor(cosine_gap().formula - (q_1 * k_2 - q_2 * k_1) * sp.sin((m - n) * theta).expand())
    0
    """
    chain = Chain(name="cosine_gap", title="What the cosine leaves out", premises=premises.sentences)
    points = random_points({q_1, q_2, k_1, k_2, m, n, theta})
    rotated = against(_rotated(premises), points, "pairs turned as complex numbers")
    return chain.close(_cosine_gap(chain, premises), checks=(rotated,))


def _rotated(premises: Turn) -> Callable[[Point], mpmath.mpf]:
    """The score is the real part of one pair, as a complex number, times the conjugate of the other."""

    def route(point: Point) -> mpmath.mpf:
        query, key = (
            mpmath.mpc(number(one, point), number(other, point)) for one, other in ((q_1, q_2), (k_1, k_2))
        )
        angles = [number(place**premises.power * theta, point) for place in (m, n)]
        turn = number(premises.stretch, point) ** 2 * mpmath.expj(angles[0] - angles[1])
        plain = query * mpmath.conj(key)
        return mpmath.re(turn * plain) - mpmath.re(plain) * mpmath.cos(number((m - n) * theta, point))

    return route


def aligned_cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""The same for a key that is a multiple of the query in its pair: zero.

    >>> aligned_cosine_gap().formula
    0
    """
    chain = Chain(
        name="aligned_cosine_gap",
        title="What the cosine leaves out of aligned pairs",
        premises=(*premises.sentences, "the key's pair is a multiple of the query's"),
    )
    gap = _cosine_gap(chain, premises)
    for key, query in ((k_1, q_1), (k_2, q_2)):
        known = chain.define(f"${sp.latex(key)}$ is a multiple", key, ratio * query)
        gap = chain.apply(f"put ${sp.latex(key)}$ in", put_in, gap, known)
    return chain.close(chain.apply("products as sums, aligned", products_as_sums, gap))


def mean_cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""The same in the mean over a reflection of both pairs, which leaves $\langle q, k \rangle$: zero.

    >>> mean_cosine_gap().formula
    0
    """
    chain = Chain(
        name="mean_cosine_gap", title="What the cosine leaves out in the mean", premises=premises.sentences
    )
    gap = _cosine_gap(chain, premises)
    gap = chain.apply("average over a reflection", mean_over_sign, gap, flipped=sp.Tuple(q_2, k_2))
    return chain.close(chain.apply("collect", collect, gap))


def _sinusoid_product(chain: Chain, premises: Wave) -> Step:
    one, other = omega[k] * i, omega[k] * j
    wave = sp.cos(one) * sp.cos(other) + premises.sine**2 * sp.sin(one) * sp.sin(other)
    return chain.define("the inner product", score, sp.Sum(wave, (k, 1, K)))


def _turned(premises: Turn, pair: tuple[sp.Expr, sp.Expr], place: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    angle = place**premises.power * theta
    first, second = pair
    return (
        premises.stretch * (first * sp.cos(angle) - second * sp.sin(angle)),
        premises.stretch * (first * sp.sin(angle) + second * sp.cos(angle)),
    )


def _rotary_score(chain: Chain, premises: Turn) -> Step:
    query, key = _turned(premises, (q_1, q_2), m), _turned(premises, (k_1, k_2), n)
    return chain.define("the rotary score of a pair", score, query[0] * key[0] + query[1] * key[1])


def _cosine_gap(chain: Chain, premises: Turn) -> Step:
    turned = chain.apply("products as sums", products_as_sums, _rotary_score(chain, premises))
    plain = chain.define(
        "the cosine times the product", score, (q_1 * k_1 + q_2 * k_2) * sp.cos((m - n) * theta)
    )
    gap = chain.apply("subtract", subtract, turned, plain)
    return chain.apply("collect the waves", products_as_sums, gap)
