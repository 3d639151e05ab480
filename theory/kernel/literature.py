"""Results of the literature on special functions, each an inequality with its place and its remainder."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from ..terms import (
    EULER_GAMMA,
    PI,
    TRUE,
    Term,
    Value,
    absolute,
    abstracted,
    add,
    exp,
    hurwitz_zeta,
    is_number,
    log,
    multiply,
    negation,
    number,
    occurs,
    power,
    value_of,
)
from .algebra import expander
from .logic import closed_binder
from .probability import law_of, require_law_exists
from .sums import last_of
from .theorem import ORDER, RELATION, SIDE, Conclusion, Theorem, ordered, require, rule


@cache
def bernoulli(n: int) -> Fraction:
    """B_n, with B_1 = -1/2, from sum_{k <= n} C(n + 1, k) B_k = 0."""
    below = sum((math.comb(n + 1, k) * bernoulli(k) for k in range(n)), Fraction(0))
    return Fraction(1) if n == 0 else -below / (n + 1)


def _function(name: str, x: Value) -> Term:
    return Term("function", (x if type(x) is Term else number(x),), (name,))  # type: ignore[arg-type]


def _argument(premise: Theorem) -> Term:
    """z, from 0 < z."""
    low, relation, z = ordered(premise.proposition)
    require(is_number(low, 0) and relation == "lt", "{} does not say that something is positive.", premise)
    return z


def _near(value: Term, parts: list[Term], bound: Term) -> Conclusion:
    """|value - the sum of the parts| <= bound."""
    return Conclusion(Term("le", (absolute(value - add(*parts)), bound)))


def _zeta(s: Term) -> Term:
    """zeta(s); zeta(-m) = (-1)^m B_{m+1} / (m+1) for whole m >= 0."""
    if is_number(s) and s.data[1] == 1 and s.data[0] <= 0:
        m = -s.data[0]
        return number((-1) ** m * bernoulli(m + 1) / (m + 1))
    return _function("zeta", s)


@rule("The Gamma function is positive on the positive numbers.", ORDER)
def gamma_as_exponential(premise: Theorem) -> Conclusion:
    """From 0 < z: Gamma(z) = exp(log Gamma(z))."""
    z = _argument(premise)
    return Conclusion(Term("eq", (_function("gamma", z), exp(_function("log_gamma", z)))))


@rule(
    "Stirling's series for log Gamma(z), z > 0: its error is at most the first term left out.",
    ORDER,
    source="DLMF 5.11.1, 5.11(ii)",
)
def stirling(premise: Theorem, *, terms: int) -> Conclusion:
    """From 0 < z: |log Gamma(z) - S_K(z)| <= |B_{2K+2}| / ((2K+2)(2K+1) z^{2K+1}), K = terms.

    S_K(z) = (z - 1/2) log z - z + log(2 pi)/2 + sum_{k <= K} B_{2k} / (2k (2k-1) z^{2k-1}).
    """
    z, half = _argument(premise), Fraction(1, 2)
    require(terms >= 0, "{} is no number of terms.", terms)
    *series, last = [
        number(bernoulli(2 * k) / (2 * k * (2 * k - 1))) * power(z, 1 - 2 * k) for k in range(1, terms + 2)
    ]
    start = [(z - half) * log(z), -z, log(2 * PI) * half]
    return _near(_function("log_gamma", z), [*start, *series], last if terms % 2 == 0 else -last)


@rule("Gamma(z + 1) = z Gamma(z), one factor after the other.", ORDER, schema=True)
def gamma_of_product(premise: Theorem, *, term: Term) -> Conclusion:
    """From 0 < z: prod_{j <= N} (j + z - 1) = Gamma(z + N)/Gamma(z)."""
    z = _argument(premise)
    require(term.head == "product" and term.args[1] is TRUE, "{} is no product over all j <= N.", term)
    index, _, body = term.opened(z)
    require(body is index + (z - 1), "{} has other factors than j + {} - 1.", term, z)
    return Conclusion(Term("eq", (term, _function("gamma", z + term.args[0]) / _function("gamma", z))))


@rule("The sum of a geometric progression.", others=SIDE, schema=True)
def geometric_sum(*conditions: Theorem, term: Term) -> Conclusion:
    """|- sum_{j <= N} r^j = r (1 - r^N) / (1 - r), where r != 1 follows from the conditions; N may be an
    index.
    """
    fits = term.head == "sum" and term.args[2].head == "power"
    require(fits, "{} is no geometric sum.", term)
    last, (base, exponent) = last_of(term), term.args[2].args
    own = exponent.head == "bound_index" and exponent.data == (0,)
    require(own and not base.loose and not base.is_random, "{} is no geometric sum.", term)
    known = expander(conditions)
    require(known.nonzero(known.expanded(base - 1)), "{} must be known to differ from 1.", base)
    return Conclusion(Term("eq", (term, base * (1 - power(base, last)) / (1 - base))))


@rule(
    "The cosine falls from 0 to pi, and is the same at 2 pi - x as at x.",
    RELATION,
    RELATION,
    RELATION,
    schema=True,
)
def cosine_falls(sign: Theorem, low: Theorem, high: Theorem) -> Conclusion:
    """From 0 <= y, y <= x and x <= 2 pi - y: cos x <= cos y."""
    (y, _, x), (same, _, end) = ordered(low.proposition), ordered(high.proposition)
    zero, _, own = ordered(sign.proposition)
    require(is_number(zero, 0) and own is y, "{} does not say that {} is nonnegative.", sign, y)
    require(same is x and end is 2 * PI - y, "{} does not end {} at 2 pi - {}.", high, x, y)
    return Conclusion(Term("le", (_function("cos", x), _function("cos", y))))


@rule("One minus a cosine is of the order of its angle's square.", RELATION, RELATION, schema=True)
def cosine_near_one(low: Theorem, high: Theorem) -> Conclusion:
    """From 0 <= x and x <= pi: 2 x^2/pi^2 <= 1 - cos x, since sin(x/2) >= x/pi, and 1 - cos x <= x^2/2."""
    (zero, _, x), (same, _, end) = ordered(low.proposition), ordered(high.proposition)
    fits = is_number(zero, 0) and same is x and end is PI
    require(fits, "{} and {} do not say that an angle is between 0 and pi.", low, high)
    rest = 1 - _function("cos", x)
    sides = Term("le", (2 * power(x, 2) / power(PI, 2), rest)), Term("le", (rest, power(x, 2) / 2))
    return Conclusion(Term("and", sides))


def _summed(term: Term) -> tuple[Term, Term, Term]:
    """The range, base and exponent of sum_{j <= N} b^e, over all j."""
    require(
        term.head == "sum" and term.args[1] is TRUE and not term.shape, "{} is no sum over all j <= N.", term
    )
    upper, _, body = term.args
    return (upper, *body.args) if body.head == "power" else (upper, body, number(1))


@rule(
    "A sum of powers along an arithmetic progression is a difference of Hurwitz's zeta function.", others=SIDE
)
def hurwitz_sum(*facts: Theorem, term: Term, step: Term, start: Term) -> Conclusion:
    """|- sum_{j <= N} (c j + b)^(-s) = c^(-s) (zeta(s, 1 + b/c) - zeta(s, N + 1 + b/c)), where 1 < s, 0 < c
    and 0 < b + c follow from the facts.
    """
    require(term.head == "sum" and term.args[1] is TRUE, "{} is no sum over all j <= N.", term)
    index, _, body = term.opened(step, start)
    base, exponent = body.args if body.head == "power" else (body, number(1))
    known, parts = expander(facts), (-exponent, step, start)
    require(not any(occurs(index, part) or part.is_random for part in parts), "{} is no power.", body)
    require(known.is_zero(known.expanded(base - step * index - start)), "{} is not {} {} + {}.", base, *parts)
    for part in (-exponent - 1, step, start + step):
        require(known.positive(known.expanded(part)), "0 < {} must be known.", part)
    first = 1 + start / step
    total = hurwitz_zeta(-exponent, first) - hurwitz_zeta(-exponent, term.args[0] + first)
    return Conclusion(Term("eq", (term, multiply(power(step, exponent), total))))


@rule(
    "A number of whole numbers takes the most off the sum of j^(-s) where they are the first K, and leaves "
    "zeta(s, K + 1) then, which falls with K.",
    RELATION,
    others=SIDE,
)
def hurwitz_left(few: Theorem, *facts: Theorem, s: Term) -> Conclusion:
    """From sum_{j <= N: c(j)} 1 <= b: zeta(s, b + 1) <= sum_{j <= N: not c(j)} j^(-s) + zeta(s, N + 1), where
    1 < s follows from the facts.
    """
    count, _, b = ordered(few.proposition)
    counts = count.head == "sum" and is_number(count.args[2], 1) and not b.is_random
    require(counts, "{} is no bound on how many numbers there are.", few)
    known = expander(facts)
    above = not s.is_random and known.positive(known.expanded(s - 1))
    require(above, "1 < {} must be known.", s)
    index, case, _ = count.opened(s)
    upper = count.args[0]
    left = closed_binder("sum", negation(case), power(index, -s), index)
    return Conclusion(Term("le", (hurwitz_zeta(s, b + 1), left + hurwitz_zeta(s, upper + 1))))


@rule("A sum of falling powers lies between the integrals on either side of it.", others=SIDE, schema=True)
def hurwitz_between(*facts: Theorem, term: Term, side: str) -> Conclusion:
    """|- a^(1-s)/(s-1) <= zeta(s, a) for a > 0 ("below"), zeta(s, a) <= (a-1)^(1-s)/(s-1) for a > 1
    ("above"), where s > 1; so for zeta(s), a = 1.
    """
    riemann = term.head == "function" and term.data == ("zeta",)
    require(riemann or term.head == "hurwitz_zeta", "{} is no zeta function.", term)
    s, a = (*term.args, number(1))[:2]
    require(side in {"below", "above"}, "A side is below or above.")
    known, end = expander(facts), a if side == "below" else a - 1
    for part in (s - 1, end):
        require(not part.is_random and known.positive(known.expanded(part)), "0 < {} must be known.", part)
    value = power(end, 1 - s) / (s - 1)
    return Conclusion(Term("le", (value, term) if side == "below" else (term, value)))


@rule("A sum of falling powers beyond a number is below the integral from a whole number on.", others=SIDE)
def powers_beyond(*facts: Theorem, term: Term) -> Conclusion:
    """|- sum_{j <= N: j > y} j^(-s) <= (y - 1)^(1 - s)/(s - 1), where 1 < s and 1 < y by the facts."""
    require(term.head == "sum" and not term.shape, "{} is no sum of numbers.", term)
    index, condition, body = term.opened()
    fits = condition.head == "gt" and condition.args[0] is index and body.head == "power"
    require(fits and body.args[0] is index, "{} is no sum of powers of its index beyond a number.", term)
    s, y, known = -body.args[1], condition.args[1], expander(facts)
    for part in (s - 1, y - 1):
        plain = not part.is_random and not occurs(index, part)
        require(plain and known.positive(known.expanded(part)), "0 < {} must be known.", part)
    return Conclusion(Term("le", (term, power(y - 1, 1 - s) / (s - 1))))


@rule(
    "Euler and Maclaurin for a sum of powers: its error is at most the first term left out.",
    others=SIDE,
    source="DLMF 25.2.9, 2.10(i)",
)
def power_sum(*conditions: Theorem, term: Term, terms: int) -> Conclusion:
    """|sum_{j <= N} j^(-s) - S_K(N)| <= the last term of S_{K+1}(N), K = terms, for -2K - 1 < s.

    S_K(N) = zeta(s) + N^{1-s}/(1-s) + N^{-s}/2 - sum_{k <= K} B_{2k}/(2k)! s ... (s+2k-2) N^{1-s-2k} for
    s != 1, and with gamma + log N in place of the first two for s = 1. That s != 1 and -2K - 1 < s follows
    from the conditions.
    """
    require(terms >= 0, "{} is no number of terms.", terms)
    upper, base, exponent = _summed(term)
    plain = base.head == "bound_index" and base.data == (0,) and not exponent.loose
    require(plain, "{} is no sum of powers of its index.", term)
    s, known = -exponent, expander(conditions)
    require(known.positive(known.expanded(s + (2 * terms + 1))), "{} > {} must be known.", s, -2 * terms - 1)
    if is_number(s, 1):
        start = [EULER_GAMMA, log(upper)]
    else:
        require(known.nonzero(known.expanded(s - 1)), "{} must be known to differ from 1.", s)
        start = [_zeta(s), power(upper, 1 - s) / (1 - s)]
    *factors, last = [
        multiply(number(-bernoulli(2 * k) / math.factorial(2 * k)), *(s + i for i in range(2 * k - 1)))
        for k in range(1, terms + 2)
    ]
    series = [multiply(c, power(upper, 1 - s - 2 * k)) for k, c in enumerate(factors, 1)]
    size = number(abs(value_of(last))) if is_number(last) else absolute(last)
    bound = multiply(size, power(upper, -1 - s - 2 * terms))
    return _near(term, [*start, number(Fraction(1, 2)) * power(upper, -s), *series], bound)


@rule(
    "The largest of n independent normal numbers of mean 0 is at least (2/3) (v log n)^(1/2) in the mean.",
    others=SIDE,
    source="Kamath 2015, Bounds on the expectation of the maximum of samples from a Gaussian, with the "
    "constant (pi log 2)^(-1/2) = 0.6776",
)
def largest_normal(*conditions: Theorem, index: Term, x: Term) -> Conclusion:
    """|- (2/3) sqrt(v log n) <= E max_j x_j, for the items x_j, j = 1, ..., n, of a family N(0, v)."""
    require(x.head == "item" and x.args[1:] == (index,), "{} is no item at {}.", x, index)
    law = law_of(x)
    plain = law.head == "normal" and not law.shape and is_number(law.args[0], 0)
    require(plain and index.head == "index", "The law of {} is not normal with mean 0.", x)
    require_law_exists(law, conditions)
    largest = Term("max", (index.args[0], TRUE, abstracted(x, index)))
    low = multiply(number(Fraction(2, 3)), power(law.args[1] * log(index.args[0]), Fraction(1, 2)))
    return Conclusion(Term("le", (low, Term("E", (largest,)))))


@rule(
    "A series 0F1 is between exponentials (Amos). Its logarithmic derivative R in x = 2 z^(1/2) has R(0) = 0 "
    "and R' = 1 - R^2 - (2 b - 1) R/x. The slope y = x/(a + (x^2 + a^2)^(1/2)) of the exponent below has "
    "1 - y^2 - 2 a y/x = 0: for a = b it falls short of such a derivative, for a = b - 1/2 it exceeds one.",
    others=SIDE,
    schema=True,
)
def confluent_between(*facts: Theorem, term: Term, side: str) -> Conclusion:
    """|- exp(r - a - a log((a + r)/(2 a))) <= 0F1(; b; z) for a = b ("below"), and >= for a = b - 1/2
    ("above"), with r = (a^2 + 4 z)^(1/2), where a > 0 and z > 0 by the facts.
    """
    require(term.head == "hypergeometric" and term.data == (0, 1), "{} is no series 0F1.", term)
    require(side in {"below", "above"}, "A side is below or above.")
    known, (b, z) = expander(facts), term.args
    a = b if side == "below" else b - Fraction(1, 2)
    for part in (a, z):
        require(not part.is_random and known.positive(known.expanded(part)), "0 < {} must be known.", part)
    r = power(power(a, 2) + 4 * z, Fraction(1, 2))
    value = exp(r - a - a * log((a + r) / (2 * a)))
    return Conclusion(Term("le", (value, term) if side == "below" else (term, value)))
