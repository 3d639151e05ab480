"""`auto`: the other tactics in the order of what a statement is about, with the lemmas that they need.

A mean goes to `moments`; a tail P(x > t) to `markov`, `cantelli` and `chebyshev`, with the mean or variance
found by `moments`; all of a family to `union`, with a tail for one; an inequality of formulas to `bound`.
What then is weaker than what was found follows by `bound`. Every other tactic is tried as it is. A refusal
gives a counterexample, or the one hypothesis that is missing, or else what the tactic that fits best lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Final

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import density_range
from ..node import Term, add, is_number, negation, number, summands, value_of
from ..outcomes import objects
from ..substitution import opened, replaced, subterms
from ..terms import E, P, log, softplus
from .algebra import algebra
from .algebra import evaluated as with_sums
from .angles import by_angles
from .array_means import in_letters
from .binomials import by_binomials
from .bounds import bound, positive, squared_roots
from .chains import chains
from .chernoff import chernoff
from .convex_means import by_jensen
from .events import bounded, events, some_of
from .expansion import of_products
from .extremes import concentration, exact
from .factors import law_in, unscaled
from .goals import Tactic, finish, same, strict_facts
from .gradients import gradients
from .items import by_terms_of_sums
from .jensen import positive_by_sums
from .later_sums import by_later_sum
from .lengths import by_lengths
from .matrices import by_matrices
from .means import by_means
from .missing import MOST_CANDIDATES, counterexample, denominators_of, missing
from .moments import evaluated, moments
from .over_items import by_items
from .plain_events import on_both_sides, plainer
from .pointwise import by_indicator, pointwise
from .products import by_facts
from .rewriting import (
    between,
    by_entries,
    collected,
    converted,
    factored,
    from_squares,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    root_of,
    shortened,
    simplified,
    then,
    tidied,
)
from .slopes import by_cases, by_gaussian_tail, by_log_above, by_logs, by_slope
from .stein import by_parts, sides_by_parts
from .strict_cases import by_strict_cases
from .tails import cantelli, chebyshev, markov, union
from .whole_products import above_sum, by_product

Given = tuple[Theorem, ...]
Attempt = Callable[[], Theorem]
_NOT_FOR_THIS: Final = (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What a tactic raises where a statement is not of its kind; `Refused` is a `ValueError`."""
_OF_PROGRAMS: Final = (LookupError, AttributeError, RecursionError)
_MEANS: Final = frozenset({"E", "Var", "Cov"})
_OF_FORMULAS: Final = frozenset(
    {"sum", "add", "mul", "power", "number", "constant", "function", "size", "parameter", "index"}
    | {"bound_index", "true"}
)
_OF_OTHERS: Final = frozenset({"iterate", "rate", "fold", "stationary", "gradient", "quantile"})
_DIRECTIONS: Final = frozenset({"le", "lt", "ge", "gt"})


def _prove(goal: Term, given: Given) -> Theorem:
    """The goal by the first attempt that succeeds; none is made where an order of numbers is seen to fail."""
    plain = goal.head in _DIRECTIONS and not objects(goal)
    instance = counterexample(goal, given) if plain else ""
    try:
        if instance:
            raise Refused(f"{goal} {instance}.")
        return _found_by_cases(goal, given)
    except Refused as refusal:
        # Of a plain goal it was looked for before.
        instance = instance if plain else counterexample(goal, given)
        searched = instance or goal.head not in _DIRECTIONS
        # Without an instance only what is divided by is likely to be missing.
        tried = MOST_CANDIDATES if searched else int(bool(denominators_of(goal)))
        lacks = missing(goal, given, _found, tried)
        if lacks:
            without = f"; without it the statement {instance}" if instance else ""
            raise Refused(f"{lacks}{without}.") from refusal
        found = _values(goal, given)
        values = "".join(f"; {left(value)} is {right(value)}" for value in found)
        instance = instance or _fails_by(found, goal, given)
        if instance:
            raise Refused(f"Counterexample: {goal} {instance}{values}.") from refusal
        exact = values and any(side.head == "P" for side in goal.args)
        raise Refused(f"{goal} does not follow{values}." if exact else str(refusal)) from refusal


def _found(goal: Term, given: Given) -> Theorem:
    return _first(_attempts(goal, given), f"No tactic proves {goal}.")


def _found_by_cases(goal: Term, given: Given) -> Theorem:
    """The goal, or else where parameters lie beyond the ends of their ranges and where they are there."""
    try:
        return _found(goal, given)
    except Refused as refusal:
        with suppress(*_NOT_FOR_THIS):
            return by_strict_cases(goal, given, _found)
        raise refusal


def _derive(term: Term, given: Given) -> Theorem:
    """The value of a term, or a bound on it."""
    try:
        return _value(term, given)
    except Refused as refusal:
        lacks = missing(term, given, _value)
        raise Refused(f"{lacks}." if lacks else str(refusal)) from refusal


def _value(term: Term, given: Given) -> Theorem:
    """Another form of a term, or a bound on it."""
    if term.head == "P":
        attempts = _tail_bounds(term, given)
        place = 0 if term.args[0].head in _DIRECTIONS | {"eq"} else len(attempts)
        attempts.insert(place, lambda: _shorter(_fewer_sums(events.derive(term, given), given), given))
        return _below_one(attempts, f"No tactic bounds {term}.")
    others = _by(_others(), term, given)
    heads = {part.head for part in subterms(term)}
    if "sum" in heads and heads <= _OF_FORMULAS:
        others.insert(0, others.pop())
    first = 0 if _statistics(term) or "P" in heads else len(others)
    others.insert(first, lambda: _evaluated(term, given))
    others.append(lambda: by_parts(term, given))
    others.append(lambda: _below_root_mean_square(term, given))
    otherwise = f"No tactic finds another form of {term}; state one and use prove."
    try:
        found = _shorter(_first(others, otherwise, empty=Term("eq", (term, term))), given)
        if "stationary" in {part.head for part in subterms(right(found))}:
            raise Refused(otherwise)
        return found
    except Refused as refusal:
        # Its refusal says what is missing, be it that something else leaves the term as it is.
        for head, own in (("gradient", gradients), ("stationary", chains)):
            if head in heads and own.derive:
                own.derive(term, given)
        if impossible := _given_no_chance(term):
            raise Refused(impossible) from None
        plain = heads <= _OF_FORMULAS or not (_statistics(term) or heads & {"P", *_OF_OTHERS})
        if plain and not str(refusal).startswith("Missing hypothesis"):
            raise Refused(otherwise) from None
        raise


def _given_no_chance(term: Term) -> str:
    """That what is given is that numbers with densities take one value."""
    for part in occurring(term, "P"):
        (event,) = part.args
        drawn = [x for x in subterms(event) if x.head in {"random", "item"}]
        varies = event.head == "eq" and collected(event.args[0] - event.args[1]).is_random
        if varies and all(density_range(law_in(x)) is not None for x in drawn):
            return f"{event} has probability zero, so that nothing is known where it is given."
    return ""


def _below_one(attempts: Iterable[Attempt], otherwise: str) -> Theorem:
    """The first value of a probability, or bound on it that not every probability meets."""
    idle = []

    def telling(attempt: Attempt) -> Theorem:
        found = attempt()
        low, relation, high = ordered(found.proposition)
        bound, beyond = (high, 1) if low.head == "P" else (-low, 0)
        if relation != "eq" and is_number(bound) and value_of(bound) >= beyond:
            idle.append(found)
            raise Refused(otherwise)
        return found

    try:
        return _first([lambda one=one: telling(one) for one in attempts], otherwise)
    except Refused as refusal:
        if idle:
            what = f"What follows is {idle[0].proposition}, as of every probability."
            raise Refused(what) from refusal
        raise


def _by(tactics: Iterable[Tactic], term: Term, given: Given) -> list[Attempt]:
    return [lambda one=one: one.derive(term, given) for one in tactics if one.derive and not one.options]


def _shorter(found: Theorem, given: Given) -> Theorem:
    """A <= b, or a = b, with a b of which denominators cancel where the facts allow it; of a multiple of a
    vector those of its factor.
    """
    with suppress(*_NOT_FOR_THIS):
        found = in_letters(found)
    found = _with_values(found, given)
    with suppress(*_NOT_FOR_THIS):
        large = ordered(found.proposition)[2]
        found = apply("transitive", found, same(large, shortened(large), given))
    _, relation, large = ordered(found.proposition)
    with suppress(*_NOT_FOR_THIS):
        if large.head == "scale":
            factor = large.args[0]
            cancelled = apply("within", same(factor, factored(factor), given), term=large)
        else:
            form = collected(large, *strict_facts(given))
            cancelled = same(large, factored(form) if relation == "le" else form, given)
        fewer = relation == "le" or _inverses(right(cancelled)) < _inverses(large)
        if fewer and relation != "lt" and len(repr(right(cancelled))) < len(repr(large)):
            return apply("transitive", found, cancelled)
    return found


def _with_values(found: Theorem, given: Given) -> Theorem:
    """The equation or bound with what the facts say that products are, and multiples of vectors in front."""
    facts = [fact for fact in given if fact.proposition.head == "eq"]
    known = {left(fact): fact for fact in (*facts, *map(of_products, facts))}
    products = [
        x for x in subterms(ordered(found.proposition)[2]) if x.head in {"inner", "norm2"} and not x.loose
    ]
    for part in dict.fromkeys(products):
        c, plain = unscaled(part)
        if not part.is_random and (c is not number(1) or plain in known or part in known):
            with suppress(*_NOT_FOR_THIS):
                value = replaced_within(same(part, c * plain, ()), [known[plain]] if plain in known else [])
                put = apply("within", value, term=ordered(found.proposition)[2])
                found = apply("transitive", found, converted(put, lambda x: same(x, simplified(x), ())))
    return found


def _inverses(term: Term) -> int:
    """How many inverses there are, powers of powers, and summands."""
    powers = [part for part in subterms(term) if part.head == "power"]
    summands = sum(len(part.args) for part in subterms(term) if part.head == "add")
    return summands + sum(repr(part.args[1])[0] == "-" or part.args[0].head == "power" for part in powers)


def _tail_bounds(probability: Term, given: Given) -> list[Attempt]:
    """The first bound that the tails find, then what other tactics do; of a multiple of a sum first the
    exponential one.
    """

    def found() -> Theorem:
        bound = _shorter(next(tails(probability, given)), given)
        return bound if bound.proposition.args[0] is probability else apply("symmetric", bound)

    others = _by((one for one in _others() if one is not events), probability, given)
    first = [concentration] if _is_of_sum(*probability.args) else []
    return [*_by(first, probability, given), found, *others]


def _is_of_sum(event: Term) -> bool:
    """Whether it is that a sum, or a multiple of one, lies above a level."""
    above = event.head in {"gt", "ge"} and event.args[0].head in {"sum", "mul"}
    return above and bool(occurring(event.args[0], "sum"))


def _is_deviation(event: Term) -> bool:
    """Whether it is that the modulus of a sum less its mean lies above a level."""
    above = event.head in {"gt", "ge"} and event.args[0].data == ("abs",)
    return above and bool(occurring(event.args[0], "sum"))


auto = Tactic(
    name="auto",
    prove=_prove,
    derive=_derive,
    states="the other tactics, in the order of what a statement is about",
    example='tc.derive("E|g|^2", laws=["g: normal(dimension=d)"])',
)


def _first(attempts: Iterable[Attempt], otherwise: str, *, empty: Term | None = None) -> Theorem:
    """The first theorem that is not `empty`. Raises the first refusal, or `otherwise` after an empty one."""
    refusals = []
    some = False
    for attempt in attempts:
        try:
            found = attempt()
        except _NOT_FOR_THIS as refusal:
            # What went wrong inside of a tactic says nothing of the statement.
            refusals.append(otherwise if isinstance(refusal, _OF_PROGRAMS) else str(refusal))
        else:
            if empty is None or repr(found.proposition) != repr(empty):
                return found
            some = True
    # A bound index has no name that a reader knows.
    refusals = [refusal for refusal in refusals if "#" not in refusal] or refusals
    missed = next((refusal for refusal in refusals if refusal.startswith("Missing hypothesis")), "")
    raise Refused(missed or (refusals[0] if refusals and not some else otherwise))


def _attempts(goal: Term, given: Given) -> Iterator[Attempt]:
    """Ways to prove the goal, the likeliest first."""
    if goal.head == "and":
        yield lambda: apply("both", *(_prove(part, given) for part in goal.args))
    relates = goal.head in RELATIONS
    if relates and any(not part.is_random for part in occurring(goal, "gradient")):
        yield lambda: _with_slopes(goal, given)
    if relates and goal.head in _DIRECTIONS and any(side.head == "P" for side in goal.args):
        chances = [side.args[0] for side in goal.args if side.head == "P"]
        if any(_is_of_sum(event) or _is_deviation(event) for event in chances):
            yield lambda: concentration.prove(goal, given)
            yield lambda: chernoff.prove(goal, given)
        if ordered(goal)[0].head == "P" and concentration.derive:
            yield lambda: _weaker(concentration.derive(ordered(goal)[0], given), goal, given)
        yield lambda: _by_range(goal, given)
        yield lambda: _tail(goal, given)
        yield lambda: _by_chance(goal, given)
        yield lambda: _of_plain_event(goal, given)
        yield lambda: on_both_sides(goal, given, _found)
    inside = occurring(goal, "P") and (goal.head == "eq" or all(side.head != "P" for side in goal.args))
    if relates and ordered(goal)[0].head == "E" and ordered(goal)[0].args[0].data == ("exp",):
        yield lambda: chernoff.prove(goal, given)
    if relates and (_statistics(goal) or inside):
        yield lambda: _by_values(goal, given)
        yield lambda: moments.prove(goal, given)
        yield lambda: _by_other_sides(goal, sides_by_parts(ordered(goal)[::2], given), given)
    if relates and not goal.is_random and any(_begins_later(total) for total in occurring(goal, "sum")):
        yield lambda: _by_other_sides(goal, [_of_whole_sums(side) for side in ordered(goal)[::2]], given)
    if relates and goal.head in _DIRECTIONS:
        yield from _attempts_at_order(goal, given)
    if goal.head == "eq":
        yield lambda: same(*goal.args, given)
        yield lambda: by_terms_of_sums(goal, given)
        yield lambda: by_later_sum(goal, given)
        yield lambda: _with_softplus(goal, given)
        yield lambda: by_cases(goal, given)
    if relates and any(part.data == ("arccos",) for part in subterms(goal)):
        yield lambda: by_angles(goal, given)
    for other in _others():
        yield lambda other=other: other.prove(goal, given)


def _attempts_at_order(goal: Term, given: Given) -> Iterator[Attempt]:
    """Ways to prove an order of numbers."""
    yield lambda: _by_formulas(goal, given)
    yield lambda: by_facts(goal, given)
    yield lambda: _by_closed_sums(goal, given)
    yield lambda: by_matrices(goal, given)
    yield lambda: by_items(goal, given)
    yield lambda: by_product(goal, given)
    yield lambda: above_sum(goal, given)
    yield lambda: by_jensen(goal, given, lambda mean: _evaluated(mean, given))
    yield lambda: pointwise(goal, given, _found)
    yield lambda: by_indicator(goal, given, _found)
    yield lambda: by_lengths(goal, given, _found)
    yield lambda: _with_softplus(goal, given)
    yield lambda: by_log_above(goal, given)
    yield lambda: by_slope(goal, given, 2)
    yield lambda: by_logs(goal, given)
    yield lambda: by_slope(goal, given)
    yield lambda: by_gaussian_tail(goal, given)
    yield lambda: by_cases(goal, given)
    yield lambda: _by_exponents(goal, given)
    if ordered(goal)[0].head == "E":
        yield lambda: _weaker(_value(ordered(goal)[0], given), goal, given)
        yield lambda: _weaker(_below_root_mean_square(ordered(goal)[0], given), goal, given)


def _with_slopes(goal: Term, given: Given) -> Theorem:
    """The goal from the same with the gradients in it worked out."""
    small, _, large = ordered(goal)
    sides = []
    for side in (small, large):
        parts = [part for part in occurring(side, "gradient") if not part.is_random and not part.shape]
        slopes = [gradients.derive(part, given) for part in parts if gradients.derive]
        sides.append(replaced_within(itself(side), slopes))
    return _by_other_sides(goal, sides, given)


def _with_softplus(goal: Term, given: Given) -> Theorem:
    """The goal from the same with log(1 + exp x) = softplus(x)."""
    small, _, large = ordered(goal)
    inside = [part.args[0] for part in subterms(goal) if part.data == ("log",) and part.args[0].head == "add"]
    pairs = [(x, part) for x in inside for part in x.args if part.data == ("exp",) and not x.loose]
    named = [
        same(log(x), softplus(part.args[0]), ()) for x, part in pairs if set(x.args) == {number(1), part}
    ]
    if not named:
        raise Refused(f"{goal} holds no log(1 + exp x).")
    return _by_other_sides(goal, [replaced_within(itself(side), named) for side in (small, large)], given)


def _by_other_sides(goal: Term, sides: list[Theorem], given: Given) -> Theorem:
    """The goal from the order of what its sides are equal to."""
    other = Term(ordered(goal)[1], tuple(map(right, sides)))
    if other.args == ordered(goal)[::2]:
        raise Refused(f"{goal} has no other form here.")
    order = _found(other, given)
    return finish(between(sides[0], order, sides[1]), goal, given)


def _by_exponents(goal: Term, given: Given) -> Theorem:
    """exp(a) <= b from a <= log b, and a <= exp(b) from log a <= b, where the other side is positive."""
    small, relation, large = ordered(goal)
    plain = large if small.data == ("exp",) else small
    if goal.is_random or ("exp",) not in {small.data, large.data}:
        raise Refused(f"No side of {goal} is an exponential.")
    above = _above_zero(plain, given)
    sides = [log(side) if side is plain else side.args[0] for side in (small, large)]
    order = _found(Term(relation, (sides[0], sides[1])), given)
    grown = apply("monotone", order, function="exp", exponent=number(1))
    return finish(grown, goal, (*given, *above))


def _above_zero(x: Term, given: Given) -> Given:
    """0 < x by what is known of numbers, or of all items of a family."""
    return tuple(positive_by_sums(x, given)) or (positive(x, given),)


def _of_whole_sums(side: Term) -> Theorem:
    """The term with sum_j f(j) - f(1) for the sum over j >= 2, and so from any first number on."""
    parts = filter(_begins_later, occurring(side, "sum"))
    return replaced_within(itself(side), [same(part, by_entries(part), ()) for part in parts])


def _begins_later(total: Term) -> bool:
    """Whether a sum is over all j from a number on."""
    condition = total.args[1]
    return condition.head in {"ge", "gt"} and is_number(condition.args[1])


def _by_closed_sums(goal: Term, given: Given) -> Theorem:
    """The goal from the same with its sums in closed form, or as its sides are equal."""
    equal = Term("eq", goal.args)
    if goal.head in {"le", "ge"} and occurring(goal, "sum") and not counterexample(equal, given):
        return finish(apply("weakened", _found(equal, given)), goal, given)
    sides = [_fewer_sums(itself(side), given) for side in ordered(goal)[::2]]
    return _by_other_sides(goal, sides, given)


def _by_formulas(goal: Term, given: Given) -> Theorem:
    """An order by means, of a binomial coefficient or a sum from a number on, or as `bound` shows it."""
    for way in (by_means, by_binomials, by_later_sum):
        with suppress(*_NOT_FOR_THIS):
            return way(goal, given)
    return bound.prove(goal, given)


def _statistics(goal: Term) -> bool:
    return any(part.head in _MEANS for part in subterms(goal))


@cache
def _others() -> tuple[Tactic, ...]:
    """The tactics that have no place of their own here, and last `algebra`, which leaves what they know."""
    from .. import tactics

    own = {moments, bound, tactics.products, markov, chebyshev, cantelli, union, auto, algebra}
    every = (getattr(tactics, name) for name in tactics.__all__)
    return (*(one for one in every if isinstance(one, Tactic) and one not in own), algebra)


def _evaluated(term: Term, given: Given) -> Theorem:
    """The value of the means in a term, by those facts alone that are about its symbols."""
    symbols = frozenset(term.declarations)
    facts = tuple(fact for fact in given if symbols.issuperset(fact.proposition.declarations))
    if random := [part for part in occurring(term, "gradient") if part.is_random and part is not term]:
        found = replaced_within(itself(term), [gradients.derive(part, facts) for part in random])
        return then(found, _evaluated(right(found), given))
    if term.head == "P":
        return events.derive(term, facts)
    if chances := occurring(term, "P"):
        found = replaced_within(itself(term), [events.derive(part, facts) for part in chances])
        if right(found) is term:
            raise Refused(f"What {term} is does not follow.")
        return then(found, _evaluated(right(found), (*given, *_gaps(given))))
    try:
        found = evaluated(term, facts)
    except Refused:
        means = (*_chances(term, facts), *_extremes(term, facts))
        if not means:
            raise
        found = evaluated(term, (*facts, *means))
    if occurring(right(found), "P"):
        found = then(found, _evaluated(right(found), given))
    return _fewer_sums(found, facts)


def _gaps(given: Given) -> Iterator[Theorem]:
    """0 < n - k + 1 from k <= n, as for a binomial coefficient."""
    for fact in given:
        if fact.proposition.head in {"le", "ge"} and not fact.proposition.is_random:
            low, _, high = ordered(fact.proposition)
            parts = ((1, 1, (0,), ()), (1, 1, (), ()))
            yield apply("certificate", fact, left=number(0), right=high - low + 1, relation="lt", parts=parts)


def _fewer_sums(found: Theorem, given: Given) -> Theorem:
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
            with suppress(*_NOT_FOR_THIS):
                mean = apply("symmetric", apply("written_out", term=P(part.args[0])))
                yield then(mean, events.derive(P(part.args[0]), given))


def _extremes(term: Term, given: Given) -> Iterator[Theorem]:
    """E max_j x_j = v and E min_j x_j = v, for those in a larger term, or in the mean of a sum."""
    means = [part for part in subterms(term) if part.head == "E" and not part.loose]
    for head in ("add", "mul"):
        for part in [one for one in means if one.args[0].head == head]:
            with suppress(*_NOT_FOR_THIS):
                means += occurring(right(apply("linear", term=part)), "E")
    for part in dict.fromkeys(means):
        if part is not term:
            with suppress(*_NOT_FOR_THIS):
                yield exact(part, given)


def _by_values(goal: Term, given: Given) -> Theorem:
    """A relation between means, from the values of both sides."""
    small, relation, large = ordered(goal)
    left, right = (_evaluated(side, given) for side in (small, large))
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
        between = _bounded(low, relation, high, given)
    return finish(then(then(left, between), apply("symmetric", right)), goal, given)


def _below_root_mean_square(mean: Term, given: Given) -> Theorem:
    """E|x| <= (E x^2)^(1/2), with the value of E x^2, of a length or a modulus."""
    (y,) = mean.args if mean.head == "E" else (mean,)
    if not (y.head == "power" and y.args[1] is number(Fraction(1, 2))) and _deviation(y) is y:
        raise Refused(f"{mean} is no mean of a length or a modulus.")
    square = itself(E(y**2))
    if y.head == "power":
        square = apply("within", root_of(nonnegative(y.args[0]))[1], term=left(square))
    square = converted(square, lambda value: _evaluated(value, given))
    none = apply("symmetric", apply("linear", term=E(number(0))))
    least, above = (
        apply("transitive", none, apply("mean_monotone", nonnegative(x))) for x in (y, left(square).args[0])
    )
    above = apply("transitive", above, square)
    sign, root = root_of(above)
    order = apply("transitive", apply("jensen", x=y, function="square"), square)
    return from_squares((least, sign), (itself(mean**2), root), order)


def _bounded(low: Term, relation: str, high: Term, given: Given) -> Theorem:
    goal = Term(relation, (low, high))
    if not objects(goal) and (instance := counterexample(goal, given, exact=False)):
        raise Refused(f"{goal} {instance}.")
    with suppress(*_NOT_FOR_THIS):
        return by_gaussian_tail(goal, given)
    return bound.prove(goal, given)


# Tails.


def _tail(goal: Term, given: Given) -> Theorem:
    """P(A) <= b, or P(A) >= b through the opposite event."""
    small, _, large = ordered(goal)
    probability = small if small.head == "P" else large
    refusals = []
    for found in tails(probability, given, lower=small is not probability, about_zero=True):
        try:
            return _weaker(found, goal, given)
        except Refused as refusal:
            refusals.append(f"{found} was found, and {goal} does not follow: {refusal}")
    raise Refused(refusals[0] if refusals else f"No tail bound is known for {probability}.")


def _by_range(goal: Term, given: Given) -> Theorem:
    """P(A) <= b from 1 <= b, and a <= P(A) from a <= 0."""
    small, relation, large = ordered(goal)
    end = apply(
        "bounded", term=small if small.head == "P" else large, end="high" if small.head == "P" else "low"
    )
    low, _, high = ordered(end.proposition)
    if small.head == "P":
        return finish(apply("transitive", end, bound.prove(Term(relation, (high, large)), given)), goal)
    return finish(apply("transitive", bound.prove(Term(relation, (small, low)), given), end), goal)


def _by_chance(goal: Term, given: Given) -> Theorem:
    """The goal from what the probability in it is."""
    small, _, large = ordered(goal)
    upper = small.head == "P"
    ways = [events.derive, *([bounded] if upper else [])]
    refusals = []
    for way in ways:
        try:
            value = way(small if upper else large, given)
            return _weaker(value if upper else apply("symmetric", value), goal, given)
        except Refused as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _of_plain_event(goal: Term, given: Given) -> Theorem:
    """The goal from that about a plainer event."""
    probability = next(side for side in goal.args if side.head == "P")
    plain = plainer(probability, given)
    sides = tuple(right(plain) if side is probability else side for side in goal.args)
    found = _found(Term(goal.head, sides), given)
    return apply("rewrite", apply("symmetric", plain), found)


def _weaker(found: Theorem, goal: Term, given: Given) -> Theorem:
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
            chained = apply("transitive", found, _bounded(high, relation, large, given))
        else:
            chained = apply("transitive", _bounded(small, relation, low, given), found)
        return finish(chained, goal, given)


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
    deviation = _deviation(event.args[0])
    parts = summands(deviation)
    x, m = (add(*(part for part in parts if part.is_random is own)) for own in (True, False))
    centred = deviation is not event.args[0]
    if not x.is_random or (is_number(m, 0) and not (centred or about_zero)):
        return None
    try:
        mean = _evaluated(E(x), given)
        value = then(mean, same(right(mean), -m, given))
    except Refused:
        return None
    centred = replaced(event, deviation, x - E(x))
    found = apply("within", value, term=P(centred))
    inside = _deviation(right(found).args[0].args[0])
    return converted(
        found, lambda own: apply("within", apply("ring", left=inside, right=deviation), term=own)
    )


def _deviation(x: Term) -> Term:
    return x.args[0] if x.head == "function" and x.data == ("abs",) else x


def tail_goals(event: Term, given: Given) -> Iterator[tuple[Tactic, Callable[[], Term], Callable[[], Given]]]:
    """For each tail tactic the bound that it gives, and the value of the mean or variance in it."""
    if event.head not in {"gt", "ge"}:
        raise Refused(f"No tail bound is known for {event}.")
    x, t = event.args
    chance = Term("P", (event,))

    def value(statistic: Term) -> Theorem:
        known = (f for f in given if f.proposition.head == "eq" and f.proposition.args[0] is statistic)
        return next(known, None) or _evaluated(statistic, given)

    deviation = _deviation(x)
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
        yield apply(
            "certificate", some, complement, left=1 - high, right=Term("P", (event,)), relation="le",
            parts=((1, 1, (0,), ()), (-1, 1, (1,), ())),
        )  # fmt: skip


def _union(event: Term, given: Given) -> Iterator[Theorem]:
    """P(some A_j) <= b, from each kind of bound on one."""
    refusals, some = [], False
    for way in range(len(_tail_bounds(P(event), given))):
        try:
            yield some_of(event, lambda chance, facts, k=way: _tail_bounds(chance, facts)[k](), given)
            some = True
        except _NOT_FOR_THIS as refusal:
            refusals.append(str(refusal))
    if not some:
        raise Refused(next((one for one in refusals if one.startswith("Missing")), refusals[0]))


def _values(goal: Term, given: Given) -> list[Theorem]:
    """The means and probabilities that are sides of a statement, as far as they are found."""
    found = []
    for side in goal.args if goal.head in RELATIONS else ():
        find = events.derive if side.head == "P" else _evaluated
        if side.head == "P" or _statistics(side):
            with suppress(*_NOT_FOR_THIS):
                value = find(side, given)
                found += [value] if value.proposition.head == "eq" else []
    return found


def _fails_by(values: list[Theorem], goal: Term, given: Given) -> str:
    """Where the statement fails with the values of its sides put in."""
    sides = {left(value): right(value) for value in values}
    formulas = Term(goal.head, tuple(sides.get(side, side) for side in goal.args))
    return counterexample(formulas, given) if values and not objects(formulas) else ""
