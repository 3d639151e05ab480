"""Means over a number that has a density: the rise of an antiderivative, piece by piece.

An antiderivative is a sum of products of what is listed in `_Product`. From that form, and from signs of
coefficients that are known, follow its limits at the ends of a piece and that its slope is absolutely
integrable there; that it is an antiderivative is a premise, proved by differentiation.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from .. import laws
from ..laws import INFINITE, End
from ..node import TRUE, Term, add, is_number, multiply, number, summands
from ..requirements import is_natural
from ..substitution import abstracted, occurs, replaced
from ..terms import upper_gamma
from .algebra import Expander, Polynomial, opposite, plus
from .conditions import require_numbers, require_told
from .logic import closed_binder, require_any, require_general, require_pointwise, said_between
from .probability import (
    distinct_by,
    has_moments,
    item_below,
    law_of,
    mean_of,
    parted,
    require_law_exists,
    strictly,
    total_of,
)
from .sums import equation
from .theorem import EQUATION, RELATION, SIDE, Conclusion, Refused, Theorem, ordered, require, rule

_MOST_FACTORS: Final = 64


@rule(
    "The mean of a function of a number that has a density is, piece by piece, the rise of an antiderivative "
    "of their product, whose slope is absolutely integrable.",
    others=SIDE,
)
def by_density(
    *facts: Theorem, term: Term, x: Term, variable: Term, ends: tuple[End, ...], wholes: tuple[Term, ...]
) -> Conclusion:
    """From a_i < t, t < a_(i+1) |- grad_t F_i(t) = f(t) p(t) for any number t, i = 0, ..., k - 1:
    E f(x) G = sum_i (F_i(a_(i+1)) - F_i(a_i)) E G, limits where that is no value, G independent of x by the
    model. Here p is the density of x, a_0 and a_k are the ends of its range, and a_i <= a_(i+1) by the
    conditions, which are the other facts.
    """
    slopes, conditions = facts[: len(wholes)], facts[len(wholes) :]
    require(term.head == "E" and not term.shape, "{} is no mean of a number.", term)
    require(len(slopes) == len(wholes) == len(ends) - 1 > 0, "Each of {} pieces has its slope.", len(wholes))
    (body,), law = term.args, law_of(x)
    said = (fact.proposition for fact in conditions)
    require_any(variable, conditions, term, law, *(end for end in ends if type(end) is Term), *said)
    known = strictly(conditions)
    own, rest = parted(body, x, distinct_by(conditions))
    require(has_moments(rest), "The mean of {} is not known to be finite.", rest)
    value, density = replaced(own, x, variable), laws.density(law, variable)
    _require_range(law, ends, conditions)
    require(not value.is_random, "{} holds more than {} that is random.", body, x)
    require_pointwise(value, variable)
    gone, rises = [], []
    for position, (slope, whole) in enumerate(zip(slopes, wholes, strict=True)):
        piece = ends[position : position + 2]
        wanted = Term("gradient", (abstracted(whole, variable), variable))
        fits = slope.proposition is Term("eq", (wanted, Term("mul", (value, density))))
        require(fits, "{} does not say that {} has the slope {} times {}.", slope, whole, value, density)
        gone += said_between(slope, variable, piece)
        rises.append(_rise(whole, variable, piece, known))
    whole = multiply(add(number(0), *rises), mean_of(rest))
    return Conclusion(Term("eq", (term, whole)), tuple(gone))


def require_density(law: Term, conditions: tuple[Theorem, ...]) -> tuple[End, End]:
    """The ends of the range of a law with a density, which is positive between them."""
    found = laws.density_range(law)
    if found is None:
        raise Refused(f"{law} has no density that is known here.")
    low, high, exists = found
    require_told(conditions, exists)
    return low, high


@rule(
    "The largest or smallest of numbers from a on has for its mean a and the integral of its tail from a to "
    "their bound b, or without end.",
    EQUATION,
    EQUATION,
    RELATION,
    others=SIDE,
)
def extreme_mean(
    chance: Theorem, slope: Theorem, low: Theorem, *facts: Theorem,
    variable: Term, whole: Term, index: Term, end: str = "b",
) -> Conclusion:  # fmt: skip
    """From P(x > t) = g(t) and grad_t F(t) = g(t) where a < t, t < b, for any number t, and a <= x_j and
    x_j <= b for any j: E x = a + F(b) - F(a), x = max_j x_j, or min_j x_j; so without a b, for the `end`
    "oo". The other facts tell signs.
    """
    (tail, value), (change, same) = chance.proposition.args, slope.proposition.args
    require(tail.head == "P" and tail.args[0].head == "gt", "{} is no tail.", chance)
    (x, t), (a, _, one) = tail.args[0].args, ordered(low.proposition)
    endless = end == INFINITE[1]
    require(endless or (end == "b" and len(facts) > 0), "There is no end {}, or nothing about it.", end)
    high, conditions = (low, facts) if endless else (facts[0], facts[1:])
    other, b = (one, end) if endless else ordered(high.proposition)[::2]
    require(t is variable, "{} is not any number.", t)
    require_general(index, TRUE, (low, high))
    own = x.head in {"max", "min"} and x is closed_binder(x.head, TRUE, one, index) and one is other
    require(own, "{} and {} are not about all of {}.", low, high, x)
    ends = (a,) if endless else (a, b)
    require(not any(part.is_random for part in ends), "{} or {} is random.", a, b)
    fits = change is Term("gradient", (abstracted(whole, t), t)) and same is value
    require(fits, "{} does not say that {} has the slope {}.", slope, whole, value)
    told = (low, high, *conditions)
    require_any(t, told, x, *ends, *(fact.proposition for fact in told))
    require(not any(occurs(index, part) for part in ends), "{} or {} varies.", a, b)
    known = strictly(conditions)
    gone = [p for fact in (chance, slope) for p in said_between(fact, t, (a, b))]
    return Conclusion(Term("eq", (Term("E", (x,)), a + _rise(whole, t, (a, b), known))), tuple(gone))


@rule(
    "The largest of n waiting times is a sum of waits (Rényi): while j of them last, the first one ends "
    "after 1/(j r) in the mean, and what is left of the others has the same law anew.",
    others=SIDE,
    schema=True,
)
def longest_wait(*conditions: Theorem, term: Term) -> Conclusion:
    """|- E max_j x_j = (sum_j 1/j)/r, for the items x_j, j = 1, ..., n, of a family of the exponential law of
    rate r, where r > 0 by the conditions.
    """
    (x,) = term.args
    require(term.head == "E" and x.head == "max" and x.args[1] is TRUE, "{} is no mean of a largest.", term)
    item = item_below(x)
    law, index = law_of(item), item.args[1]
    require(law.head == "exponential", "The law of {} is not exponential.", item)
    require_law_exists(law, conditions)
    return equation(term, closed_binder("sum", TRUE, 1 / index, index) / law.args[0])


@rule(
    "A sum of n waiting times has a Gamma law: it lasts beyond t where less than n of them end before.",
    others=SIDE,
)
def waiting_tail(*conditions: Theorem, x: Term, t: Term, relation: str = "gt") -> Conclusion:
    """|- P(x > t) = Q(n, r t), and so for >=, for the sum x of n independent numbers of the exponential law
    of rate r: of all n items of a family, or of n numbers. Here r > 0 and t > 0 by the conditions.
    """
    count, law = total_of(x, conditions)
    require(law.head == "exponential", "{} is no sum of waiting times.", x)
    require(relation in {"gt", "ge"}, "{} is no tail.", relation)
    require_numbers(t)
    require_law_exists(law, conditions)
    require_told(conditions, t > 0)
    chance = Term("P", (Term(relation, (x, t)),))
    return equation(chance, upper_gamma(count, law.args[0] * t))


@rule("A number with a density lies with each probability below one level alone.", EQUATION, others=SIDE)
def quantile_by_density(value: Theorem, *conditions: Theorem) -> Conclusion:
    """From P(x <= t) = q, 0 < q and q < 1 by the conditions: the q-quantile of x is t, for a number x whose
    law has a density that is positive from end to end of its range.
    """
    chance, q = value.proposition.args
    require(chance.head == "P" and chance.args[0].head == "le", "{} is not below a level.", chance)
    x, t = chance.args[0].args
    require_density(law_of(x), conditions)
    require_numbers(t, q)
    require_told(conditions, q > 0, q < 1)
    return equation(Term("quantile", (x, q)), t)


def _require_range(law: Term, ends: tuple[End, ...], conditions: tuple[Theorem, ...]) -> None:
    """The law exists, and the ends go from one end of its range to the other."""
    wanted = require_density(law, conditions)
    require((ends[0], ends[-1]) == wanted, "{} do not go from end to end of the range {}.", ends, wanted)
    for small, large in pairwise(ends):
        if type(small) is Term and type(large) is Term:
            require_numbers(small, large)
            require_told(conditions, small <= large)
            continue
        outside = (small == INFINITE[0] and small is ends[0]) or (large == INFINITE[1] and large is ends[-1])
        require(outside, "{} and {} are no piece.", small, large)


def _rise(whole: Term, t: Term, piece: tuple[End, ...], known: Expander) -> Term:
    """The limit of an antiderivative at the end of its piece less that at its beginning."""
    return _limit(whole, t, piece, 1, known) - _limit(whole, t, piece, 0, known)


def _limit(whole: Term, t: Term, piece: tuple[End, ...], side: int, known: Expander) -> Term:
    """The limit of an antiderivative at an end of its piece, by those of its summands."""
    require(not whole.is_random and not whole.shape, "{} is no function of one number.", whole)
    parts = summands(whole)
    return add(number(0), *(_Product(part, t, piece, known).limit(side) for part in parts))


class _Product:
    """A product, seen on a piece, of factors without t and of

    polynomials in t, and exp, erfc, cos, sin of such, which are smooth everywhere; and powers u^e and log u
    of a u = c t + d that is positive inside the piece, since it is positive at one end at least, and positive
    or zero at the other.
    """

    def __init__(self, product: Term, t: Term, piece: tuple[End, ...], known: Expander) -> None:
        self.t, self.piece, self.known = t, piece, known
        self.factors = _factors(product)
        require(len(self.factors) <= _MOST_FACTORS, "{} has too many factors.", product)
        self.exponent: dict[int, Polynomial] = {}
        """The sum of the exponents of all exp, by powers of t."""
        self.fading: list[Term] = []
        """The x of all erfc(x)."""
        self.polynomials: list[Term] = []
        self.roots: list[tuple[Term, Term]] = []
        """u and e for u^e, e = 0 for log u."""
        self.others = False
        """Whether there is a cosine or sine."""
        for factor in self.factors:
            if occurs(t, factor):
                self._sort(factor)

    def _sort(self, factor: Term) -> None:
        name = factor.data[0] if factor.head == "function" else factor.head
        if name == "log" or (factor.head == "power" and not is_natural(factor.args[1])):
            u, e = (factor.args[0], number(0)) if name == "log" else factor.args
            require(not occurs(self.t, e), "The exponent of {} varies.", factor)
            self._require_positive(u)
            self.roots.append((u, e))
        elif name in {"exp", "erfc", "cos", "sin"}:
            inside = self.coefficients(factor.args[0])
            if name == "exp":
                for n, c in inside.items():
                    self.exponent[n] = plus(self.exponent.get(n, {}), c)
            elif name == "erfc":
                self.fading.append(factor.args[0])
            else:
                self.others = True
        else:
            self.coefficients(factor.args[0] if factor.head == "power" else factor)
            self.polynomials.append(factor)

    def coefficients(self, term: Term) -> dict[int, Polynomial]:
        """A polynomial in t by its powers; refused where it is none."""
        return coefficients(term, self.t, self.known)

    def _require_positive(self, u: Term) -> None:
        """u is positive inside the piece."""
        require(set(self.coefficients(u)) <= {0, 1}, "{} is not linear in {}.", u, self.t)
        signs = [self._sign_at(u, side) for side in (0, 1)]
        require(max(signs) > 0, "0 < {} must be known.", u)

    def _sign_at(self, u: Term, side: int) -> int:
        """1 for a u that is positive at an end or far out, 0 for one that is zero there."""
        end = self.piece[side]
        if type(end) is Term:
            value = self.known.expanded(replaced(u, self.t, end))
        else:
            slope = self.coefficients(u).get(1, {})
            value = slope if side else opposite(slope)
            require(bool(value), "{} does not vary.", u)
        require(not value or self.known.positive(value), "0 <= {} must be known at {}.", u, end)
        return int(bool(value))

    def limit(self, side: int) -> Term:
        """The limit at an end. Refused where it, or that the slope is absolutely integrable there, does not
        follow from the form.
        """
        end = self.piece[side]
        if type(end) is not Term:
            return self._far_out(side)
        zeros = [(u, e) for u, e in self.roots if self._sign_at(u, side) == 0]
        if not zeros and not any(self._is_open_power(p, end) for p in self.polynomials):
            return multiply(number(1), *(replaced(factor, self.t, end) for factor in self.factors))
        # Near the end the product is at most c |t - a|^e (1 + |log|t - a||^k), and its slope is at most
        # that with e - 1 for e.
        order = add(number(0), *(e for _, e in zeros), *(self._order_at(p, end) for p in self.polynomials))
        grows = self.known.positive(self.known.expanded(order))
        require(grows, "The mean may be infinite near {}.", end)
        return number(0)

    def _is_open_power(self, factor: Term, end: Term) -> bool:
        """Whether it is a power, of an exponent that is no number, of what vanishes at an end."""
        open_power = factor.head == "power" and not is_number(factor.args[1])
        return open_power and not self.known.expanded(replaced(factor.args[0], self.t, end))

    def _order_at(self, factor: Term, end: Term) -> Term:
        """How often a power of a polynomial vanishes at least at an end."""
        base, times_in = factor.args if factor.head == "power" else (factor, number(1))
        vanishes = not self.known.expanded(replaced(base, self.t, end))
        return times_in if vanishes else number(0)

    def _far_out(self, side: int) -> Term:
        """The limit as t goes to infinity: an exponential that falls outweighs all else, and so does erfc of
        what grows; of what falls erfc goes to 2, with a slope that falls as fast.
        """
        growth = self._sign_far_out(self.exponent, side)
        if growth < 0:
            return number(0)
        signs = [self._sign_far_out(self.coefficients(x), side) for x in self.fading]
        require(growth == 0, "The mean may be infinite: an exponential in {} grows.", self.factors)
        if max(signs, default=0) > 0:
            return number(0)
        alone = not (self.others or self.roots or self.polynomials or any(self.exponent.values()))
        require(alone and all(signs), "{} has no limit that is known here.", self.factors)
        steady = [factor for factor in self.factors if not occurs(self.t, factor)]
        return multiply(number(2 ** len(signs)), *steady)

    def _sign_far_out(self, polynomial: dict[int, Polynomial], side: int) -> int:
        """Whether a polynomial goes to infinity (1) or to minus infinity (-1), or does not vary (0)."""
        degree = max((n for n, c in polynomial.items() if c), default=0)
        if degree == 0:
            return 0
        leading = polynomial[degree] if side or degree % 2 == 0 else opposite(polynomial[degree])
        for sign, signed in ((1, leading), (-1, opposite(leading))):
            if self.known.positive(signed):
                return sign
        raise Refused(f"The sign of a coefficient of {self.t}^{degree} in {self.factors} is not known.")


def coefficients(term: Term, t: Term, known: Expander) -> dict[int, Polynomial]:
    """A polynomial in t by its powers. Raises `Refused` where it is none."""
    found: dict[int, Polynomial] = {}
    for monomial, c in known.expanded(term).items():
        degree = dict(monomial).get(t, 0)
        rest = frozenset((atom, e) for atom, e in monomial if atom is not t)
        whole = type(degree) is int and degree >= 0 and not _holds(rest, t)
        require(whole, "{} is no polynomial in {}.", term, t)
        found[degree] = plus(found.get(degree, {}), {rest: c})
    return {n: c for n, c in found.items() if c}


def _holds(part: Any, t: Term) -> bool:  # noqa: ANN401 - an atom of a polynomial
    """Whether a part of a polynomial holds the letter."""
    if type(part) is Term:
        return occurs(t, part)
    return isinstance(part, tuple | frozenset) and any(_holds(one, t) for one in part)


def _factors(product: Term) -> list[Term]:
    """The factors of a product of products, with whole powers of what is no polynomial written out."""
    if product.head == "mul":
        return [factor for part in product.args for factor in _factors(part)]
    if product.head == "power" and product.args[0].head in {"function", "power", "mul"}:
        base, exponent = product.args
        if is_number(exponent) and exponent.data[1] == 1 and 0 < exponent.data[0] <= _MOST_FACTORS:
            return _factors(base) * exponent.data[0]
    return [product]
