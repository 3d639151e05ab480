"""Orders of functions of one number, from an end of its range on, by the sign of a slope.

f(x) is at least f(a), a <= x, where the slope of f is nowhere negative from there on (mean value theorem). It
is shown as `bound` shows an order, or in the same way again: 1 + x + x^2/2 <= exp x by its second slope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, permutations

import sympy as sp

from ..check import instances_of
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ORDER, ordered
from ..laws import Normal
from ..model import Index, Model, Parameter
from ..node import TRUE, Term, add, is_number, multiply, number, power, summands
from ..outcomes import objects
from ..requirements import is_natural
from ..substitution import fresh_name, fresh_names, occurs, replaced, subterms
from ..terms import E, absolute, exp, function, gradient, log, norm2, relu, sqrt
from .bounds import by_any_way, by_logarithms, ends_of_modulus, squared_roots, with_strict
from .certificates import by_products, corner_of, require_no_failure
from .factors import factors_of
from .formula_orders import by_factors, by_ways, sign_of
from .goals import finish, same, stated, strict_facts
from .gradients import gradients
from .integrals import integrals, letter
from .products import by_facts
from .rewriting import (
    between,
    collected,
    factored,
    itself,
    left,
    nonnegative,
    of_two,
    replaced_within,
    right,
    simplified,
    supposed,
    then,
)

erfc = function("erfc")
_MOST_SLOPES = 4
_MOST_NUMBERS = 2
"""Of so many numbers the slope in one of them is tried, where logarithms are compared."""
_MOST_CASES = 3
"""Moduli whose signs are told apart."""
Given = tuple[Theorem, ...]


def first_way(ways: Iterable[Callable[[], Theorem]]) -> Theorem:
    """What the first of some ways shows."""
    for way in ways:
        with suppress(Refused):
            return way()
    raise Refused("No way shows it.")


def by_slope(goal: Term, given: Given, most: int = _MOST_SLOPES) -> Theorem:
    """A goal a <= b about a number that is known to be above another, or below it, by at most so many slopes.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import cos
    >>> x = Parameter("x")
    >>> by_slope(1 - x**2 / 2 <= cos(x), (suppose(x >= 0),))
    x ≥ 0 ⊢ 1 - x²/2 ≤ cos(x)
    """
    small, relation, large = ordered(goal)
    if relation != "le":
        raise Refused(f"{goal} is no order that may be met.")
    f = large - small
    if any(part.data == ("log",) and part.args[0].head == "power" for part in subterms(f)):
        f = collected(f, *strict_facts(given))
    orders = [fact for fact in given if fact.proposition.head in ORDER]
    letters = [own for _, own in goal.declarations if own.head == "parameter"]
    # A probability has no slope that is known.
    chances = [part for part in subterms(goal) if part.head == "P"]
    for x in (x for x in letters if not any(occurs(x, chance) for chance in chances)):
        sides = (
            [supposed(*ends) for ends in ((place, x), (x, place))] for place in _turns(f, x, letters, given)
        )
        for ends in chain(([order] for order in orders), sides):
            with suppress(Refused):
                rise, *below = (above_zero(f, x, order, given, most) for order in ends)
                if below:
                    rise = apply("cases", rise, *below, low=ordered(ends[0].proposition)[0], high=x)
                return finish(by_products(small, large, (1, rise), known=strict_facts(given)), goal, given)
    if most == _MOST_SLOPES:
        return by_factors(small, relation, large, given, _any_sign)
    raise Refused(f"No slope shows {goal}.")


def _turns(f: Term, x: Term, letters: Iterable[Term], given: Given) -> Iterator[Term]:
    """Places with numbers x on both sides of them at which f may be least: each is looked for when it is
    asked for.
    """
    places = chain([number(0)], _where_zero(f, x, letters, given), _stationary(f, x, given))
    return (place for place in places if _is_between(place, x, given))


def _is_between(place: Term, x: Term, given: Given) -> bool:
    """Whether what is given leaves numbers x on both sides of a place."""
    facts = [fact.proposition for fact in given if not objects(fact.proposition)]
    return all(instances_of((place, x), (*facts, side), 1) for side in (place < x, x < place))


def _where_zero(f: Term, x: Term, letters: Iterable[Term], given: Given) -> Iterator[Term]:
    """At which of 1/2, 1 and the other letters f is 0: on both sides of it f may rise."""
    others = (y for y in letters if y is not x and occurs(y, f))
    for place in (number(Fraction(1, 2)), number(1), *others):
        with suppress(Refused):
            same(replaced(f, x, place), number(0), given)
            yield place


def _stationary(f: Term, x: Term, given: Given) -> Iterator[Term]:
    """Where the slope of f is 0, as it has a factor that is linear in x, or in log x."""
    with suppress(Refused):
        facts = (*strict_facts(given), *_positive_parts(f, x, given))
        slope = collected(right(gradients.derive(gradient(f, x), facts)), *facts)
        corner = corner_of(slope >= 0, given)
        above, _ = corner.difference(number(0), slope)
        for own, inverse in ((x, lambda y: y), (log(x), exp)):
            if (symbol := corner.letters.get(own)) is None:
                continue
            for factor, _ in sp.factor_list(above, *corner.symbols)[1]:
                if sp.degree(factor, symbol) == 1:
                    a, b = sp.Poly(factor, symbol).all_coeffs()
                    place = inverse(factored(corner.term(-b) / corner.term(a)))
                    if not occurs(x, place):
                        yield place


def by_logs(goal: Term, given: Given) -> Theorem:
    """An order of two positive products by that of their logarithms: each factor of the difference has a sign
    that is seen, or that a slope shows.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> a, x = Parameter("a"), Parameter("x")
    >>> by_logs((1 + x) ** a <= exp(a * x), (suppose(x > 0), suppose(a > 0)))
    a > 0, x > 0 ⊢ (x + 1)^a ≤ exp(a x)
    """
    (small, relation, large), given = ordered(goal), with_strict(given)
    return finish(by_logarithms(small, relation, large, given, _by_signs), goal, given)


def _by_signs(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order by the signs of the factors of the difference, or by its own."""
    ends = small, relation, large, given
    require_no_failure(Term("le", (small, large)), given)
    whole = partial(_by_one_slope, Term(relation, (small, large)), given)
    return first_way((partial(by_ways, *ends), partial(by_factors, *ends, _any_sign), whole))


def _by_one_slope(goal: Term, given: Given) -> Theorem:
    """The goal by a slope, where it is about few numbers."""
    if sum(own.head == "parameter" for _, own in goal.declarations) > _MOST_NUMBERS:
        raise Refused(f"{goal} is about many numbers.")
    return by_slope(goal, given)


def _any_sign(x: Term, relation: str, given: Given) -> Theorem:
    """0 <= x or 0 < x, as `bound` shows it, or by a slope."""
    goal = Term(relation, (number(0), x))
    require_no_failure(goal, given)
    ways = partial(sign_of, x, relation, given), partial(by_ways, *goal.args[:1], relation, x, given)
    return first_way((*ways, partial(_by_one_slope, goal, given), partial(by_log_above, goal, given)))


def by_log_above(goal: Term, given: Given) -> Theorem:
    """An order with multiples of logarithms: log y <= y - 1, and 2 (y - 1)/(y + 1) <= log y for 1 <= y.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import log
    >>> x = Parameter("x")
    >>> bennett = (1 + x) * log(1 + x) - x >= x**2 / 3
    >>> by_log_above(bennett, (suppose(x >= 0), suppose(x <= 1)))
    x ≤ 1, x ≥ 0 ⊢ (x + 1) log(x + 1) - x ≥ x²/3
    """
    if objects(goal):
        raise Refused(f"{goal} is about what is drawn.")
    (small, _, large), given = ordered(goal), with_strict(given)
    facts = strict_facts(given)
    rise = collected(large - small, *facts)
    for a, lemma, low, high in _of_logs(rise, given):
        with suppress(Refused):
            factor, rest = _of_factors(a, given), factored(rise - a * (high - low))
            require_no_failure(number(0) <= rest, given)
            inside = (y.args[0] for y in subterms(lemma.proposition) if y.data == ("log",))
            known = (*facts, *(apply("positive", *facts, term=x) for y in inside for x in (y, y + 1)))
            order = first_way((partial(_of_factors, rest, given), partial(by_log_above, rest >= 0, given)))
            order = by_products(small, large, (1, lemma, factor), (1, order), known=known)
            return finish(order, goal, given)
    raise Refused(f"{goal} holds no multiple of a logarithm of a sign that is known.")


def _of_logs(rise: Term, given: Given) -> Iterator[tuple[Term, Theorem, Term, Term]]:
    """For multiples of logarithms a (log x - log y), and then of single ones, a lemma low <= high by which
    a (high - low) is the multiple and what is left without it: 1 + log x - log y <= x/y and the like.
    """
    logs = [x for x in dict.fromkeys(subterms(rise)) if x.data == ("log",) and not x.loose]
    multiples = {part: _multiple(rise, part)[0] for part in logs}
    # Without a multiple, as in a denominator, a logarithm would be left as it is, and looked at again.
    multiples = {part: a for part, a in multiples.items() if a is not number(0)}
    for x, y in permutations(multiples, 2):
        if collected(multiples[x] + multiples[y]) is number(0):
            ratio = x.args[0] / y.args[0]
            for k in (1, 2):
                lemma = apply("tangent", x=k * (x - y))
                with suppress(Refused):
                    plain = same(exp(k * (x - y)), power(ratio, k), given)
                    lemma = apply("transitive", lemma, plain)
                    yield collected(-multiples[x] / k), lemma, *ordered(lemma.proposition)[::2]
    for part, a in multiples.items():
        for sign in (1, -1):
            value = same(exp(sign * part), power(part.args[0], sign), given)
            tangent = apply("transitive", apply("tangent", x=sign * part), value)
            yield collected(-sign * a), tangent, *ordered(tangent.proposition)[::2]
        with suppress(Refused):
            lemma, low = _beyond(part.args[0], given)
            yield a, lemma, low, part


def _beyond(y: Term, given: Given) -> tuple[Theorem, Term]:
    """2 (y - 1)/(y + 1) <= log y from 1 <= y, and its left side."""
    own, s = _log_above()
    beyond = by_products(number(0), y - 1, (1, by_ways(number(1), "le", y, given)))
    lemma = apply("cut", beyond, apply("instance", own, symbol=s, value=y - 1))
    return lemma, 2 * (y - 1) / (y + 1)


def _of_factors(x: Term, given: Given) -> Theorem:
    """0 <= x, by what is known at the corner, or by its factors."""
    ends = number(0), "le", x, given
    return first_way((partial(by_ways, *ends), partial(by_factors, *ends)))


def _multiple(rise: Term, part: Term) -> tuple[Term, Term]:
    """A and b of a sum a x + b."""
    own: list[Term] = []
    rest: list[Term] = []
    for x in summands(rise):
        factors = list(factors_of(x))
        if part in factors:
            factors.remove(part)
            own.append(multiply(number(1), *factors))
        else:
            rest.append(x)
    return add(number(0), *own), add(number(0), *rest)


@lru_cache(maxsize=1)
def _log_above() -> tuple[Theorem, Term]:
    """0 <= s |- 2 s/(s + 2) <= log(1 + s), and s."""
    s = Parameter("s")
    return by_slope(2 * s / (s + 2) <= log(1 + s), (supposed(number(0), s),)), s


def any_order(goal: Term, given: Given) -> Theorem:
    """An order of two numbers by logarithms, or as `bound` shows it."""
    return first_way(partial(way, goal, given) for way in (by_logs, by_any_way))


def by_cases(goal: Term, given: Given, most: int = _MOST_CASES) -> Theorem:
    """A relation of numbers, where moduli, positive parts and the larger of two are what they are by signs.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.terms import absolute, relu
    >>> x, y = Parameter("x"), Parameter("y")
    >>> by_cases(relu(x) * relu(y) <= absolute(x * y), ())
    ⊢ relu(x) relu(y) ≤ abs(x y)
    """
    small, relation, large = ordered(goal)
    parts = [part for part in subterms(goal) if _bends(part) and not any(map(_bends, subterms(part)[1:]))]
    if most == 0 or not parts:
        raise Refused(f"{goal} is about too many signs, or none.")
    part = min(parts, key=lambda part: (len(repr(part)), repr(part)))
    low, high = _compared(part)
    shown, cases = [], [supposed(low, high), supposed(high, low)]
    for order in cases:
        with suppress(Refused):
            cases = [by_ways(*(ordered(order.proposition)), given)]
    for order in cases:
        value = _without_bend(part, order)
        sides = [replaced_within(itself(side), [value]) for side in (small, large)]
        one, other = map(right, sides)
        known = [apply("rewrite", value, fact) if occurs(part, fact.proposition) else fact for fact in given]
        known += [end for fact in given for end in ends_of_modulus(fact)]
        inside = _in_case(Term(relation, (one, other)), (order, *known), most - 1)
        found = between(sides[0], inside, sides[1])
        shown.append(found)
    found = apply("cases", *shown, low=low, high=high) if len(shown) > 1 else shown[0]
    return finish(found, goal, given)


def _in_case(goal: Term, given: Given, most: int) -> Theorem:
    orders = (partial(way, goal, given) for way in (by_any_way, by_slope, by_facts))
    equal = (partial(same, *goal.args, strict_facts(given)),)
    return first_way((*(equal if goal.head == "eq" else orders), partial(by_cases, goal, given, most)))


def by_inner_distance(goal: Term, given: Given) -> Theorem:
    """|g(a) - g(b)| <= c from |a - b| <= c, where |g(s) - g(t)| <= |s - t| for any numbers s and t, as of the
    larger or smaller of a number and another; so of squares.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.terms import absolute, maximum, minimum
    >>> x, y, c = map(Parameter, "xyc")
    >>> apart = minimum(maximum(x, -c), c) - minimum(maximum(y, -c), c)
    >>> by_inner_distance(absolute(apart) <= absolute(x - y), ())
    ⊢ abs(minimum(maximum(x, -c), c) - minimum(maximum(y, -c), c)) ≤ abs(x - y)
    """
    small, _, large = ordered(goal)
    whole = factored(small) if small.head == "add" and any(map(_bends, subterms(small))) else small
    is_square = whole.head == "power" and is_number(whole.args[1], 2)
    parts = summands(whole.args[0]) if is_square or whole.data == ("abs",) else ()
    pair = next(((x, -y) for x, y in permutations(parts, 2) if _bends(x) and _bends(-y)), None)
    if len(parts) != 2 or pair is None or pair[0].data != pair[1].data:  # noqa: PLR2004
        raise Refused(f"{goal} is about no distance.")
    one, other = pair
    inside = [(a, b) for a, b in zip(one.args, other.args, strict=True) if a is not b]
    if one.head != other.head or len(inside) != 1:
        raise Refused(f"{goal} is not about one function at two places.")
    s, t = map(Parameter, fresh_names(2, goal, *stated(given)))
    ((a, b),) = inside

    def distance(x: Term, y: Term) -> Term:
        return (x - y) ** 2 if is_square else absolute(x - y)

    found = by_cases(distance(replaced(one, a, s), replaced(other, b, t)) <= distance(s, t), given)
    for symbol, value in ((s, a), (t, b)):
        found = apply("instance", found, symbol=symbol, value=value)
    ways = (by_inner_distance, by_cases, any_order)
    rest = first_way(partial(way, distance(a, b) <= large, given) for way in ways)
    found = finish(found, whole <= ordered(rest.proposition)[0])
    return finish(apply("transitive", found, rest), goal)


def _bends(part: Term) -> bool:
    """A modulus, a positive part, or the larger or smaller of two numbers, where nothing is drawn."""
    pair = part.head in {"maximum", "minimum"} and len(part.args) == 2  # noqa: PLR2004
    return (pair or part.data in {("abs",), ("relu",)}) and not part.loose and not part.is_random


def _compared(part: Term) -> tuple[Term, Term]:
    """The two numbers whose order tells what it is: of |x - y| it is x and y."""
    if len(part.args) > 1:
        return part.args[0], part.args[1]
    (x,) = part.args
    letters = [y for y in (x.args if x.head == "add" else ()) if y.head == "parameter"]
    others = [-y for y in (x.args if x.head == "add" else ()) if y not in letters]
    if part.data == ("abs",) and len(letters) == len(others) == 1 and others[0].head == "parameter":
        return others[0], letters[0]
    return number(0), x


def _without_bend(part: Term, order: Theorem) -> Theorem:
    """Its value, by the order of the two numbers, or of the number and 0."""
    if part.data == ("relu",):
        larger = Term("maximum", (number(0), part.args[0]))
        return then(apply("componentwise", left=part, right=larger), of_two(order, larger))
    if part.head != "function":
        return of_two(order, part)
    (x,), rise = part.args, right(order) - left(order)
    turned = apply("componentwise", left=part, right=absolute(rise))
    own = then(turned, apply("own_modulus", order, x=rise))
    with suppress(Refused):
        return then(own, same(rise, x, ()))
    return then(own, same(rise, -x, ()))


def no_farther(x: Term, y: Term) -> Theorem:
    """|relu(x) - relu(y)|^2 <= |x - y|^2 for vectors, entry by entry.

    >>> from theorycheck.theory.model import Size, fixed
    >>> d = Size("d")
    >>> no_farther(fixed("x", d), fixed("y", d))
    ⊢ |relu(x) - relu(y)|² ≤ |x - y|²
    """
    s, t, index = Parameter("s"), Parameter("t"), Index(fresh_name(x, y), x.shape[0])
    each = by_cases(absolute(relu(s) - relu(t)) <= absolute(s - t), ())
    each = apply("monotone", each, function="power", exponent=number(2))
    for side in each.proposition.args:
        each = apply("rewrite", apply("even_power", term=side), each)
    for letter_of, vector in ((s, x), (t, y)):
        each = apply("instance", each, symbol=letter_of, value=vector[index])
    total = apply("sum_monotone", each, condition=TRUE, index=index)
    lengths = (norm2(relu(x) - relu(y)), norm2(x - y))
    one, other = (
        same(length, side, ()) for length, side in zip(lengths, total.proposition.args, strict=True)
    )
    return between(one, total, other)


def by_gaussian_tail(goal: Term, given: Given) -> Theorem:
    """An order about erfc(x), 0 <= x, as it is at most exp(-x^2).

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import exp, function
    >>> x = Parameter("x")
    >>> by_gaussian_tail(function("erfc")(x) <= 2 * exp(-(x**2)), (suppose(x >= 0),))
    x ≥ 0 ⊢ erfc(x) ≤ 2 exp(-x²)
    """
    known = [
        apply("cut", by_ways(number(0), "le", x, given), apply("instance", own, symbol=symbol, value=x))
        for own, symbol in [_below_gaussian()]
        for x in dict.fromkeys(part.args[0] for part in subterms(goal) if part.data == ("erfc",))
    ]
    if not known:
        raise Refused(f"{goal} is about no erfc.")
    known = [apply("transitive", one, squared_roots(ordered(one.proposition)[2], given)) for one in known]
    return by_any_way(goal, (*known, *given))


@lru_cache(maxsize=1)
def _below_gaussian() -> tuple[Theorem, Term]:
    """0 <= s |- erfc(s) <= exp(-s^2), and s: the slope of 1 - erfc(s) exp(s^2) is nowhere negative, since
    E max(0, z - t) is not, of a normal number z and t = 2^(1/2) s.
    """
    s, t, (z,) = Parameter("s"), Parameter("t"), Model(z=Normal())
    mean = integrals.derive(E(relu(z - sqrt(2) * t)), ())
    least = apply("mean_monotone", nonnegative(left(mean).args[0]))
    least = apply("transitive", apply("symmetric", apply("linear", term=left(least))), least)
    mills = apply("transitive", least, mean)
    body = 1 - erfc(t) * exp(t**2)
    slope = gradients.derive(gradient(body, t), ())
    steep = apply("positive", term=2 * sqrt(2) * exp(t**2))
    sign = by_products(number(0), right(slope), (1, mills, steep))
    slope = apply("transitive", sign, apply("symmetric", slope))
    rise = apply("rises", supposed(number(0), s), slope, function=body, at=t)
    turned, over = apply("erfc_turned", x=number(0)), apply("positive", term=exp(-(s**2)))
    return by_products(erfc(s), exp(-(s**2)), (1, rise, over), (Fraction(1, 2), turned, over)), s


def above_zero(f: Term, x: Term, order: Theorem, given: Given, most: int) -> Theorem:
    """0 <= f(x), from a <= x or x <= a, by f(a) and the sign of the slope between the two, or by those of
    f(x)/y or f(x)/y^2, where y is the distance to the other end; at most so many slopes are taken.
    """
    low, _, high = ordered(order.proposition)
    if x not in {low, high} or occurs(x, low if high is x else high) or most == 0:
        raise Refused(f"{order} is no end of {x}.")
    with suppress(Refused):
        return _by_slope_from(f, x, order, given, most)
    if most == 1:
        raise Refused(f"No slope shows 0 <= {f}.")
    strict = (fact for fact in given if fact.proposition.head in {"lt", "gt"})
    beyond = (fact for fact in strict if ordered(fact.proposition)[0 if high is x else 2] is x)
    return first_way(partial(_divided, f, x, order, given, most, fact) for fact in beyond)


def _divided(f: Term, x: Term, order: Theorem, given: Given, most: int, other: Theorem) -> Theorem:
    """0 <= f(x) from 0 <= f(x)/y or 0 <= f(x)/y^2, for the distance y > 0 from x to its other end."""
    low, _, high = ordered(other.proposition)
    y = high - low
    above = by_products(number(0), y, (1, other), relation="lt")
    facts = (above, *strict_facts(given), *_positive_parts(f, x, given))
    slope = right(gradients.derive(gradient(f, x), facts))
    turn = 1 if high is x else -1
    # The slope has the sign of y f' - k y' f, where with the right k the leading term of f is gone.
    k = min((1, 2), key=lambda k: len(repr(collected(y * slope - k * turn * f, *facts))))
    found = _by_slope_from(collected(f / y**k, *facts), x, order, given, most)
    return by_products(number(0), f, (1, found, *[above] * k), known=facts)


def _by_slope_from(f: Term, x: Term, order: Theorem, given: Given, most: int) -> Theorem:
    """0 <= f(x), by f at the end of x and the sign of the slope from there on."""
    low, _, high = ordered(order.proposition)
    up, end = high is x, low if high is x else high
    order = order if order.proposition.head in {"le", "ge"} else apply("weakened", order)
    t = letter(f, *(fact.proposition for fact in given))
    body = replaced(f if up else -f, x, t)
    known = tuple(_between(t, x, order, given))
    positive = tuple(_positive_parts(body, t, known))
    slope = gradients.derive(gradient(body, t), (*positive, *strict_facts(known)))
    plain = collected(right(slope), *positive, *strict_facts(known))
    if len(repr(plain)) < len(repr(right(slope))):
        slope = then(slope, same(right(slope), plain, (*positive, *known)))
    value = right(slope)
    ends = number(0), "le", value, (*known, *positive)
    # No way shows a sign that the slope does not have.
    require_no_failure(number(0) <= value, (*known, *positive))
    first = _not_below_zero(replaced(f, x, end), given)

    def from_ends(x: Term, most: int) -> Iterator[Callable[[], Theorem]]:
        orders = (fact for fact in known[1:] if fact.proposition.head in ORDER)
        sides = (
            one for one in orders if t in one.proposition.args and any(map(is_number, one.proposition.args))
        )
        return (partial(above_zero, x, t, one, known, most) for one in (known[0], *sides))

    def of_factor(x: Term, relation: str, facts: Given) -> Theorem:
        more = from_ends(x, most - 1) if relation == "le" else ()
        return first_way(chain([partial(sign_of, x, relation, facts)], more))

    ways = [partial(by_ways, *ends), partial(by_factors, *ends), partial(by_factors, *ends, of_factor)]
    sign = first_way(chain(ways, from_ends(value, most - 1)))
    slope = apply("transitive", sign, apply("symmetric", slope))
    rise = apply("rises", order, slope, *positive, *strict_facts(known), function=body, at=t)
    return by_products(number(0), f, (1, first), (1, rise), known=strict_facts(given))


def _not_below_zero(value: Term, given: Given) -> Theorem:
    """0 <= f(a): it is 0 by algebra, or as its simpler form is shown to be."""
    with suppress(Refused):
        return apply("weakened", same(number(0), value, given))
    plain = simplified(value)
    require_no_failure(number(0) <= plain, given)
    low = first_way(partial(way, number(0) <= plain, given) for way in (by_any_way, by_log_above, by_logs))
    return then(low, same(plain, value, given))


def _between(t: Term, x: Term, order: Theorem, given: Given) -> Iterator[Theorem]:
    """What is known of any t between x and an end of its range, first that it is beyond that end."""
    low, _, high = ordered(order.proposition)
    sides = [supposed(low, t), supposed(t, high)]
    beyond, within = sides if high is x else sides[::-1]
    yield beyond
    yield within
    for fact in given:
        if not occurs(x, fact.proposition):
            yield fact
        elif fact.proposition.head in ORDER:
            # What x is below, t is: as in t <= x <= b.
            with suppress(Refused):
                yield apply("transitive", *((within, fact) if high is x else (fact, within)))
        if fact.proposition.head in ORDER:
            # And what its end is above, as in b <= a <= t.
            with suppress(Refused):
                yield apply("transitive", *((fact, beyond) if high is x else (beyond, fact)))


def _positive_parts(f: Term, t: Term, known: Given) -> Iterator[Theorem]:
    """0 < u for the u of each logarithm, and power of an exponent that is no whole number from 0 on."""
    for part in subterms(f):
        varies = occurs(t, part) and not part.loose
        open_power = part.head == "power" and not is_natural(part.args[1])
        if varies and (open_power or part.data == ("log",)):
            yield by_ways(number(0), "lt", part.args[0], known)
