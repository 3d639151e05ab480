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

from ..heads import MIRRORED
from ..kernel import Refused, Theorem, apply
from ..kernel.normals import normal_moments
from ..kernel.probability import law_of, total_of
from ..kernel.theorem import ordered
from ..laws import Normal, density_range, support, two_values, values_are_whole
from ..node import TRUE, Term, is_number, negation, number, power, value_of
from ..requirements import is_natural
from ..substitution import fresh_name, instantiated, opened, replaced, subterms
from ..terms import P, absolute, exp, indicator, log, sqrt
from .bounds import bound, positive
from .certificates import by_products
from .exchange import by_exchange
from .goals import Tactic, finish, positive_values, same
from .hypotheses import first_that_holds, strict
from .integrals import letter, neat, numbers_in, over_density
from .items import instances_at
from .moments import evaluated
from .number_means import as_one_vector
from .overlaps import of_overlap
from .plain_events import as_difference, plainer
from .rewriting import (
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

Given = tuple[Theorem, ...]
OfChance = Callable[[Term, Given], Theorem]
"""What is found of the probability of one event."""
_HELD = "what an object is held fixed at"
Step = Callable[[Theorem], Theorem]
"""From an order to one that follows."""
_SIDES = frozenset({"gt", "ge", "lt", "le"})
_BY_EXPONENTIALS: dict[str, Callable[[Term], Term]] = {
    "sigmoid": lambda x: 1 / (1 + exp(-x)),
    "softplus": lambda x: log(1 + exp(x)),
    "tanh": lambda x: 1 - 2 / (1 + exp(2 * x)),
}
_FEW = 8
"""A law with at most so many values is written out."""


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
        flipped = apply("complement", event=event)
        return replaced_within(flipped, [_value(opposite, given)])
    if event.head in _SIDES:
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


def _of_value(event: Term, given: Given) -> Theorem:
    """P(x = y) for a number x with a law on whole numbers, y a value or another such number; or else of what
    is 0 or 1.
    """
    x, y = event.args
    try:
        return _of_sum(event, given, _of_coins)
    except Refused as refusal:
        if _names_a_fact(refusal):
            raise
    try:
        if not y.is_random and density_range(law_of(x)) is not None:
            return apply("no_atom", *_of_order(given), x=x, value=y)
        if not y.is_random:
            return apply("atom", *_of_order(given), *_last_value(x, y), x=x, value=y)
        law = law_of(y)
        value = Term("size", (), (f"{_name(y)}_held", 1, None))
        last, known = support(law), [fact for fact in given if fact.proposition.head == "ne"]
        held, high = (), ()
        if last is not None:
            held = (apply("assume", proposition=value <= last[1], ground="condition", because=_HELD),)
            high = (apply("bounded", term=y, end="high"),)
        met = apply("atom", *_of_order(given), *held, x=x, value=value)
        met = apply("held_fixed", met, *high, *known, fixed=value, x=y)
        return met if last is None or right(met).head != "E" else tidied(_over_values(met, y))
    except Refused as refusal:
        with suppress(Refused):
            return _of_number(P(event), given)
        with suppress(Refused):
            if two_values(law_of(x)):
                return _mean_of_indicator(P(event), given)
        raise refusal from None


def _name(x: Term) -> str:
    return (x.args[0] if x.head == "item" else x).data[0]


def _over_values(met: Theorem, x: Term) -> Theorem:
    """The mean over x as a sum over its values, with the powers of a value gathered."""
    listed = converted(met, lambda mean: apply("listed", term=mean, x=x))
    return converted(
        listed, lambda total: below(total, lambda one: apply("ring", left=one, right=collected(one)))
    )


def _quantile(x: Term, level: Term, given: Given) -> Theorem:
    """The value of a coin, a sign or a number with few values up to which its probability first reaches a
    level.
    """
    law = law_of(x)
    values, ends = [value for value, _ in two_values(law)], support(law)
    if values_are_whole(law) and ends is not None and is_number(ends[1]):
        values = [number(k) for k in range(1, min(ends[1].data[0], _FEW) + 1)]
    for value in values:
        up_to, before = (_value(P(Term(head, (x, value))), given) for head in ("le", "lt"))
        try:
            reached = then(bound.prove(level <= right(up_to), given), apply("symmetric", up_to))
            short = then(before, bound.prove(right(before) < level, given))
            return _first_reached(x, value, level, reached, short)
        except Refused:
            continue
    raise Refused(f"The quantile of {x} at {level} has no form here.")


def _first_reached(x: Term, value: Term, level: Term, reached: Theorem, short: Theorem) -> Theorem:
    """The quantile of x from q <= P(x <= t) and P(x < t) < q: above less than t is all that is from t on."""
    beyond, left_over = apply("complement", event=x > value), 1 - level
    rest = by_products(left(beyond), left_over, (1, reached), (1, beyond))
    u = letter(x, value, level)
    s = letter(x, value, level, u)
    high, event = (
        apply("assume", proposition=stated, ground="condition", because=_HELD)
        for stated in (s < value, u >= value)
    )
    follows = apply("symmetric", apply("transitive", high, event))
    above = apply("implied", follows, event=u >= value, fixed=u, x=x)
    from_it = apply("complement", event=x >= value)
    before = by_products(left_over, right(above), (1, above), (1, short), (-1, from_it), relation="lt")
    room = apply("certificate", left=value - 1, right=value, relation="lt", parts=((1, 1, (), ()),))
    found = apply("quantile_at", rest, before, room)
    same_level = apply("ring", left=level, right=left(found).args[1])
    return then(apply("within", same_level, term=Term("quantile", (x, level))), found)


def _median(x: Term, given: Given) -> Theorem:
    """The median of a normal linear form y, which is its mean m, or of exp y, exp m: erfc falls below it."""
    grown = x.data == ("exp",)
    y = x.args[0] if grown else x
    mean, spread = normal_moments((y,))
    middle, s, c = exp(mean) if grown else mean, letter(x, mean), 1 / sqrt(2 * spread)
    one = apply("weakened", apply("reflexive", term=number(1)))
    room = apply("bounded", term=middle, end="low") if grown else bound.prove(mean - 1 < mean, (one,))
    low, high = (
        apply("assume", proposition=stated, ground="condition", because="a number below the median")
        for stated in (ordered(room.proposition)[0] < s, s < middle)
    )

    def tail(level: Term, inside: Term, *facts: Theorem) -> Theorem:
        found = itself(P(x > level))
        if grown:
            found = _by_inverse(x > level, (*given, *facts))
            found = replaced_within(found, [same(right(found).args[0].args[1], inside, ())])
        with suppress(Refused):
            return then(found, apply("normal_tail", *strict(given), x=y, t=inside))
        drawn = Term("random", (Normal(mean, spread),), (fresh_name(x, s),))
        alike = apply("jointly_normal", *given, term=P(y > inside), images=(y,), values=(drawn,))
        return then(then(found, alike), apply("normal_tail", *strict(given), x=drawn, t=inside))

    inside = log(s) if grown else s
    less = apply("monotone", high, low, function="log", exponent=number(1)) if grown else high
    less = finish(less, inside < mean, ()) if grown else less
    steep = apply("positive", *strict(given), term=c)
    zero = by_products(c * (inside - mean), number(0), (1, less, steep), relation="lt")
    falls = apply("monotone", zero, function="erfc", exponent=number(1))
    none = apply("erfc_turned", x=number(0))
    here, there = tail(middle, mean, room), tail(s, inside, low)
    half, ends = number(Fraction(1, 2)), [(here, left(falls)), (there, right(falls))]
    here, there = (
        replaced_within(found, [same(occurring(right(found), "function")[0], end, given)])
        for found, end in ends
    )
    here = then(here, apply("ring", none, left=right(here), right=half, multipliers=(half / 2,)))
    before = by_products(
        half, left(there), (Fraction(1, 2), falls), (-1, there), (Fraction(-1, 4), none), relation="lt"
    )
    return apply("quantile_at", here, before, room)


def _plain_facts(given: Given) -> Given:
    return tuple(fact for fact in given if fact.proposition.head in _SIDES | {"eq", "ne"})


def _of_order(given: Given) -> Given:
    return tuple(fact for fact in given if fact.proposition.head in {"le", "lt", "ge", "gt"})


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
        return converted(apply("extreme_event", event=event), lambda found: _value(found, given))
    attempts = [
        lambda: _of_inverse(event, given),
        lambda: _of_normal(event, given),
        lambda: _of_sum(event, given, _of_waits),
        lambda: _of_sum(event, given, _of_coins),
        lambda: _of_number(term, given),
        lambda: _of_zipf(event, given),
        lambda: _of_signs(event, given),
        lambda: _half_space(term, given),
        lambda: of_overlap(event, given),
        lambda: _of_numbers(term, given),
        lambda: converted(as_one_vector(term, _plain_facts(given)), lambda found: _value(found, given)),
        lambda: _of_length(event, given),
        lambda: converted(plainer(term, given), lambda found: _value(found, given)),
        lambda: _for_any_other(term, given),
    ]
    refusals = []
    for attempt in attempts:
        try:
            return attempt()
        except Refused as refusal:
            refusals.append(refusal)
    raise next(filter(_names_a_fact, refusals), refusals[-1])


def _of_signs(event: Term, given: Given) -> Theorem:
    """P(x y > 0) = P(x > 0 and y > 0) + P(x < 0 and y < 0), and so for x y < 0; the opposite of either."""
    if event.head in {"ge", "le"}:
        flipped = apply("complement", event=event)
        return tidied(replaced_within(flipped, [_of_signs(negation(event), given)]))
    apart = apply("signs_of_product", event=event)
    return tidied(replaced_within(apart, [_joint(part, given) for part in right(apart).args]))


def _of_length(event: Term, given: Given) -> Theorem:
    """P(|x| > t) = P(|x|^2 > t^2) of a length, for t >= 0."""
    x, t = event.args
    if not (x.head == "power" and x.args[1] is number(Fraction(1, 2)) and x.args[0].head == "norm2"):
        raise Refused(f"{x} is no length.")
    signs = nonnegative(x), apply("weakened", apply("positive", *strict(given), term=t))
    found = apply("same_power", *signs, relation=event.head, exponent=2)
    square = same(right(found).args[0].args[0], x.args[0], ())
    return converted(replaced_within(found, [square]), lambda chance: _value(chance, given))


def _for_any_other(term: Term, given: Given) -> Theorem:
    """P(A) where it is the same for any value of one of its vectors, as P(<x, y> > 0)."""
    found = _held(term, given, Refused(f"{term} is not the same for any value of a vector."))
    if occurring(right(found), "E"):
        raise Refused(f"{term} varies with what is held fixed.")
    return found


def _of_inverse(event: Term, given: Given) -> Theorem:
    """P(f(x) > t), and so for other sides, as that of x beside the value at which f is t."""
    f, t = event.args
    name = f.data[0] if f.head == "function" else f.head
    no_density = t.is_random or any(density_range(law_of(x)) is None for x in numbers_in(f))
    if no_density or name not in {"exp", "log", "power", *_BY_EXPONENTIALS}:
        raise Refused(f"{f} has no inverse that is known here.")
    if name in _BY_EXPONENTIALS:
        written = apply("within", same(f, _BY_EXPONENTIALS[name](f.args[0]), ()), term=P(event))
        return converted(written, lambda chance: _value(chance, given))
    whole = name == "power" and is_natural(f.args[1]) and is_number(f.args[1])
    turned = (_of_power if whole else _by_inverse)(event, given)
    with suppress(Refused):
        given = (*given, positive(t, given))
    found = converted(turned, lambda chance: _value(chance, given))
    return min(found, neat(found, given), key=lambda one: len(repr(right(one))))


def _of_power(event: Term, given: Given) -> Theorem:
    """P(x^e > t) = P(x > t^(1/e)) for a nonnegative x and a whole e, for even e of |x|."""
    (x, e), t = event.args[0].args, event.args[1]
    root = power(t, 1 / e)
    level = apply("weakened", positive(root, given))
    try:
        low = nonnegative(x)
    except Refused:
        low = nonnegative(absolute(x))
    found = apply("same_power", low, level, relation=event.head, exponent=int(value_of(e)))
    back = apply("ring", *strict(given), left=power(root, e), right=t)
    found = apply("symmetric", replaced_within(found, [back]))
    if left(found) is not P(event):
        raise Refused(f"{x} may be negative.")
    return found


def _by_inverse(event: Term, given: Given) -> Theorem:
    """P(exp x > t) = P(x > log t), and for a positive x P(log x > t) = P(x > exp t) and P(x^e > t) = P(x >
    t^(1/e)), or P(x < t^(1/e)) where e < 0.
    """
    f, t = event.args
    drawn = numbers_in(f)
    x = drawn[0] if len(drawn) == 1 else f.args[0]
    u = letter(event, *(fact.proposition for fact in given))
    facts = _range_of(x, given)
    signs = [
        apply("assume", proposition=replaced(fact.proposition, x, u), ground="condition", because=_HELD)
        for fact in facts
    ]
    known = (*signs, *given)
    inside = replaced(f.args[0], x, u)
    above = {("exp",): (t,), ("log",): (inside,)}.get(f.data, (t, inside))
    known = (*known, *(positive(one, known) for one in above))
    there, back, other = _inverses(event, known)
    sides = [replaced(one, x, u) for one in (event, other)]
    below = []
    for (one, stated), grown in zip((sides, sides[::-1]), (there, back), strict=True):
        held = apply("assume", proposition=one, ground="condition", because=_HELD)
        follows = finish(grown(held), stated, known)
        below.append(apply("implied", follows, *facts, event=one, fixed=u, x=x))
    return apply("antisymmetric", *below)


def _range_of(x: Term, given: Given) -> list[Theorem]:
    """Between which numbers a random number lies, as far as its law says it; or what is made of some."""
    found = []
    for end in ("low", "high"):
        with suppress(Refused):
            found.append(apply("bounded", *_of_order(given), term=x, end=end))
    return found


def _inverses(event: Term, known: Given) -> tuple[Step, Step, Term]:
    """What makes of f(x) > t an order about x, and of that the first again, and the event so written."""
    f, t = event.args
    if f.head != "power":
        inverse = {"exp": "log", "log": "exp"}[f.data[0]]
        steps = (partial(_grown, function=own, given=known) for own in (inverse, f.data[0]))
        return *steps, Term(event.head, (f.args[0], Term("function", (t,), (inverse,))))
    x, e = f.args
    sign = 1
    try:
        slope = positive(e, known)
    except Refused:
        sign, slope = -1, positive(collected(-e), known)
    inverse = apply("positive", slope, *strict(known), term=sign / e)
    there, back = (partial(_raised, k=k, slope=own, given=known) for k, own in ((1 / e, inverse), (e, slope)))
    head = event.head if sign > 0 else MIRRORED[event.head]
    return there, back, Term(head, (x, power(t, collected(1 / e, slope))))


def _grown(order: Theorem, *, function: str, given: Given) -> Theorem:
    """F(a) < f(b) from a < b, for an exponential or a logarithm."""
    return apply("monotone", order, *strict(given), function=function, exponent=number(1))


def _raised(order: Theorem, *, k: Term, slope: Theorem, given: Given) -> Theorem:
    """a^k < b^k from a < b and 0 < k, and b^k < a^k where 0 < -k, as exponentials of k log a and k log b."""
    logs = _grown(order, function="log", given=given)
    low, relation, high = ordered(logs.proposition)
    ends = (low, high) if ordered(slope.proposition)[2] is k else (high, low)
    sides = [collected(k * end) for end in ends]
    return _grown(
        by_products(*sides, (1, logs, slope), relation=relation, known=strict(given)),
        function="exp",
        given=given,
    )


def _names_a_fact(refusal: Refused) -> bool:
    """Whether a refusal says what must be known, and no more is missing."""
    return "must be known" in str(refusal)


def _of_zipf(event: Term, given: Given) -> Theorem:
    """P(x > t), and so for other relations, of a Zipf number on all whole numbers."""
    x, t = event.args
    if event.head in {"le", "lt"}:
        return replaced_within(apply("complement", event=event), [_of_zipf(negation(event), given)])
    if event.head not in {"gt", "ge"}:
        raise Refused(f"{event} is no tail of a Zipf number.")
    return apply("zipf_beyond", *strict(given), x=x, t=t, relation=event.head)


def _half_space(term: Term, given: Given) -> Theorem:
    """P(<w, u> > 0) of a vector w whose law is the same in all directions."""
    x = next((part for part in subterms(term) if part.head in {"random", "item"} and part.shape), term)
    return apply("two_directions", *strict(given), *positive_values(given), term=term, x=x)


def _of_numbers(term: Term, given: Given) -> Theorem:
    """P(x > y) as the mean of its indicator; both on one side, where both are random."""
    theorem, (event,) = itself(term), term.args
    if all(part.is_random for part in event.args):
        moved = Term(event.head, (collected(event.args[0] - event.args[1]), number(0)))
        try:
            theorem = apply("same_event", event=event, other=moved, factor=number(1))
            return converted(theorem, lambda chance: _mean_of_indicator(chance, given))
        except Refused:
            theorem = itself(term)
    return converted(theorem, lambda chance: _mean_of_indicator(chance, given))


def _mean_of_indicator(chance: Term, given: Given) -> Theorem:
    """P(A) as E 1[A], over one number with a density or over several."""

    def value(mean: Term) -> Theorem:
        objects = numbers_in(mean.args[0])
        if not mean.args[0].is_random:
            steady = apply("linear", term=mean)
            return converted(steady, lambda one: apply("componentwise", left=one, right=by_entries(one)))
        try:
            return over_density(mean, objects[0], given)
        except (Refused, IndexError):
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
        return replaced_within(apply("complement", event=event), [_of_normal(negation(event), given)])
    found = tidied(apply("normal_tail", *strict(given), x=x, t=t, relation=event.head), *strict(given))
    return neat(found, given) if is_number(t, 0) else found


def _of_sum(event: Term, given: Given, exact: OfChance) -> Theorem:
    """P(x > t) of a sum x, which is exact, and so for its other sides and for c x + b."""
    again = partial(_of_sum, exact=exact)
    if (found := _of_total(event, given, again)) is not None:
        return found
    if event.head in {"lt", "le"}:
        return replaced_within(apply("complement", event=event), [again(negation(event), given)])
    return tidied(exact(event, given))


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
    found = apply("successes", *_of_order(given), x=x, k=k, relation=event.head)
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
    letter = Term("parameter", (), ("total_held",))
    steady, rise = (replaced(factored(replaced(x, total, letter)), letter, number(k)) for k in (0, 1))
    c = factored(rise - steady)
    moved = Term(event.head, (total, factored((t - steady) / c)))
    theorem = apply("same_event", *strict(given), event=event, other=moved, factor=c)
    found = converted(theorem, lambda chance: tail(chance.args[0], given))
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
    number = _numbered(indicator(*term.args))
    return converted(replaced_within(mean, [number]), lambda found: _value(found, given))


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
        try:
            return _of_number(term, given)
        except Refused:
            pass
    for x in (part for part in subterms(term) if part.head in {"random", "item"} and not part.loose):
        name = f"{_name(x)}_held"
        value = Term("fixed", x.shape, (name,)) if x.shape else Term("parameter", (), (name,))
        facts = _facts_of(x)
        held = [
            apply("assume", proposition=replaced(f.proposition, x, value), ground="condition", because=_HELD)
            for f in facts
        ]
        try:
            lemma = _value(replaced(term, x, value), (*given, *held))
            known = [fact for fact in held if fact.proposition.head == "eq"]
            lemma = replaced_within(lemma, [*known, *map(_turned, known)])
            return apply("held_fixed", lemma, *facts, fixed=value, x=x)
        except Refused:
            continue
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
        try:
            found.append(apply(rule, **parameters))
        except (Refused, ValueError):
            continue
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


def some_of(event: Term, one: OfChance, given: Given) -> Theorem:
    """P(any A_i) <= the sum of what `one` finds of each P(A_i), for pairs that are alike half of it."""
    try:
        some, share = apply("union_of_pairs", event=event), Fraction(1, 2)
    except Refused:
        some, share = apply("union", event=event), Fraction(1)
    above = _added(occurring(right(some), "sum")[0], one, given)
    if share == 1:
        return apply("transitive", some, above)
    parts = ((1, 1, (0,), ()), (1, 2, (1,), ()))
    value = factored(share * right(above))
    return apply("certificate", some, above, left=left(some), right=value, relation="le", parts=parts)


def _added(total: Term, one: OfChance, given: Given) -> Theorem:
    """sum_i P(A_i) <= the sum of what is found of each, counted where all are equal."""
    index, condition, body = opened(total, *(fact.proposition for fact in given))
    facts = given
    if condition is not TRUE:
        held = apply("assume", proposition=condition, ground="condition", because="the range of the sum")
        both = condition.head == "and"
        facts = (*given, held, *(apply("one_of_both", held, position=k) for k in (0, 1) if both))
    facts = (*facts, *instances_at(body, facts))
    if body.head == "sum":
        each = _added(body, one, facts)
    else:
        each = some_of(body.args[0], one, facts) if body.args[0].head == "any" else one(body, facts)
    above = apply("sum_monotone", each, condition=condition, index=index)
    different = (fact for fact in given if fact.proposition.head == "ne")
    with suppress(Refused):
        above = apply("transitive", above, apply("count", *different, term=right(above)))
    return above


def some_pair(event: Term, one: Theorem, i: Term, j: Term) -> Theorem:
    """P(any_i any_{j != i} A_ij) <= n (n - 1) b / 2 from P(A_ij) <= b for j != i, where A_ij is A_ji."""
    some = apply("union_of_pairs", event=event)
    each = apply("sum_monotone", one, condition=j != i, index=j)
    each = apply("transitive", each, apply("count", term=right(each)))
    total = apply("sum_monotone", each, condition=TRUE, index=i)
    total = apply("transitive", total, apply("count", term=right(total)))
    return apply(
        "certificate", some, total, left=left(some), right=right(total) / 2, relation="le",
        parts=((1, 1, (0,), ()), (1, 2, (1,), ())),
    )  # fmt: skip


def some_independent(event: Term, index: Term, one: Theorem, rest: Theorem) -> Theorem:
    """P(any_j A_j) <= 1 - (1 - b)^N from P(A_j) <= b and 0 <= 1 - b, the A_j independent by the model."""
    some, opposite = (apply("complement", event=x) for x in (event, negation(left(one).args[0])))
    missed = apply(
        "certificate", one, opposite, left=right(rest), right=left(opposite), relation="le",
        parts=((1, 1, (0,), ()), (-1, 1, (1,), ())),
    )  # fmt: skip
    each = apply("product_monotone", rest, missed, condition=instantiated(event.args[1], index), index=index)
    none = then(apply("symmetric", apply("count", term=left(each))), each)
    none = then(none, apply("symmetric", apply("mean_of_product", term=P(negation(event)))))
    return apply(
        "certificate", none, some, left=left(some), right=1 - left(none), relation="le",
        parts=((1, 1, (0,), ()), (1, 1, (1,), ())),
    )  # fmt: skip


def _derive(term: Term, given: Given) -> Theorem:
    if term.head == "quantile":
        x, level = term.args
        if level is not number(Fraction(1, 2)) or x.head in {"random", "item"}:
            return _quantile(x, level, given)
        return _median(x, given)
    if term.head not in {"P", "E"}:
        raise Refused(f"events are about probabilities, and {term} is none.")
    try:
        return _value(term, given)
    except Refused as refusal:
        if term.head != "P":
            raise
        with suppress(Refused):
            return by_exchange(term, _plain_facts(given))
        try:
            return bounded(term, given)
        except Refused:
            own = term.args[0].head in _SIDES | {"eq"} and numbers_in(term.args[0])
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
