"""Calculations: a = b <= c = d, with what each step is by, give a <= d.

The author writes the terms. A step that is by nothing holds by expansion or entry by entry; one by theorems
is one of these, has equals put for equals, is the same function of both sides, or adds up products of what
the theorems say; one by a tactic is what the tactic proves from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ORDER, ordered
from ..node import Term, Value, add, as_term, summands
from ..substitution import instantiated, occurs
from .auto import auto
from .goals import Given, Tactic, finish, same, strict_facts, with_head
from .pointwise import as_mean, chances_as_means
from .products import by_facts
from .rewriting import (
    between,
    collected,
    converted,
    factored,
    itself,
    replaced_within,
    right,
)
from .slopes import first_way
from .textbook import growing

By = Theorem | Tactic | Callable[[Term, Given], Theorem]
"""A fact, or what proves a goal from facts."""


@dataclass(frozen=True)
class Step:
    """The next term of a calculation, how the one before relates to it, and by what."""

    relation: str
    term: Term | None
    """None where it is worked out."""
    by: tuple[By, ...]


def equals(term: Value, *by: By) -> Step:
    """... = term."""
    return Step("eq", as_term(term), by)


def at_most(term: Value, *by: By) -> Step:
    """... <= term."""
    return Step("le", as_term(term), by)


def less_than(term: Value, *by: By) -> Step:
    """... < term."""
    return Step("lt", as_term(term), by)


def at_least(term: Value, *by: By) -> Step:
    """... >= term."""
    return Step("ge", as_term(term), by)


def more_than(term: Value, *by: By) -> Step:
    """... > term."""
    return Step("gt", as_term(term), by)


def worked_out(*by: By) -> Step:
    """... = what tactics that are named make of it, one after the other; else the same in factored form, with
    names written out and equals put for equals.
    """
    return Step("eq", None, by)


def calculation(first: Value, *steps: Step) -> Theorem:
    """The first term related to the last. Raises `Refused` with the first step that is not shown.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, y = Parameter("x"), Parameter("y")
    >>> fact, sign = suppose(x <= y), suppose(x >= 0)
    >>> calculation(x**2 - x, equals(x * (x - 1)), less_than(x**2 - x + 1), at_most(y**2 - x + 1, fact, sign))
    x ≤ y, x ≥ 0 ⊢ x² - x < y² - x + 1
    """
    at, falls = as_term(first), any(step.relation in {"ge", "gt"} for step in steps)
    found = itself(at)
    for count, step in enumerate(steps, 1):
        goal = at if step.term is None else Term(step.relation, (at, step.term))
        try:
            link = _worked_out(at, step.by) if step.term is None else _by(goal, step.by)
            turned = apply("symmetric", link) if falls and step.relation == "eq" else link
            found = apply("transitive", turned, found) if falls else apply("transitive", found, link)
        except Refused as refusal:
            raise Refused(f"Step {count}, {goal}, is not shown: {refusal}") from refusal
        at = right(link)
    return apply("symmetric", found) if falls else found


def specialized(lemma: Theorem, values: Mapping[Term, Term], *facts: Theorem) -> Theorem:
    """What is shown of any numbers, at values of which the facts are what was supposed of the numbers.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> from theorycheck.theory.prove import prove
    >>> x, n = Parameter("x"), Size("n")
    >>> specialized(prove(1 / x > 0, where=[x > 0]), {x: n + 1}, prove(n + 1 > 0))
    ⊢ 1/(n + 1) > 0
    """
    for symbol, value in values.items():
        lemma = apply("instance", lemma, symbol=symbol, value=value)
    supposed = [h.proposition for h in lemma.hypotheses]
    for fact in facts:
        goals = (goal for goal in supposed if goal.head in RELATIONS)
        told = first_way(partial(finish, fact, goal, facts) for goal in goals)
        lemma = apply("cut", told, lemma)
        supposed.remove(told.proposition)
    return lemma


def _by(goal: Term, by: tuple[By, ...]) -> Theorem:
    """The step by the tactics that are named, or by the theorems alone."""
    given = tuple(one for one in by if isinstance(one, Theorem))
    named = [one.prove if isinstance(one, Tactic) else one for one in by if not isinstance(one, Theorem)]
    ways = [_with_equals_put_in, _at_once, _but_for_common]
    try:
        return first_way(partial(way, goal, given) for way in named or ways)
    except Refused:
        # Says what is missing, or where the step fails.
        return (named[0] if named else auto.prove)(goal, given)


def _worked_out(term: Term, by: tuple[By, ...]) -> Theorem:
    """The value of a term by tactics, or in factored form."""
    given = tuple(one for one in by if isinstance(one, Theorem))
    equations = with_head(given, EQUATION)
    found = replaced_within(_opened(term), equations)
    named = [one.derive for one in by if isinstance(one, Tactic) and one.derive]
    for derive in named:
        found = converted(found, lambda own, derive=derive: derive(own, given))
    if named:
        return found
    return converted(found, lambda own: same(own, factored(collected(own, *strict_facts(given))), given))


def _at_once(goal: Term, given: Given) -> Theorem:
    """The step by expansion, by one of the theorems, as the same function of both sides, or by products."""
    of_equations = (_as_given, _by_expansion, _by_arguments, _by_linearity, _by_one)
    of_orders = (_as_given, _by_each, _by_growth, by_facts, *of_equations)
    ways = (*of_equations, by_facts) if goal.head == "eq" else of_orders
    return first_way(partial(way, goal, given) for way in ways)


def _but_for_common(goal: Term, given: Given) -> Theorem:
    """a + c <= b + c from a <= b."""
    small, relation, large = ordered(goal)
    common = [part for part in summands(small) if part in summands(large)]
    if not common or relation not in ORDER:
        raise Refused(f"The sides of {goal} have nothing in common.")
    one, other = (add(*(x for x in summands(side) if x not in common)) for side in (small, large))
    return by_facts(goal, (_by(Term(relation, (one, other)), given),))


def _with_equals_put_in(goal: Term, given: Given) -> Theorem:
    """The step and the orders with what the equations say that their parts are."""
    equations = with_head(given, EQUATION)
    small, relation, large = ordered(goal)
    one, other = (replaced_within(_opened(side), equations) for side in (small, large))
    put_in, others = Term(relation, (right(one), right(other))), [f for f in given if f not in equations]
    orders = [_put_in(fact, equations) for fact in others]
    if put_in is goal and orders == others:
        raise Refused(f"No part of {goal} is a side of an equation that is given.")
    found = _at_once(put_in, tuple(orders))
    return finish(between(one, found, other), goal)


def _opened(side: Term) -> Theorem:
    """A name by what it stands for."""
    return apply("written_out", term=side) if side.head == "definition" else itself(side)


def _put_in(fact: Theorem, equations: Iterable[Theorem]) -> Theorem:
    for equation in equations:
        with suppress(Refused):
            fact = apply("rewrite", equation, fact)
    return fact


def _as_given(goal: Term, given: Given) -> Theorem:
    """The step as one of the theorems says it."""
    sides = ordered(goal)[::2]
    known = (fact for fact in given if fact.proposition.head in RELATIONS)
    return first_way(partial(finish, fact, goal) for fact in known if ordered(fact.proposition)[::2] == sides)


def _by_expansion(goal: Term, given: Given) -> Theorem:
    return finish(same(*goal.args, given), goal)


def _by_linearity(goal: Term, given: Given) -> Theorem:
    """E(c a + d b) = c E a + d E b, with P(A) = E 1[A], the same inside but for expansions."""
    if not any(side.head in {"E", "P"} for side in goal.args):
        raise Refused(f"No side of {goal} is a mean.")
    plain = (itself(x) if x.head in {"E", "P"} else same(x, collected(x), given) for x in goal.args)
    one, other = (converted(converted(side, chances_as_means), as_mean) for side in plain)
    inside = same(right(one).args[0], right(other).args[0], given)
    return finish(between(one, apply("within", inside, term=right(one)), other), goal)


def _by_arguments(goal: Term, given: Given) -> Theorem:
    """f(a, b) = f(c, d) from a = c and b = d by expansions, as of the sides of events."""
    found = replaced_within(itself(goal.args[0]), _of_arguments(*goal.args, given))
    if right(found) is not goal.args[1]:
        raise Refused(f"{goal} is not about one function.")
    return finish(found, goal)


def _of_arguments(one: Term, other: Term, given: Given) -> Iterator[Theorem]:
    if (one.head, one.data, len(one.args)) != (other.head, other.data, len(other.args)) or one.loose:
        raise Refused(f"{one} and {other} are not about one function.")
    for x, y in zip(one.args, other.args, strict=True):
        if x is not y and x.sort == "event":
            yield from _of_arguments(x, y, given)
        elif x is not y:
            yield same(x, y, given)


def _by_one(goal: Term, given: Given) -> Theorem:
    """The goal by one theorem, but for expansions of its sides."""
    equations = [apply("symmetric", fact) for fact in with_head(given, EQUATION)]
    about = [fact for fact in (*given, *equations) if fact.proposition.head in RELATIONS]
    return first_way(partial(finish, fact, goal, given) for fact in about)


def _by_growth(goal: Term, given: Given) -> Theorem:
    """exp a <= exp b from a <= b, and so on."""
    small, relation, large = ordered(goal)
    (x, kind, e), (y, other, k) = growing(small), growing(large)
    if relation not in ORDER or not kind or (kind, e) != (other, k):
        raise Refused(f"{goal} is not about one function.")
    order = _at_once(Term(relation, (x, y)), given)
    return finish(apply("monotone", order, *strict_facts(given), function=kind, exponent=e), goal)


def _by_each(goal: Term, given: Given) -> Theorem:
    """E a <= E b from a <= b, sum_j a_j <= sum_j b_j from a_j <= b_j, and max_j a_j <= b from a_j <= b."""
    small, relation, large = ordered(goal)
    if relation != "le" or not ({small.head, large.head} & {"E", "sum", "max"}):
        raise Refused(f"{goal} is no order of means, sums or largest numbers.")
    if "E" in {small.head, large.head}:
        one, other = map(as_mean, (small, large))
        order = _at_once(right(one).args[0] <= right(other).args[0], given)
        return finish(between(one, apply("mean_monotone", order), other), goal)
    return first_way(
        partial(_at_any, goal, index, given)
        for index in sorted({own for fact in given for _, own in fact.proposition.declarations}, key=repr)
        if index.head == "index" and small.args and index.args[0] is small.args[0] and not occurs(index, goal)
    )


def _at_any(goal: Term, index: Term, given: Given) -> Theorem:
    """The order of two sums, or of a largest number and another, from what is given of any index."""
    small, _, large = ordered(goal)
    one = instantiated(small.args[2], index)
    if small.head == "max":
        return finish(apply("largest_below", _at_once(one <= large, given), index=index), goal)
    if large.head != "sum" or large.args[:2] != small.args[:2]:
        raise Refused(f"{goal} is not about two sums over the same.")
    order = _at_once(one <= instantiated(large.args[2], index), given)
    condition = instantiated(small.args[1], index)
    return finish(apply("sum_monotone", order, condition=condition, index=index), goal)
