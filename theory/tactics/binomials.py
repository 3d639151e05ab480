"""Binomial coefficients between powers: (n/k)^k <= C(n, k) <= n^k/k! <= (e n/k)^k, for 1 <= k <= n, and
1 <= C(n, k) from k = 0 on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..model import Parameter, Size
from ..node import Term, number, power
from ..substitution import fresh_names, replaced, subterms
from ..terms import exp, gamma
from .bounds import by_any_way
from .certificates import by_products
from .formula_orders import by_ways
from .goals import finish, same, strict_facts
from .rewriting import (
    between,
    gamma_next,
    itself,
    left,
    replaced_within,
    right,
    supposed,
    then,
    whole_gamma,
    whole_gammas,
)

Given = tuple[Theorem, ...]


def by_binomials(goal: Term, given: Given) -> Theorem:
    """A goal a <= b with a binomial coefficient.

    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import binomial
    >>> n, k = Size("n"), Size("k")
    >>> by_binomials((n / k) ** k <= binomial(n, k), (suppose(k <= n),))
    k ≤ n ⊢ (n/k)^k ≤ Γ(n + 1)/(Γ(k + 1) Γ(n - k + 1))
    """
    gammas = dict.fromkeys(part.args[0] for part in subterms(goal) if part.data == ("gamma",))
    for above, one in permutations(gammas, 2):
        n, k = above - 1, one - 1
        if n - k + 1 in gammas and k.head == "size" and n is not k:
            return _by_powers(goal, n, k, given)
    raise Refused(f"{goal} is about no binomial coefficient.")


def _by_powers(goal: Term, n: Term, k: Term, given: Given) -> Theorem:
    """The goal by the powers on either side of C(n, k)."""
    names = fresh_names(2, goal, *(fact.proposition for fact in given))
    z, from_zero = n - k + 1, k.data[1] == 0
    own, size, *lemmas = (_at_least_one if from_zero else _powers)(*names)
    least = by_ways(number(1), "le", z, given)
    known = (*strict_facts(given), by_products(number(0), z, (1, least), (1,), relation="lt"))
    known += tuple(apply("positive", *known, term=x) for x in (gamma(z), gamma(k + 1)))
    lemmas = [apply("instance", lemma, symbol=size, value=k) for lemma in lemmas]
    of_gammas = [
        _with_whole(apply("cut", least, apply("instance", lemma, symbol=own, value=z)), gamma(n + 1))
        for lemma in lemmas[:2]
    ]
    inverses = [apply("positive", *known, term=1 / x) for x in (gamma(z), gamma(k + 1))]
    if from_zero:
        whole = gamma(n + 1) / (gamma(k + 1) * gamma(z))
        order = by_products(number(1), whole, (1, *of_gammas, *inverses), known=known)
        small, relation, large = ordered(goal)
        return finish(by_ways(small, relation, large, (order, *given)), goal, known)
    (upper, lower), factorial = of_gammas, lemmas[2]
    inverses.append(apply("positive", *known, term=1 / power(k, k)))
    whole, facts = gamma(n + 1) / (gamma(k + 1) * gamma(z)), (*known, *inverses)
    one, other, inverse = inverses
    orders = [
        by_products((n / k) ** k, whole, (1, lower, one, other, inverse), known=facts),
        by_products(whole, n**k / gamma(k + 1), (1, upper, one, other), known=facts),
    ]
    above = apply("positive", *known, term=exp(k) * power(n, k) * power(k, -k))
    high = by_products(n**k / gamma(k + 1), (exp(1) * n / k) ** k, (1, factorial, above, other), known=facts)
    orders.append(apply("transitive", orders[1], high))
    with suppress(Refused):
        base = by_products(number(1), n / k, (1, by_ways(k, "le", n, given), apply("positive", term=1 / k)))
        grown = apply("monotone", base, function="power", exponent=k)
        orders.append(apply("transitive", same(number(1), power(number(1), k), ()), grown))
        orders.append(apply("transitive", orders[-1], orders[0]))
    for order in orders:
        with suppress(Refused):
            return finish(order, goal, known)
    small, relation, large = ordered(goal)
    return finish(by_ways(small, relation, large, (*orders, *given)), goal, known)


def _with_whole(lemma: Theorem, whole: Term) -> Theorem:
    """The lemma with Gamma(n + 1) in the form in which the goal has it."""
    for part in [x for x in subterms(lemma.proposition) if x.data == ("gamma",) and x is not whole]:
        with suppress(Refused):
            lemma = apply("rewrite", same(part, whole, ()), lemma)
    return lemma


@lru_cache(maxsize=2**3)
def _powers(one: str, other: str) -> tuple[Term, Term, Theorem, Theorem, Theorem]:
    """For 1 <= z: z and k with Gamma(z + k) <= (z + k - 1)^k Gamma(z), (z + k - 1)^k k! Gamma(z) <= k^k
    Gamma(z + k), and k^k <= k! e^k.
    """
    z, k = Parameter(one), Size(other)
    above = gamma(z + k) <= power(z + k - 1, k) * gamma(z)
    below = power(z + k - 1, k) * gamma(k + 1) * gamma(z) <= power(k, k) * gamma(z + k)
    factorial = by_any_way(power(k, k) * exp(-k) <= gamma(k + 1), ())
    return z, k, _above_factors(above, z, k), _below_factors(below, z, k), factorial


@lru_cache(maxsize=2**3)
def _at_least_one(one: str, other: str) -> tuple[Term, Term, Theorem]:
    """For 1 <= z: z and k, from 0 on, with k! Gamma(z) <= Gamma(z + k), as k + 1 <= z + k."""
    z, k = Parameter(one), Size(other, minimum=0)
    goal, least = gamma(k + 1) * gamma(z) <= gamma(z + k), supposed(number(1), z)
    held = apply("assume", proposition=goal, ground="condition", because="it holds one step before")
    first, up = (by_ways(number(0), "lt", x, (least,)) for x in (z, z + k))
    sign = apply("positive", first, term=gamma(k + 1) * gamma(z))
    next_one, high = gamma_next(k + 1), gamma_next(z + k, up)
    low = replaced_within(itself(left(next_one) * gamma(z)), [next_one])
    order = by_ways(k + 1, "le", z + k, (least,))
    step = by_products(right(low), right(high), (1, held, up), (1, order, sign))
    start = replaced_within(itself(gamma(number(1)) * gamma(z)), [whole_gamma(gamma(number(1)))])
    base = apply("weakened", then(start, same(right(start), gamma(z), ())))
    return z, k, _inductively(goal, k, base, between(low, step, high), first=0)


def _above_factors(goal: Term, z: Term, k: Term) -> Theorem:
    """The goal by induction: the next factor of Gamma(z + k + 1) is z + k, and (z + k - 1)^k <= (z + k)^k."""
    held, orders, (first, up, low) = _supposed(goal, z, k)
    base = apply("weakened", gamma_next(z, first))
    grown = apply("monotone", orders(z + k - 1, z + k), low, up, function="power", exponent=k)
    sign = apply("positive", first, term=gamma(z))
    ends = (z + k) * gamma(z + k), (z + k) * power(z + k, k) * gamma(z)
    order = by_products(*ends, (1, held, up), (1, grown, up, sign))
    return _inductively(goal, k, base, apply("transitive", gamma_next(z + k, up), order), up, low)


def _below_factors(goal: Term, z: Term, k: Term) -> Theorem:
    """The goal by induction: (k (z + k))^k <= ((k + 1) (z + k - 1))^k, for 1 <= z."""
    held, orders, (first, up, low) = _supposed(goal, z, k)
    start = replaced(goal, k, number(1)).args[0]
    base = replaced_within(itself(start), map(whole_gamma, whole_gammas(start)))
    base = apply("transitive", base, apply("weakened", same(right(base), z * gamma(z), ())))
    base = apply("transitive", base, apply("symmetric", gamma_next(z, first)))
    grown = orders(k * (z + k), (k + 1) * (z + k - 1))
    grown = apply("monotone", grown, orders(number(0), k * (z + k)), low, up, function="power", exponent=k)
    grown = between(_apart(k, z + k, k, orders), grown, _apart(k + 1, z + k - 1, k, orders))
    positive = (gamma(k + 1), power(k, -k), power(k + 1, k), k + 1)
    factor, inverse, whole, next_one = (apply("positive", term=x) for x in positive)
    sign = apply("positive", first, term=gamma(z))
    ends = (k + 1) * (z + k) * power(z + k, k) * gamma(k + 1) * gamma(z)
    other = (k + 1) * (z + k) * power(k + 1, k) * gamma(z + k)
    rest = (inverse, next_one, up)
    order = by_products(
        ends, other, (1, grown, factor, sign, *rest), (1, held, whole, *rest), known=(up, low)
    )
    later = gamma_next(k + 1), gamma_next(z + k, up)
    sides = power(z + k, k + 1) * left(later[0]) * gamma(z), power(k + 1, k + 1) * left(later[1])
    low_side, high_side = (replaced_within(itself(x), [e]) for x, e in zip(sides, later, strict=True))
    order = finish(order, right(low_side) <= right(high_side), (up, low))
    return _inductively(goal, k, base, between(low_side, order, high_side), up, low)


def _supposed(
    goal: Term, z: Term, k: Term
) -> tuple[Theorem, Callable[[Term, Term], Theorem], tuple[Theorem, Theorem, Theorem]]:
    """That the goal holds one step before, orders where 1 <= z, and the signs of z, z + k and z + k - 1."""
    least = supposed(number(1), z)
    held = apply("assume", proposition=goal, ground="condition", because="it holds one step before")
    first, up, low = (by_ways(number(0), "lt", x, (least,)) for x in (z, z + k, z + k - 1))
    return held, lambda a, b: by_ways(a, "le", b, (least,)), (first, up, low)


def _apart(x: Term, y: Term, k: Term, orders: Callable[[Term, Term], Theorem]) -> Theorem:
    """x^k y^k = (x y)^k."""
    signs = orders(number(0), x), orders(number(0), y), apply("positive", term=k)
    return apply("symmetric", apply("power_of_product", *signs, x=x, y=y, e=k))


def _inductively(
    goal: Term, k: Term, base: Theorem, step: Theorem, *facts: Theorem, first: int = 1
) -> Theorem:
    ends = (finish(x, replaced(goal, k, at), facts) for x, at in ((base, number(first)), (step, k + 1)))
    return apply("induction", *ends, symbol=k, statement=goal)
