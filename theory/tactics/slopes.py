"""Orders of functions of one number, from an end of its range on, by the sign of a slope.

f(x) is at least f(a), a <= x, where the slope of f is nowhere negative from there on (mean value theorem). It
is shown as `bound` shows an order, or in the same way again: 1 + x + x^2/2 <= exp x by its second slope.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ORDER, ordered
from ..terms import Term, gradient, is_natural, number, occurs, replaced, subterms
from .bounds import by_products, by_ways
from .goals import finish, same, strict_facts
from .gradients import gradients
from .integrals import letter
from .rewriting import right, simplified, then

_MOST_SLOPES = 4
_NOT_SEEN = (Refused, sp.PolynomialError, TypeError)
Given = tuple[Theorem, ...]


def by_slope(goal: Term, given: Given) -> Theorem:
    """A goal a <= b about a number that is known to be above another, or below it.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import cos
    >>> x = Parameter("x")
    >>> by_slope(1 - x**2 / 2 <= cos(x), (suppose(x >= 0),))
    x ≥ 0 ⊢ 1 - x²/2 ≤ cos(x)
    """
    small, relation, large = ordered(goal)
    if relation != "le":
        raise Refused(f"{goal} is no order that may be met.")
    orders = [fact for fact in given if fact.proposition.head in ORDER]
    for x in (own for _, own in goal.declarations if own.head == "parameter"):
        sides = [_case(*ends) for ends in ((number(0), x), (x, number(0)))]
        for ends in (*([order] for order in orders), sides):
            with suppress(*_NOT_SEEN):
                rise, *below = (_above_zero(large - small, x, order, given, _MOST_SLOPES) for order in ends)
                if below:
                    rise = apply("cases", rise, *below, low=number(0), high=x)
                return finish(by_products(small, large, (1, rise), known=strict_facts(given)), goal, given)
    raise Refused(f"No slope shows {goal}.")


def _case(low: Term, high: Term) -> Theorem:
    return apply("assume", proposition=Term("le", (low, high)), ground="condition", because="the case")


def _above_zero(f: Term, x: Term, order: Theorem, given: Given, most: int) -> Theorem:
    """0 <= f(x), from a <= x or x <= a, by f(a) and the sign of the slope between the two."""
    low, _, high = ordered(order.proposition)
    up, end = high is x, low if high is x else high
    if x not in {low, high} or occurs(x, end) or most == 0:
        raise Refused(f"{order} is no end of {x}.")
    order = order if order.proposition.head in {"le", "ge"} else apply("weakened", order)
    at_end = simplified(replaced(f, x, end))
    first = by_ways(number(0), "le", at_end, given)
    first = then(first, same(at_end, replaced(f, x, end), given))
    t = letter(f, *(fact.proposition for fact in given))
    body = replaced(f if up else -f, x, t)
    known = tuple(_between(t, x, order, given))
    positive = tuple(_positive_parts(body, t, known))
    slope = gradients.derive(gradient(body, t), (*positive, *strict_facts(known)))
    value = right(slope)
    try:
        sign = by_ways(number(0), "le", value, (*known, *positive))
    except _NOT_SEEN:
        sign = _above_zero(value, t, known[0], known, most - 1)
    slope = apply("transitive", sign, apply("symmetric", slope))
    rise = apply("rises", order, slope, *positive, function=body, at=t)
    return by_products(number(0), f, (1, first), (1, rise), known=strict_facts(given))


def _between(t: Term, x: Term, order: Theorem, given: Given) -> Iterator[Theorem]:
    """What is known of any t between x and an end of its range, first that it is beyond that end."""
    low, _, high = ordered(order.proposition)
    sides = [_case(low, t), _case(t, high)]
    beyond, within = sides if high is x else sides[::-1]
    yield beyond
    yield within
    for fact in given:
        if not occurs(x, fact.proposition):
            yield fact
        elif fact.proposition.head in ORDER:
            # What x is below, t is: as in t <= x <= b.
            with suppress(Refused):
                yield apply("transitive", *((within, fact) if high is x else (fact, within)))


def _positive_parts(f: Term, t: Term, known: Given) -> Iterator[Theorem]:
    """0 < u for the u of each logarithm, and power of an exponent that is no whole number from 0 on."""
    for part in subterms(f):
        varies = occurs(t, part) and not part.loose
        open_power = part.head == "power" and not is_natural(part.args[1])
        if varies and (open_power or part.data == ("log",)):
            yield by_ways(number(0), "lt", part.args[0], known)
