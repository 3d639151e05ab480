"""Laws on whole numbers: probabilities of values, means as sums over values, shares of Zipf laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from .. import laws
from ..heads import STATISTICS
from ..node import TRUE, Term, add, is_number, multiply, number, power
from ..requirements import is_integer, is_natural, least
from ..substitution import fresh_name, occurs, replaced, subterms
from ..terms import absolute, binomial, gamma, hurwitz_zeta, incomplete_beta, zeta
from .conditions import is_told, require_numbers, require_told, strictly
from .functions import between
from .logic import closed_binder
from .probability import avoids, distinct_by, has_mean, law_of, require_law_exists, total_of
from .sums import equation
from .theorem import RELATION, SIDE, Conclusion, Theorem, require, rule, sign_of

_ONE: Final = number(1)
_MOST_PATHS: Final = 2**10
"""So many paths of a chain are written out."""


@rule("The probability of a value.", others=SIDE)
def atom(*conditions: Theorem, x: Term, value: Term) -> Conclusion:
    """|- P(x = y) = p(y) for a number x with a law on 1, 2, ... and a whole y >= 1 by its form; y <= N by the
    conditions where the values end at N. For x ~ Bernoulli(p): P(x = 0) = 1 - p, P(x = 1) = p.
    """
    law = law_of(x)
    require_law_exists(law, conditions)
    event = Term("P", (Term("eq", (x, value)),))
    if law.head == "bernoulli":
        require(value in {number(0), number(1)}, "{} is no value of {}.", value, x)
        return equation(event, law.args[0] if is_number(value, 1) else 1 - law.args[0])
    require(laws.values_are_whole(law), "The values of {} are not 1, 2, ...", x)
    whole = not value.is_random and is_integer(value) and (least(value) or 0) >= 1
    require(whole, "{} is not known to be a whole number from 1 on.", value)
    ends = laws.support(law)
    if ends is not None:
        last = value.head == "index" and value.args[0] is ends[1]
        require(last or is_told(value <= ends[1], conditions), "{} <= {} must be known.", value, ends[1])
    return equation(event, laws.probability(law, value))


@rule(
    "Successes of independent coins have a binomial law, its tail an incomplete Beta function.", others=SIDE
)
def successes(*conditions: Theorem, x: Term, k: Term, relation: str) -> Conclusion:
    """|- P(x = k) = n!/(k! (n - k)!) p^k (1 - p)^(n - k) for k <= n, P(x >= k) = I_p(k, n - k + 1) for
    1 <= k <= n and P(x > k) = I_p(k + 1, n - k) for k + 1 <= n, for the sum x of n independent coins of the
    law Bernoulli(p) and a whole k from 0 on by its form; of tails 0 < p < 1. The orders are the conditions'.
    Of n signs +1 and -1 the sum is 2 k - n where k are +1, so that 2 k - n stands for k, and p is 1/2.
    """
    count, law = total_of(x, conditions)
    signs = law.head == "rademacher" and law.args[:1] == (_ONE,)
    require(signs or law.head == "bernoulli", "{} is no sum of coins, or of signs.", x)
    require_law_exists(law, conditions)
    p = number(Fraction(1, 2)) if signs else law.args[0]
    require(not k.is_random and is_natural(k), "{} is not known to be a whole number from 0 on.", k)
    level = 2 * k - count if signs else k
    event, above = Term("P", (Term(relation, (x, level)),)), relation == "gt"
    left = count - k - 1 if above else count - k
    whole = is_natural(left) or is_told(left >= 0, conditions) or is_told(left + 1 > 0, conditions)
    require(whole, "0 <= {} must be known.", left)
    if relation == "eq":
        return equation(event, binomial(count, k) * power(p, k) * power(1 - p, left))
    require(above or (relation == "ge" and (least(k) or 0) >= 1), "{} is no tail from 1 on.", event)
    require_told(conditions, p > 0, p < 1)
    first = k + 1 if above else k
    some = 1 - power(1 - p, count)
    return equation(event, some if is_number(first, 1) else incomplete_beta(p, first, left + 1))


@rule("A mean over finitely many values is their sum, each weighed by its probability.", others=SIDE)
def listed(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E f(x) = sum_j p(j) E f(j), for a number x with a law on 1, ..., N, a coin or a sign; all else in f
    is independent of x by the model.
    """
    require(term.head == "E" and not term.shape, "{} is no mean of a number.", term)
    law, apart = law_of(x), distinct_by(conditions)
    require_law_exists(law, conditions)
    (body,) = term.args
    inside = any(part.head in STATISTICS and x in subterms(part) for part in subterms(body))
    require(not inside, "{} holds a mean over {}.", body, x)

    def weighed(value: Term, chance: Term) -> Term:
        each = replaced(body, x, value)
        require(avoids(each, x, apart), "{} holds more of {}.", body, x)
        require(not each.is_random or has_mean(body, conditions), "{} may have no mean.", body)
        return multiply(chance, Term("E", (each,)) if each.is_random else each)

    if two := laws.two_values(law):
        return equation(term, add(*(weighed(value, chance) for value, chance in two)))
    ends = laws.support(law) if laws.values_are_whole(law) else None
    require(ends is not None, "{} has no known number of whole values.", x)
    index = Term("index", (ends[1],), (fresh_name(body, law),))
    total = weighed(index, laws.probability(law, index))
    return equation(term, closed_binder("sum", TRUE, total, index))


@rule(
    "A mean over the first states of a chain is a sum over their paths, each weighed by its steps.",
    others=SIDE,
)
def over_paths(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E f(c_1, ..., c_m) = sum_s p(s_1) T(s_1, s_2) ... T(s_(m - 1), s_m) E f(s), for states at numbers of
    a chain c whose first law p and transitions T are written out, and told to be probabilities; all else in f
    is independent of c by the model.
    """
    require(term.head == "E" and not term.shape, "{} is no mean of a number.", term)
    chain = x.head == "family" and x.args[0].head == "markov_chain"
    require(chain and all(part.head == "array" for part in x.args[0].args), "{} is no chain written out.", x)
    transition, initial = x.args[0].args
    count = len(initial.args)
    steps = [transition.args[k * count : (k + 1) * count] for k in range(count)]
    tools = strictly(conditions)
    for law in (initial.args, *steps):
        require(tools.is_zero(tools.expanded(add(*law) - 1)), "{} does not add up to 1.", law)
        require_told(conditions, *(chance >= 0 for chance in law))
    (body,), parts = term.args, subterms(term.args[0])
    inside = any(part.head in STATISTICS and occurs(x, part) for part in parts)
    require(not inside, "{} holds a mean over {}.", body, x)
    states = [part for part in parts if part.head == "item" and part.args[0] is x]
    require(
        bool(states) and all(is_number(c.args[1]) for c in states), "{} is not about {} at numbers.", body, x
    )
    last = max(c.args[1].data[0] for c in states)
    require(count**last <= _MOST_PATHS, "The paths of {} to its state {} are too many.", x, last)

    def weighed(path: tuple[int, ...]) -> Term:
        each = body
        for c in states:
            each = replaced(each, c, number(path[c.args[1].data[0] - 1] + 1))
        require(not occurs(x, each), "{} holds more of {}.", body, x)
        require(not each.is_random or has_mean(each, conditions), "{} may have no mean.", each)
        chances = initial.args[path[0]], *(steps[one][other] for one, other in pairwise(path))
        return multiply(*chances, Term("E", (each,)) if each.is_random else each)

    return equation(term, add(*map(weighed, product(range(count), repeat=last))))


@rule("A power of a Zipf number on all whole numbers has a zeta function for its mean.", others=SIDE)
def zipf_power(*conditions: Theorem, x: Term, e: Term) -> Conclusion:
    """|- E x^e = zeta(alpha - e)/zeta(alpha) for a Zipf law on all whole numbers, alpha > 1 and alpha - e > 1
    by the conditions.
    """
    alpha = _endless(x, conditions)
    require_numbers(e)
    require_told(conditions, alpha - e > 1)
    return equation(Term("E", (power(x, e),)), zeta(alpha - e) / zeta(alpha))


@rule(
    "A sum over the shares p of a Zipf law beside a Beta integral. As a function of the rank p^A (1 - p)^b, "
    "A = a + 1, rises and then falls, so that its sum is within its largest value, at most (A/(A + b))^A, of "
    "its integral C^(1/alpha)/alpha int_0^C u^(a - 1/alpha) (1 - u)^b du, C = 1/zeta(alpha); that from "
    "C to 1 is at most C^(-1/alpha)/(b + 1).",
    others=SIDE,
    schema=True,
)
def share_moment(*conditions: Theorem, x: Term, a: Term, b: Term) -> Conclusion:
    """|E p^a (1 - p)^b - C^(1/alpha)/alpha Gamma(a + 1 - 1/alpha) Gamma(b + 1)/Gamma(a + b + 2 - 1/alpha)|
    <= ((a + 1)/(a + b + 1))^(a + 1) + 1/(alpha (b + 1)), for p = C x^-alpha, the probability of the value
    that x has, x a Zipf law on all whole numbers, with a >= 0, b >= 0.
    """
    alpha = _endless(x, conditions)
    require_numbers(a, b)
    require_told(conditions, a >= 0, b >= 0)
    share = laws.probability(law_of(x), x)
    powers = [power(base, e) for base, e in ((share, a), (1 - share, b)) if not is_number(e, 0)]
    over = 1 / alpha
    scale = power(power(Term("function", (alpha,), ("zeta",)), -1), over) * over
    value = scale * gamma(a + 1 - over) * gamma(b + 1) / gamma(a + b + 2 - over)
    bound = power((a + 1) / (a + b + 1), a + 1) + over / (b + 1)
    return Conclusion(Term("le", (absolute(Term("E", (multiply(*powers),)) - value), bound)))


def _endless(x: Term, conditions: tuple[Theorem, ...]) -> Term:
    """The exponent of the Zipf law of x on all whole numbers."""
    law = law_of(x)
    endless = law.head == "zipf" and len(law.args) == 1
    require(endless, "The law of {} is no Zipf law on all whole numbers.", x)
    require_law_exists(law, conditions)
    return law.args[0]


@rule("What a Zipf law leaves beyond a number is a Hurwitz zeta function.", others=SIDE)
def zipf_beyond(
    *conditions: Theorem, x: Term, t: Term, y: Term = _ONE, s: Term = _ONE, relation: str = "gt"
) -> Conclusion:
    """|- P(y x^s > t) = zeta(alpha, floor(u) + 1)/zeta(alpha), u = (t/y)^(1/s), for x a Zipf law on all whole
    numbers, y > 0, s > 0 and t >= 0 by the conditions; floor(u) is u where that is whole by its form. There
    P(y x^s >= t) = zeta(alpha, u)/zeta(alpha), if t > 0.
    """
    require(relation in {"gt", "ge"}, "A tail is above a level, or from it on.")
    alpha = _endless(x, conditions)
    require_numbers(y, s, t)
    require_told(conditions, y > 0, s > 0, t >= 0)
    u = t if is_number(y, 1) and is_number(s, 1) else power(t / y, 1 / s)
    whole = u if is_integer(u) else Term("function", (u,), ("floor",))
    if relation == "ge":
        require(whole is u, "{} is not known to be a whole number.", u)
        require_told(conditions, t > 0)
    first = whole + 1 if relation == "gt" else u
    rest = hurwitz_zeta(alpha, first) / Term("function", (alpha,), ("zeta",))
    return equation(Term("P", (Term(relation, (multiply(y, power(x, s)), t)),)), rest)


@rule(
    "The tail of a Zipf law beside an integral. For y > 0 it begins at the first whole number above "
    "u = (t/y)^(1/s), at most u + 1, so that it is within u^-alpha of the integral of z^-alpha from u on; "
    "for y = 0 all is 0.",
    RELATION,
    others=SIDE,
    schema=True,
)
def zipf_tail(sign: Theorem, *conditions: Theorem, x: Term, s: Term, t: Term, side: str) -> Conclusion:
    """From 0 <= y: zeta(alpha) P(y x^s > t) <= (y/t)^((alpha - 1)/s)/(alpha - 1) + (y/t)^(alpha/s) ("above"),
    and >= the first less the second ("below"), x a Zipf law on all whole numbers, s > 0 and t > 0 by the
    conditions.
    """
    y, alpha = sign_of(sign), _endless(x, conditions)
    require_numbers(y, s, t)
    require_told(conditions, s > 0, t > 0)

    def level(e: Term) -> Term:
        return multiply(
            *(power(base, c) for base, c in ((y, e), (t, -e)) if not is_number(base, 1)), number(1)
        )

    first, second = level((alpha - 1) / s) / (alpha - 1), level(alpha / s)
    total, chance = zeta(alpha), Term("P", (Term("gt", (multiply(y, power(x, s)), t)),))
    return Conclusion(between(side, (first - second) / total, chance, (first + second) / total))


@rule(
    "The fullest class holds the value 1 or is above the mean; and values may go one by one to the emptiest "
    "of k classes. What these lack of the fullest is at most what later values weigh: a value that makes its "
    "class the fullest leaves at most k - 1 times its mass, and (k - 1) x^-alpha is below the integral "
    "(x + 1)^(1 - alpha)/(alpha - 1) for k <= zeta(alpha) and x >= 2; so all end alike. Where M exceeds "
    "zeta(alpha) the value 1 has its own class, and the others fill k = ceil(zeta(alpha)) - 1.",
    others=SIDE,
    schema=True,
)
def fullest_class(*conditions: Theorem, term: Term) -> Conclusion:
    """|- the fullest of M classes of x holds max(1/zeta(alpha), 1/M) at least, x with a Zipf law on all whole
    numbers and M >= 1 by its form; some function of x to these classes reaches it.
    """
    require(term.head == "fullest_class", "{} is not about classes.", term)
    x, classes = term.args
    total = Term("function", (_endless(x, conditions),), ("zeta",))
    require((least(classes) or 0) >= 1, "{} may be zero.", classes)
    return equation(term, Term("maximum", (1 / total, 1 / classes)))
