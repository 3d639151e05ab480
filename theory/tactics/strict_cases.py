"""An order shown where a number lies beyond an end of its range, and where it is at that end.

Many ways need a strict sign, as of what is divided by: x >= 0 is x > 0 or x = 0. Where the value of a
parameter is known, it is put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, is_number, negation, number
from ..substitution import occurs, replaced
from ..terms import indicator
from .certificates import by_products
from .goals import Given, finish
from .rewriting import assumed, between, right

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


def with_value(value: Theorem, goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """The goal, shown with the value of a parameter in its place, there and in what is given."""
    x, number_of = value.proposition.args
    known = tuple(apply("rewrite", value, own) if occurs(x, own.proposition) else own for own in given)
    plain = shown(replaced(goal, x, number_of), known)
    low, high = (apply("within", value, term=side) for side in ordered(goal)[::2])
    plain = finish(plain, Term(ordered(goal)[1], (right(low), right(high))))
    return finish(between(low, plain, high), goal)


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
