r"""`integrals`: means of functions of one number that has a density, by an antiderivative on each piece.

The pieces end where a modulus, a relu, a maximum or an indicator has its kink. On each of them the function
times the density has an antiderivative (`antiderivatives`), which the kernel differentiates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import expander
from ..kernel.integrals import coefficients
from ..kernel.probability import distinct_by, law_of, parted
from ..kernel.theorem import ORDER, UNEQUAL, ordered
from ..laws import End, density, density_range
from ..node import Term, is_number, number, value_of
from ..substitution import fresh_name, fresh_names, occurs, rebuilt, replaced, subterms
from ..terms import gradient, log
from .antiderivatives import antiderivative_of
from .bounds import bound
from .certificates import by_products
from .goals import Given, Tactic, finish, stated, strict_facts, with_head
from .rewriting import (
    as_term_of,
    assumed,
    by_entries,
    by_modulus,
    collected,
    converted,
    itself,
    left,
    of_two,
    parts_converted,
    replaced_within,
    right,
    then,
    tidied,
)

_KINKED = frozenset({"abs", "relu"})
_MOST_KINKS = 6
_PIECE = "a piece of the range"


def over_density(term: Term, x: Term, given: Given) -> Theorem:
    """E f(x) = its value, for a number x with a density and an f in which nothing else is random.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> from theorycheck.theory.terms import E, absolute
    >>> z = Model(z=Normal()).z
    >>> over_density(E(absolute(z) ** 3), z, ())
    ⊢ E[abs(z)³] = 2 √2/√π
    """
    law, given = law_of(x), _usable(given)
    if x.head == "random" and law.head == "normal" and law.args[-1].head == "add":
        with suppress(Refused):
            return _with_spread(term, x, given)
    if products := [part for part in subterms(term) if _is_product(part)]:
        return _in_letters(term, x, given, products)
    t = letter(term, law, *stated(given))
    own, _ = parted(term.args[0], x, distinct_by(given))
    weight, value, found = density(law, t), replaced(own, x, t), density_range(law)
    if weight is None or found is None or value.is_random:
        raise Refused(f"{x} has no density, or is not alone with its factors in {term}.")
    low, high, exists = found
    given = _with_fact(exists, given)
    kinks = _between(_kinks(value, t, given), low, high, given)
    ends = (low, *kinks, high)
    orders = [_order(a, b, given) for a, b in pairwise(ends) if _finite(a, b)]
    pieces = [_on_piece(value, weight, t, piece, given) for piece in pairwise(ends)]
    mean = apply(
        "by_density", *(slope for slope, _ in pieces), *orders, *given, term=term, x=x, variable=t,
        ends=ends, wholes=tuple(whole for _, whole in pieces),
    )  # fmt: skip
    return neat(mean, given)


def _with_spread(term: Term, x: Term, given: Given) -> Theorem:
    """E f(x) of a normal x whose variance is a sum, from the same for any variance v > 0."""
    mean, spread = law_of(x).args
    v = letter(term, *stated(given))
    above = assumed(number(0) < v, "the variance")
    own = Term("random", (Term("normal", (mean, v)),), x.data)
    found = over_density(replaced(term, x, own), own, (*given, above))
    found = apply("instance", found, symbol=v, value=spread)
    return neat(apply("cut", apply("positive", *strict_facts(given), term=spread), found), given)


def _is_product(part: Term) -> bool:
    return part.head in {"inner", "norm2"} and not part.is_random and not part.loose


def _in_letters(term: Term, x: Term, given: Given, products: list[Term]) -> Theorem:
    """E f(x) = its value, found with a letter for each product of fixed vectors."""
    in_law = [part for part in subterms(law_of(x)) if part in products]
    forms = {frozenset(part.args): part for part in (*products, *in_law)}
    names = fresh_names(len(forms), term, *stated(given))
    letters = {key: Term("parameter", (), (name,)) for key, name in zip(forms, names, strict=True)}

    def put(whole: Term, values: Mapping[frozenset[Term], Term]) -> Term:
        return rebuilt(whole, lambda part, _: values.get(frozenset(part.args)) if _is_product(part) else None)

    # What is said of other products has no part in the mean.
    apart = [fact for fact in given if not any(map(_is_product, subterms(put(fact.proposition, letters))))]
    known = [_same_order(fact, put(fact.proposition, forms)) for fact in apart]
    held = tuple(assumed(put(fact.proposition, letters), "so is the product") for fact in known)
    found = over_density(put(term, letters), put(x, letters), held)
    for key, symbol in letters.items():
        found = apply("instance", found, symbol=symbol, value=forms[key])
    for fact in known:
        with suppress(Refused):
            found = apply("cut", fact, found)
    alike = (apply("ring", left=part, right=forms[frozenset(part.args)]) for part in dict.fromkeys(products))
    return then(replaced_within(itself(term), alike), found)


def _same_order(fact: Theorem, order: Term) -> Theorem:
    """The order of two numbers in other words, equal by algebra."""
    if fact.proposition is order:
        return fact
    low, relation, high = ordered(order)
    return by_products(low, high, (1, fact), relation=relation)


def letter(*used: Term) -> Term:
    """A letter for the values of a number, that is used nowhere."""
    names = {name for term in used for name, _ in term.declarations}
    name = next((one for one in "tuvw" if one not in names), None) or fresh_name(*used)
    return Term("parameter", (), (name,))


def _usable(given: Given) -> Given:
    """The orders of numbers that are not random, and what says that two differ."""
    told = ((fact, fact.proposition) for fact in with_head(given, ORDER | UNEQUAL))
    return tuple(fact for fact, order in told if not (order.is_random or order.args[0].shape))


def _finite(*ends: End) -> bool:
    return all(type(end) is Term for end in ends)


def _with_fact(wanted: Term, given: Given) -> Given:
    """The facts, with an inequality that a density needs: by signs that are known, or by two of the facts."""
    strict = strict_facts(given)
    known = expander(strict)
    low, _, high = ordered(wanted)
    if known.positive(known.expanded(high - low)):
        return given
    for one, other in permutations(with_head(strict, ORDER), 2):
        if ordered(one.proposition)[0] is low and ordered(other.proposition)[2] is high:
            with suppress(Refused):
                return (*given, by_products(low, high, (1, one), (1, other), relation="lt"))
    if is_number(low) and is_number(high):
        raise Refused(f"A law has no density where {low} < {high} does not hold.")
    raise Refused(f"Missing hypothesis: {low < high}.")


# Pieces.


def _kinks(value: Term, t: Term, given: Given) -> list[Term]:
    """The places at which a modulus, a relu, a maximum or an indicator changes."""
    found: dict[Term, None] = {}
    known = expander(strict_facts(given))
    for line in dict.fromkeys(_lines(value)):
        if not occurs(t, line):
            continue
        parts = coefficients(line, t, known)
        if set(parts) - {0, 1}:
            raise Refused(f"{line} changes its sign at more than one place.")
        slope, rest = (as_term_of(parts.get(n, {})) for n in (1, 0))
        found[collected(-rest / slope, *strict_facts(given))] = None
    if len(found) > _MOST_KINKS:
        raise Refused(f"{value} has more than {_MOST_KINKS} kinks.")
    return list(found)


def _lines(value: Term) -> Iterable[Term]:
    """What changes its sign where there is a kink."""
    for part in subterms(value):
        if part.head == "function" and part.data[0] in _KINKED:
            yield part.args[0]
        if part.head in {"maximum", "minimum"}:
            yield from (a - b for k, a in enumerate(part.args) for b in part.args[:k])
        if part.head in {"le", "lt", "ge", "gt", "eq", "ne"}:
            yield from _without_moduli(part.args[0] - part.args[1])


def _without_moduli(line: Term) -> Iterable[Term]:
    """The line for either sign of each modulus in it."""
    modulus = next((p for p in subterms(line) if p.head == "function" and p.data == ("abs",)), None)
    if modulus is None:
        yield line
        return
    for value in (modulus.args[0], -modulus.args[0]):
        yield from _without_moduli(rebuilt(line, lambda node, _, x=value: x if node is modulus else None))


def _between(kinks: list[Term], low: End, high: End, given: Given) -> list[Term]:
    """The kinks inside the range, in order."""
    inside: list[Term] = []
    for kink in kinks:
        if (type(low) is Term and _ordered(kink, low, given)) or (
            type(high) is Term and _ordered(high, kink, given)
        ):
            continue
        for small, large in ((low, kink), (kink, high)):
            if _finite(small, large):
                _order(small, large, given)
        place = next((k for k, other in enumerate(inside) if _ordered(kink, other, given)), len(inside))
        for other in inside[:place]:
            _order(other, kink, given)
        inside.insert(place, kink)
    return inside


def _ordered(small: Term, large: Term, given: Given) -> bool:
    try:
        return bool(_order(small, large, given))
    except Refused:
        return False


def _order(small: End, large: End, given: Given) -> Theorem:
    """The smaller <= the larger, or a stronger fact."""
    orders = with_head(given, ORDER)
    for fact in orders:
        if ordered(fact.proposition)[::2] == (small, large):
            return fact
    attempts: list[Callable[[], Theorem]] = [
        lambda: bound.prove(small <= large, given),
        lambda: by_products(
            small, large, (1, apply("positive", *strict_facts(given), term=collected(large - small)))
        ),
        *(partial(_with_room, fact, small, large) for fact in orders),
    ]
    for attempt in attempts:
        with suppress(Refused):
            return attempt()
    raise Refused(f"Missing hypothesis: {small <= large}.")


def _with_room(fact: Theorem, small: Term, large: Term) -> Theorem:
    """The smaller <= the larger, since they are at least as far apart as two sides of a fact."""
    low, _, high = ordered(fact.proposition)
    room = collected(large - small - (high - low))
    if not is_number(room) or value_of(room) < 0:
        raise Refused(f"{fact} does not say that {small} <= {large}.")
    return by_products(small, large, (1, fact), (value_of(room),))


def _on_piece(
    value: Term, weight: Term, t: Term, piece: tuple[End, End], given: Given
) -> tuple[Theorem, Term]:
    """The slope of an antiderivative on a piece, as the kernel asks for it, and the antiderivative."""
    low, high = piece
    held = tuple(assumed(one < other, _PIECE) for one, other in ((low, t), (t, high)) if _finite(one, other))
    plain = _without_kinks(value, t, held, given)
    facts = (*held, *_positive_there(t, low, held, given), *strict_facts(given))
    whole = antiderivative_of(right(plain) * weight, t, expander(facts))
    change, product = gradient(whole, t), Term("mul", (right(plain), weight))
    try:
        slope = apply("componentwise", *facts, left=change, right=product)
    except Refused:
        slope = apply("componentwise", *facts, left=change, right=by_entries(change, facts))
        slope = then(slope, apply("ring", *facts, left=right(slope), right=product))
    if left(plain) is not right(plain):
        back = replaced_within(itself(Term("mul", (value, weight))), [plain])
        slope = then(slope, apply("symmetric", back))
    return slope, whole


def _positive_there(t: Term, low: End, held: Given, given: Given) -> Given:
    """0 < t, where the piece begins at zero or later."""
    if type(low) is not Term or is_number(low, 0) or not _ordered(number(0), low, given):
        return ()
    return (by_products(number(0), t, (1, held[0]), (1, _order(number(0), low, given)), relation="lt"),)


def _without_kinks(value: Term, t: Term, held: Given, given: Given) -> Theorem:
    """F(t) = g(t) on a piece, g without moduli, maxima and indicators."""

    def plain(term: Term) -> Theorem:
        if not occurs(t, term) or not term.args:
            return itself(term)
        if term.head == "indicator":
            sides = [side for part in subterms(term) if part.head in RELATIONS for side in part.args]
            straight = replaced_within(itself(term), [plain(side) for side in dict.fromkeys(sides)])
            return converted(straight, lambda event: _truth(event.args[0], sign))
        theorem = parts_converted(term, plain)
        return converted(theorem, lambda part: _smooth(part, sign, plain))

    sign = partial(_sign_on_piece, t=t, held=held, given=given)
    return plain(value)


Sign = Callable[[Term, Term], "Theorem | None"]
"""The order of two numbers on a piece, strictly, where it is known."""


def _smooth(term: Term, sign: Sign, plain: Callable[[Term], Theorem]) -> Theorem:
    """A modulus, a relu or a maximum whose parts are plain, as one of the parts."""
    if term.head == "function" and term.data == ("relu",):
        return converted(by_modulus(term.args[0]), plain)
    if term.head == "function" and term.data == ("abs",):
        (x,) = term.args
        above = sign(number(0), x)
        if above is not None:
            return apply("own_modulus", above, x=x)
        opposite = collected(-x)
        below = sign(number(0), opposite)
        if below is None:
            raise Refused(f"The sign of {x} is not known.")
        turned = apply("componentwise", left=term, right=Term("function", (opposite,), ("abs",)))
        return then(turned, apply("own_modulus", below, x=opposite))
    if term.head not in {"maximum", "minimum"} or len(term.args) != 2:  # noqa: PLR2004
        return itself(term)
    one, other = term.args
    order = sign(one, other) or sign(other, one)
    if order is None:
        raise Refused(f"The order of {one} and {other} is not known.")
    return of_two(order, term)


def _truth(event: Term, sign: Sign) -> Theorem:
    """1[A] = 1 or 0 on a piece."""
    whole = Term("indicator", (event,))
    if event.head in {"and", "or", "not", "ne", "eq"}:
        if event.head == "eq":
            raise Refused(f"{event} holds at one place alone.")
        inside = apply("indicator_of", term=whole)
        parts = [part for part in subterms(right(inside)) if part.head == "indicator"]
        return replaced_within(inside, [_truth(part.args[0], sign) for part in parts])
    small, large = event.args if event.head in {"le", "lt"} else event.args[::-1]
    holds = sign(small, large)
    if holds is not None:
        return apply("certain", _as(holds, event))
    fails = sign(large, small)
    if fails is None:
        raise Refused(f"Whether {event} is not known.")
    opposite = Term({"le": "gt", "lt": "ge", "ge": "lt", "gt": "le"}[event.head], event.args)
    never = apply("certain", _as(fails, opposite))
    if event.head in {"gt", "ge"}:
        return replaced_within(apply("indicator_of", term=whole), [never])
    other = apply("indicator_of", term=left(never))
    return apply("ring", other, never, left=whole, right=number(0), multipliers=(number(1), number(-1)))


def _as(order: Theorem, event: Term) -> Theorem:
    """A strict order in the words of an event."""
    if event.head in {"le", "ge"}:
        order = apply("weakened", order)
    return order if order.proposition is event else apply("symmetric", order)


def _sign_on_piece(small: Term, large: Term, t: Term, held: Given, given: Given) -> Theorem | None:
    """a < b on a piece for lines a and b in t, from one end of the piece on."""
    strict = strict_facts(given)
    parts = coefficients(large - small, t, expander(strict))
    slope, rest = (as_term_of(parts.get(n, {})) for n in (1, 0))
    if is_number(slope, 0):
        return None
    kink = collected(-rest / slope, *strict)
    for fact in held:
        low, _, high = ordered(fact.proposition)
        rises = high is t
        end, steep = (low, slope) if rises else (high, collected(-slope))
        with suppress(Refused):
            beyond = _order(kink, end, given) if rises else _order(end, kink, given)
            steps = [fact] if kink is end else [fact, beyond]
            if is_number(steep):
                parts = [(value_of(steep), one) for one in steps]
            else:
                positive = apply("positive", *strict, term=steep)
                parts = [(1, one, positive) for one in steps]
            if not is_number(steep) or value_of(steep) > 0:
                return by_products(small, large, *parts, relation="lt", known=strict)
    return None


# The value, and quantiles.


def neat(theorem: Theorem, given: Given) -> Theorem:
    """The equation with its right-hand side collected, what stands below erfc, exp, cos, sin too."""
    strict = strict_facts(given)
    for part in _functions(theorem, "erfc", "cos", "sin"):
        (x,) = part.args
        plain = apply("ring", *strict, left=x, right=collected(x, *strict))
        theorem = replaced_within(theorem, [plain])
    for part in _functions(theorem, "erfc"):
        opposite = Term("function", (collected(-part.args[0], *strict),), ("erfc",))
        both = {part, opposite} <= set(subterms(right(theorem)))
        if both and not part.loose and len(repr(part)) < len(repr(opposite)):
            plain = apply("ring", *strict, left=opposite.args[0], right=-part.args[0])
            turned = replaced_within(itself(opposite), [plain, apply("erfc_turned", x=part.args[0])])
            theorem = replaced_within(theorem, [turned])
    zero = Term("function", (number(0),), ("erfc",))
    if zero in subterms(right(theorem)):
        turned = apply("erfc_turned", x=number(0))
        half = apply("ring", turned, left=zero, right=number(1), multipliers=(number(Fraction(1, 2)),))
        theorem = replaced_within(theorem, [half])
    for wave in _functions(theorem, "cos", "sin"):
        plain = apply("componentwise", *strict, left=wave, right=by_entries(wave, strict))
        theorem = replaced_within(theorem, [plain])
    return tidied(theorem, *strict)


def _functions(theorem: Theorem, *names: str) -> list[Term]:
    """The values of these functions on the right-hand side."""
    return [p for p in subterms(right(theorem)) if p.head == "function" and p.data[0] in names]


def _derive(term: Term, given: Given) -> Theorem:
    """The mean of a function of one number with a density, a probability of one, or its quantile."""
    if term.head == "quantile":
        return _quantile(*term.args, given)
    if term.head == "P":
        return converted(apply("written_out", term=term), lambda mean: _derive(mean, given))
    if term.head != "E":
        raise Refused(f"{term} is no mean, probability or quantile.")
    objects = numbers_in(term.args[0])
    if len(objects) != 1:
        raise Refused(f"{term} is a mean over {len(objects)} numbers.")
    return over_density(term, objects[0], given)


def numbers_in(body: Term) -> list[Term]:
    """The random numbers of a term, at closed indices."""
    objects = (part for part in subterms(body) if part.head in {"random", "item"} and not part.shape)
    return list(dict.fromkeys(x for x in objects if not x.loose))


def _quantile(x: Term, level: Term, given: Given) -> Theorem:
    """The level that a uniform or exponential number is below with a probability; a normal median."""
    law = law_of(x)
    if law.head == "uniform":
        low, high = law.args
        place = collected(low + level * (high - low))
    elif law.head == "exponential":
        place = log(1 / (1 - level)) / law.args[0]
    elif law.head == "normal" and is_number(level) and value_of(level) == Fraction(1, 2):
        place = law.args[0]
    else:
        raise Refused(f"The quantile of {x} at {level} has no form here.")
    chance = _derive(Term("P", (x <= place,)), given)
    chance = then(chance, apply("ring", *strict_facts(given), left=right(chance), right=level))
    return apply("quantile_by_density", chance, *strict_facts(given))


def _prove(goal: Term, given: Given) -> Theorem:
    """A relation between two such terms, from the value of the first."""
    small, _, large = ordered(goal)
    if small.head in {"E", "P", "quantile"}:
        return finish(_derive(small, given), goal, given)
    return finish(apply("symmetric", _derive(large, given)), goal, given)


integrals = Tactic(
    name="integrals",
    prove=_prove,
    derive=_derive,
    states="means of functions of one number with a density (normal, uniform, exponential), tails, quantiles",
    example='tc.derive("E exp(-x^2)", laws=["x: normal(0, 1)"], by="integrals")',
)
