"""`auto`: the other tactics in the order of what a statement is about, with the lemmas that they need.

A mean goes to `moments`; a tail P(x > t) to `markov`, `cantelli` and `chebyshev`, with the mean or variance
found by `moments`; all of a family to `union`, with a tail for one; an inequality of formulas to `bound`.
What then is weaker than what was found follows by `bound`. Every other tactic is tried as it is. A refusal
gives a counterexample, or the one hypothesis that is missing, or else what the tactic that fits best lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import density_range
from ..node import Term, is_number, number, value_of
from ..outcomes import objects
from ..substitution import subterms
from ..terms import log, softplus
from .angles import by_angles
from .attempts import Attempt, attempts_by, first_of, other_tactics
from .binomials import by_binomials
from .bounds import bound, positive
from .certificates import by_products, require_no_failure
from .chains import chains
from .chernoff import chernoff
from .convex_means import by_jensen
from .events import bounded, events
from .extremes import concentration
from .factors import law_in
from .flow import by_induction_bounded
from .goals import NOT_FOR_THIS, Given, Tactic, finish, same, with_head
from .gradients import gradients
from .items import by_any_weights, by_terms_of_sums
from .jensen import positive_by_sums
from .later_sums import by_integral, by_later_product, by_later_sum, by_other_end
from .lengths import by_directions, by_lengths, of_two_vectors
from .matrices import by_matrices
from .means import by_means
from .missing import MOST_CANDIDATES, counterexample, denominators_of, late_counterexample, missing
from .moments import moments
from .over_items import by_items
from .plain_events import on_both_sides, plainer
from .pointwise import by_indicator, pointwise
from .products import by_facts
from .rewriting import (
    between,
    by_entries,
    collected,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    root_of,
)
from .shorter_forms import shorter
from .slopes import (
    any_order,
    by_cases,
    by_gaussian_tail,
    by_inner_distance,
    by_log_above,
    by_logs,
    by_slope,
    first_way,
)
from .statistic_values import (
    below_root_mean_square,
    by_values,
    has_statistics,
    is_square_of_mean,
    of_squared_mean,
    value_of_means,
    values_of_sides,
    weaker,
    with_fewer_sums,
)
from .stein import by_parts, sides_by_parts
from .strict_cases import by_first_size, by_strict_cases, by_values_of_parameters
from .tail_bounds import is_deviation, is_of_sum, tail_bounds, tails
from .whole_products import above_sum, by_product

_OF_FORMULAS: Final = frozenset(
    {"sum", "add", "mul", "power", "number", "constant", "function", "size", "parameter", "index"}
    | {"bound_index", "true"}
)
_OF_OTHERS: Final = frozenset({"iterate", "rate", "fold", "stationary", "gradient", "quantile"})
_DIRECTIONS: Final = frozenset({"le", "lt", "ge", "gt"})


def _prove(goal: Term, given: Given) -> Theorem:
    """The goal by the first attempt that succeeds; none is made where an order of numbers is seen to fail."""
    given = (*given, *_not_zero(given))
    plain = goal.head in _DIRECTIONS and not objects(goal)
    instance = counterexample(goal, given) if plain else ""
    try:
        if instance:
            raise Refused(f"{goal} {instance}.")
        return _found_by_cases(goal, given)
    except Refused as refusal:
        # Of a plain goal it was looked for before, but for sums of many terms.
        instance = (instance or late_counterexample(goal, given)) if plain else counterexample(goal, given)
        searched = instance or goal.head not in _DIRECTIONS
        # Without an instance only what is divided by is likely to be missing.
        tried = MOST_CANDIDATES if searched else int(bool(denominators_of(goal)))
        lacks = missing(goal, given, _found, tried)
        if lacks:
            without = f"; without it the statement {instance}" if instance else ""
            raise Refused(f"{lacks}{without}.") from refusal
        found = values_of_sides(goal, given)
        values = "".join(f"; {left(value)} is {right(value)}" for value in found)
        instance = instance or _fails_by(found, goal, given)
        if instance:
            raise Refused(f"Counterexample: {goal} {instance}{values}.") from refusal
        exact = values and any(side.head == "P" for side in goal.args)
        raise Refused(f"{goal} does not follow{values}." if exact else str(refusal)) from refusal


def _found(goal: Term, given: Given) -> Theorem:
    """The goal by the first attempt that succeeds, unless it is an order of numbers that fails at once."""
    if goal.head in _DIRECTIONS:
        require_no_failure(Term("le", ordered(goal)[::2]), given)
    return first_of(_attempts(goal, given), f"No tactic proves {goal}.")


def _found_by_cases(goal: Term, given: Given) -> Theorem:
    """The goal with the values of parameters put in, or else at and beyond the ends of their ranges."""
    if not objects(goal):
        with suppress(*NOT_FOR_THIS):
            return by_values_of_parameters(goal, given, _found_by_cases)
    return _with_ends(goal, given, lambda: _found(goal, given), lambda: by_first_size(goal, given, _found))


def _with_ends(goal: Term, given: Given, *ways: Attempt) -> Theorem:
    """The goal in one of these ways, or else beyond the ends of ranges and at them."""
    try:
        return first_of(ways, "")
    except Refused as refusal:
        with suppress(*NOT_FOR_THIS):
            return by_strict_cases(goal, given, _found)
        raise refusal


def _derive(term: Term, given: Given) -> Theorem:
    """The value of a term, or a bound on it."""
    given = (*given, *_not_zero(given))
    try:
        return _value(term, given)
    except Refused as refusal:
        lacks = missing(term, given, _value)
        raise Refused(f"{lacks}." if lacks else str(refusal)) from refusal


def _not_zero(given: Given) -> Iterator[Theorem]:
    """0 < x from 0 < x^(1/2), as of a vector with 0 < |x|."""
    for fact in with_head(given, {"lt", "gt"}):
        low, _, root = ordered(fact.proposition)
        if is_number(low, 0) and root.head == "power":
            with suppress(*NOT_FOR_THIS):
                square = root_of(nonnegative(root.args[0]))[1]
                above = by_products(low, left(square), (1, fact, fact), relation="lt")
                yield apply("transitive", above, square)


def _value(term: Term, given: Given) -> Theorem:
    """Another form of a term, or a bound on it."""
    if term.head == "P":
        attempts = tail_bounds(term, given)
        place = 0 if term.args[0].head in _DIRECTIONS | {"eq"} else len(attempts)
        attempts.insert(place, lambda: shorter(with_fewer_sums(events.derive(term, given), given), given))
        return _below_one(attempts, f"No tactic bounds {term}.")
    others = attempts_by(other_tactics(), term, given)
    heads = {part.head for part in subterms(term)}
    if "sum" in heads and heads <= _OF_FORMULAS:
        others.insert(0, others.pop())
    first = 0 if has_statistics(term) or "P" in heads else len(others)
    others.insert(first, lambda: value_of_means(term, given))
    others.append(lambda: by_parts(term, given))
    others.append(lambda: below_root_mean_square(term, given))
    otherwise = f"No tactic finds another form of {term}; state one and use prove."
    try:
        found = shorter(first_of(others, otherwise, empty=Term("eq", (term, term))), given)
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
        plain = heads <= _OF_FORMULAS or not (has_statistics(term) or heads & {"P", *_OF_OTHERS})
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
        if low is high:
            raise Refused(otherwise)
        if relation != "eq" and is_number(bound) and value_of(bound) >= beyond:
            idle.append(found)
            raise Refused(otherwise)
        return found

    try:
        return first_of([lambda one=one: telling(one) for one in attempts], otherwise)
    except Refused as refusal:
        if idle:
            what = f"What follows is {idle[0].proposition}, as of every probability."
            raise Refused(what) from refusal
        raise


auto = Tactic(
    name="auto",
    prove=_prove,
    derive=_derive,
    states="the other tactics, in the order of what a statement is about",
    example='tc.derive("E|g|^2", laws=["g: normal(dimension=d)"])',
)


def _attempts(goal: Term, given: Given) -> Iterator[Attempt]:
    """Ways to prove the goal, the likeliest first."""
    if goal.head == "and":
        yield lambda: apply("both", *(_prove(part, given) for part in goal.args))
    relates = goal.head in RELATIONS
    if relates and any(not part.is_random for part in occurring(goal, "gradient")):
        yield lambda: _with_slopes(goal, given)
    if relates and goal.head in _DIRECTIONS and any(side.head == "P" for side in goal.args):
        chances = [side.args[0] for side in goal.args if side.head == "P"]
        if any(is_of_sum(event) or is_deviation(event) for event in chances):
            yield lambda: concentration.prove(goal, given)
            yield lambda: chernoff.prove(goal, given)
        if ordered(goal)[0].head == "P" and concentration.derive:
            yield lambda: weaker(concentration.derive(ordered(goal)[0], given), goal, given)
        yield lambda: _by_range(goal, given)
        yield lambda: _tail(goal, given)
        yield lambda: _by_chance(goal, given)
        yield lambda: _of_plain_event(goal, given)
        yield lambda: on_both_sides(goal, given, _found)
    inside = occurring(goal, "P") and (goal.head == "eq" or all(side.head != "P" for side in goal.args))
    if relates and ordered(goal)[0].head == "E" and ordered(goal)[0].args[0].data == ("exp",):
        yield lambda: chernoff.prove(goal, given)
    if relates and (has_statistics(goal) or inside):
        yield from _attempts_at_means(goal, given)
    if relates and not goal.is_random and any(_begins_later(total) for total in occurring(goal, "sum")):
        yield lambda: _by_other_sides(goal, [_of_whole_sums(side) for side in ordered(goal)[::2]], given)
    if relates and goal.head in _DIRECTIONS:
        yield from _attempts_at_order(goal, given)
    if goal.head == "eq":
        yield lambda: same(*goal.args, given)
        yield lambda: by_terms_of_sums(goal, given)
        yield lambda: by_later_sum(goal, given)
        yield lambda: by_later_product(goal, given)
        yield lambda: _with_softplus(goal, given)
        yield lambda: by_cases(goal, given)
    if relates and any(part.data == ("arccos",) for part in subterms(goal)):
        yield lambda: by_angles(goal, given)
    for other in other_tactics():
        yield lambda other=other: other.prove(goal, given)


def _attempts_at_means(goal: Term, given: Given) -> Iterator[Attempt]:
    """Ways to prove a relation between means, variances or probabilities."""
    if goal.head in _DIRECTIONS and is_square_of_mean(ordered(goal)[0]):
        yield lambda: of_squared_mean(goal, given, _found)
    yield lambda: by_values(goal, given)
    yield lambda: moments.prove(goal, given)
    yield lambda: _by_other_sides(goal, sides_by_parts(ordered(goal)[::2], given), given)


def _attempts_at_order(goal: Term, given: Given) -> Iterator[Attempt]:
    """Ways to prove an order of numbers."""
    if of_two_vectors(goal):
        yield lambda: by_directions(goal, given, _of_numbers)
    yield lambda: _by_formulas(goal, given)
    yield lambda: by_other_end(goal, given, _found)
    yield lambda: by_integral(goal, given)
    yield lambda: by_facts(goal, given)
    yield lambda: _by_closed_sums(goal, given)
    yield lambda: by_matrices(goal, given)
    yield lambda: by_items(goal, given)
    yield lambda: by_induction_bounded(goal, given, _found)
    yield lambda: by_any_weights(goal, given, _found)
    yield lambda: by_product(goal, given)
    yield lambda: above_sum(goal, given)
    yield lambda: by_jensen(goal, given, lambda mean: value_of_means(mean, given))
    yield lambda: pointwise(goal, given, _found)
    yield lambda: by_indicator(goal, given, _found)
    yield lambda: by_lengths(goal, given, lambda x, known: _with_ends(x, known, lambda: _found(x, known)))
    yield lambda: _with_softplus(goal, given)
    yield lambda: by_log_above(goal, given)
    yield lambda: by_slope(goal, given, 2)
    yield lambda: by_logs(goal, given)
    yield lambda: by_slope(goal, given)
    yield lambda: by_gaussian_tail(goal, given)
    yield lambda: by_inner_distance(goal, given)
    yield lambda: by_cases(goal, given)
    yield lambda: _by_exponents(goal, given)
    yield lambda: _by_sign_of_log(goal, given)
    small, _, large = ordered(goal)
    if small.head == "E":
        yield lambda: weaker(_value(small, given), goal, given)
        yield lambda: weaker(below_root_mean_square(small, given), goal, given)
        yield lambda: _by_other_sides(goal, [itself(small), value_of_means(large, given)], given)


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


def _by_sign_of_log(goal: Term, given: Given) -> Theorem:
    """0 <= c log y from 1 <= y, or from y <= 1 where the number c is negative."""
    small, _, large = ordered(goal)
    rise = collected(large - small)
    factors = rise.args if rise.head == "mul" else (number(1), rise)
    if goal.is_random or goal.head not in {"le", "ge"} or factors[-1].data != ("log",):
        raise Refused(f"{goal} is about the sign of no logarithm.")
    c, (y,) = value_of(factors[0]), factors[-1].args
    if len(factors) != 2:  # noqa: PLR2004
        raise Refused(f"{rise} is no multiple of a logarithm by a number.")
    order = _found(y <= 1 if c < 0 else y >= 1, given)
    one = () if c > 0 else _above_zero(y, given)
    found = apply("monotone", order, *one, function="log", exponent=number(1))
    return finish(by_products(small, large, (abs(c), found)), goal)


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
    totals = [part for head in ("sum", "product") for part in occurring(goal, head)]
    if goal.head in {"le", "ge"} and totals and not counterexample(equal, given):
        return finish(apply("weakened", _found(equal, given)), goal, given)
    sides = [with_fewer_sums(itself(side), given) for side in ordered(goal)[::2]]
    return _by_other_sides(goal, sides, given)


def _by_formulas(goal: Term, given: Given) -> Theorem:
    """An order by means, of a binomial coefficient or a sum from a number on, or as `bound` shows it."""
    for way in (by_means, by_binomials, by_later_sum):
        with suppress(*NOT_FOR_THIS):
            return way(goal, given)
    return bound.prove(goal, given)


def _of_numbers(goal: Term, given: Given) -> Theorem:
    """An order of numbers by cases, if there are any, or as it stands."""
    return first_way(partial(way, goal, given) for way in (by_cases, any_order))


def _tail(goal: Term, given: Given) -> Theorem:
    """P(A) <= b, or P(A) >= b through the opposite event."""
    small, _, large = ordered(goal)
    probability = small if small.head == "P" else large
    refusals = []
    for found in tails(probability, given, lower=small is not probability, about_zero=True):
        try:
            return weaker(found, goal, given)
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
            return weaker(value if upper else apply("symmetric", value), goal, given)
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


def _fails_by(values: list[Theorem], goal: Term, given: Given) -> str:
    """Where the statement fails with the values of its sides put in."""
    sides = {left(value): right(value) for value in values}
    formulas = Term(goal.head, tuple(sides.get(side, side) for side in goal.args))
    return counterexample(formulas, given) if values and not objects(formulas) else ""
