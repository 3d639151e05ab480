r"""Positions as angles: sinusoidal vectors, whose products see the lag alone, and rotary queries and keys.

The sinusoidal vector of place i is $(\cos \omega_k i, \sin \omega_k i)_{k \le K}$. Rotary encoding turns
the k-th pair of coordinates of a query at place m by $m \theta_k$, and that of a key at n by $n \theta_k$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Rademacher
from ..model import Index, Model, Parameter, Size, fixed
from ..node import Term, Value, as_term, number
from ..prove import prove
from ..tactics import moments
from ..tactics.rewriting import converted, replaced_within
from ..tactics.steps import calculation, equals
from ..terms import PI, E, Sum, cos, define, inner, matrix, norm2, sin, vector

K, period = Size("K"), Size("P")
k = Index("k", K)
i, j, m, n, shift, theta, q_1, q_2, k_1, k_2, ratio = map(
    Parameter, ("i", "j", "m", "n", "t", "theta", "q_1", "q_2", "k_1", "k_2", "c")
)
omega: Final = fixed("omega", K)
_sign: Final = Model(sigma=Rademacher()).sigma
QUERY, KEY = vector(q_1, q_2), vector(k_1, k_2)
_ACROSS: Final = (q_1 * k_2 - q_2 * k_1) * sin((m - n) * theta)
"""The products of coordinates of two kinds, which a turn mixes."""


@dataclass(frozen=True, kw_only=True)
class Wave:
    """The amplitude of the sines beside that of the cosines."""

    sine: Value = 1

    def product(self, one: Term, other: Term) -> Term:
        """Of the vectors of two places, for K frequencies."""
        angles = omega[k] * one, omega[k] * other
        cosines, sines = (f(angles[0]) * f(angles[1]) for f in (cos, sin))
        return Sum(k, cosines + as_term(self.sine) ** 2 * sines)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The angle by which a place turns a pair is the place to this power, times the frequency."""

    power: int = 1
    stretch: Value = 1

    def turned(self, pair: Term, place: Term) -> Term:
        """The pair at a place."""
        angle = place**self.power * theta
        return self.stretch * (matrix((cos(angle), -sin(angle)), (sin(angle), cos(angle))) @ pair)

    def score(self, at: Term, other: Term, query: Term = QUERY, key: Term = KEY) -> Term:
        """The rotary score of a pair of a query at a place and a key at another."""
        return inner(self.turned(query, at), self.turned(key, other))

    def gap(self, query: Term = QUERY, key: Term = KEY) -> Term:
        """The score less the product without turns times the cosine of the lag."""
        return self.score(m, n, query, key) - inner(query, key) * cos((m - n) * theta)


@dataclass(frozen=True, kw_only=True)
class Period:
    """The frequency times the period, which is a whole turn."""

    turn: Term = 2 * PI

    def at(self, place: Term) -> Term:
        """The vector of a place, for one frequency."""
        angle = self.turn * place / period
        return vector(cos(angle), sin(angle))


def sinusoid_gap(premises: Wave = Wave()) -> Derivation:
    r"""$\langle p_{i+t}, p_{j+t} \rangle - \langle p_i, p_j \rangle = 0$ for any frequencies.

    >>> sinusoid_gap().formula
    0
    """
    gap = premises.product(i + shift, j + shift) - premises.product(i, j)
    return proved("sinusoid_gap", "Products of sinusoidal vectors", _value(gap))


def alias_gap(premises: Period = Period()) -> Derivation:
    r"""$|p_{i+P} - p_i|^2 = 0$ for a single frequency of period P.

    >>> alias_gap().formula
    0
    """
    gap = norm2(premises.at(i + period) - premises.at(i))
    return proved("alias_gap", "A place and the one a period later", _value(gap))


def norm_gap(premises: Turn = Turn()) -> Derivation:
    r"""$|R_m q|^2 - |q|^2 = 0$, pair by pair.

    >>> norm_gap().formula
    0
    """
    gap = norm2(premises.turned(QUERY, m)) - norm2(QUERY)
    return proved("norm_gap", "Length of a rotated vector", _value(gap))


def rotary_shift_gap(premises: Turn = Turn()) -> Derivation:
    r"""$\langle R_{m+t} q, R_{n+t} k \rangle - \langle R_m q, R_n k \rangle = 0$, pair by pair.

    >>> rotary_shift_gap().formula
    0
    """
    gap = premises.score(m + shift, n + shift) - premises.score(m, n)
    return proved("rotary_shift_gap", "Rotary scores of places moved together", _value(gap))


def cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""$\langle R_m q, R_n k \rangle - \langle q, k \rangle \cos((m - n) \theta)$ of one pair.

    The products across remain: $(q_1 k_2 - q_2 k_1) \sin((m - n) \theta)$.

    >>> cosine_gap().formula
    (-k_1*q_2 + k_2*q_1)*sin(theta*(m - n))
    """
    return proved("cosine_gap", "What the cosine leaves out", _value(premises.gap(), _ACROSS))


def aligned_cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""The same for a key that is a multiple of the query in its pair: zero.

    >>> aligned_cosine_gap().formula
    0
    """
    title = "What the cosine leaves out of aligned pairs"
    return proved("aligned_cosine_gap", title, _value(premises.gap(key=ratio * QUERY)))


def mean_cosine_gap(premises: Turn = Turn()) -> Derivation:
    r"""The same in the mean over a reflection of both pairs, which leaves $\langle q, k \rangle$: zero.

    >>> mean_cosine_gap().formula
    0
    """
    gap = premises.gap(vector(q_1, _sign * q_2), vector(k_1, _sign * k_2))
    single = apply("componentwise", left=gap, right=_sign * _ACROSS)
    found = replaced_within(apply("written_out", term=define("D", E(gap))), [single])
    found = converted(found, lambda own: prove(own == number(0), by=moments))
    return proved("mean_cosine_gap", "What the cosine leaves out in the mean", found)


def _value(gap: Term, value: Value = 0) -> Theorem:
    """The gap as a definition, and what it comes to."""
    return calculation(define("D", gap), equals(value))
