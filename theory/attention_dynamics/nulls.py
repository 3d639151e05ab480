r"""What diagnostics show where nothing has been learned: cosines of random keys, and the mean advantage.

Random keys are independent and uniform in direction, so that the cosine of two is the inner product of
two uniform unit vectors of $R^{d_k}$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import d_k, symbol
from ..rules.asymptotics import growth
from ..rules.components import gather, insert
from ..rules.contraction import power
from ..rules.expectation import integrate_out
from ..rules.index_sums import exchange
from ..rules.integrals import absolute_moment, evaluate_integrals
from ..rules.laws import Sphere
from ..rules.points import Point, against, number, random_points
from ..rules.softmax import softmax
from ..rules.vectors import Inner, Vector

T: Final = symbol("T")
i, j, k = (sp.Symbol(name, integer=True, positive=True) for name in "ijk")
alpha, s, b = (sp.IndexedBase(name) for name in (r"\alpha", "s", "b"))
cosine: Final = sp.Symbol("c", real=True)
mean: Final = sp.Symbol(r"\bar{A}")


@dataclass(frozen=True, kw_only=True)
class Directions:
    """The dimension of the keys, and how much of one is added to the other: nothing at random."""

    dimension: sp.Expr = d_k
    own: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        law = Sphere(self.dimension).describe("the directions of the keys")
        return (law,) if self.own == 0 else (law, f"${sp.latex(self.own)}$ of a key is added to the other")


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """The multiple of the mean compatibility that the advantage takes off."""

    factor: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        taken = sp.latex(self.factor * sp.Symbol(r"\mathbb{E}_{\alpha} b"))
        return (r"$\alpha$ is the softmax of the scores", rf"the advantage is $A_j = {taken} - b_j$")


RANDOM: Final = Directions()
CENTRED: Final = Baseline()


def random_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} |\cos| = \Gamma(d_k/2) / (\sqrt{\pi}\, \Gamma((d_k+1)/2))$ of random keys."""
    chain = Chain(name="random_cosine", title="Mean modulus of a random cosine", premises=premises.sentences)
    found = chain.define("the cosine of two keys", cosine, _pair(premises))
    found = chain.apply("cut the sphere in slices", absolute_moment, found, power=1)
    found = chain.apply("evaluate the Beta integrals", evaluate_integrals, found)
    grown = chain.apply("read off the exponent", growth, found, variables=(d_k,))

    def by_angle(point: Point) -> mpmath.mpf:
        d = number(premises.dimension, point)

        def integral(order: int) -> mpmath.mpf:
            return mpmath.quad(
                lambda angle: mpmath.cos(angle) ** order * mpmath.sin(angle) ** (d - 2), [0, mpmath.pi / 2]
            )

        return integral(1) / integral(0)

    points = random_points({d_k}, least=3)
    return chain.close(found, growth=grown, checks=(against(by_angle, points, "quadrature over the angle"),))


def random_signed_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} \cos = 0$ of two random keys: one and its opposite are as likely (Section 6.2).

    >>> random_signed_cosine().formula
    0
    """
    title = "Mean of a random cosine"
    chain = Chain(name="random_signed_cosine", title=title, premises=premises.sentences)
    key = Vector("k", i, Sphere(premises.dimension))
    found = chain.define("the cosine of two keys", cosine, _pair(premises) + premises.own * Inner(key, key))
    found = chain.apply("take the expectation", exchange, found)
    return chain.close(chain.apply("integrate out k", integrate_out, found, letter="k"))


def random_square_cosine(premises: Directions = RANDOM) -> Derivation:
    r"""$\mathbb{E} \cos^2 = 1/d_k$ of two random keys (Section 6.2).

    >>> random_square_cosine().formula
    1/d_k
    """
    title = "Mean square of a random cosine"
    chain = Chain(name="random_square_cosine", title=title, premises=premises.sentences)
    found = chain.define("the cosine of two keys", cosine, _pair(premises))
    found = chain.apply("square it", power, found, exponent=2)
    found = chain.apply("take the expectation", exchange, found)
    for letter in ("k", "l"):
        found = chain.apply(f"integrate out {letter}", integrate_out, found, letter=letter)
    grown = chain.apply("read off the exponent", growth, found, variables=(d_k,))
    return chain.close(found, growth=grown)


def advantage_mean(premises: Baseline = CENTRED) -> Derivation:
    r"""$\sum_j \alpha_j A_j$ for any compatibilities: zero, in every row (Sections 3.4, 8.1).

    >>> advantage_mean().formula
    0
    """
    chain = Chain(name="advantage_mean", title="Mean advantage of a query", premises=premises.sentences)
    named = softmax(alpha, s, j, T)
    weights = chain.define("the weights", named.lhs, named.rhs)
    average = premises.factor * sp.Sum(alpha[k] * b[k], (k, 1, T))
    found = chain.define("the mean advantage", mean, sp.Sum(alpha[j] * (average - b[j]), (j, 1, T)))
    found = chain.apply("put the weights in", insert, found, weights)
    return chain.close(chain.apply("gather the sums", gather, found))


def _pair(premises: Directions) -> Inner:
    law = Sphere(premises.dimension)
    return Inner(Vector("k", i, law), Vector("l", j, law))
