r"""What diagnostics show where nothing has been learned: cosines of random keys, and the mean advantage.

Random keys are independent and uniform in direction, so that the cosine of two is the inner product of
two uniform unit vectors of $R^{d_k}$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..laws import Sphere
from ..model import Model, Size, fixed
from ..node import Term, Value
from ..prove import derive
from ..tactics import moments
from ..tactics.directions import mean_modulus
from ..terms import E, absolute, inner, norm2, ones, softmax
from .gaps import nothing_left

d_k, T = Size("d_k"), Size("T")
scores, b = fixed("s", T), fixed("b", T)


@dataclass(frozen=True, kw_only=True)
class Directions:
    """The dimension of the keys, and how much of one is added to the other: nothing at random."""

    dimension: Term = d_k
    own: Value = 0

    @property
    def keys(self) -> tuple[Term, Term]:
        """Two independent keys of length one."""
        one, other = Model(k=Sphere(self.dimension), l=Sphere(self.dimension))
        return one, other


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """The multiple of the mean compatibility that the advantage takes off."""

    factor: Value = 1


RANDOM: Final = Directions()
CENTRED: Final = Baseline()


def random_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} |\cos| = \Gamma(d_k/2) / (\sqrt{\pi}\, \Gamma((d_k+1)/2))$ of random keys."""
    one, other = premises.keys
    mean = mean_modulus(E(absolute(inner(one, other))), other)
    return proved("random_cosine", "Mean modulus of a random cosine", mean, d_k)


def random_signed_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} \cos = 0$ of two random keys: one and its opposite are as likely (Section 6.2).

    >>> random_signed_cosine().formula
    0
    """
    one, other = premises.keys
    mean = derive(E(inner(one, other) + premises.own * norm2(one)), by=moments)
    return proved("random_signed_cosine", "Mean of a random cosine", mean)


def random_square_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} \cos^2 = 1/d_k$ of two random keys (Section 6.2).

    >>> random_square_cosine().formula
    1/d_k
    """
    mean = derive(E(inner(*premises.keys) ** 2), by=moments)
    return proved("random_square_cosine", "Mean square of a random cosine", mean, d_k)


def advantage_mean(premises: Baseline = CENTRED) -> Derivation:
    r"""$\sum_j \alpha_j A_j$ for any compatibilities: zero, in every row (Sections 3.4, 8.1).

    Raises `Refused` for another multiple of the mean.

    >>> advantage_mean().formula
    0
    """
    alpha = softmax(scores)
    advantage = premises.factor * inner(alpha, b) * ones(T) - b
    return nothing_left("advantage_mean", "Mean advantage of a query", inner(alpha, advantage))
