"""The values of means and probabilities, and orders of terms by the values of those in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, is_number, number
from ..outcomes import objects
from ..substitution import opened, subterms
from ..terms import E, P
from .algebra import algebra
from .algebra import evaluated as with_sums
from .bounds import bound, squared_roots
from .certificates import by_products
from .events import events
from .extremes import exact
from .goals import NOT_FOR_THIS, Given, finish, same, strict_facts
from .gradients import gradients
from .missing import counterexample
from .moments import evaluated
from .rewriting import (
    converted,
    from_squares,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    root_of,
    then,
    tidied,
)
from .slopes import by_gaussian_tail

_MEANS = frozenset({"E", "Var", "Cov"})


def has_statistics(goal: Term) -> bool:
    """Whether there are means, variances or covariances in it."""
    return any(part.head in _MEANS for part in subterms(goal))


def value_of_means(term: Term, given: Given) -> Theorem:
    """The value of the means in a term, by those facts alone that are about its symbols."""
    symbols = frozenset(term.declarations)
    facts = tuple(fact for fact in given if symbols.issuperset(fact.proposition.declarations))
    if random := [part for part in occurring(term, "gradient") if part.is_random and part is not term]:
        found = replaced_within(itself(term), [gradients.derive(part, facts) for part in random])
        return then(found, value_of_means(right(found), given))
    if term.head == "P":
        return events.derive(term, facts)
    if chances := occurring(term, "P"):
        found = replaced_within(itself(term), [events.derive(part, facts) for part in chances])
        if right(found) is term:
            raise Refused(f"What {term} is does not follow.")
        return then(found, value_of_means(right(found), (*given, *_gaps(given))))
    try:
        found = evaluated(term, facts)
    except Refused:
        means = (*_chances(term, facts), *_extremes(term, facts))
        if not means:
            raise
        found = evaluated(term, (*facts, *means))
    if occurring(right(found), "P"):
        found = then(found, value_of_means(right(found), given))
    return with_fewer_sums(found, facts)


def _gaps(given: Given) -> Iterator[Theorem]:
    """0 < n - k + 1 from k <= n, as for a binomial coefficient."""
    for fact in given:
        if fact.proposition.head in {"le", "ge"} and not fact.proposition.is_random:
            low, _, high = ordered(fact.proposition)
            yield by_products(number(0), high - low + 1, (1, fact), (1,), relation="lt")


def with_fewer_sums(found: Theorem, given: Given) -> Theorem:
    """The equation with its sums counted or in closed form, where that leaves fewer of them."""
    symbols = frozenset(right(found).declarations)
    facts = tuple(fact for fact in given if symbols.issuperset(fact.proposition.declarations))
    with suppress(Refused):
        summed = converted(found, lambda value: with_sums(value, facts))
        if len(occurring(right(summed), "sum")) < len(occurring(right(found), "sum")):
            return summed
    return found


def _chances(term: Term, given: Given) -> Iterator[Theorem]:
    """E 1[A] = v for each event A about a family, by its probability; the index of a sum over A is free."""
    for part in subterms(term):
        if part.head == "sum" and not part.loose:
            yield from _chances(opened(part, term)[2], given)
        elif part.head == "indicator" and part.args[0].head in {"all", "any"} and not part.loose:
            with suppress(*NOT_FOR_THIS):
                mean = apply("symmetric", apply("written_out", term=P(part.args[0])))
                yield then(mean, events.derive(P(part.args[0]), given))


def _extremes(term: Term, given: Given) -> Iterator[Theorem]:
    """E max_j x_j = v and E min_j x_j = v, for those in a larger term, or in the mean of a sum."""
    means = [part for part in subterms(term) if part.head == "E" and not part.loose]
    for head in ("add", "mul"):
        for part in [one for one in means if one.args[0].head == head]:
            with suppress(*NOT_FOR_THIS):
                means += occurring(right(apply("linear", term=part)), "E")
    for part in dict.fromkeys(means):
        if part is not term:
            with suppress(*NOT_FOR_THIS):
                yield exact(part, given)


def by_values(goal: Term, given: Given) -> Theorem:
    """A relation between means, from the values of both sides."""
    small, relation, large = ordered(goal)
    left, right = (value_of_means(side, given) for side in (small, large))
    low, high = left.proposition.args[1], right.proposition.args[1]
    if relation == "eq":
        try:
            between = same(low, high, given)
        except Refused:
            try:
                between = algebra.prove(Term("eq", (low, high)), given)
            except Refused:
                raise Refused(f"{small} is {low}, and {large} is not shown to be equal to it.") from None
    elif low is high and relation == "le":
        between = apply("weakened", apply("reflexive", term=low))
    else:
        between = by_bound(low, relation, high, given)
    return finish(then(then(left, between), apply("symmetric", right)), goal, given)


def is_square_of_mean(x: Term) -> bool:
    """Whether it is (E y)^2."""
    return x.head == "power" and is_number(x.args[1], 2) and x.args[0].head == "E"


def of_squared_mean(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """(E x)^2 <= b from E x^2 <= b, which is shown in that way."""
    small, relation, large = ordered(goal)
    found = apply("jensen", x=small.args[0].args[0], function="square")
    order = shown(Term(relation, (right(found), large)), given)
    return finish(apply("transitive", found, order), goal, given)


def below_root_mean_square(mean: Term, given: Given) -> Theorem:
    """E|x| <= (E x^2)^(1/2), with the value of E x^2, of a length or a modulus."""
    (y,) = mean.args if mean.head == "E" else (mean,)
    if not (y.head == "power" and y.args[1] is number(Fraction(1, 2))) and without_modulus(y) is y:
        raise Refused(f"{mean} is no mean of a length or a modulus.")
    square = itself(E(y**2))
    if y.head == "power":
        square = apply("within", root_of(nonnegative(y.args[0]))[1], term=left(square))
    square = converted(square, lambda value: value_of_means(value, given))
    none = apply("symmetric", apply("linear", term=E(number(0))))
    least, above = (
        apply("transitive", none, apply("mean_monotone", nonnegative(x))) for x in (y, left(square).args[0])
    )
    above = apply("transitive", above, square)
    sign, root = root_of(above)
    order = apply("transitive", apply("jensen", x=y, function="square"), square)
    return from_squares((least, sign), (itself(mean**2), root), order)


def by_bound(low: Term, relation: str, high: Term, given: Given) -> Theorem:
    """a <= b or a < b by a Gaussian tail, or as `bound` shows it, where no instance is seen to fail."""
    goal = Term(relation, (low, high))
    if not objects(goal) and (instance := counterexample(goal, given, exact=False)):
        raise Refused(f"{goal} {instance}.")
    with suppress(*NOT_FOR_THIS):
        return by_gaussian_tail(goal, given)
    return bound.prove(goal, given)


def weaker(found: Theorem, goal: Term, given: Given) -> Theorem:
    """The goal a R c from a <= b, or b <= a: b R c by algebra, or by `bound`."""
    try:
        return finish(found, goal, given)
    except Refused:
        small, relation, large = ordered(goal)
        with suppress(Refused):
            squared = squared_roots(ordered(found.proposition)[2], given)
            if right(squared) is not left(squared):
                found = apply("transitive", found, tidied(squared, *strict_facts(given)))
        low, _, high = ordered(found.proposition)
        if low is small:
            chained = apply("transitive", found, by_bound(high, relation, large, given))
        else:
            chained = apply("transitive", by_bound(small, relation, low, given), found)
        return finish(chained, goal, given)


def without_modulus(x: Term) -> Term:
    """What is in a modulus; another number itself."""
    return x.args[0] if x.head == "function" and x.data == ("abs",) else x


def values_of_sides(goal: Term, given: Given) -> list[Theorem]:
    """The means and probabilities that are sides of a statement, as far as they are found."""
    found = []
    for side in goal.args if goal.head in RELATIONS else ():
        find = events.derive if side.head == "P" else value_of_means
        if side.head == "P" or has_statistics(side):
            with suppress(*NOT_FOR_THIS):
                value = find(side, given)
                found += [value] if value.proposition.head == "eq" else []
    return found
