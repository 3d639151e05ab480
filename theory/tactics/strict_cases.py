"""An order shown where a number lies beyond an end of its range, and where it is at that end.

Many ways need a strict sign, as of what is divided by: x >= 0 is x > 0 or x = 0. A size from 0 on, as no
vector and no family has, is 0 or one from 1 on. Where the value of a parameter is known, it is put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..model import Size
from ..node import Term, is_number, multiply, negation, number
from ..substitution import fresh_name, occurs, replaced
from ..terms import indicator
from .certificates import by_products
from .factors import base_of, exponent_of
from .formula_orders import by_ways
from .goals import NOT_FOR_THIS, Given, finish, stated
from .rewriting import (
    assumed,
    between,
    converted,
    itself,
    left,
    nonnegative,
    occurring,
    of_any,
    replaced_within,
    right,
    supposed,
    with_numbers,
)

_HALF = Fraction(1, 2)
_MOST = 2
"""Of so many numbers the ends are told apart."""


def by_strict_cases(
    goal: Term, given: Given, shown: Callable[[Term, Given], Theorem], most: int = _MOST
) -> Theorem:
    """A goal a <= b about a parameter that is at least c: shown for those above c, and at c.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.tactics.bounds import by_any_way
    >>> x = Parameter("x")
    >>> by_strict_cases(x**2 <= x**3 + x**2, (suppose(x >= 0),), by_any_way)
    x ≥ 0 ⊢ x² ≤ x³ + x²
    """
    if goal.head not in {"le", "ge"} or goal.is_random:
        raise Refused(f"{goal} is no order of numbers that may be met.")
    ends = list(_ends(goal, given))[:most]
    if not ends:
        raise Refused(f"{goal} is about no parameter with an end.")
    fact, x, event = ends[0]
    beyond = _with_strict(given, ends[:1])
    # What is not shown strictly inside is shown in no case.
    strict = shown(goal, _with_strict(given, ends))
    if len(ends) > 1:
        try:
            strict = shown(goal, beyond)
        except Refused:
            strict = by_strict_cases(goal, beyond, shown, most - 1)
    return either_way(strict, _at_end(goal, given, (fact, x, event), shown), event)


def _with_strict(given: Given, ends: Iterable[tuple[Theorem, Term, Term]]) -> Given:
    """What is given, with strict orders for those at these ends."""
    strict = {id(fact): assumed(event) for fact, _, event in ends}
    return tuple(strict.get(id(own), own) for own in given)


def _ends(goal: Term, given: Given) -> Iterator[tuple[Theorem, Term, Term]]:
    """Facts c <= x and x <= c about parameters of the goal and numbers, with x, and x > c or c > x."""
    for fact in given:
        if fact.proposition.head in {"le", "ge"}:
            low, _, high = ordered(fact.proposition)
            for x, end in ((high, low), (low, high)):
                if x.head == "parameter" and is_number(end) and occurs(x, goal):
                    yield fact, x, Term("gt", (high, low))


def _at_end(
    goal: Term, given: Given, case: tuple[Theorem, Term, Term], shown: Callable[[Term, Given], Theorem]
) -> Theorem:
    """The goal where the parameter is at its end."""
    fact, x, event = case
    held = assumed(negation(event))
    value = apply("antisymmetric", *((held, fact) if ordered(held.proposition)[0] is x else (fact, held)))
    return with_value(value, goal, tuple(own for own in given if own is not fact), shown)


def by_values_of_parameters(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """The goal with the value of a parameter put in that is given as an equation, as eta = 2/(L + mu).

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.tactics.bounds import by_any_way
    >>> x, y = Parameter("x"), Parameter("y")
    >>> by_values_of_parameters(x >= y, (suppose(x == 1 + y**2),), by_any_way)
    x = y² + 1 ⊢ x ≥ y
    """
    for fact in given:
        if fact.proposition.head == "eq":
            x, value = fact.proposition.args
            if x.head == "parameter" and occurs(x, goal) and not occurs(x, value):
                return with_value(fact, goal, tuple(own for own in given if own is not fact), shown)
    raise Refused(f"{goal} is about no parameter of which a value is given.")


def by_first_size(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """A goal about sizes from 0 on: shown for those from 1 on, and at 0, as far as what is given leaves both.

    >>> from theorycheck.theory.model import Size
    >>> from theorycheck.theory.tactics.bounds import by_any_way
    >>> n = Size("n", minimum=0)
    >>> by_first_size(n <= n**2, (), lambda own, given: by_any_way(own, given))
    ⊢ n ≤ n²
    """
    sizes = [own for _, own in goal.declarations if own.head == "size" and own.data[1:] == (0, None)]
    if not sizes:
        raise Refused(f"{goal} is about no size from 0 on.")
    n, *others = sizes

    def inside(own: Term, known: Given) -> Theorem:
        return by_first_size(own, known, shown) if others else shown(own, known)

    low = apply("bounded", term=n, end="low")
    for end, sides in ((_at_zero, (n, "le", number(0))), (_from_one, (number(1), "le", n))):
        with suppress(Refused):
            told = by_ways(*sides, given)
            return end(goal, given, n, told, inside)
    apart, half = _no_size_between(n), number(_HALF)
    less, more = supposed(n, half), supposed(half, n)
    zero = by_products(n, number(0), (2, apart), (2, low, less))
    positive = by_products(number(0), n, (1, more), (_HALF,), relation="lt")
    inverse = apply("positive", positive, term=1 / n)
    one = by_products(number(1), n, (1, apart, inverse), known=(positive,))
    from_one = _from_one(goal, given, n, one, inside)
    try:
        return apply("cases", _at_zero(goal, given, n, zero, inside), from_one, low=n, high=half)
    except NOT_FOR_THIS:
        raise Refused(f"Missing hypothesis: {n >= 1}.") from None


def _at_zero(
    goal: Term, given: Given, n: Term, told: Theorem, shown: Callable[[Term, Given], Theorem]
) -> Theorem:
    """The goal where a size is 0."""
    value = apply("antisymmetric", told, apply("bounded", term=n, end="low"))
    return with_value(value, goal, given, shown)


def _from_one(
    goal: Term, given: Given, n: Term, told: Theorem, shown: Callable[[Term, Given], Theorem]
) -> Theorem:
    """The goal where a size is 1 or more, as one from 1 on."""
    later = Size(fresh_name(goal, *stated(given)))
    return of_any(later, n, goal, given, shown, told)


@lru_cache(maxsize=2**5)
def _no_size_between(n: Term) -> Theorem:
    """0 <= n (n - 1), by induction from 0 on."""
    goal = number(0) <= n * (n - 1)
    base, step = (
        finish(nonnegative(own), replaced(goal, n, at))
        for own, at in ((number(0), number(0)), ((n + 1) * n, n + 1))
    )
    return apply("induction", base, step, symbol=n, statement=goal)


def with_value(value: Theorem, goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """The goal, shown with the value of a parameter in its place, there and in what is given."""
    x = left(value)
    known = tuple(apply("rewrite", value, own) if occurs(x, own.proposition) else own for own in given)
    low, high = (
        with_numbers(converted(_without_products(side, value), lambda own: apply("within", value, term=own)))
        for side in ordered(goal)[::2]
    )
    plain = shown(Term(ordered(goal)[1], (right(low), right(high))), known)
    return finish(between(low, plain, high), goal)


def _without_products(side: Term, value: Theorem) -> Theorem:
    """The side with x^k y = 0 where x is 0, for any y, as one that divides by x."""
    x, zero = left(value), number(0)
    found = []
    for part in occurring(side, "mul") if right(value) is zero else ():
        own = next((one for one in part.args if base_of(one) is x and exponent_of(one) > 0), None)
        if own is not None:
            rest = multiply(x ** (exponent_of(own) - 1), *(one for one in part.args if one is not own))
            found.append(apply("ring", value, left=part, right=zero, multipliers=(rest,)))
    return replaced_within(itself(side), found)


def either_way(one: Theorem, other: Theorem, event: Term) -> Theorem:
    """a <= b, from the same where x > y, and where x <= y: (a - b) 1[x > y] <= 0, and so for the opposite."""
    low, _, high = ordered(one.proposition)
    none, parts = apply("weakened", apply("reflexive", term=number(0))), []
    for found, own in ((one, event), (other, negation(event))):
        fall = by_products(low - high, number(0), (1, found))
        parts.append(apply("where_it_holds", fall, none, event=own))
    opposite = apply("indicator_of", term=indicator(event))
    order = by_products(low, high, (1, apply("rewrite", opposite, parts[0])), (1, parts[1]))
    return finish(order, one.proposition)
