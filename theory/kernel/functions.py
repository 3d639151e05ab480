"""Facts about real functions: each holds for all numbers, random ones too, that meet its conditions.

A fact states its proposition and the conditions; that these follow from the premises is checked in one place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, wraps
from typing import Any, Final

from ..node import Term, add, is_number, multiply, number, power, value_of
from ..requirements import is_integer, least
from ..substitution import abstracted, replaced
from ..terms import (
    PI,
    absolute,
    cos,
    exp,
    function,
    gamma,
    incomplete_beta,
    log,
    log_gamma,
    maximum,
    minimum,
    sqrt,
    upper_gamma,
)
from .components import Components
from .conditions import require_numbers, require_told
from .logic import require_any, said_between
from .theorem import ORDER, RELATION, SIDE, Conclusion, Theorem, ordered, require, rule, sign_of

Fact = tuple[Term, ...]
"""The proposition, and its conditions."""
CONVEX: Final = frozenset({"exp", "abs", "relu", "softplus"})
erfc, floor = function("erfc"), function("floor")


def fact(
    statement: str, *, schema: bool = False, source: str = ""
) -> Callable[[Callable[..., Fact]], Callable[..., Conclusion]]:
    """Declare as a rule what a function states of numbers, where the facts tell its conditions."""

    def register(stated: Callable[..., Fact]) -> Callable[..., Conclusion]:
        @wraps(stated)
        def conclude(*facts: Theorem, **values: Any) -> Conclusion:  # noqa: ANN401 - terms, numbers, texts
            for value in values.values():
                is_vector = type(value) is Term and (bool(value.shape) or value.sort == "event")
                require(not is_vector, "{} is no number.", value)
            proposition, *conditions = stated(**values)
            require_told(facts, *conditions)
            return Conclusion(proposition)

        return rule(statement, others=SIDE, schema=schema, source=source)(conclude)

    return register


def between(side: str, below: Term, value: Term, above: Term) -> Term:
    """A bound of a value from below, or from above."""
    require(side in {"below", "above"}, "A side is below or above.")
    return below <= value if side == "below" else value <= above


def both(one: Term, other: Term) -> Term:
    """Both of two propositions."""
    return Term("and", (one, other))


def equal(one: Term, other: Term) -> Term:
    """That two numbers are the same."""
    return Term("eq", (one, other))


@rule("Exponentials, logarithms and positive powers grow, erfc falls.", RELATION, others=SIDE)
def monotone(premise: Theorem, *facts: Theorem, function: str, exponent: Term) -> Conclusion:
    """From a <= b: exp a <= exp b, and erfc b <= erfc a; log a <= log b for 0 < a, and a^e <= b^e for 0 <= a
    and 0 < e, by the facts; so for = and <. Of other functions than the power the exponent is 1.
    """
    small, relation, large = ordered(premise.proposition)
    grows = function in {"exp", "log", "power", "erfc"} and not small.shape
    require(grows, "{} is not known to grow.", function)
    if function == "power":
        require_told(facts, small >= 0, exponent > 0)
        return Conclusion(Term(relation, (power(small, exponent), power(large, exponent))))
    require(is_number(exponent, 1), "{} takes no exponent.", function)
    require_told(facts, *([small > 0] if function == "log" else []))
    sides = [Term("function", (x,), (function,)) for x in (small, large)]
    return Conclusion(Term(relation, tuple(sides[::-1] if function == "erfc" else sides)))


@rule(
    "A function whose slope is nowhere negative between two numbers is at the larger at least what it is at "
    "the smaller (mean value theorem).",
    ORDER,
    RELATION,
    others=ORDER,
)
def rises(order: Theorem, slope: Theorem, *facts: Theorem, function: Term, at: Term) -> Conclusion:
    """From a <= b, and a <= t, t <= b |- 0 <= grad_t f(t) for any number t: f(a) <= f(b), for an f that is
    smooth by its form, and by what the facts, about any such t, say is positive.
    """
    low, _, high = ordered(order.proposition)
    require_any(at, (order,), low, high)
    require_numbers(low, high, function)
    steep = sign_of(slope) is Term("gradient", (abstracted(function, at), at))
    require(steep, "{} does not say that {} does not fall.", slope, function)
    Components(facts).require_smooth(function, at)
    spoken = (said for fact in (slope, *facts) for said in said_between(fact, at, (low, high), "le"))
    ends = (replaced(function, at, end) for end in (low, high))
    return Conclusion(Term("le", tuple(ends)), tuple(spoken))


# Powers, moduli, whole parts.


@fact("An even power of a modulus.")
def even_power(*, term: Term) -> Fact:
    """|x|^e = x^e for an even e."""
    modulus, exponent = term.args if term.head == "power" else (term, term)
    fits = modulus.head == "function" and modulus.data == ("abs",) and is_number(exponent)
    require(fits and value_of(exponent) % 2 == 0, "{} is no even power of a modulus.", term)
    return (equal(term, power(modulus.args[0], exponent)),)


@fact("A positive power of a product of nonnegative numbers.")
def power_of_product(*, x: Term, y: Term, e: Term) -> Fact:
    """(x y)^e = x^e y^e, for 0 <= x, 0 <= y and 0 < e."""
    return equal(power(multiply(x, y), e), multiply(power(x, e), power(y, e))), x >= 0, y >= 0, e > 0


@fact("The root of what is nonnegative.")
def root(*, x: Term) -> Fact:
    """x^(1/2) is nonnegative, and its square is x, for 0 <= x."""
    return both(number(0) <= sqrt(x), equal(power(sqrt(x), 2), x)), x >= 0


@fact("A nonnegative number is its own modulus.")
def own_modulus(*, x: Term) -> Fact:
    """|x| = x, for 0 <= x."""
    return equal(absolute(x), x), x >= 0


@fact("The sign of a number is 1 above zero, and -1 below.")
def sign_by_sides(*, x: Term) -> Fact:
    """sign x = 1[x > 0] - 1[x < 0]."""
    return (equal(function("sign")(x), Term("indicator", (x > 0,)) - Term("indicator", (x < 0,))),)


@fact("The larger of two numbers is half of their sum and distance, the smaller half of their difference.")
def of_pair(*, x: Term, y: Term) -> Fact:
    """max(x, y) = (x + y + |x - y|)/2, and min(x, y) = (x + y - |x - y|)/2."""
    gap = absolute(x - y)
    return (both(equal(maximum(x, y), (x + y + gap) / 2), equal(minimum(x, y), (x + y - gap) / 2)),)


@fact("The whole part of a number is the largest whole number that is not above it.")
def whole_part(*, x: Term) -> Fact:
    """|- x - 1 < floor(x) and floor(x) <= x."""
    return (both(x - 1 < floor(x), floor(x) <= x),)


# Exponentials, the complementary error function, cosines.


@fact("The exponential lies above its tangent at zero.")
def tangent(*, x: Term) -> Fact:
    """1 + x <= exp x."""
    return (1 + x <= exp(x),)


@fact("A chord of a convex function lies above it between its ends.", schema=True)
def chord(*, x: Term, a: Term, b: Term, function: str) -> Fact:
    """|- (b - a) f(x) <= (b - x) f(a) + (x - a) f(b), for a <= x and x <= b; f is the square, exp, |x|,
    relu or softplus.
    """
    require(function in CONVEX or function == "square", "{} is not known to be convex.", function)
    f = [power(z, 2) if function == "square" else Term("function", (z,), (function,)) for z in (x, a, b)]
    return (b - a) * f[0] <= (b - x) * f[1] + (x - a) * f[2], a <= x, x <= b


@fact(
    "Hazards: (1 - exp(-y))^H <= 1 - exp(-y^H) for y >= 0. With p = 1 - exp(-y) that is "
    "sum_m p^(H m)/m <= (sum_m p^m/m)^H: the H numbers m_1 + ... + m_H = H m have C(H m - 1, H - 1) >= "
    "m^(H - 1) orders, each with m_1 ... m_H <= m^H.",
    schema=True,
)
def hazard_of_all(*, y: Term, count: Term) -> Fact:
    """(1 - exp(-y))^H <= 1 - exp(-y^H), for 0 <= y and H a whole number that is at least one by its form."""
    require(is_integer(count) and (least(count) or 0) >= 1, "{} is no number of events.", count)
    return power(1 - exp(-y), count) <= 1 - exp(-power(y, count)), y >= 0


@fact("The complementary error function of opposite numbers adds up to two.")
def erfc_turned(*, x: Term) -> Fact:
    """erfc(-x) = 2 - erfc(x)."""
    return (equal(erfc(-x), 2 - erfc(x)),)


@fact("The cosine falls from 0 to pi, and is the same at 2 pi - x as at x.", schema=True)
def cosine_falls(*, x: Term, y: Term) -> Fact:
    """|- cos x <= cos y, for 0 <= y, y <= x and x <= 2 pi - y."""
    return cos(x) <= cos(y), y >= 0, y <= x, x <= 2 * PI - y


@fact("One minus a cosine is of the order of its angle's square.", schema=True)
def cosine_near_one(*, x: Term) -> Fact:
    """2 x^2/pi^2 <= 1 - cos x, since sin(x/2) >= x/pi, and 1 - cos x <= x^2/2; for 0 <= x and x <= pi."""
    rest, square = 1 - cos(x), power(x, 2)
    return both(2 * square / power(PI, 2) <= rest, rest <= square / 2), x >= 0, x <= PI


# Gamma and Beta functions, and their relatives.


@fact("The Gamma function is positive on the positive numbers.")
def gamma_as_exponential(*, z: Term) -> Fact:
    """Gamma(z) = exp(log Gamma(z)), for 0 < z."""
    return equal(gamma(z), exp(log_gamma(z))), z > 0


@cache
def bernoulli(n: int) -> Fraction:
    """B_n, with B_1 = -1/2, from sum_{k <= n} C(n + 1, k) B_k = 0."""
    below = sum((math.comb(n + 1, k) * bernoulli(k) for k in range(n)), Fraction(0))
    return Fraction(1) if n == 0 else -below / (n + 1)


@fact(
    "Stirling's series for log Gamma(z), z > 0: its error is at most the first term left out.",
    source="DLMF 5.11.1, 5.11(ii)",
)
def stirling(*, z: Term, terms: int) -> Fact:
    """|log Gamma(z) - S_K(z)| <= |B_{2K+2}| / ((2K+2)(2K+1) z^{2K+1}), K = terms, for 0 < z.

    S_K(z) = (z - 1/2) log z - z + log(2 pi)/2 + sum_{k <= K} B_{2k} / (2k (2k-1) z^{2k-1}).
    """
    require(terms >= 0, "{} is no number of terms.", terms)
    half = Fraction(1, 2)
    *series, last = (
        number(bernoulli(2 * k) / (2 * k * (2 * k - 1))) * power(z, 1 - 2 * k) for k in range(1, terms + 2)
    )
    near = add((z - half) * log(z), -z, log(2 * PI) * half, *series)
    return absolute(log_gamma(z) - near) <= (last if terms % 2 == 0 else -last), z > 0


@fact(
    "Wendel: Gamma(x + s) <= x^s Gamma(x) for 0 < s < 1, Hoelder for the powers u^x and u^(x - 1) under "
    "the integral of Gamma(x + s); the same from x + s to x + 1 gives the other side.",
    schema=True,
)
def gamma_between(*, x: Term, s: Term, side: str) -> Fact:
    """|- x (x + s)^(s - 1) Gamma(x) <= Gamma(x + s) ("below"), Gamma(x + s) <= x^s Gamma(x) ("above"), for
    0 < x, 0 < s and s < 1.
    """
    ends = x * power(x + s, s - 1) * gamma(x), power(x, s) * gamma(x)
    return between(side, ends[0], gamma(x + s), ends[1]), x > 0, s > 0, s < 1


@fact(
    "An incomplete Gamma function is at least its integrand at the end, times x/(x + 1): the difference "
    "Gamma(a, x) - x^a exp(-x)/(x + 1) has the slope -x^(a - 1) exp(-x) (1 + a (x + 1))/(x + 1)^2 < 0 and "
    "vanishes far out.",
    schema=True,
)
def gamma_tail_above(*, a: Term, x: Term) -> Fact:
    """x^a exp(-x)/((x + 1) Gamma(a)) <= Q(a, x), for a > 0 and x > 0."""
    return multiply(power(x, a), exp(-x)) / ((x + 1) * gamma(a)) <= upper_gamma(a, x), a > 0, x > 0


def parts_of(term: Term, head: str, name: str) -> tuple[Term, ...]:
    """The arguments of a function of several numbers."""
    require(term.head == head, "{} is no {}.", term, name)
    return term.args


def of_beta(term: Term) -> tuple[tuple[Term, Term, Term], Fact]:
    """The x, a, b of I_x(a, b), and 0 < x < 1, 0 < a, 0 < b."""
    x, a, b = parts_of(term, "incomplete_beta", "incomplete Beta function")
    return (x, a, b), (x > 0, x < 1, a > 0, b > 0)


@fact("An incomplete Beta function, from its other end: u is put for 1 - u.")
def beta_reflected(*, term: Term) -> Fact:
    """I_x(a, b) = 1 - I_{1-x}(b, a), for 0 < x < 1, 0 < a and 0 < b."""
    (x, a, b), conditions = of_beta(term)
    return equal(term, 1 - incomplete_beta(1 - x, b, a)), *conditions


@fact(
    "Chernoff for fair coins: I_{1/2}(a, b) is the chance that a + b - 1 of them show less than b heads, and "
    "t^heads has the mean ((1 + t)/2)^(a + b - 1).",
    schema=True,
)
def beta_of_coins(*, term: Term, t: Term) -> Fact:
    """I_{1/2}(a, b) <= t^(1 - b) ((1 + t)/2)^(a + b - 1), a and b whole by their form, for a > 0, b > 0 and
    0 < t < 1.
    """
    (x, a, b), conditions = of_beta(term)
    coins = x is number(Fraction(1, 2)) and is_integer(a) and is_integer(b)
    require(coins, "{} is no chance of fair coins.", term)
    return term <= power(t, 1 - b) * power((1 + t) / 2, a + b - 1), *conditions, t > 0, t < 1


@fact(
    "An incomplete Beta function beside a power: for 0 < b <= 1 it is x^a times a multiple of the integral "
    "of s^(a - 1) (1 - x s)^(b - 1) over 0 < s < 1, which rises in x, up to 1 at x = 1; at x = 0 it is "
    "1/(a B(a, b)) = b/((a + b) a B(a, b + 1)) >= b/(a + b).",
    schema=True,
)
def beta_between(*, term: Term, side: str) -> Fact:
    """|- b/(a + b) x^a <= I_x(a, b) ("below"), I_x(a, b) <= x^a ("above"), for 0 < x < 1, 0 < a and
    0 < b <= 1.
    """
    (x, a, b), conditions = of_beta(term)
    return between(side, b / (a + b) * power(x, a), term, power(x, a)), *conditions, b <= 1


@fact("A sum of falling powers lies between the integrals on either side of it.", schema=True)
def hurwitz_between(*, term: Term, side: str) -> Fact:
    """a^(1-s)/(s-1) <= zeta(s, a) for a > 0 ("below"), zeta(s, a) <= (a-1)^(1-s)/(s-1) for a > 1 ("above"),
    where s > 1; so for zeta(s), a = 1.
    """
    riemann = term.head == "function" and term.data == ("zeta",)
    require(riemann or term.head == "hurwitz_zeta", "{} is no zeta function.", term)
    s, a = (*term.args, number(1))[:2]
    end = a if side == "below" else a - 1
    value = power(end, 1 - s) / (s - 1)
    return between(side, value, term, value), s > 1, end > 0


@fact(
    "A series 0F1 is between exponentials (Amos). Its logarithmic derivative R in x = 2 z^(1/2) has R(0) = 0 "
    "and R' = 1 - R^2 - (2 b - 1) R/x. The slope y = x/(a + (x^2 + a^2)^(1/2)) of the exponent below has "
    "1 - y^2 - 2 a y/x = 0: for a = b it falls short of such a derivative, for a = b - 1/2 it exceeds one.",
    schema=True,
)
def confluent_between(*, term: Term, side: str) -> Fact:
    """exp(r - a - a log((a + r)/(2 a))) <= 0F1(; b; z) for a = b ("below"), and >= for a = b - 1/2 ("above"),
    with r = (a^2 + 4 z)^(1/2), for a > 0 and z > 0.
    """
    require(term.head == "hypergeometric" and term.data == (0, 1), "{} is no series 0F1.", term)
    b, z = term.args
    a = b if side == "below" else b - Fraction(1, 2)
    r = sqrt(power(a, 2) + 4 * z)
    value = exp(r - a - a * log((a + r) / (2 * a)))
    return between(side, value, term, value), a > 0, z > 0
