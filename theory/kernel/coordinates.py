"""Coordinates of one random vector: what its law says of them, and of functions of them."""

from __future__ import annotations

import math
from fractions import Fraction

from .. import laws
from ..node import Term, is_number, multiply, number, power, value_of
from ..substitution import fresh_name
from ..terms import PI, exp, gamma, tabulate
from .conditions import is_nonnegative_by_form
from .probability import (
    Distinct,
    are_different,
    body_of,
    distinct_by,
    has_moments,
    law_of,
    moved,
    put,
    require_law_exists,
)
from .sums import equation
from .theorem import SIDE, TAIL, UNEQUAL, Conclusion, Theorem, require, rule

_HALF = Fraction(1, 2)


def _entries(x: Term, places: tuple[Term, ...], distinct: Distinct) -> list[Term]:
    """The entries of x at places that are not random and known to differ."""
    for position, one in enumerate(places):
        require(not one.is_random, "The place {} is random.", one)
        for other in places[:position]:
            require(are_different(one, other, distinct), "{} != {} must be a theorem.", one, other)
    return [Term("component", (x, place)) for place in places]


def _at_other_places(term: Term, old: list[Term], new: list[Term]) -> Term:
    """The term with other entries of a vector, of which it holds nothing else that is random."""
    rest = put(term, dict.fromkeys(old, number(0)))
    require(not rest.is_random, "{} holds more that is random than {}.", term, old)
    return put(term, dict(zip(old, new, strict=True)))


@rule(
    "What depends on some coordinates of one object has the same mean at other places, and for another "
    "object of its law.",
    others=SIDE,
)
def same_law(
    *conditions: Theorem, term: Term, x: Term, places: tuple[Term, ...], y: Term, others: tuple[Term, ...]
) -> Conclusion:
    """|- E F(x_a, x_b) = E F(y_c, y_d), for x and y of one law, which is that of its coordinates in any other
    order, where a != b and c != d by the conditions, and F holds nothing else that is random.
    """
    require(term.head == "E" and len(places) == len(others), "{} is no mean over {} places.", term, places)
    law, distinct = law_of(x), distinct_by(conditions)
    require(law_of(y) is law and laws.is_exchangeable(law), "{} and {} are not alike in all places.", x, y)
    require_law_exists(law, conditions)
    (body,) = term.args
    require(has_moments(body), "{} is not known to be finite.", term)
    old, new = _entries(x, places, distinct), _entries(y, others, distinct)
    return equation(term, Term("E", (_at_other_places(body, old, new),)))


@rule("A vector with independent coordinates of one law is a family of numbers.", others=SIDE)
def coordinates_apart(*conditions: Theorem, term: Term, x: Term, family: Term) -> Conclusion:
    """|- E F(x) = E F((y_1, ..., y_d)) for a vector x of signs, or with the law N(0, s I), and a new family y
    of d numbers with the law of its coordinates; all else in F is independent of x by the model; so for P.
    """
    body, law = body_of(term, conditions, also="P"), law_of(x)
    require_law_exists(law, conditions)
    fits = family.head == "family" and family.args == (laws.coordinate(law), *law.shape)
    require(fits, "{} is no family of the coordinates of {}.", family, x)
    require(all(name != family.data[0] for name, _ in term.declarations), "{} is not new.", family)
    index = Term("index", law.shape, (fresh_name(body, family),))
    entries = tabulate(index, Term("item", (family, index)))
    return equation(term, Term(term.head, (moved(body, {x: entries}, (x,), distinct_by(conditions)),)))


@rule(
    "Moments of coordinates on a sphere: signs are fair, squares have a Dirichlet law.",
    others=UNEQUAL,
)
def coordinate_moment(*different: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E prod_a x_a^k_a |x_a|^m_a = 0 where a k_a is odd; else, with p_a = k_a + m_a of the sum s,
    r^s Gamma(d/2)/Gamma((d + s)/2) prod_a Gamma((p_a + 1)/2)/pi^(1/2).
    """
    law = law_of(x)
    require(term.head == "E" and law.head == "sphere", "{} is no mean over a sphere.", term)
    dimension, radius = law.args
    signed: dict[Term, int] = {}
    orders: dict[Term, int] = {}
    (body,) = term.args
    for factor in body.args if body.head == "mul" else (body,):
        base, exponent = factor.args if factor.head == "power" else (factor, number(1))
        whole = is_number(exponent) and value_of(exponent).denominator == 1 and value_of(exponent) > 0
        modulus = base.head == "function" and base.data == ("abs",)
        entry = base.args[0] if modulus else base
        require(whole and entry.head == "component" and entry.args[0] is x, "{} is no power.", factor)
        (k,) = (int(value_of(exponent)),)
        orders[entry.args[1]] = orders.get(entry.args[1], 0) + k
        signed[entry.args[1]] = signed.get(entry.args[1], 0) + (0 if modulus else k)
    _entries(x, tuple(orders), distinct_by(different))
    if any(k % 2 for k in signed.values()):
        return equation(term, number(0))
    total = sum(orders.values())
    require(total % 2 == 0 or is_nonnegative_by_form(radius), "The radius {} may be negative.", radius)
    return equation(
        term, multiply(power(radius, total), _falling(dimension, total), *map(_one_moment, orders.values()))
    )


def _falling(dimension: Term, total: int) -> Term:
    """Gamma(d/2)/Gamma((d + s)/2)."""
    half = dimension / 2
    if total % 2:
        return gamma(half) / gamma(half + Fraction(total, 2))
    return multiply(number(1), *(power(half + k, -1) for k in range(total // 2)))


def _one_moment(p: int) -> Term:
    """Gamma((p + 1)/2)/pi^(1/2)."""
    if p % 2:
        return math.factorial(p // 2) * power(PI, -_HALF)
    return number(math.prod((Fraction(2 * k + 1, 2) for k in range(p // 2)), start=Fraction(1)))


@rule(
    "Zonal functions (Funk, Hecke): given one coordinate on a sphere, the mean of a Gegenbauer polynomial of "
    "another is P_m(0) times that of the one, where P_m(0) is 0 for odd degrees m, and at most 1/(d - 1) = "
    "|P_2(0)| for even ones, |P_m(0)| being 1 3 ... (m - 1) / ((d - 1)(d + 1) ... (d + m - 3)).",
    others=UNEQUAL,
    schema=True,
)
def zonal(*different: Theorem, term: Term, x: Term, places: tuple[Term, ...]) -> Conclusion:
    """|- (d - 1) Cov(f(x_a), f(x_b)) <= Var f(x_a), a != b, for a vector x on a sphere in R^d."""
    law = law_of(x)
    require(law.head == "sphere" and len(places) == 2, "{} is on no sphere.", x)  # noqa: PLR2004
    one, other = _entries(x, places, distinct_by(different))
    require(has_moments(term) and not term.shape, "{} is not known to have a variance.", term)
    moved = _at_other_places(term, [one], [other])
    together = (law.args[0] - 1) * Term("Cov", (term, moved))
    return Conclusion(Term("le", (together, Term("Var", (term,)))))


@rule("A variance proxy bounds exponential moments.", TAIL)
def exponential_bound(premise: Theorem, *, s: Term) -> Conclusion:
    """From x sub-Gaussian with proxy v: E exp(s (x - E x)) <= exp(s^2 v / 2)."""
    x, v = premise.proposition.args
    require(not s.is_random and not s.shape, "{} is random.", s)
    return Conclusion(Term("le", (Term("E", (exp(s * (x - Term("E", (x,)))),)), exp(power(s, 2) * v / 2))))
