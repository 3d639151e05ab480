"""Tails of the overlap <x, y> of two vectors, of which one is uniform on a sphere."""

from __future__ import annotations

from contextlib import suppress

from ..kernel import Refused, Theorem, apply
from ..kernel.probability import law_of
from ..kernel.theorem import EQUATION, UNEQUAL, ordered
from ..node import Term, negation, number
from ..substitution import replaced
from ..terms import E, exp, inner, norm2, sqrt
from .bounds import bound
from .directions import any_vector, at_vector, drawn, of_length
from .goals import Given, same, strict_facts, with_head
from .rewriting import (
    collected,
    factored,
    left,
    occurring,
    replaced_within,
    right,
    shortest,
    simplified,
    then,
    tidied,
)

_PLANE = 2
"""Dimensions in which an overlap has a density."""


def of_overlap(event: Term, given: Given) -> Theorem:
    """P(|<x, y>| > t) = I_{1 - z^2}((d - 1)/2, 1/2), z = t/(r |y|), of an x on the sphere of radius r in R^d
    and a y of known length that is independent of it; so for >=, half of it for one side, and for < and <=.
    """
    try:
        return _tail(event, given)
    except Refused as refusal:
        try:
            opposite = _tail(negation(event), given)
        except Refused:
            raise refusal from None
        return replaced_within(apply("complement", event=event), [opposite])


def _tail(event: Term, given: Given) -> Theorem:
    """The same for t >= 0 and > or >=, or t <= 0 and < or <=."""
    value, t = event.args
    modulus = value.head == "function" and value.data == ("abs",)
    product = value.args[0] if modulus else value
    below = event.head in {"lt", "le"}
    if product.head != "inner" or (modulus and below):
        raise Refused(f"{event} is about no tail of an overlap.")
    x, y = _directions(product)
    u = any_vector(x, y) if y.is_random else y
    known = [_held_length(u, y)] if y.is_random else _length_told(u, given)
    longest = law_of(x).args[1] * sqrt(right(known[0]) if known else norm2(u))
    level, side = (-t, "below") if below else (t, "both" if modulus else "above")
    facts = [*known, *_reach(longest, level, given), _shown(x.shape[0] >= _PLANE, given)]
    term, relation = replaced(product, y, u), {"lt": "gt", "le": "ge"}.get(event.head, event.head)
    tail = apply("overlap_tail", *facts, term=term, x=x, t=level, relation=relation, side=side)
    if y.is_random:
        apart = with_head(given, UNEQUAL)
        tail = at_vector(tail, known[0], y, tuple(apart))
    return _shorter(tail, given)


def _shorter(tail: Theorem, given: Given) -> Theorem:
    """The tail with the end of its Beta function in the shortest form."""
    for beyond in occurring(right(tail), "incomplete_beta"):
        end = beyond.args[0]
        forms = end, simplified(end), factored(simplified(end)), collected(end, *strict_facts(given))
        tail = replaced_within(tail, [same(end, shortest(*forms), given)])
    return tail


def _directions(product: Term) -> tuple[Term, Term]:
    """The factor that is uniform on a sphere, and the other."""
    for x, y in (product.args, product.args[::-1]):
        if x.is_random and x is not y and law_of(x).head == "sphere":
            return x, y
    raise Refused(f"No factor of {product} is uniform on a sphere.")


def _reach(longest: Term, t: Term, given: Given) -> list[Theorem]:
    """0 < l, 0 <= t and t <= l, for the largest value l of an overlap."""
    plain = same(longest, shortest(collected(longest), longest), given)
    positive, low, high = (_shown(one, given) for one in (right(plain) > 0, t >= 0, t <= right(plain)))
    back = apply("symmetric", plain)
    return [apply("transitive", positive, back), low, apply("transitive", high, back)]


def _held_length(u: Term, y: Term) -> Theorem:
    """The hypothesis that any u is as long as y."""
    return of_length(u, right(tidied(apply("fixed_norm", term=norm2(y)))))


def _length_told(u: Term, given: Given) -> list[Theorem]:
    """|u|^2 = c, where a fact says so."""
    equations = with_head(given, EQUATION)
    of_u = [fact for fact in equations if left(fact) in {norm2(u), inner(u, u)}]
    return [then(same(norm2(u), left(fact), ()), fact) for fact in of_u[:1]]


def _shown(proposition: Term, given: Given) -> Theorem:
    """What follows from the facts. Raises `Refused` with what must be known."""
    with suppress(Refused):
        return bound.prove(proposition, given)
    raise Refused(f"{proposition} must be known.")


def overlap_with_unit(
    x: Term, low: Theorem, high: Theorem, wide: Theorem, *avoid: Term
) -> tuple[Theorem, Theorem]:
    """P(|<u, x>| > t) = I_{1-t^2}((d - 1)/2, 1/2) from 0 <= t, t <= 1 and 2 <= d, and |u|^2 = 1, for x on the
    unit sphere and any such u, named as none of the terms to avoid.
    """
    u = any_vector(x, *avoid)
    unit = of_length(u, number(1))
    t = ordered(low.proposition)[2]
    return apply("overlap_tail", unit, low, high, wide, term=inner(u, x), x=x, t=t), unit


def overlap_tail(x: Term, y: Term, low: Theorem, high: Theorem, wide: Theorem, *apart: Theorem) -> Theorem:
    """P(|<y, x>| > t) = I_{1-t^2}((d - 1)/2, 1/2) for x and y on the unit sphere, which are independent by
    the model and what is told apart.
    """
    tail, unit = overlap_with_unit(x, low, high, wide, y)
    return at_vector(tail, unit, y, apart)


def overlap_atom(x: Term, y: Term, *apart: Theorem) -> Theorem:
    """P(<y, x> = |y|^2) = 0 for x with a law without atoms along any vector, and a y of one length.

    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Model, Size
    >>> d = Size("d", minimum=2)
    >>> x, y = Model(x=Sphere(d), y=Sphere(d))
    >>> overlap_atom(x, y)
    ⊢ P(⟨y, x⟩ = 1) = 0
    """
    u, square = any_vector(x, y), right(apply("fixed_norm", term=norm2(y)))
    unit = of_length(u, square)
    some = apply("transitive", apply("positive", term=square), apply("symmetric", unit))
    return drawn(apply("no_atom", some, x=inner(u, x), value=square), u, y, *apart)


def overlap_bound(
    x: Term, y: Term, positive: Theorem, *apart: Theorem, relation: str = "gt", side: str = "both"
) -> Theorem:
    """P(|<y, x>| > t) <= 2 exp(-t^2/(2 v)) from 0 < t, v the variance proxy along any vector as long as y; so
    for one side, without the factor 2.
    """
    u = any_vector(x, y)
    along = inner(u, x)
    own = apply("proxy_of_law", term=along, x=x)
    tail = apply("sub_gaussian_tail", own, positive, relation=relation, side=side)
    centred = then(
        apply("within", apply("odd_moment", term=E(along), x=x), term=along - E(along)),
        apply("ring", left=along + Term("mul", (number(-1), number(0))), right=along),
    )
    unit = of_length(u, right(apply("fixed_norm", term=norm2(y))))
    tail = apply("rewrite", unit, apply("rewrite", centred, tail))
    tail = at_vector(tail, unit, y, apart)
    exponent = occurring(right(tail), "function")[0].args[0]
    value = (2 if side == "both" else 1) * exp(factored(exponent))
    return apply("transitive", tail, apply("ring", left=right(tail), right=value))
