"""Quantiles of numbers with few values, and medians of normal numbers and their exponentials."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.normals import normal_moments
from ..kernel.probability import law_of
from ..kernel.theorem import ordered
from ..laws import Normal, support, two_values, values_are_whole
from ..node import Term, is_number, number
from ..substitution import fresh_name
from ..terms import P, exp, log, sqrt
from .bounds import bound
from .certificates import by_products
from .goals import Given, finish, same
from .hypotheses import strict
from .integrals import letter
from .inverse_events import by_inverse
from .rewriting import assumed, itself, left, occurring, replaced_within, right, then

_LEVEL = "a number below the quantile"
_FEW = 8
"""A law with at most so many values is written out."""


def few_valued(x: Term, level: Term, chance: Callable[[Term], Theorem], given: Given) -> Theorem:
    """The value of a coin, a sign or a number with few values up to which its probability first reaches a
    level.
    """
    law = law_of(x)
    values, ends = [value for value, _ in two_values(law)], support(law)
    if values_are_whole(law) and ends is not None and is_number(ends[1]):
        values = [number(k) for k in range(1, min(ends[1].data[0], _FEW) + 1)]
    for value in values:
        up_to, before = (chance(P(Term(head, (x, value)))) for head in ("le", "lt"))
        try:
            reached = then(bound.prove(level <= right(up_to), given), apply("symmetric", up_to))
            short = then(before, bound.prove(right(before) < level, given))
            return _first_reached(x, value, level, reached, short)
        except Refused:
            continue
    raise Refused(f"The quantile of {x} at {level} has no form here.")


def _first_reached(x: Term, value: Term, level: Term, reached: Theorem, short: Theorem) -> Theorem:
    """The quantile of x from q <= P(x <= t) and P(x < t) < q: above less than t is all that is from t on."""
    beyond, left_over = apply("complement", event=x > value), 1 - level
    rest = by_products(left(beyond), left_over, (1, reached), (1, beyond))
    u = letter(x, value, level)
    s = letter(x, value, level, u)
    high, event = assumed(s < value, _LEVEL), assumed(u >= value, _LEVEL)
    follows = apply("symmetric", apply("transitive", high, event))
    above = apply("implied", follows, event=u >= value, fixed=u, x=x)
    from_it = apply("complement", event=x >= value)
    before = by_products(left_over, right(above), (1, above), (1, short), (-1, from_it), relation="lt")
    found = apply("quantile_at", rest, before, by_products(value - 1, value, (1,), relation="lt"))
    same_level = apply("ring", left=level, right=left(found).args[1])
    return then(apply("within", same_level, term=Term("quantile", (x, level))), found)


def median_of_normal(x: Term, given: Given) -> Theorem:
    """The median of a normal linear form y, which is its mean m, or of exp y, exp m: erfc falls below it."""
    grown = x.data == ("exp",)
    mean, spread = normal_moments((x.args[0] if grown else x,))
    middle, s, steep = exp(mean) if grown else mean, letter(x, mean), 1 / sqrt(2 * spread)
    one = apply("weakened", apply("reflexive", term=number(1)))
    room = apply("bounded", term=middle, end="low") if grown else bound.prove(mean - 1 < mean, (one,))
    low, high = (assumed(stated, _LEVEL) for stated in (ordered(room.proposition)[0] < s, s < middle))
    inside, less = s, high
    if grown:
        inside = log(s)
        less = apply("monotone", high, low, function="log", exponent=number(1))
        less = finish(less, inside < mean, ())
    positive = apply("positive", *strict(given), term=steep)
    below = by_products(steep * (inside - mean), number(0), (1, less, positive), relation="lt")
    falls = apply("monotone", below, function="erfc", exponent=number(1))
    here = _tail(x, middle, mean, left(falls), given, room)
    there = _tail(x, s, inside, right(falls), given, low)
    none, half = apply("erfc_turned", x=number(0)), Fraction(1, 2)
    value = apply("ring", none, left=right(here), right=number(half), multipliers=(number(half / 2),))
    parts = (half, falls), (-1, there), (-half / 2, none)
    before = by_products(number(half), left(there), *parts, relation="lt")
    return apply("quantile_at", then(here, value), before, room)


def _tail(x: Term, level: Term, inside: Term, value: Term, given: Given, *facts: Theorem) -> Theorem:
    """P(x > t) of a normal x, or P(exp y > t) as P(y > s), by erfc with its argument as in that value."""
    y, found = x, itself(P(x > level))
    if x.data == ("exp",):
        (y,) = x.args
        found = by_inverse(x > level, (*given, *facts))
        found = replaced_within(found, [same(right(found).args[0].args[1], inside, ())])
    try:
        found = then(found, apply("normal_tail", *strict(given), x=y, t=inside))
    except Refused:
        drawn = Term("random", (Normal(*normal_moments((y,))),), (fresh_name(x, level),))
        alike = apply("jointly_normal", *given, term=P(y > inside), images=(y,), values=(drawn,))
        found = then(then(found, alike), apply("normal_tail", *strict(given), x=drawn, t=inside))
    return replaced_within(found, [same(occurring(right(found), "function")[0], value, given)])
