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

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import OneHot, Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, number, power
from ..prove import derive, suppose
from ..substitution import replaced
from ..tactics import both, combined, events, linked, named, never_some, positive, same
from ..tactics.overlaps import overlap_atom
from ..tactics.rewriting import converted, replaced_within, right, then
from ..terms import PI, P, any_, cos, inner, min_over, norm2, sin, vector

classes, several, kappa = Size("M"), Size("M", minimum=2), Parameter("kappa")
size, points = Size("d"), Size("s", minimum=2)
_right, _other = Index("y", classes), Index("z", classes)
_SPHERE: Final = Sphere(Size("d", minimum=2))


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


def learned_ties(premises: Learned = RANDOM) -> Derivation:
    r"""The share of wrong classes under (24) is zero in two dimensions or more: no competitor ties.

    >>> learned_ties().formula
    0
    """
    u = Model(u=iid(premises.law, classes)).u
    own, other = u[_right], u[_other]
    never = overlap_atom(other, own, suppose(_other != _right))
    found = never_some(never, _other != _right)
    return proved("learned_ties", "Classes that (24) answers wrongly", found)


def learned_line(premises: Line = TWO_POINTS) -> Derivation:
    r"""On the line the share of wrong classes is $1 - 2^{1-M}$: the unit sphere has two points.

    >>> learned_line().formula
    1 - 2**(1 - M)
    """
    u = Model(u=iid(OneHot(points), classes)).u
    found = derive(P(any_(_other != _right, inner(u[_right], u[_other]) == 1)), by=events)
    count = suppose(points == premises.points, "the unit sphere of the line")
    found = replaced_within(found, [count])
    value = 1 - power(number(1 - Fraction(1, premises.points)), classes - 1)
    found = converted(found, lambda own: same(own, value, ()))
    return proved("learned_line", "Classes that (24) answers wrongly on the line", found)


def learned_gap(premises: Pair = UNIT) -> Derivation:
    r"""The gap of (24), W = I and $e_x = u_{f(x)}$, to a competitor at distance $\kappa$: $\kappa^2/2 > 0$.

    Raises `Refused` for unembeddings that are not of one length.

    >>> learned_gap().formula
    kappa**2/2
    """
    u, v = fixed("u", size), fixed("v", size)
    lengths = [suppose(norm2(x) == square) for x, square in ((u, premises.own), (v, premises.other))]
    apart = suppose(norm2(u - v) == kappa**2, "the distance from a competitor")
    found = then(named("Z", inner(u - v, u)), along_difference(u, v, apart, *lengths))
    return proved("learned_gap", "Gap of embeddings equal to the unembeddings", found)


def along_difference(u: Term, v: Term, apart: Theorem, *lengths: Theorem) -> Theorem:
    r"""$\langle u - v, u \rangle = \kappa^2/2$ from $|u - v|^2 = \kappa^2$ and equal lengths."""
    square = same(norm2(u - v), norm2(u) + norm2(v) - 2 * inner(u, v), ())
    found = same(inner(u - v, u), norm2(u) - inner(u, v), ())
    return then(found, combined(right(found) == right(apart) / 2, apart, square, *lengths))


@dataclass(frozen=True, kw_only=True)
class Circle:
    """How often the unembeddings go around the circle, in equal steps."""

    turns: Value = 1

    def angle(self, k: Term) -> Term:
        """That of the unembedding of class k."""
        return 2 * PI * self.turns * k / several

    def unembedding(self, k: Term) -> Term:
        """The point at this angle."""
        return vector(cos(self.angle(k)), sin(self.angle(k)))


EVEN: Final = Circle()
"""Once around."""


def learned_room(premises: Circle = EVEN) -> Derivation:
    r"""The least gap of M unembeddings spread evenly over the circle, $1 - \cos(2\pi/M) \asymp M^{-2}$.

    The competitors of class y are k = 1, ..., M - 1 steps farther. Raises `Refused` where steps pass the own
    unembedding before the last.

    >>> learned_room().formula, learned_room().exponents
    (1 - cos(2*pi/M), {'M': Fraction(-2, 1)})
    """
    k, y = Index("k", several - 1), Index("y", several)
    own, other = premises.unembedding(y), premises.unembedding(y + k)
    gap = inner(own, own) - inner(own, other)
    least, value = named("Z", min_over(k, gap), at=[y]), same(gap, 1 - cos(premises.angle(k)), ())
    least = replaced_within(least, [apply("under", value, binder=right(least), index=k)])
    angle, per = premises.angle(k), 2 * PI * premises.turns / several
    first = replaced(angle, k, number(1))
    steps = [apply("bounded", term=k, end=end) for end in ("low", "high")]
    low, high = combined(first <= angle, (steps[0], per)), combined(angle <= 2 * PI - first, (steps[1], per))
    falls = apply("cosine_falls", positive(first), low, high, x=angle, y=first)
    nearest = combined(1 - cos(first) <= right(value), falls)
    first_one = apply("instance", apply("largest", term=right(least), index=k), symbol=k, value=number(1))
    least = then(least, apply("antisymmetric", first_one, apply("largest_below", nearest, index=k)))
    two = apply("bounded", term=several, end="low")
    below, above = both(apply("cosine_near_one", positive(first), combined(first <= PI, (two, per)), x=first))
    bounds = apply("symmetric", linked(below, least)), linked(least, above)
    least = converted(least, lambda room: same(room, 1 - cos(2 * PI / several), ()))
    return proved("learned_room", "Room on the circle", least, several, between=bounds)
