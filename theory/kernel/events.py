"""Events: their indicators as numbers, products of independent factors, and one object held fixed."""

from __future__ import annotations

from typing import Final

from .. import laws
from ..heads import STATISTICS
from ..node import TRUE, Term, is_number, multiply, negation, number, power
from ..substitution import instantiated, occurs, opened, rebuilt, replaced, subterms, unfolded
from ..terms import exp
from .conditions import is_nonnegative_by_form
from .logic import closed_binder, require_general, require_pointwise
from .probability import (
    Distinct,
    avoids,
    distinct_by,
    has_independent_items,
    has_mean,
    independent_of,
    law_of,
)
from .sums import at_allowed, equation
from .theorem import (
    ANY,
    EQUATION,
    RELATION,
    SIDE,
    Conclusion,
    Hypothesis,
    Theorem,
    ordered,
    require,
    rule,
    sign_of,
)

EVENT: Final = SIDE | {"and", "or", "all", "any"}
_NOT_ALL_PAIRS: Final = "{} is not about all pairs."
_OPPOSITE: Final = frozenset({"ne", "gt", "ge", "not", "any", "or"})


@rule("The indicator of a compound event, from those of its parts; a number that is 0 or 1 is its own.")
def indicator_of(*, term: Term) -> Conclusion:
    """|- 1[all A_j] = prod_j 1[A_j]; 1[A and B] = 1[A] 1[B]; 1[b = 1] = b for a b that is 0 or 1.

    Of an event that some A_j happens, or that x is not y, x > y or x >= y: 1 less the opposite's.
    """
    require(term.head == "indicator", "{} is no indicator.", term)
    (event,) = term.args
    if event.head in _OPPOSITE:
        return equation(term, 1 - Term("indicator", (negation(event),)))
    match event.head:
        case "all":
            upper, condition, body = event.args
            return equation(term, Term("product", (upper, condition, Term("indicator", (body,)))))
        case "and":
            return equation(term, multiply(*(Term("indicator", (part,)) for part in event.args)))
        case "true" | "false":
            return equation(term, number(event.head == "true"))
    is_bit = event.head == "eq" and is_number(event.args[1], 1) and _is_bit(event.args[0])
    require(is_bit, "{} is no compound event, and not that a 0 or 1 is 1.", event)
    return equation(term, event.args[0])


def _is_bit(term: Term) -> bool:
    """Whether a number is 0 or 1 by its form."""
    if term.head in {"random", "item"}:
        return law_of(term).head == "bernoulli"
    if term.head == "inner":
        return all(part.head in {"random", "item"} and law_of(part).head == "one_hot" for part in term.args)
    return term.head == "indicator"


@rule(
    "The mean of a product of independent factors, one for each index, is the product of the means.",
    others=SIDE,
)
def mean_of_product(*conditions: Theorem, term: Term) -> Conclusion:
    """|- E prod_j f_j = prod_j E f_j; P(all A_j) = prod_j P(A_j); E exp(sum_j f_j) = prod_j E exp(f_j);
    where the model makes the f_j, the A_j, independent, and each mean is finite, by the conditions if any.
    """
    require(term.head in {"E", "P"} and not term.shape, "{} is no mean of a number.", term)
    (whole,) = term.args
    is_exponential = whole.head == "function" and whole.data == ("exp",)
    binder = whole.args[0] if is_exponential else whole
    fits = {"E": "sum" if is_exponential else "product", "P": "all"}[term.head]
    require(binder.head == fits and not binder.shape, "{} is no product over an index.", whole)
    index, _, body = opened(binder, *(c.proposition for c in conditions))
    factor = exp(body) if is_exponential else body
    finite = term.head == "P" or has_mean(factor, conditions)
    require(finite, "The mean of {} is not known to be finite.", factor)
    require_independent_items(index, body)
    upper, condition, inside = binder.args
    means = Term(term.head, (exp(inside) if is_exponential else inside,))
    return equation(term, Term("product", (upper, condition, means)))


def require_independent_items(index: Term, body: Term) -> None:
    """f_j and f_l are independent for j != l, by the model."""
    free = has_independent_items(index, body)
    require(free, "{} at one {} and at another are not independent by the model.", body, index)


@rule("A product of nonnegative terms grows with them.", RELATION, RELATION)
def product_monotone(low: Theorem, premise: Theorem, *, condition: Term, index: Term) -> Conclusion:
    """From c(j) |- 0 <= f(j) and f(j) <= g(j): the product of the f(j), c(j), is at most that of the g(j)."""
    small, _, large = ordered(premise.proposition)
    require(sign_of(low) is small, "{} does not say that {} is nonnegative.", low, small)
    require_general(index, condition, (low, premise))
    products = [closed_binder("product", condition, side, index) for side in (small, large)]
    return Conclusion(Term("le", (products[0], products[1])), (condition,))


@rule("What holds for every value of an object holds in the mean over it (Fubini).", RELATION, others=ANY)
def held_fixed(premise: Theorem, *facts: Theorem, fixed: Term, x: Term) -> Conclusion:
    """From H(u) |- E f(u) <= v(u) for any u, and H(x): E f(x) <= E v(x), f otherwise independent of x by the
    model; so for = and P. Nothing else that is assumed speaks of u, and no mean inside f or v. A size u is
    any whole number from its least value on, as a number x with a law on 1, 2, ... is. The rows of a matrix u
    may be drawn as the items of a family x.
    """
    statistic, _, value = ordered(premise.proposition)
    turned = statistic.head not in {"E", "P"}
    statistic, value = (value, statistic) if turned else (statistic, value)
    require(statistic.head in {"E", "P"}, "{} is about no mean.", premise)
    require(x.head == "family" or _is_any(fixed, x), "{} is not any {}.", fixed, x)
    (body,) = statistic.args
    distinct = distinct_by(facts)
    _require_held(body, value, fixed, x, distinct)
    spoken, kept = _met(premise, facts, fixed, x)
    mean = Term(statistic.head, (_drawn(body, fixed, x),))
    moved = _drawn(value, fixed, x)
    _, relation, _ = ordered(premise.proposition)
    # A nonnegative number has the mean of its means, which are at most what has a finite mean (Tonelli).
    is_below = relation == "eq" or not turned
    tame = statistic.head == "P" or (is_below and is_nonnegative_by_form(mean.args[0]))
    is_chance = statistic.head == "P" and relation == "eq"
    finite = moved is value or is_chance or has_mean(moved, facts)
    require(finite and (tame or has_mean(mean.args[0], facts)), "A mean may be infinite.")
    other = Term("E", (moved,)) if moved.is_random else moved
    sides = (other, mean) if turned else (mean, other)
    return Conclusion(Term("eq" if relation == "eq" else "le", sides), spoken, kept)


def _met(
    premise: Theorem, facts: tuple[Theorem, ...], fixed: Term, x: Term, *events: Term
) -> tuple[tuple[Term, ...], tuple[Hypothesis, ...]]:
    """What the premise assumes of a fixed object, each an event or what the facts say of the random one; and
    what the facts rest on.
    """
    known = {fact.proposition for fact in facts}
    spoken = tuple(h.proposition for h in premise.hypotheses if occurs(fixed, h.proposition))
    for hypothesis in spoken:
        require_pointwise(hypothesis, fixed)
        drawn = hypothesis in events or _drawn(hypothesis, fixed, x) in known
        require(drawn, "{} is not known of {}.", hypothesis, x)
    return spoken, tuple(h for fact in facts for h in fact.hypotheses)


def _is_any(fixed: Term, x: Term) -> bool:
    """Whether the fixed object stands for every value of the random one."""
    if fixed.head == "size":
        _, low, high = fixed.data
        return low <= 1 and high is None and laws.values_are_whole(law_of(x))
    return fixed.head in {"fixed", "parameter"} and fixed.shape == x.shape


def _require_held(body: Term, value: Term, fixed: Term, x: Term, distinct: Distinct) -> None:
    require(not value.is_random and not body.shape, "{} is random.", value)
    require_pointwise(value, fixed)
    apart = x.is_random and all(
        (avoids(term, x, distinct) if x.head == "family" else independent_of(x, term, distinct))
        for term in (body, value)
    )
    plain = all(part.head not in STATISTICS for part in subterms(body))
    require(apart and plain, "{} holds {} already.", body, x)


@rule("What holds for all indices holds for each.", frozenset({"all"}), others=ANY)
def each(premise: Theorem, *allowed: Theorem, index: Term) -> Conclusion:
    """From all_{j: c(j)} A(j): A(i), from |- c(i), or where there is no c."""
    return Conclusion(at_allowed(premise.proposition, index, allowed))


@rule("What holds for any index holds for all.", EVENT)
def every(premise: Theorem, *, condition: Term, index: Term) -> Conclusion:
    """From c(j) |- A(j): all_{j: c(j)} A(j)."""
    require_general(index, condition, (premise,))
    return Conclusion(closed_binder("all", condition, premise.proposition, index), (condition,))


@rule("What holds has the indicator one.", EVENT)
def certain(premise: Theorem) -> Conclusion:
    """From A: 1[A] = 1."""
    return equation(Term("indicator", (premise.proposition,)), number(1))


@rule("A bound that is met with probability zero is strict, almost surely.", RELATION, EQUATION)
def never_met(order: Theorem, never: Theorem) -> Conclusion:
    """From x <= b and P(x = b) = 0: x < b."""
    x, _, b = ordered(order.proposition)
    wanted = Term("eq", (Term("P", (Term("eq", (x, b)),)), number(0)))
    require(never.proposition is wanted, "{} must be a theorem.", wanted)
    return Conclusion(Term("lt", (x, b)))


@rule(
    "What is nonnegative, and at least so much where an event happens, is at least that times its indicator.",
    RELATION,
    RELATION,
)
def where_it_holds(premise: Theorem, sign: Theorem, *, event: Term) -> Conclusion:
    """From A |- x <= y and 0 <= y, which does not rest on A: 1[A] x <= y."""
    x, _, y = ordered(premise.proposition)
    always = all(h.proposition is not event for h in sign.hypotheses)
    fits = sign_of(sign) is y and always
    require(fits, "{} does not say that {} is nonnegative also where {} does not hold.", sign, y, event)
    require(event.head in EVENT and not event.is_random and not y.shape, "{} is no event.", event)
    return Conclusion(Term("le", (multiply(Term("indicator", (event,)), x), y)), (event,))


@rule("One of a family of events is no more probable than that some of them happens.", others=ANY)
def one_of_some(*allowed: Theorem, event: Term, index: Term) -> Conclusion:
    """|- P(A_i) <= P(A_j for some j: c(j)), from |- c(i), or where there is no c."""
    require(event.head == "any", "{} is not that some of a family happen.", event)
    return Conclusion(Term("le", (Term("P", (at_allowed(event, index, allowed),)), Term("P", (event,)))))


@rule("A product is positive where its factors have one sign, negative where they have opposite ones.")
def signs_of_product(*, event: Term) -> Conclusion:
    """|- P(x y > 0) = P(x > 0 and y > 0) + P(x < 0 and y < 0), and P(x y < 0) = P(x > 0 and y < 0) +
    P(x < 0 and y > 0); y is the product of all factors but the first.
    """
    require(event.head in {"gt", "lt"} and is_number(event.args[1], 0), "{} is no sign.", event)
    require(event.args[0].head == "mul", "{} is no product.", event.args[0])
    x, *others = event.args[0].args
    opposite = {"gt": "lt", "lt": "gt"}[event.head]
    pairs = [(Term("gt", (x, number(0))), event.head), (Term("lt", (x, number(0))), opposite)]
    both = (Term("and", (one, Term(head, (multiply(*others), number(0))))) for one, head in pairs)
    one, other = (Term("P", (part,)) for part in both)
    return equation(Term("P", (event,)), one + other)


@rule("What always follows from an event is no less probable.", EVENT, others=EVENT)
def implied(premise: Theorem, *facts: Theorem, event: Term, fixed: Term, x: Term) -> Conclusion:
    """From H(u), A(u) |- B(u) for any u, and H(x): P(A(x)) <= P(B(x)). The rows of a matrix u may be drawn as
    the items of a family x. Nothing else that is assumed speaks of u, and no mean inside A, B or H does.
    """
    stated = premise.proposition
    require(not event.is_random and not stated.is_random, "{} or {} is random already.", event, stated)
    require(fixed.head in {"fixed", "parameter"}, "{} takes no values.", fixed)
    for part in (stated, event):
        require_pointwise(part, fixed)
    spoken, kept = _met(premise, facts, fixed, x, event)
    chances = (Term("P", (_drawn(part, fixed, x),)) for part in (event, stated))
    return Conclusion(Term("le", tuple(chances)), (event, *spoken), kept)


def _drawn(term: Term, fixed: Term, x: Term) -> Term:
    """The term with an object put for a fixed one, or the items of a family for the rows of a matrix."""
    if x.head != "family":
        require(x.shape == fixed.shape, "{} has another shape than {}.", x, fixed)
        return replaced(term, fixed, x)
    law, *counts = x.args
    require(fixed.shape == (*counts, *law.shape) and len(law.shape) == 1, "{} is not one of {}.", x, fixed)

    def change(part: Term, _: int) -> Term | None:
        is_row = part.head == "matmul" and part.args[0] is fixed.T
        place = _place_of_unit(part.args[1]) if is_row else None
        return Term("item", (x, place)) if place is not None else None

    found = rebuilt(term, change)
    require(not occurs(fixed, found), "{} is not only about rows of {}.", term, fixed)
    return found


def _place_of_unit(x: Term) -> Term | None:
    """The j of a coordinate vector e_j."""
    if x.head != "tabulate":
        return None
    upper, _, body = x.args
    any_place = Term("index", (upper,), ("#place",))
    entry = instantiated(body, any_place)
    is_unit = entry.head == "indicator" and entry.args[0].head == "eq" and entry.args[0].args[0] is any_place
    return entry.args[0].args[1] if is_unit and not occurs(any_place, entry.args[0].args[1]) else None


@rule(
    "Events that are alike and independent given something shared happen together no less often than if they "
    "were independent: Jensen for E pi^H, pi the probability of one given what is shared.",
    schema=True,
)
def mixed_events(*, event: Term) -> Conclusion:
    """|- P(A_h)^H <= P(all_h A_h), where the A_h share only objects in which h does not occur."""
    require(event.head == "all" and event.args[1] is TRUE, "{} is not that all of a family happen.", event)
    index, _, body = opened(event)
    plain = _unfolded(body)
    _require_alike(plain, index)
    upper = event.args[0]
    one = Term("P", (replaced(plain, index, number(1)),))
    return Conclusion(Term("le", (power(one, upper), Term("P", (event,)))))


def _require_alike(body: Term, index: Term) -> None:
    """The index is a place of families alone, the same in all their items: the others are shared."""
    places: dict[Term, set[tuple[int, ...]]] = {}
    for part in subterms(body):
        own = tuple(position for position, inside in enumerate(part.args) if inside is index)
        if part.head == "item":
            places.setdefault(part.args[0], set()).add(own)
        require(not own or part.head == "item", "{} is not the same for every {}.", part, index)
    for family, own in places.items():
        chain = family.args[0].head == "markov_chain" and own != {()}
        require(len(own) == 1 and not chain, "{} is neither shared nor one for each {}.", family, index)


def _unfolded(term: Term) -> Term:
    """The term with all names opened."""
    return rebuilt(term, lambda part, _: _unfolded(unfolded(part)) if part.head == "definition" else None)


@rule("Draws from equally likely values differ with the chance that each avoids all before it.")
def all_different(*, event: Term) -> Conclusion:
    """|- P(x_i != x_j for all i and j != i) = prod_{i=1}^n (1 - (i - 1)/N), for items x_i of a family with N
    equally likely values; of coordinate vectors the event is <x_i, x_j> != 1.
    """
    i, own, j, apart, differ = over_pairs(event, "all", _NOT_ALL_PAIRS)
    every_pair = own is TRUE and apart in {Term("ne", (i, j)), Term("ne", (j, i))}
    require(every_pair, _NOT_ALL_PAIRS, event)
    equal = differ.args[0] if differ.args[-1:] == (number(1),) else differ
    x, y = equal.args if differ.head == "ne" and equal.head in {"ne", "inner"} else (differ, differ)
    own = [index for index in (i, j) if x.head == "item" and index in x.args]
    require(len(own) == 1, "{} does not say that two items of a family differ.", differ)
    other = j if own[0] is i else i
    require(replaced(x, own[0], other) is y, "{} does not say that two items of a family differ.", differ)
    law = law_of(x)
    require(law.head in {"one_hot", "discrete_uniform"}, "The values of {} are not equally likely.", x)
    require((equal.head == "inner") == bool(law.shape), "{} is not that {} and {} differ.", differ, x, y)
    free = closed_binder("product", TRUE, 1 - (i - 1) / law.args[0], i)
    return equation(Term("P", (event,)), free)


def over_pairs(event: Term, head: str, otherwise: str) -> tuple[Term, Term, Term, Term, Term]:
    """Both indices, each with its condition, and A_ij of the event that A_ij for all, or any, i and j of one
    range: i, c(i), j, c(j), A_ij.
    """
    require(event.head == head, otherwise, event)
    i, own, inside = opened(event)
    require(inside.head == head and inside.args[0] is i.args[0], otherwise, event)
    return i, own, *opened(inside, i)


@rule("The largest of a family is below what all of it is below, the smallest above what all of it is above.")
def extreme_event(*, event: Term) -> Conclusion:
    """|- P(max_j x_j <= t) = P(x_j <= t for all j), and so for <; P(max_j x_j > t) = P(x_j > t for some j),
    and so for >=; of min_j x_j the other way round.
    """
    require(event.head in {"gt", "ge", "lt", "le"}, "{} is no comparison.", event)
    extreme, t = event.args
    require(
        extreme.head in {"max", "min"} and extreme.args[1] is TRUE, "{} is no extreme of a family.", extreme
    )
    index, _, x = opened(extreme, t)
    every = (extreme.head == "max") == (event.head in {"lt", "le"})
    one = closed_binder("all" if every else "any", TRUE, Term(event.head, (x, t)), index)
    return equation(Term("P", (event,)), Term("P", (one,)))


@rule("Powers keep the order of nonnegative numbers.", SIDE, SIDE)
def same_power(one: Theorem, other: Theorem, *, relation: str, exponent: int) -> Conclusion:
    """From 0 <= x and 0 <= t: P(x > t) = P(x^e > t^e) for a whole e >= 1, and so for >=, <, <=; |x|^e = x^e
    for an even e.
    """
    require(relation in {"gt", "ge", "lt", "le"} and exponent > 0, "{}^{} is no order.", relation, exponent)
    sides = [sign_of(sign) for sign in (one, other)]
    powers = [_raised(x, exponent) for x in sides]
    return equation(*(Term("P", (Term(relation, tuple(pair)),)) for pair in (sides, powers)))


def _raised(x: Term, exponent: int) -> Term:
    even = exponent % 2 == 0 and x.head == "function" and x.data == ("abs",)
    return power(x.args[0] if even else x, exponent)
