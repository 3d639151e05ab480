"""Orders of means by those of what is in them, for any numbers in place of the random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, add, is_number, multiply, number, summands, value_of
from ..substitution import replaced, subterms
from ..terms import E
from .bounds import by_any_way
from .certificates import require_no_failure
from .factors import factors_of
from .goals import Given, finish, same, stated
from .integrals import letter
from .means import by_means
from .rewriting import assumed, between, converted, itself, occurring, replaced_within, right, then
from .slopes import by_cases, by_slope, first_way


def pointwise(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem] | None = None) -> Theorem:
    """A goal E a <= E b from a <= b, which is shown in that way, where single numbers are drawn.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> from theorycheck.theory.terms import tanh
    >>> z = Model(z=Normal()).z
    >>> pointwise(E(tanh(z) ** 2) <= 1, ())
    ⊢ E[tanh(z)²] ≤ 1
    """
    small, relation, large = ordered(goal)
    if relation != "le" or not (occurring(goal, "E") or occurring(goal, "P")):
        raise Refused(f"{goal} is no order of means that may be met.")
    sides = [converted(chances_as_means(side), as_mean) for side in (small, large)]
    order = _for_any_numbers(*(right(side).args[0] for side in sides), given, shown or _first_shown)
    return finish(between(sides[0], apply("mean_monotone", order), sides[1]), goal, given)


def by_indicator(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem] | None = None) -> Theorem:
    """A goal c 1[A] <= b from 0 <= b, and c <= b where A holds, which are shown in that way.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.terms import indicator, relu
    >>> x = Parameter("x")
    >>> by_indicator(indicator(x <= 0) <= relu(1 - x), ())
    ⊢ 1[x ≤ 0] ≤ relu(1 - x)
    """
    (small, relation, large), shown = ordered(goal), shown or _first_shown
    events = [x.args[0] for x in factors_of(small) if x.head == "indicator"]
    if relation != "le" or len(events) != 1 or events[0].is_random:
        raise Refused(f"{goal} is about no event.")
    c = multiply(number(1), *(x for x in factors_of(small) if x.head != "indicator"))
    held = assumed(events[0])
    sign = shown(number(0) <= large, given)
    same = _by_moduli(large, events[0])
    order = shown(c <= right(same), (*given, held))
    order = order if order.proposition.head == "le" else apply("symmetric", order)
    order = between(itself(c), order, same)
    return finish(apply("where_it_holds", order, sign, event=events[0]), goal, given)


def _by_moduli(value: Term, event: Term) -> Theorem:
    """The number with |x|^e for x^e, for even e and an event about |x|."""
    moduli = [part for part in subterms(event) if part.data == ("abs",)]
    powers = [(x, part) for x in moduli for part in occurring(value, "power") if part.args[0] is x.args[0]]
    even = [
        x ** part.args[1] for x, part in powers if is_number(part.args[1]) and value_of(part.args[1]) % 2 == 0
    ]
    return replaced_within(itself(value), [apply("symmetric", apply("even_power", term=one)) for one in even])


def chances_as_means(x: Term) -> Theorem:
    """The number with P(A) = E 1[A]."""
    return replaced_within(itself(x), [apply("written_out", term=part) for part in occurring(x, "P")])


def _first_shown(order: Term, given: Given) -> Theorem:
    return first_way(
        partial(way, order, given) for way in (by_means, by_any_way, by_slope, by_cases, by_indicator)
    )


def _for_any_numbers(
    small: Term, large: Term, given: Given, shown: Callable[[Term, Given], Theorem]
) -> Theorem:
    """a <= b with random numbers, from the same for any."""
    drawn = dict.fromkeys(_drawn(small <= large))
    letters: dict[Term, Term] = {}
    for x in drawn:
        letters[x] = letter(small, large, *letters.values(), *stated(given))
    order = small <= large
    for x, own in letters.items():
        order = replaced(order, x, own)
    if order.is_random:
        raise Refused(f"{small} and {large} hold what is no single number.")
    require_no_failure(order, given)
    found = shown(order, given)
    for x, own in letters.items():
        found = apply("instance", found, symbol=own, value=x)
    return found


def _drawn(term: Term) -> Iterator[Term]:
    """The random numbers, and the entries of random vectors."""
    for part in subterms(term):
        single = part.head in {"random", "item", "component"} and part.is_random and not part.shape
        if single and not part.loose:
            yield part


def as_mean(x: Term) -> Theorem:
    """c E a + d E b + e = E(c a + d b + e)."""
    if x.head == "E":
        return itself(x)
    inside = []
    for part in summands(x):
        factors = factors_of(part)
        own = [one for one in factors if one.head == "E"]
        if part.is_random or len(own) > 1 or any(occurring(one, "E") for one in factors if one not in own):
            raise Refused(f"{x} is no mean.")
        inside.append(multiply(number(1), *(one.args[0] if one in own else one for one in factors)))
    whole = apply("linear", term=E(add(*inside)))
    for part in occurring(right(whole), "E"):
        with suppress(Refused):
            whole = replaced_within(whole, [apply("linear", term=part)])
    return apply("symmetric", then(whole, same(right(whole), x, ())))
