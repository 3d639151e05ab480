"""Chances of comparisons by those of plainer ones: of a family in place of its extreme, without a factor or a
number beside what is random, and of both sides of |x| > t.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..heads import MIRRORED, ORDERS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ordered
from ..model import Parameter, fixed
from ..node import Term, add, is_number, multiply, number
from ..substitution import fresh_names, subterms
from ..terms import P, absolute, indicator, vector
from .certificates import by_products
from .goals import Given, finish, same, strict_facts, with_head
from .number_means import as_one_vector
from .rewriting import (
    assumed,
    between,
    collected,
    itself,
    left,
    nonnegative,
    replaced_within,
    right,
    simplified,
    then,
)
from .slopes import supposed

_OPPOSITE = {"gt": "lt", "ge": "le"}


def plainer(probability: Term, given: Given) -> Theorem:
    """P(A) = P(B) for a B about all of a family in place of its extreme, or without a factor or a number.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> z = Model(z=Normal()).z
    >>> plainer(P(-2 * z > 6), ()), plainer(P(z - 1 > 2), ())
    (⊢ P(-2 z > 6) = P(z < -3), ⊢ P(z - 1 > 2) = P(z > 3))
    """
    (event,) = probability.args
    if event.head not in ORDERS:
        raise Refused(f"{event} is no comparison.")
    x, t = event.args
    if x.head in {"max", "min"}:
        return apply("extreme_event", event=event)
    if x.head == "norm2":
        return as_one_vector(probability, given)
    terms = x.args if x.head == "add" else ()
    beside = add(*(part for part in terms if not part.is_random))
    factor = multiply(number(1), *(part for part in x.args if x.head == "mul" and not part.is_random))
    if not is_number(beside, 0):
        rest, factor = add(*(part for part in terms if part.is_random)), number(1)
        other = Term(event.head, (rest, simplified(t - beside)))
    elif not is_number(factor, 1):
        rest = multiply(number(1), *(part for part in x.args if part.is_random))
        other = Term(event.head, (rest, t / factor))
        with suppress(Refused):
            apply("positive", *strict_facts(given), term=collected(-factor))
            factor, other = collected(-factor), Term(MIRRORED[event.head], (rest, simplified(t / factor)))
    else:
        raise Refused(f"{event} has no simpler form.")
    found = apply("same_event", *strict_facts(given), event=event, other=other, factor=factor)
    known = (fact for fact in with_head(given, EQUATION) if left(fact).head == "norm2")
    level = subterms(other.args[1])
    return replaced_within(found, [fact for fact in known if left(fact) in level])


def on_both_sides(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """P(|x| > t) <= b from P(x > t) <= b/2 and P(x < -t) <= b/2, which are shown in that way."""
    probability, relation, large = ordered(goal)
    (event,) = probability.args if probability.head == "P" else (probability,)
    if relation != "le" or event.head not in _OPPOSITE or event.args[0].data != ("abs",):
        raise Refused(f"{goal} is no bound on both sides.")
    (x,), t = event.args[0].args, event.args[1]
    if t.is_random:
        raise Refused(f"{t} is drawn.")
    whole = _of_both(event.head, x, t)
    sides = [shown(one <= collected(large / 2), given) for one in right(whole).args]
    parts = [(1, order) for order in (whole, *sides)]
    order = by_products(probability, large, *parts, known=strict_facts(given))
    return finish(order, goal, given)


def _of_both(head: str, x: Term, t: Term) -> Theorem:
    """P(|x| > t) <= P(x > t) + P(x < -t), as 1[|u| > s] <= 1[u > s] + 1[u < -s] for any numbers."""
    u, s = (Parameter(name) for name in fresh_names(2, x, t))
    sides = Term(head, (u, s)), Term(_OPPOSITE[head], (u, -s))
    ones = [indicator(side) for side in sides]
    whole = indicator(Term(head, (absolute(u), s)))
    shown = []
    for low, high, own in ((number(0), u, 0), (u, number(0), 1)):
        value = _modulus(supposed(low, high), u)
        same = apply("within", value, term=whole)
        order = by_products(ones[own], add(*ones), (1, nonnegative(ones[1 - own])))
        if own:
            order = apply("transitive", _turned(right(same).args[0], sides[1]), order)
        shown.append(apply("transitive", same, order))
    found = apply("cases", *shown, low=number(0), high=u)
    for symbol, value in ((u, x), (s, t)):
        found = apply("instance", found, symbol=symbol, value=value)
    means = apply("mean_monotone", found)
    small, large = means.proposition.args
    events = [small.args[0].args[0], *(one.args[0] for one in large.args[0].args)]
    split = apply("linear", term=large)
    names = [apply("symmetric", apply("written_out", term=P(event))) for event in events]
    low = replaced_within(itself(small), names)
    high = replaced_within(split, [name for name in names if name.proposition.args[0] in right(split).args])
    return between(apply("symmetric", low), means, apply("symmetric", high))


def as_difference(event: Term) -> Theorem:
    """1[x > y] = 1[x - y > 0], and so for the other sides, as for any numbers.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> x, y = Model(x=Normal(), y=Normal(1))
    >>> as_difference(x < y)
    ⊢ 1[x < y] = 1[y - x > 0]
    """
    if event.head not in ORDERS:
        raise Refused(f"{event} is no comparison.")
    pair = fixed(*fresh_names(1, event), 2)
    stated = Term(event.head, (pair[1], pair[2]))
    low, relation, high = ordered(stated)
    other = Term(MIRRORED[relation], (high - low, number(0)))
    found = apply("antisymmetric", _turned(stated, other), _turned(other, stated))
    # Both sides at once: what holds beside each number need not hold beside a random one.
    drawn = vector(*event.args)
    found = apply("instance", found, symbol=pair, value=drawn)
    for entry, value in zip((drawn[1], drawn[2]), event.args, strict=True):
        found = apply("rewrite", same(entry, value, ()), found)
    return found


def _turned(event: Term, other: Term) -> Theorem:
    """1[A] <= 1[B] of two relations with one difference of sides, as -u > s and u < -s."""
    held = assumed(event, "the event")
    small, relation, large = ordered(other)
    turned = finish(by_products(small, large, (1, held), relation=relation), other)
    one = apply("weakened", apply("symmetric", apply("certain", turned)))
    return apply("where_it_holds", one, nonnegative(indicator(other)), event=event)


def _modulus(order: Theorem, u: Term) -> Theorem:
    """|u| = u from 0 <= u, |u| = -u from u <= 0."""
    low, _, high = ordered(order.proposition)
    rise = high - low
    turned = apply("componentwise", left=absolute(u), right=absolute(rise))
    return then(turned, apply("own_modulus", order, x=rise))
