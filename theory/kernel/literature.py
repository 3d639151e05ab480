"""Results of the literature on special functions, each an inequality with its place and its remainder."""

from __future__ import annotations

import math
from fractions import Fraction

from ..node import TRUE, Term, add, is_number, multiply, negation, number, power, value_of
from ..substitution import abstracted, occurs, opened
from ..terms import EULER_GAMMA, absolute, gamma, hurwitz_zeta, log, log_gamma, zeta
from .conditions import require_numbers, require_told
from .functions import Fact, bernoulli, both, equal, fact
from .logic import closed_binder
from .probability import law_of, require_law_exists
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
    index, case, _ = opened(count, s)
    upper = count.args[0]
    left = closed_binder("sum", negation(case), power(index, -s), index)
    return Conclusion(Term("le", (hurwitz_zeta(s, b + 1), left + hurwitz_zeta(s, upper + 1))))


@fact("Gamma(z + 1) = z Gamma(z), and so for its logarithm, which is 0 at 1.", schema=True)
def gamma_next(*, z: Term) -> Fact:
    """Gamma(z + 1) = z Gamma(z) and log Gamma(z + 1) = log z + log Gamma(z), for 0 < z; log Gamma(1) = 0."""
    steps = equal(gamma(z + 1), z * gamma(z)), equal(log_gamma(z + 1), log(z) + log_gamma(z))
    return both(both(*steps), equal(log_gamma(1), number(0))), z > 0


@fact("The first term of the series of Hurwitz's zeta function, and the others.")
def hurwitz_next(*, s: Term, a: Term) -> Fact:
    """zeta(s, a) = a^(-s) + zeta(s, a + 1), for 1 < s and 0 < a."""
    return equal(hurwitz_zeta(s, a), power(a, -s) + hurwitz_zeta(s, a + 1)), s > 1, a > 0


@fact("A sum of falling powers beyond a number is below the integral from a whole number on.")
def powers_beyond(*, term: Term) -> Fact:
    """sum_{j <= N: j > y} j^(-s) <= (y - 1)^(1 - s)/(s - 1), for 1 < s and 1 < y."""
    require(term.head == "sum", "{} is no sum of numbers.", term)
    index, condition, body = opened(term)
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
