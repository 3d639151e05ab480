"""The arithmetic and the geometric mean: x^w y^v ... <= w x + v y + ... for positive numbers and weights that
add up to 1, as for Young's inequality a b <= a^p/p + b^q/q; the log sum inequality of a few numbers; and
squares that are completed with parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ordered
from ..node import Term, add, is_number, multiply, number, summands
from ..substitution import occurs, subterms
from ..terms import exp, log
from .bounds import by_any_way, positive, with_strict
from .certificates import by_products, require_no_failure
from .factors import factors_of
from .formula_orders import by_factors, by_ways
from .goals import Given, finish, same, strict_facts, with_head
from .products import by_facts
from .rewriting import between, collected, itself, nonnegative, replaced_within, right

_FEWEST_LOGS, _MOST_LOGS = 2, 4
"""Logarithms with different multiples, of which each may be set apart."""


def by_means(goal: Term, given: Given) -> Theorem:
    """A goal g <= t_1 + t_2 + ... by the geometric mean of the terms.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> a, b, p = map(Parameter, "abp")
    >>> young = a * b <= a**p / p + (1 - 1 / p) * b ** (p / (p - 1))
    >>> by_means(young, tuple(map(suppose, (a > 0, b > 0, p > 1))))
    a > 0, b > 0, p > 1 ⊢ a b ≤ a^p/p + (1 - 1/p) b^(p/(p - 1))
    """
    small, relation, large = ordered(goal)
    if relation != "le" or goal.is_random:
        raise Refused(f"{goal} is no order of numbers that may be met.")
    given = with_strict(given)
    equations = with_head(given, EQUATION)
    sides = [_with_values(side, equations) for side in (small, large)]
    low, high = map(right, sides)
    for way in (_by_terms, _by_log_sum, _by_square):
        with suppress(Refused):
            return finish(between(sides[0], way(low, high, given), sides[1]), goal, given)
    raise Refused(f"{goal} is no order of two means.")


def _with_values(side: Term, equations: list[Theorem]) -> Theorem:
    """The side with what the equations say that parameters are."""
    told = (fact for fact in equations if fact.proposition.args[0].head == "parameter")
    return replaced_within(itself(side), told)


def _by_terms(small: Term, large: Term, given: Given) -> Theorem:
    """g <= w x + v y + ... from x >= h (1 + log(x/h)), h = g/(w + v + ...), where the weights are the factors
    of a term that are about none of the letters of g, or its numbers; where g is an exponential, those
    that are none.
    """
    facts = strict_facts(given)
    for part in small.args if small.head == "add" else ():
        with suppress(Refused):
            order = _by_terms(part, collected(large - (small - part)), given)
            return by_products(small, large, (1, order), known=facts)
    apply("positive", *facts, term=small)
    bases = [x.args[0] if x.head == "power" else x for x in factors_of(small)]
    letters = {own for x in bases for _, own in x.declarations}
    kinds: list[Callable[[Term], bool]] = [
        lambda x: not any(occurs(letter, x) for letter in letters),
        is_number,
        *([lambda x: x.data != ("exp",)] if small.data == ("exp",) else []),
    ]
    ways = product((_terms(large), summands(collected(large, *facts))), kinds)
    for terms, is_weight in ways:
        weights = dict[Term, Term]()
        for w, x in (_weighed(part, is_weight, facts) for part in terms):
            weights[x] = weights.get(x, number(0)) + w
        with suppress(Refused):
            return _above_mean(small, large, [(w, x) for x, w in weights.items()], given)
    raise Refused("It is not above the geometric mean of the terms.")


def _terms(large: Term) -> list[Term]:
    """The summands; of a multiple of a sum those of the sum, with the factor."""
    sums = [part for part in factors_of(large) if part.head == "add"]
    if large.head == "add" or len(sums) != 1:
        return list(summands(large))
    rest = multiply(number(1), *(part for part in factors_of(large) if part is not sums[0]))
    return [rest * part for part in sums[0].args]


def _weighed(part: Term, is_weight: Callable[[Term], bool], facts: Given) -> tuple[Term, Term]:
    """w and x of a term w x: numbers and other factors that are weights, and the others."""
    sorted_ = {True: list[Term](), False: list[Term]()}
    for x in factors_of(part):
        sorted_[is_number(x) or is_weight(x)].append(x)
    w, x = (multiply(number(1), *sorted_[kind]) for kind in (True, False))
    return w, collected(x, *facts)


def _above_mean(small: Term, large: Term, parts: list[tuple[Term, Term]], given: Given) -> Theorem:
    """g <= w x + v y + ..., as g = w h (1 + log(x/h)) + v h (1 + log(y/h)) + ..."""
    total = collected(add(*(w for w, _ in parts)))
    h = small / total if is_number(total) else small
    known = [*strict_facts(given), *(positive(x, given) for x in (h, *(x for _, x in parts)))]
    orders, lows = [], []
    for w, x in parts:
        tangent, low = apply("tangent", x=log(x / h)), w * h * (1 + log(x) - log(h))
        scale, sign = apply("positive", *known, term=h), by_any_way(number(0) <= w, given)
        orders.append(by_products(low, w * x, (1, tangent, scale, sign), known=tuple(known)))
        lows.append(low)
    low = add(*lows)
    order = by_products(low, large, *((1, order) for order in orders), known=tuple(known))
    return apply("transitive", _totals(small, low, h, known, given), order)


def _totals(g: Term, low: Term, h: Term, known: list[Theorem], given: Given) -> Theorem:
    """g = low, where the weights add up to 1 by algebra, or as an equation says."""
    with suppress(Refused):
        return apply("ring", *known, left=g, right=low)
    for fact in given:
        if fact.proposition.head == "eq" and not fact.proposition.is_random:
            for sign in (1, -1):
                with suppress(Refused):
                    times = (sign * h * (1 - log(h)),)
                    return apply("ring", fact, *known, left=g, right=low, multipliers=times)
    raise Refused("The weights do not add up.")


def _by_log_sum(small: Term, large: Term, given: Given) -> Theorem:
    """A difference a log x + b log y + ... + (a + b + ...) log r + c, for a, b, ... that are not negative, by
    a log(x r) >= a - a/(x r): the log sum inequality, where r may be left out.
    """
    facts = strict_facts(given)
    groups, rest = _logs_by_multiples(collected(large - small, *facts))
    if not _FEWEST_LOGS <= len(groups) <= _MOST_LOGS:
        raise Refused("There are few logarithms, or many.")
    for apart in (None, *groups):
        others = [(a, x) for a, x in groups.items() if a is not apart]
        for signs in product((1, -1), repeat=len(others)):
            weighed = [(collected(k * a), x**k) for k, (a, x) in zip(signs, others, strict=True)]
            r = _of_total(apart, groups, weighed)
            if r is not None:
                with suppress(Refused):
                    return _above_tangents(small, large, [(a, x * r) for a, x in weighed], rest, given)
    raise Refused("The multiples of the logarithms do not add up, or have no known sign.")


def _logs_by_multiples(rise: Term) -> tuple[dict[Term, Term], Term]:
    """For each multiple a the product x of what the logarithms are of that stand times a, inverted where
    they stand times -a; and what holds no logarithm.
    """
    logs: dict[Term, Term] = {}
    rest = number(0)
    for part in summands(rise):
        own = [x for x in factors_of(part) if x.data == ("log",)]
        a = multiply(number(1), *(x for x in factors_of(part) if x not in own))
        if len(own) == 1:
            logs[own[0].args[0]] = logs.get(own[0].args[0], number(0)) + a
        else:
            rest = rest + part
    groups: dict[Term, Term] = {}
    for x, total in logs.items():
        a = collected(total)
        if (turned := collected(-a)) in groups:
            groups[turned] = groups[turned] / x
        else:
            groups[a] = groups.get(a, number(1)) * x
    return groups, rest


def _of_total(apart: Term | None, groups: dict[Term, Term], weighed: list[tuple[Term, Term]]) -> Term | None:
    """r where the multiple set apart is the total of the others, 1/r where it is the opposite."""
    if apart is None:
        return number(1)
    total = add(*(a for a, _ in weighed))
    for k in (1, -1):
        if is_number(collected(apart - k * total), 0):
            return groups[apart] ** k
    return None


def _above_tangents(
    small: Term, large: Term, weighed: list[tuple[Term, Term]], rest: Term, given: Given
) -> Theorem:
    """The order from a log x >= a (1 - 1/x) for each multiple and number, and what these leave."""
    facts = strict_facts(given)
    signs = [first_shown(number(0), a, given) for a, _ in weighed]
    orders = [apply("tangent", x=-log(x)) for _, x in weighed]
    left_over = collected(add(rest, *(a - a / x for a, x in weighed)), *facts)
    least = first_shown(number(0), left_over, given)
    pairs = zip(orders, signs, weighed, strict=True)
    plain = [(1, apply("transitive", order, _inverse(x, facts)), sign) for order, sign, (_, x) in pairs]
    return by_products(small, large, *plain, (1, least), known=facts)


def _inverse(x: Term, facts: Given) -> Theorem:
    """exp(-log x) = 1/x."""
    return apply("ring", *facts, left=exp(-log(x)), right=1 / x)


def first_shown(small: Term, large: Term, given: Given) -> Theorem:
    """a <= b, as equal sides, at the corner, by factors, or by products of what is given."""
    with suppress(Refused):
        return apply("weakened", same(small, large, given))
    require_no_failure(small <= large, given)
    with suppress(Refused):
        return by_ways(small, "le", large, given)
    with suppress(Refused):
        return by_factors(small, "le", large, given)
    return by_facts(small <= large, given)


def _by_square(small: Term, large: Term, given: Given) -> Theorem:
    """A difference a x^2 + b x + c, 0 < a, as a (x + b/(2 a))^2 and c - b^2/(4 a), which is not negative."""
    facts = strict_facts(given)
    rise = collected(large - small, *facts)
    for x in _squared(rise):
        a, b, c = _coefficients(rise, x)
        with suppress(Refused):
            positive = apply("positive", *facts, term=a)
            known = (*facts, positive)
            rest = collected(c - b**2 / (4 * a), *known)
            least = by_ways(number(0), "le", rest, given)
            square = nonnegative((x + b / (2 * a)) ** 2)
            return by_products(small, large, (1, positive, square), (1, least), known=known)
    raise Refused("The difference is no square and more.")


def _squared(rise: Term) -> Iterator[Term]:
    for part in dict.fromkeys(subterms(rise)):
        if part.head == "power" and is_number(part.args[1], 2) and not part.loose:
            yield part.args[0]


def _coefficients(rise: Term, x: Term) -> list[Term]:
    """Those of x^2, x and 1 in a sum of products."""
    found: dict[int, list[Term]] = {2: [], 1: [], 0: []}
    for part in summands(rise):
        factors = list(factors_of(part))
        degree = next((k for k, own in ((2, x**2), (1, x)) if own in factors), 0)
        if degree:
            factors.remove(x**degree)
        found[degree].append(multiply(number(1), *factors))
    return [add(number(0), *found[k]) for k in (2, 1, 0)]
