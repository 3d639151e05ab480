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
from fractions import Fraction
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation
from ..kernel import apply
from ..laws import OneHot, Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..notation import symbol
from ..prove import derive, suppose
from ..rules.angles import excess, inner_product
from ..rules.asymptotics import growth, sandwich
from ..rules.circles import cosine_above, cosine_below, nearest_on_circle
from ..rules.equals import put_in as put_equal
from ..rules.points import Point, against
from ..tactics import events
from ..tactics.rewriting import converted, left, nonnegative, replaced_within, right, then, zero_by_signs
from ..terms import P, Term, Value, any_, define, inner, norm2, number, power

M: Final = symbol("M")
classes, kappa = Size("M"), Parameter("kappa")
size, points = Size("d"), Size("s", minimum=2)
_right, _other = Index("y", classes), Index("z", classes)
_X, _g, _own = (sp.Symbol(name, real=True) for name in ("X", "g", "o"))
_phi: Final = sp.Symbol("phi", positive=True)
_i: Final = sp.Symbol("i", integer=True, positive=True)
_SPHERE: Final = Sphere(Size("d", minimum=2))
_CIRCLE: Final = (5, 16, 100)


@dataclass(frozen=True, kw_only=True)
class Learned:
    """The law of the unembeddings."""

    law: Term = _SPHERE


RANDOM: Final = Learned()
"""Unembeddings on the sphere."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """How many points, equally likely, the unit sphere of the line has; an equal unembedding ties."""

    points: int = 2


TWO_POINTS: Final = Line()


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The squared length of an unembedding, and of its competitor's."""

    own: Value = 1
    other: Value = 1


UNIT: Final = Pair()


def learned_ties(premises: Learned = RANDOM) -> Proved:
    r"""The share of wrong classes under (24) is zero in two dimensions or more: no competitor ties.

    >>> learned_ties().formula
    0
    """
    u, any_vector = Model(u=iid(premises.law, classes)).u, fixed("w", *premises.law.shape)
    own, other = u[_right], u[_other]
    length = apply("fixed_norm", term=norm2(own))
    held = suppose(norm2(any_vector) == right(length), "what the own unembedding is held fixed at")
    some = apply("transitive", apply("positive", term=right(length)), apply("symmetric", held))
    never = apply("never_on_plane", some, x=other, level=right(length))
    apart = suppose(_other != _right)
    never = apply("held_fixed", never, length, apart, fixed=any_vector, x=own)
    tie = any_(_other != _right, left(never).args[0])
    none = apply("sum_monotone", never, condition=_other != _right, index=_other)
    none = apply("transitive", apply("union", event=tie), none)
    none = apply("transitive", none, apply("count", term=right(none)))
    none = apply("transitive", none, apply("ring", left=right(none), right=number(0)))
    found = zero_by_signs(none, nonnegative(left(none)))
    return proved("learned_ties", "Classes that (24) answers wrongly", found)


def learned_line(premises: Line = TWO_POINTS) -> Proved:
    r"""On the line the share of wrong classes is $1 - 2^{1-M}$: the unit sphere has two points.

    >>> learned_line().formula
    1 - 2**(1 - M)
    """
    u = Model(u=iid(OneHot(points), classes)).u
    found = derive(P(any_(_other != _right, inner(u[_right], u[_other]) == 1)), by=events)
    count = suppose(points == premises.points, "the unit sphere of the line")
    found = replaced_within(found, [count])
    value = 1 - power(number(1 - Fraction(1, premises.points)), classes - 1)
    found = converted(found, lambda own: apply("ring", left=own, right=value))
    return proved("learned_line", "Classes that (24) answers wrongly on the line", found)


def learned_gap(premises: Pair = UNIT) -> Proved:
    r"""The gap of (24), W = I and $e_x = u_{f(x)}$, to a competitor at distance $\kappa$: $\kappa^2/2 > 0$.

    Raises `Refused` for unembeddings that are not of one length.

    >>> learned_gap().formula
    kappa**2/2
    """
    u, v = fixed("u", size), fixed("v", size)
    lengths = [suppose(norm2(x) == square) for x, square in ((u, premises.own), (v, premises.other))]
    square = apply("componentwise", left=norm2(u - v), right=norm2(u) + norm2(v) - 2 * inner(u, v))
    apart = suppose(norm2(u - v) == kappa**2, "the distance from a competitor")
    found = apply("written_out", term=define("Z", inner(u - v, u)))
    found = converted(found, lambda gap: apply("componentwise", left=gap, right=norm2(u) - inner(u, v)))
    times = tuple(number(Fraction(sign, 2)) for sign in (1, -1, 1, -1))
    facts = (apart, square, *lengths)
    value = apply("ring", *facts, left=right(found), right=kappa**2 / 2, multipliers=times)
    return proved("learned_gap", "Gap of embeddings equal to the unembeddings", then(found, value))


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


def _distances() -> Callable[[sp.Expr], str]:
    """Half the square of the chord between neighbours."""

    def chord(point: Point) -> mpmath.mpf:
        angle = 2 * mpmath.pi / int(point[M])
        return ((1 - mpmath.cos(angle)) ** 2 + mpmath.sin(angle) ** 2) / 2

    return against(chord, [{M: sp.Integer(many)} for many in _CIRCLE], "half the square of a chord")
