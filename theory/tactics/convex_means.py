"""Orders of means of convex and concave functions by Jensen's inequality: f(E x) <= E f(x), and
E log x <= log E x by the tangent at E x, beside what the means in f are and whatever else the sides hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, is_number, number
from ..terms import E, exp, log
from .bounds import by_any_way
from .certificates import by_products
from .formula_orders import by_ways
from .goals import NOT_FOR_THIS, Given, finish, same, strict_facts
from .items import as_sums
from .jensen import positive_by_sums
from .rewriting import (
    Conversion,
    between,
    collected,
    converted,
    from_squares,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    root_of,
    simplified,
    then,
)

_HALF = number(Fraction(1, 2))
_ROUNDS = 4
"""Sums in multiples of sums are taken apart so deep."""


def by_jensen(goal: Term, given: Given, valued: Conversion) -> Theorem:
    """A goal a <= b with means of convex or concave functions, where `valued` finds E x = v.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> from theorycheck.theory.tactics.moments import evaluated
    >>> z = Model(z=Normal()).z
    >>> by_jensen(E(log(1 + z**2)) <= log(number(2)), (), lambda mean: evaluated(mean, ()))
    ⊢ E[log(z² + 1)] ≤ log(2)
    """
    small, relation, large = ordered(goal)
    if relation != "le" or goal.is_random:
        raise Refused(f"{goal} is no order of means that may be met.")
    sides = [converted(itself(side), _with_means_apart) for side in (small, large)]
    means = [part for side in sides for part in occurring(right(side), "E")]
    known = [lemma for mean in dict.fromkeys(means) for lemma in _lemmas(mean, given, valued)]
    if not known:
        raise Refused(f"{goal} holds no mean of a convex or concave function.")
    order = by_any_way(Term(relation, (right(sides[0]), right(sides[1]))), (*known, *given))
    return finish(between(sides[0], order, sides[1]), goal, given)


def _with_means_apart(side: Term) -> Theorem:
    """The side with E(a x + b y + c) = a E x + b E y + c."""
    found = itself(side)
    for _ in range(_ROUNDS):
        for part in occurring(right(found), "E"):
            with suppress(Refused):
                found = replaced_within(found, [apply("linear", term=part)])
    return found


def _lemmas(mean: Term, given: Given, valued: Conversion) -> Iterator[Theorem]:
    """Jensen's inequality for one mean, with the value of the mean in it where one is found."""
    (y,) = mean.args
    for way in _ways(y):
        with suppress(*NOT_FOR_THIS):
            yield way(y, given, valued)


def _ways(y: Term) -> Iterator[Callable[[Term, Given, Conversion], Theorem]]:
    if _multiple_of_log(y)[1].data == ("log",):
        yield _of_log
    elif y.head == "power" and y.args[1] is _HALF:
        yield _of_root
    elif y.head == "function" or (y.head == "power" and is_number(y.args[1])):
        yield _of_convex


def _of_convex(y: Term, _: Given, valued: Conversion) -> Theorem:
    """f(E x) <= E f(x), with the value of E x."""
    name = y.data[0] if y.head == "function" else _POWERS.get(y.args[1], "")
    order = _with_values(apply("jensen", x=y.args[0], function=name), valued)
    low = left(order)
    if low.data == ("softplus",) and not low.declarations:
        # Of a number it is known as a logarithm.
        plain = log(1 + exp(low.args[0]))
        order = apply("transitive", apply("symmetric", same(low, simplified(plain), ())), order)
    return order


_POWERS = {number(2): "square", number(-1): "reciprocal"}


def _of_root(y: Term, _: Given, valued: Conversion) -> Theorem:
    """E x^(1/2) <= (E x)^(1/2), by the mean of a square."""
    x, (low, square) = y.args[0], root_of(nonnegative(y.args[0]))
    none = apply("symmetric", apply("linear", term=E(number(0))))
    signs = [apply("transitive", none, apply("mean_monotone", own)) for own in (low, nonnegative(x))]
    order = apply("jensen", x=y, function="square")
    order = apply("transitive", order, apply("within", square, term=ordered(order.proposition)[2]))
    least, root = root_of(signs[1])
    found = from_squares((signs[0], least), (itself(E(y) ** 2), root), order)
    return _with_values(found, valued)


def _with_values(order: Theorem, valued: Conversion) -> Theorem:
    """The order with the means on the side that is no mean itself worked out."""
    low, _, high = ordered(order.proposition)
    outside = low if high.head == "E" else high
    for part in occurring(outside, "E"):
        with suppress(Refused):
            order = apply("rewrite", valued(part), order)
    return order


def _of_log(y: Term, given: Given, valued: Conversion) -> Theorem:
    """E a log x <= a log c for c = E x > 0 and a number a > 0, by log x <= log c + x/c - 1; >= for a < 0."""
    a, log_of = _multiple_of_log(y)
    (x,), is_above = log_of.args, a > 0
    mean, written = valued(E(x)), as_sums(x)
    c, shown = right(mean), right(written)
    facts = (*strict_facts(given), *_positive(c, given), *_positive(shown, given))
    # What is drawn is positive, too.
    split = apply("ring", *facts, left=log(shown), right=collected(log(shown), *facts))
    plain = then(apply("within", written, term=log_of), split)
    rise = right(plain) - log(c)
    value = apply("ring", written, *facts, left=exp(rise), right=x / c, multipliers=(-1 / c,))
    tangent = apply("transitive", apply("tangent", x=rise), value)
    sides = a * right(plain), a * (log(c) + x / c - 1)
    order = by_products(*(sides if is_above else sides[::-1]), (abs(a), tangent), known=facts)
    order = apply("mean_monotone", order)
    above, told = (_with_means_apart(own) for own in (E(sides[1]), E(x)))
    told = then(apply("symmetric", told), mean)
    value = apply("ring", told, *facts, left=right(above), right=a * log(c), multipliers=(a / c,))
    ends = apply("within", plain, term=E(y)), then(above, value)
    ends = ends if is_above else tuple(apply("symmetric", one) for one in ends[::-1])
    return apply("transitive", apply("transitive", ends[0], order), ends[1])


def _multiple_of_log(y: Term) -> tuple[Fraction, Term]:
    """A number a and log x, of a log x."""
    if y.head == "mul" and len(y.args) == 2 and is_number(y.args[0]):  # noqa: PLR2004
        return Fraction(*y.args[0].data), y.args[1]
    return Fraction(1), y


def _positive(x: Term, given: Given) -> list[Theorem]:
    """0 < x, by the sums in it or as an order of numbers is shown."""
    return positive_by_sums(x, given) or [by_ways(number(0), "lt", x, given)]
