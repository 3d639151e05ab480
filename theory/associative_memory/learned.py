r"""Embeddings that are the unembeddings, Eq. (24) (S11): which classes tie, and what room the circle leaves.

The gap to a competitor at distance $\kappa$ is $\kappa^2/2$, so that a class is wrong only where a competitor
has its very unembedding: never for random ones in two dimensions or more, nearly always for many classes on
the line.

| letter | meaning |
|---|---|
| `M` | how many classes there are |
| `kappa` | distance of the right unembedding from a competitor's |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol, t
from ..rules.angles import excess, inner_product
from ..rules.answers import gap_by_distance
from ..rules.asymptotics import growth, sandwich
from ..rules.circles import cosine_above, cosine_below, nearest_on_circle
from ..rules.class_gaps import ClassOf
from ..rules.counting import coincide, none_equal
from ..rules.equals import put_in as put_equal
from ..rules.events import Named, Probability
from ..rules.integrals import evaluate_integrals, tail
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.mistakes import never_equal, on_the_line, where_equal
from ..rules.points import Point, against
from ..rules.tokens import at_sizes
from ..rules.vectors import Inner, Vector

M: Final = symbol("M")
_d: Final = sp.Symbol("d", integer=True, positive=True)
_M: Final = sp.Symbol("M", integer=True, positive=True)
_s: Final = sp.Symbol("s", integer=True, positive=True)
_kappa: Final = sp.Symbol("kappa", positive=True)
_X, _Z, _g, _own = (sp.Symbol(name, real=True) for name in ("X", "Z", "g", "o"))
_wrong: Final = sp.Symbol("E", nonnegative=True)
_phi: Final = sp.Symbol("phi", positive=True)
_i, _j, _z = (sp.Symbol(name, integer=True, positive=True) for name in "ijz")
_SPHERE: Final = Sphere(_d)
_CIRCLE: Final = (5, 16, 100)


@dataclass(frozen=True, kw_only=True)
class Learned:
    """The law of the unembeddings, and how many unit vectors there are where they are counted."""

    law: Sphere | Gaussian = _SPHERE
    directions: int = 2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the unembeddings $u_y$"),
            "$W = I$ and $e_x = u_{f(x)}$; ties count as errors",
        )


RANDOM: Final = Learned()
"""Unembeddings on the sphere."""


def learned_ties(premises: Learned = RANDOM) -> Derivation:
    r"""The mean share of wrong classes under (24) is zero in two dimensions or more.

    >>> learned_ties().formula
    0
    """
    chain = Chain(
        name="learned_ties",
        title="Classes that (24) answers wrongly",
        premises=(*premises.sentences, r"$d \ge 2$"),
    )
    one, other = (Vector("u", index, premises.law) for index in (_i, _j))
    overlap = chain.define("the overlap of two unembeddings", _X, Inner(one, other))
    share = chain.apply("cut the sphere in slices", tail, overlap, threshold=t)
    share = chain.apply("evaluate the Beta integrals", evaluate_integrals, share)
    equal = chain.apply("let the level tend to one", never_equal, share, threshold=t)
    return chain.close(
        chain.apply("wrong only there", where_equal, _gap(chain, premises), equal, share=_wrong)
    )


def learned_line(premises: Learned = RANDOM) -> Derivation:
    r"""On the line the mean share of wrong classes is $1 - 2^{1-M}$: unembeddings are signs.

    >>> learned_line().formula
    1 - 2**(1 - M)
    """
    chain = Chain(
        name="learned_line",
        title="Classes that (24) answers wrongly on the line",
        premises=(*premises.sentences, "$d = 1$, where the unit sphere has two points, equally likely"),
    )
    mass = chain.define(
        "one of equally likely unembeddings", Probability(Named("the unembedding is a given one")), 1 / _s
    )
    pair = chain.apply("two are equal", coincide, mass)
    unlike = chain.apply("no other is equal", none_equal, pair, count=_M)
    wrong = chain.apply("equal ones tie", on_the_line, _gap(chain, premises), unlike, share=_wrong)
    directions = chain.define("a unit vector of the line is a sign", _s, sp.Integer(premises.directions))
    wrong = chain.apply("put it in", put_in, wrong, directions)
    wrong = chain.apply("for the sizes of a grid", at_sizes, wrong)
    return chain.close(wrong, checks=(_all_signs(premises),))


@dataclass(frozen=True, kw_only=True)
class Circle:
    """The whole angle that the unembeddings share evenly."""

    turns: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        angle = rf"2 \pi k \cdot {sp.latex(self.turns)}/M"
        return (
            rf"the unembeddings are $(\cos({angle}), \sin({angle}))$, $k = 0, ..., M - 1$",
            "$W = I$ and $e_x = u_{f(x)}$",
        )


EVEN: Final = Circle()
"""Once around."""


def learned_room(premises: Circle = EVEN) -> Derivation:
    r"""The least gap of M unembeddings spread evenly over the circle, $1 - \cos(2\pi/M) \asymp M^{-2}$.

    >>> learned_room().formula, learned_room().exponents
    (1 - cos(2*pi/M), {'M': Fraction(-2, 1)})
    """
    chain = Chain(name="learned_room", title="Room on the circle", premises=premises.sentences)
    first = chain.define("an unembedding", sp.Symbol("u_0"), sp.Tuple(1, 0))
    other = chain.define("one at an angle", sp.Symbol("u_k"), sp.Tuple(sp.cos(_phi), sp.sin(_phi)))
    own = chain.apply("the own score", inner_product, first, first, name=_own)
    competitor = chain.apply("the competitor's score", inner_product, first, other, name=_X)
    gap = chain.apply("the gap", excess, own, competitor, name=_g)
    angle = chain.define("they are spread evenly", _phi, 2 * sp.pi * premises.turns * _i / M)
    gap = chain.apply("put the angle in", put_equal, gap, angle)
    least = chain.apply("the nearest competitor", nearest_on_circle, gap, step=_i, count=M)
    sides = [
        chain.apply(f"bound it from {side}", rule, least)
        for side, rule in (("below", cosine_below), ("above", cosine_above))
    ]
    orders = [chain.apply("read off the exponent", growth, side, variables=(M,)) for side in sides]
    order = chain.apply("both sides have one order", sandwich, *sides, *orders)
    return chain.close(least, growth=order, checks=(_distances(),))


def _gap(chain: Chain, premises: Learned) -> Step:
    u = Vector("u", ClassOf(_i), premises.law)
    answer = chain.define("W = I, and the embedding is the unembedding", Vector("o", _i), u)
    distance = chain.define("the distance from a competitor", _kappa**2, Inner(u - u.at(_z), u - u.at(_z)))
    return chain.apply("the gap to the competitor", gap_by_distance, answer, distance, gap=_Z)


def _all_signs(premises: Learned) -> Callable[[sp.Expr], str]:
    """Two to six unembeddings of the line, all signs listed."""

    def listed(point: Point) -> mpmath.mpf:
        signs = list(product((-1, 1), repeat=int(point[M])))
        ties = sum(
            sum(any(u[y] == v for z, v in enumerate(u) if z != y) for y in range(len(u))) for u in signs
        )
        return mpmath.mpf(ties) / (len(signs) * int(point[M]))

    points = [{M: sp.Integer(many)} for many in (2, 3, 6)]
    return against(listed, points, "all signs of up to six unembeddings")


def _distances() -> Callable[[sp.Expr], str]:
    """Half the square of the chord between neighbours."""

    def chord(point: Point) -> mpmath.mpf:
        angle = 2 * mpmath.pi / int(point[M])
        return ((1 - mpmath.cos(angle)) ** 2 + mpmath.sin(angle) ** 2) / 2

    return against(chord, [{M: sp.Integer(many)} for many in _CIRCLE], "half the square of a chord")
