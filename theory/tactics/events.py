"""`events`: probabilities that all or some of a family happen, where the model makes them independent.

What the events of a family share is held fixed, one object at a time; then they are independent, and their
probabilities multiply. The probability of a single event, or a bound on it, is given as a theorem, or follows
from the mean of a number that is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product

from ..kernel import Refused, Theorem, apply
from ..kernel.probability import law_of, total_of
from ..kernel.theorem import EQUATION, ORDER, SIDE, UNEQUAL, ordered
from ..laws import density_range, support, two_values
from ..node import TRUE, Term, is_number, negation, number
from ..substitution import opened, replaced, subterms
from ..terms import P, indicator
from .bounds import bound, positive
from .exchange import by_exchange
from .factors import law_in
from .goals import NOT_FOR_THIS, Given, Tactic, finish, positive_values, same, with_head
from .hypotheses import first_that_holds, strict
from .integrals import neat, numbers_in, over_density
from .inverse_events import squared, turned
from .items import instances_at
from .moments import evaluated
from .number_means import as_one_vector
from .overlaps import of_overlap
from .plain_events import as_difference, plainer
from .quantiles import few_valued, median_of_normal
from .rewriting import (
    assumed,
    below,
    by_entries,
    collected,
    converted,
    factored,
    itself,
    left,
    nonnegative,
    occurring,
    parts_converted,
    replaced_within,
    right,
    then,
    tidied,
)
from .unions import OfChance, some_of

OfEvent = Callable[[Term], Theorem]
"""What is found of the probability of one event."""
_HELD = "what an object is held fixed at"


def _value(term: Term, given: Given) -> Theorem:
    """P(A) = v, or E x = v."""
    known = known_at(term, given, {"eq"})
    if known is not None:
        return known
    if term.head == "E":
        (body,) = term.args
        factors = body.head == "product" or (body.data == ("exp",) and body.args[0].head == "sum")
        return _all(term, given) if factors else evaluated(term, given)
    (event,) = term.args
    opposite = P(negation(event))
    if event.head in {"any", "or", "ne"} or known_at(opposite, given, {"eq"}) is not None:
        return _by_complement(event, lambda other: _value(P(other), given))
    if event.head in ORDER:
        return _of_comparison(term, given)
    if event.head == "eq":
        return _of_value(event, given)
    if event.head == "and":
        return _joint(term, given)
    if event.head != "all":
        return _of_number(term, given)
    try:
        return apply("all_different", event=event)
    except Refused:
        return _all(term, given)


def _valued(theorem: Theorem, given: Given) -> Theorem:
    """The equation with the mean or probability on its right-hand side worked out."""
    return converted(theorem, partial(_value, given=given))


def _of_value(event: Term, given: Given) -> Theorem:
    """P(x = y) for a number x with a law on whole numbers, y a value or another such number; or else of what
    is 0 or 1.
    """
    x, y = event.args
    if x.head == "item" and law_in(x).head == "markov_chain":
        return _mean_of_indicator(P(event), given)
    try:
        return _of_sum(event, given, _of_coins)
    except Refused as refusal:
        if _names_a_fact(refusal):
            raise
    try:
        if y.is_random:
            return _of_equals(x, y, given)
        if density_range(law_of(x)) is not None:
            return apply("no_atom", *with_head(given, ORDER), x=x, value=y)
        return apply("atom", *with_head(given, ORDER), *_last_value(x, y), x=x, value=y)
    except Refused as refusal:
        with suppress(Refused):
            return _of_number(P(event), given)
        with suppress(Refused):
            if two_values(law_of(x)):
                return _mean_of_indicator(P(event), given)
        raise refusal from None


def _of_equals(x: Term, y: Term, given: Given) -> Theorem:
    """P(x = y) by the mean over y of P(x = y) for any value of y, one after the other where they are few."""
    last = support(law_of(y))
    value = Term("size", (), (f"{_name(y)}_held", 1, None))
    held = () if last is None else (assumed(value <= last[1], _HELD),)
    high = () if last is None else (apply("bounded", term=y, end="high"),)
    met = apply("atom", *with_head(given, ORDER), *held, x=x, value=value)
    met = apply("held_fixed", met, *high, *with_head(given, UNEQUAL), fixed=value, x=y)
    return met if last is None or right(met).head != "E" else tidied(_over_values(met, y))


def _name(x: Term) -> str:
    return (x.args[0] if x.head == "item" else x).data[0]


def _over_values(met: Theorem, x: Term) -> Theorem:
    """The mean over x as a sum over its values, with the powers of a value gathered."""
    listed = converted(met, lambda mean: apply("listed", term=mean, x=x))
    return converted(
        listed, lambda total: below(total, lambda one: apply("ring", left=one, right=collected(one)))
    )


def _last_value(x: Term, value: Term) -> Given:
    """That the value is at most the last of x, where that is seen."""
    try:
        return (bound.prove(value <= (support(law_of(x)) or (value, value))[1], ()),)
    except Refused:
        return ()


def _of_comparison(term: Term, given: Given) -> Theorem:
    """P(x > t), and so for other sides: of a normal number, its modulus, the extreme of a family, or of what
    is a function of numbers.
    """
    (event,) = term.args
    if event.args[0].head in {"max", "min"}:
        return _valued(apply("extreme_event", event=event), given)
    attempts = [
        lambda: _of_inverse(event, given),
        lambda: _of_normal(event, given),
        lambda: _of_sum(event, given, _of_waits),
        lambda: _of_sum(event, given, _of_coins),
        lambda: _of_number(term, given),
        lambda: _of_tail(event, given, _of_zipf),
        lambda: _of_signs(event, given),
        lambda: _half_space(term, given),
        lambda: of_overlap(event, given),
        lambda: _of_numbers(term, given),
        lambda: _valued(as_one_vector(term, with_head(given, SIDE)), given),
        lambda: _valued(squared(event, given), given),
        lambda: _valued(plainer(term, given), given),
        lambda: _for_any_other(term, given),
    ]
    refusals = []
    for attempt in attempts:
        try:
            return attempt()
        except Refused as refusal:
            refusals.append(refusal)
    raise next(filter(_names_a_fact, refusals), refusals[-1])


def _by_complement(event: Term, chance: OfEvent) -> Theorem:
    """P(A) = 1 - P(not A)."""
    return replaced_within(apply("complement", event=event), [chance(negation(event))])


def _of_signs(event: Term, given: Given) -> Theorem:
    """P(x y > 0) = P(x > 0 and y > 0) + P(x < 0 and y < 0), and so for x y < 0; the opposite of either."""
    if event.head in {"ge", "le"}:
        return tidied(_by_complement(event, partial(_of_signs, given=given)))
    apart = apply("signs_of_product", event=event)
    return tidied(replaced_within(apart, [_joint(part, given) for part in right(apart).args]))


def _for_any_other(term: Term, given: Given) -> Theorem:
    """P(A) where it is the same for any value of one of its vectors, as P(<x, y> > 0)."""
    found = _held(term, given, Refused(f"{term} is not the same for any value of a vector."))
    if occurring(right(found), "E"):
        raise Refused(f"{term} varies with what is held fixed.")
    return found


def _of_inverse(event: Term, given: Given) -> Theorem:
    """P(f(x) > t) by that of x; of two forms the shorter one."""
    found = turned(event, given)
    with suppress(Refused):
        given = (*given, positive(event.args[1], given))
    return _shorter(_valued(found, given), given)


def _names_a_fact(refusal: Refused) -> bool:
    """Whether a refusal says what must be known, and no more is missing."""
    return "must be known" in str(refusal)


def _half_space(term: Term, given: Given) -> Theorem:
    """P(<w, u> > 0) of a vector w whose law is the same in all directions."""
    x = next((part for part in subterms(term) if part.head in {"random", "item"} and part.shape), term)
    return apply("two_directions", *strict(given), *positive_values(given), term=term, x=x)


def _of_numbers(term: Term, given: Given) -> Theorem:
    """P(x > y) as the mean of its indicator; both on one side, where both are random."""
    (event,) = term.args
    if all(part.is_random for part in event.args):
        moved = Term(event.head, (collected(event.args[0] - event.args[1]), number(0)))
        with suppress(Refused):
            found = apply("same_event", event=event, other=moved, factor=number(1))
            return converted(found, lambda chance: _mean_of_indicator(chance, given))
    return _mean_of_indicator(term, given)


def _mean_of_indicator(chance: Term, given: Given) -> Theorem:
    """P(A) as E 1[A], over one number with a density or over several."""

    def value(mean: Term) -> Theorem:
        if not mean.args[0].is_random:
            steady = apply("linear", term=mean)
            return converted(steady, lambda one: apply("componentwise", left=one, right=by_entries(one)))
        for x in numbers_in(mean.args[0])[:1]:
            with suppress(Refused):
                return over_density(mean, x, given)
        return evaluated(mean, given)

    return converted(apply("written_out", term=chance), value)


def _of_normal(event: Term, given: Given) -> Theorem:
    """P(z > t) and P(|z| > t) of a normal number z, and so of c z + b for the sum z of a family of such, and
    of the squared length of a normal vector.
    """
    x, t = event.args
    if x.head == "norm2" and event.head in {"gt", "ge"}:
        facts = (*strict(given), *positive_values(given))
        tail = apply("normal_tail", *facts, x=x.args[0], t=t, relation=event.head)
        level = right(tail).args[1]
        return replaced_within(tail, [same(level, factored(level), facts)])
    if (found := _of_total(event, given, _of_normal)) is not None:
        return found
    if x.head in {"function", "norm2"} and event.head in {"lt", "le"}:
        return _by_complement(event, partial(_of_normal, given=given))
    found = tidied(apply("normal_tail", *strict(given), x=x, t=t, relation=event.head), *strict(given))
    return neat(found, given) if is_number(t, 0) else found


def _of_sum(event: Term, given: Given, exact: OfChance) -> Theorem:
    """P(x > t) of a sum x, which is exact, and so for its other sides and for c x + b."""
    again = partial(_of_sum, exact=exact)
    if (found := _of_total(event, given, again)) is not None:
        return found
    return _of_tail(event, given, lambda one, facts: tidied(exact(one, facts)))


def _of_tail(event: Term, given: Given, exact: OfChance) -> Theorem:
    """P(x > t), which is exact, and so for its other sides."""
    if event.head in {"lt", "le"}:
        return _by_complement(event, partial(_of_tail, given=given, exact=exact))
    return exact(event, given)


def _of_zipf(event: Term, given: Given) -> Theorem:
    """P(x > t) of a Zipf number on all whole numbers."""
    x, t = event.args
    return apply("zipf_beyond", *strict(given), x=x, t=t, relation=event.head)


def _of_waits(event: Term, given: Given) -> Theorem:
    """P(x > t) of a sum of waiting times of one rate."""
    x, t = event.args
    later = apply("positive", *strict(given), term=t)
    return apply("waiting_tail", *strict(given), later, x=x, t=t, relation=event.head)


def _of_coins(event: Term, given: Given) -> Theorem:
    """P(x = k) and P(x > k) of a sum of coins of one law, P(x = 2 k - n) of one of n signs."""
    x, level = event.args
    count, law = total_of(x, given)
    k = collected((level + count) / 2) if law.head == "rademacher" else level
    found = apply("successes", *with_head(given, ORDER), x=x, k=k, relation=event.head)
    return then(apply("same_event", event=event, other=left(found).args[0], factor=number(1)), found)


def _of_total(event: Term, given: Given, tail: OfChance) -> Theorem | None:
    """P(c x + b > t) by that of the sum x over a family, where there is one in c x + b, or c below it."""
    x, t = event.args
    parts = subterms(x) if x.head in {"add", "mul", "sum"} else ()
    total = next((part for part in parts if part.head == "sum" and part.is_random), None)
    if total is None:
        return None
    with suppress(Refused):
        found = replaced_within(itself(P(event)), [apply("linear", term=total)])
        return converted(found, lambda chance: tail(chance.args[0], given))
    if total is x:
        return None
    steady, at_one = (factored(replaced(x, total, number(k))) for k in (0, 1))
    c = factored(at_one - steady)
    moved = Term(event.head, (total, factored((t - steady) / c)))
    theorem = apply("same_event", *strict(given), event=event, other=moved, factor=c)
    return _shorter(converted(theorem, lambda chance: tail(chance.args[0], given)), given)


def _shorter(found: Theorem, given: Given) -> Theorem:
    """The value as it was found, or collected, whichever is printed shorter."""
    return min(found, neat(found, given), key=lambda one: len(repr(right(one))))


def known_at(term: Term, given: Given, relations: set[str]) -> Theorem | None:
    """The fact about the term, at its indices."""
    for fact in (f for f in given if f.proposition.head in relations):
        own = [index for _, index in left(fact).declarations if index.head == "index"]
        apart = [Term("index", index.args, (f"{index.data[0]}_known",)) for index in own]
        other = [[x for _, x in term.declarations if _same_range(x, index)] for index in own]
        for values in product(*other):
            changed = fact if tuple(own) == values else _put(_put(fact, own, apart), apart, values)
            if left(changed) is term:
                return changed
    return None


def _put(fact: Theorem, indices: Sequence[Term], values: Sequence[Term]) -> Theorem:
    """The fact at other indices, whose names are not those of its own."""
    for index, value in zip(indices, values, strict=True):
        fact = apply("instance", fact, symbol=index, value=value)
    return fact


def _same_range(x: Term, index: Term) -> bool:
    return x.head == "index" and x.args[0] is index.args[0]


def _of_number(term: Term, given: Given) -> Theorem:
    """P(A) as the mean of a number."""
    mean = apply("written_out", term=term)
    return _valued(replaced_within(mean, [_numbered(indicator(*term.args))]), given)


def _joint(term: Term, given: Given) -> Theorem:
    """P(A and B) as the mean of the product of their indicators."""
    (event,) = term.args
    product = apply("indicator_of", term=indicator(event))
    plain = replaced_within(apply("written_out", term=term), [product])

    def by_differences() -> Theorem:
        found = replaced_within(plain, [as_difference(part) for part in event.args])
        return converted(found, lambda mean: evaluated(mean, given))

    ways = [lambda: converted(plain, lambda mean: evaluated(mean, given)), lambda: _of_number(term, given)]
    return first_that_holds((*ways, by_differences))


def joint_chance(one: Term, other: Term, *known: Theorem, distinct: Sequence[Theorem] = ()) -> Theorem:
    """P(A and B) = P(A) P(B) of events that are independent by the model, with what is known of P(A), P(B).

    >>> from theorycheck.theory.laws import Bernoulli
    >>> from theorycheck.theory.model import Model
    >>> x, y = Model(x=Bernoulli(Fraction(1, 2)), y=Bernoulli(Fraction(1, 3)))
    >>> joint_chance(x == 1, y == 1, apply("atom", x=x, value=number(1)))
    ⊢ P(x = 1 and y = 1) = P(y = 1)/2
    """
    found = apply("written_out", term=P(one & other))
    found = replaced_within(found, [apply("indicator_of", term=right(found).args[0])])
    found = then(found, apply("mean_of_independent", *distinct, term=right(found), first=(0,)))
    names = (apply("symmetric", apply("written_out", term=P(part))) for part in (one, other))
    return replaced_within(found, [*names, *known])


def _numbered(term: Term) -> Theorem:
    """Indicators as numbers that are 0 or 1, and products of such."""
    match term.head:
        case "indicator":
            return converted(apply("indicator_of", term=term), _numbered)
        case "product":
            return below(term, _numbered)
        case "add" | "mul":
            return parts_converted(term, _numbered)
    return itself(term)


def _all(term: Term, given: Given) -> Theorem:
    """The mean of a product over an index: of independent factors, or once something is held fixed."""
    try:
        means = apply("mean_of_product", term=term)
    except Refused as refusal:
        return _held(term, given, refusal)
    at_one = partial(_at_one, given=given)
    factors = converted(means, lambda whole: below(whole, at_one))
    with suppress(Refused):
        return converted(factors, lambda whole: apply("count", term=whole))
    return factors


def _at_one(mean: Term, given: Given) -> Theorem:
    """A mean at an index, with what is given of all items."""
    return _value(mean, (*given, *instances_at(mean, given)))


def _held(term: Term, given: Given, refusal: Refused) -> Theorem:
    """The mean over one object of what it is for any value of it."""
    if term.head == "P":
        with suppress(Refused):
            return _of_number(term, given)
    for x in (part for part in subterms(term) if part.head in {"random", "item"} and not part.loose):
        name = f"{_name(x)}_held"
        value = Term("fixed", x.shape, (name,)) if x.shape else Term("parameter", (), (name,))
        facts = _facts_of(x)
        held = [assumed(replaced(fact.proposition, x, value), _HELD) for fact in facts]
        with suppress(Refused):
            lemma = _value(replaced(term, x, value), (*given, *held))
            known = with_head(tuple(held), EQUATION)
            lemma = replaced_within(lemma, [*known, *map(_turned, known)])
            return apply("held_fixed", lemma, *facts, fixed=value, x=x)
    raise refusal


def _turned(fact: Theorem) -> Theorem:
    """The value of <b, a> from that of <a, b>, as either may stand in a mean."""
    if left(fact).head != "inner":
        return fact
    turned = Term("inner", left(fact).args[::-1])
    return apply("ring", fact, left=turned, right=right(fact), multipliers=(number(1),))


def _facts_of(x: Term) -> list[Theorem]:
    """What holds of every value of an object by its law."""
    found = []
    rules = [("one_hot_total", {"x": x}), ("nonzero_length", {"x": x})]
    rules += [("fixed_norm", {"term": Term("norm2", (x,))})] if x.shape else []
    for rule, parameters in rules:
        with suppress(*NOT_FOR_THIS):
            found.append(apply(rule, **parameters))
    return found


def bounded(term: Term, given: Given) -> Theorem:
    """P(A) <= v: the union bound for some of a family, a product for all of it."""
    known = known_at(term, given, {"le", "lt", "eq"})
    if known is not None:
        return known
    (event,) = term.args
    if event.head == "any":
        return some_of(event, _value_or_bound, given)
    if event.head != "all" or event.args[1] is not TRUE:
        raise Refused(f"Missing theorem: the value of {term}, or a bound on it.")
    several = apply("mean_of_product", term=term)
    index, _, body = opened(event, *(f.proposition for f in given))
    one = bounded(P(body), given)
    each = apply("product_monotone", nonnegative(P(body)), one, condition=TRUE, index=index)
    theorem = apply("transitive", several, each)
    return apply("transitive", theorem, apply("count", term=each.proposition.args[1]))


def _value_or_bound(chance: Term, given: Given) -> Theorem:
    try:
        return _value(chance, given)
    except Refused:
        return bounded(chance, given)


def _derive(term: Term, given: Given) -> Theorem:
    if term.head == "quantile":
        x, level = term.args
        if level is not number(Fraction(1, 2)) or x.head in {"random", "item"}:
            return few_valued(x, level, lambda chance: _value(chance, given), given)
        return median_of_normal(x, given)
    if term.head not in {"P", "E"}:
        raise Refused(f"events are about probabilities, and {term} is none.")
    try:
        return _value(term, given)
    except Refused as refusal:
        if term.head != "P":
            raise
        with suppress(Refused):
            return by_exchange(term, with_head(given, SIDE))
        try:
            return bounded(term, given)
        except Refused:
            own = term.args[0].head in ORDER | EQUATION and numbers_in(term.args[0])
            if own or _names_a_fact(refusal):
                raise refusal from None
            raise


def _prove(goal: Term, given: Given) -> Theorem:
    small, _, large = ordered(goal)
    if small.head in {"P", "quantile"}:
        return finish(_derive(small, given), goal, given)
    found = _derive(large, given)
    return finish(apply("symmetric", found), goal, given)


events = Tactic(
    name="events",
    prove=_prove,
    derive=_derive,
    states="the probability that all, or some, of independent events happen",
    example='tc.derive("P(c_i == 1 for all i)", laws=["c: bernoulli(p)"], '
    'where=["p >= 0", "p <= 1"], by="events")',
)
