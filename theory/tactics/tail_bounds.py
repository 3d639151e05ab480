"""Bounds on probabilities by the tails of one number, the opposite event and the union bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, add, is_number, negation, summands
from ..substitution import replaced
from ..terms import E, P
from .attempts import Attempt, attempts_by, other_tactics
from .certificates import by_products
from .events import events
from .extremes import concentration
from .goals import NOT_FOR_THIS, Given, Tactic, same
from .rewriting import converted, left, occurring, right, then
from .shorter_forms import shorter
from .statistic_values import value_of_means, without_modulus
from .tails import cantelli, chebyshev, markov
from .unions import some_of


def tail_bounds(probability: Term, given: Given) -> list[Attempt]:
    """The first bound that the tails find, then what other tactics do; of a multiple of a sum first the
    exponential one.
    """

    def found() -> Theorem:
        bound = shorter(next(tails(probability, given)), given)
        return bound if bound.proposition.args[0] is probability else apply("symmetric", bound)

    others = attempts_by((one for one in other_tactics() if one is not events), probability, given)
    first = [concentration] if is_of_sum(*probability.args) else []
    return [*attempts_by(first, probability, given), found, *others]


def is_of_sum(event: Term) -> bool:
    """Whether it is that a sum, or a multiple of one, lies above a level."""
    above = event.head in {"gt", "ge"} and event.args[0].head in {"sum", "mul"}
    return above and bool(occurring(event.args[0], "sum"))


def is_deviation(event: Term) -> bool:
    """Whether it is that the modulus of a sum less its mean lies above a level."""
    above = event.head in {"gt", "ge"} and event.args[0].data == ("abs",)
    return above and bool(occurring(event.args[0], "sum"))


def tails(
    probability: Term, given: Given, *, lower: bool = False, about_zero: bool = False
) -> Iterator[Theorem]:
    """Bounds on the probability that the tactics find: upper, or lower. Raises `Refused` without one.

    What has the mean zero is a deviation from it if that is asked for: exponential bounds are tighter.
    """
    (event,) = probability.args
    if lower or event.head == "all":
        yield from _opposite(event, given)
        return
    if event.head == "any":
        yield from _union(event, given)
        return
    if event.head in {"lt", "le"}:
        raise Refused(f"A tail is bounded above, and {event} is none.")
    refusals, some = [], False
    written = _about_mean(event, given, about_zero=about_zero)
    for tactic, goal, lemma in tail_goals(left(written).args[0] if written else event, given):
        try:
            found = tactic.prove(goal(), (*given, *lemma()))
            is_named = written is not None and tactic is not markov
            found = apply("transitive", apply("symmetric", written), found) if is_named else found
        except Refused as refusal:
            refusals.append(str(refusal))
        else:
            some = True
            yield found
    if refusals and not some:
        raise Refused(refusals[0])


def _about_mean(event: Term, given: Given, *, about_zero: bool) -> Theorem | None:
    """P(x - E x > t) = P(x - m > t) for m = E x, or with the modulus, m = 0 too; none for another form."""
    if event.head not in {"gt", "ge"}:
        return None
    deviation = without_modulus(event.args[0])
    parts = summands(deviation)
    x, m = (add(*(part for part in parts if part.is_random is own)) for own in (True, False))
    centred = deviation is not event.args[0]
    if not x.is_random or (is_number(m, 0) and not (centred or about_zero)):
        return None
    try:
        mean = value_of_means(E(x), given)
        value = then(mean, same(right(mean), -m, given))
    except Refused:
        return None
    centred = replaced(event, deviation, x - E(x))
    found = apply("within", value, term=P(centred))
    inside = without_modulus(right(found).args[0].args[0])
    return converted(
        found, lambda own: apply("within", apply("ring", left=inside, right=deviation), term=own)
    )


def tail_goals(event: Term, given: Given) -> Iterator[tuple[Tactic, Callable[[], Term], Callable[[], Given]]]:
    """For each tail tactic the bound that it gives, and the value of the mean or variance in it."""
    if event.head not in {"gt", "ge"}:
        raise Refused(f"No tail bound is known for {event}.")
    x, t = event.args
    chance = Term("P", (event,))

    def value(statistic: Term) -> Theorem:
        known = (f for f in given if f.proposition.head == "eq" and f.proposition.args[0] is statistic)
        return next(known, None) or value_of_means(statistic, given)

    deviation = without_modulus(x)
    if deviation.head == "add" and any(part.head in {"mul", "E"} for part in deviation.args):
        spread = Term("Var", (deviation.args[0],))
        modulus = deviation is not x

        def tightest() -> Term:
            v = value(spread).proposition.args[1]
            return chance <= (v / t**2 if modulus else v / (v + t**2))

        yield (chebyshev if modulus else cantelli), tightest, lambda: (value(spread),)
    mean = Term("E", (x,))
    yield markov, lambda: chance <= value(mean).proposition.args[1] / t, lambda: (value(mean),)


def _opposite(event: Term, given: Given) -> Iterator[Theorem]:
    """1 - b <= P(A), from P(not A) <= b."""
    complement = apply("complement", event=event)
    for some in tails(Term("P", (negation(event),)), given):
        _, _, high = ordered(some.proposition)
        yield by_products(1 - high, Term("P", (event,)), (1, some), (-1, complement))


def _union(event: Term, given: Given) -> Iterator[Theorem]:
    """P(some A_j) <= b, from each kind of bound on one."""
    refusals, some = [], False
    for way in range(len(tail_bounds(P(event), given))):
        try:
            yield some_of(event, lambda chance, facts, k=way: tail_bounds(chance, facts)[k](), given)
            some = True
        except NOT_FOR_THIS as refusal:
            refusals.append(str(refusal))
    if not some:
        raise Refused(next((one for one in refusals if one.startswith("Missing")), refusals[0]))
