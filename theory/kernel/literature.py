"""Results of the literature on special functions, each an inequality with its place and its remainder."""

from __future__ import annotations

import math
from fractions import Fraction

from ..terms import (
    EULER_GAMMA,
    TRUE,
    Term,
    absolute,
    abstracted,
    add,
    gamma,
    hurwitz_zeta,
    is_number,
    log,
    log_gamma,
    multiply,
    negation,
    number,
    occurs,
    power,
    value_of,
    zeta,
)
from .algebra import knowing
from .components import require_numbers, require_told
from .functions import Fact, bernoulli, equal, fact
from .logic import closed_binder
from .probability import law_of, require_law_exists
from .sums import last_of
from .theorem import RELATION, SIDE, Conclusion, Theorem, ordered, require, rule


def _zeta(s: Term) -> Term:
    """zeta(s); zeta(-m) = (-1)^m B_{m+1} / (m+1) for whole m >= 0."""
    if is_number(s) and s.data[1] == 1 and s.data[0] <= 0:
        m = -s.data[0]
        return number((-1) ** m * bernoulli(m + 1) / (m + 1))
    return zeta(s)


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
    require_numbers(s)
    require_told(facts, s > 1)
    index, case, _ = count.opened(s)
    upper = count.args[0]
    left = closed_binder("sum", negation(case), power(index, -s), index)
    return Conclusion(Term("le", (hurwitz_zeta(s, b + 1), left + hurwitz_zeta(s, upper + 1))))


@fact("Gamma(z + 1) = z Gamma(z), one factor after the other.", schema=True)
def gamma_of_product(*, term: Term, z: Term) -> Fact:
    """prod_{j <= N} (j + z - 1) = Gamma(z + N)/Gamma(z), and the sum of log(j + z - 1) is the difference of
    their logarithms, for 0 < z.
    """
    over_all = term.head in {"product", "sum"} and term.args[1] is TRUE
    require(over_all, "{} is no product or sum over all j <= N.", term)
    index, _, body = term.opened(z)
    factor, last = index + (z - 1), z + term.args[0]
    own = log(factor) if term.head == "sum" else factor
    require(body is own, "{} has other factors, or logarithms of others, than j + {} - 1.", term, z)
    if own is factor:
        return equal(term, gamma(last) / gamma(z)), z > 0
    return equal(term, log_gamma(last) - (number(0) if is_number(z, 1) else log_gamma(z))), z > 0


@fact("The sum of a geometric progression.", schema=True)
def geometric_sum(*, term: Term) -> Fact:
    """sum_{j <= N} r^j = r (1 - r^N) / (1 - r), for r != 1; N may be an index."""
    fits = term.head == "sum" and term.args[2].head == "power"
    require(fits, "{} is no geometric sum.", term)
    last, (base, exponent) = last_of(term), term.args[2].args
    own = exponent.head == "bound_index" and exponent.data == (0,)
    require(own and not base.loose, "{} is no geometric sum.", term)
    return equal(term, base * (1 - power(base, last)) / (1 - base)), base != 1


@fact("A sum of powers along an arithmetic progression is a difference of Hurwitz's zeta function.")
def hurwitz_sum(*, term: Term, step: Term, start: Term) -> Fact:
    """sum_{j <= N} (c j + b)^(-s) = c^(-s) (zeta(s, 1 + b/c) - zeta(s, N + 1 + b/c)), for 1 < s, 0 < c and
    0 < b + c.
    """
    require(term.head == "sum" and term.args[1] is TRUE, "{} is no sum over all j <= N.", term)
    index, _, body = term.opened(step, start)
    base, exponent = body.args if body.head == "power" else (body, number(1))
    require(not any(occurs(index, part) for part in (exponent, step, start)), "{} is no power.", body)
    linear = not knowing().expanded(base - step * index - start)
    require(linear, "{} is not {} {} + {}.", base, step, index, start)
    first = 1 + start / step
    total = hurwitz_zeta(-exponent, first) - hurwitz_zeta(-exponent, term.args[0] + first)
    return equal(term, multiply(power(step, exponent), total)), -exponent > 1, step > 0, start + step > 0


@fact("A sum of falling powers beyond a number is below the integral from a whole number on.")
def powers_beyond(*, term: Term) -> Fact:
    """sum_{j <= N: j > y} j^(-s) <= (y - 1)^(1 - s)/(s - 1), for 1 < s and 1 < y."""
    require(term.head == "sum", "{} is no sum of numbers.", term)
    index, condition, body = term.opened()
    fits = condition.head == "gt" and condition.args[0] is index and body.head == "power"
    require(fits and body.args[0] is index, "{} is no sum of powers of its index beyond a number.", term)
    s, y = -body.args[1], condition.args[1]
    require(not occurs(index, s) and not occurs(index, y), "{} or {} depends on the index.", s, y)
    return term <= power(y - 1, 1 - s) / (s - 1), s > 1, y > 1


@fact(
    "Euler and Maclaurin for a sum of powers: its error is at most the first term left out.",
    source="DLMF 25.2.9, 2.10(i)",
)
def power_sum(*, term: Term, terms: int) -> Fact:
    """|sum_{j <= N} j^(-s) - S_K(N)| <= the last term of S_{K+1}(N), K = terms, for -2K - 1 < s.

    S_K(N) = zeta(s) + N^{1-s}/(1-s) + N^{-s}/2 - sum_{k <= K} B_{2k}/(2k)! s ... (s+2k-2) N^{1-s-2k} for
    s != 1, and with gamma + log N in place of the first two for s = 1.
    """
    require(terms >= 0, "{} is no number of terms.", terms)
    require(term.head == "sum" and term.args[1] is TRUE, "{} is no sum over all j <= N.", term)
    upper, _, body = term.args
    base, exponent = body.args if body.head == "power" else (body, number(1))
    plain = base.head == "bound_index" and base.data == (0,) and not exponent.loose
    require(plain, "{} is no sum of powers of its index.", term)
    s = -exponent
    one = is_number(s, 1)
    start = [EULER_GAMMA, log(upper)] if one else [_zeta(s), power(upper, 1 - s) / (1 - s)]
    *factors, last = [
        multiply(number(-bernoulli(2 * k) / math.factorial(2 * k)), *(s + i for i in range(2 * k - 1)))
        for k in range(1, terms + 2)
    ]
    series = [multiply(c, power(upper, 1 - s - 2 * k)) for k, c in enumerate(factors, 1)]
    near = add(*start, number(Fraction(1, 2)) * power(upper, -s), *series)
    size = number(abs(value_of(last))) if is_number(last) else absolute(last)
    bound = multiply(size, power(upper, -1 - s - 2 * terms))
    conditions = (s > -2 * terms - 1, *(() if one else (s != 1,)))
    return absolute(term - near) <= bound, *conditions


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
