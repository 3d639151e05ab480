"""Binomial coefficients between powers: (n/k)^k <= C(n, k) <= n^k/k! <= (e n/k)^k, for 1 <= k <= n, and
1 <= C(n, k) <= n^k/k! from k = 0 on. C(n, k) p^k (1 - p)^(n - k) <= 1 is the chance of k heads in n throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import Bernoulli
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, is_number, number, power
from ..substitution import fresh_name, fresh_names, replaced, subterms
from ..terms import P, Sum, exp, gamma
from .bounds import by_any_way
from .certificates import by_products
from .events import events
from .formula_orders import by_ways
from .goals import NOT_FOR_THIS, finish, same, strict_facts
from .items import Given, stated
from .rewriting import (
    between,
    collected,
    gamma_next,
    itself,
    left,
    nonnegative,
    replaced_within,
    right,
    simplified,
    supposed,
    then,
    whole_gamma,
    whole_gammas,
)

Lemmas = tuple[Term, Term, *tuple[Theorem, ...]]
"""A letter z, a size k, and what holds of both."""


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
        rests = [z for z in gammas if is_number(collected(z - (n - k + 1)), 0)]
        if rests and k.head == "size" and n is not k:
            return _by_orders(goal, n, k, rests[0], given)
    raise Refused(f"{goal} is about no binomial coefficient.")


def _by_orders(goal: Term, n: Term, k: Term, z: Term, given: Given) -> Theorem:
    """The goal by the orders of C(n, k) and of what it is between; z is n - k + 1."""
    least_one = by_ways(number(1), "le", z, given)
    known = (*strict_facts(given), by_products(number(0), z, (1, least_one), (1,), relation="lt"))
    known += tuple(apply("positive", *known, term=x) for x in (gamma(z), gamma(k + 1)))
    known += tuple(apply("positive", *known, term=1 / x) for x in (gamma(z), gamma(k + 1)))
    names = fresh_names(3, goal, *stated(given))
    orders = [
        *_of_powers(names, (n, k, z), (least_one, *known), given),
        *_of_chances(names[2], (n, k, z), goal, known, given),
    ]
    if any(part.data == ("log",) and gamma(n + 1) in subterms(part) for part in subterms(goal)):
        orders += [log_of for order in orders for log_of in _with_logs(order, known)]
    for order in orders:
        with suppress(Refused):
            return finish(order, goal, known)
    small, relation, large = ordered(goal)
    return finish(by_ways(small, relation, large, (*orders, *given)), goal, known)


def _of_powers(
    names: Sequence[str], sizes: tuple[Term, Term, Term], known: Given, given: Given
) -> list[Theorem]:
    """1 <= C(n, k) <= n^k/k! <= n^k; for 1 <= k also 1 <= (n/k)^k <= C(n, k), and n^k/k! <= (e n/k)^k."""
    (least_one, *facts), (n, k, z), (one, other) = known, sizes, known[-2:]
    whole, ratio = gamma(n + 1) / (gamma(k + 1) * gamma(z)), n**k / gamma(k + 1)

    def at(lemmas: Lemmas) -> Iterator[Theorem]:
        own, size, *found = lemmas
        for about_size in found:
            lemma = apply("instance", about_size, symbol=size, value=k)
            if lemma.hypotheses:
                yield _with_whole(apply("cut", least_one, apply("instance", lemma, symbol=own, value=z)), n)
            else:
                yield lemma

    low, high, factorial = at(_from_zero(*names[:2]))
    orders = [
        by_products(number(1), whole, (1, low, one, other), known=facts),
        by_products(whole, ratio, (1, high, one, other), known=facts),
    ]
    with suppress(Refused):
        sign = nonnegative(n**k)
        above = by_products(ratio, n**k, (1, factorial, sign, other), known=facts)
        orders += [above, apply("transitive", orders[1], above)]
    if k.data[1] == 0:
        return orders
    low, factorial = at(_from_one(*names[:2]))
    inverse = apply("positive", *facts, term=1 / power(k, k))
    above = apply("positive", *facts, term=exp(k) * power(n, k) * power(k, -k))
    high = by_products(ratio, (exp(1) * n / k) ** k, (1, factorial, above, other), known=(*facts, inverse))
    base = by_products(number(1), n / k, (1, by_ways(k, "le", n, given), apply("positive", term=1 / k)))
    grown = apply("monotone", base, function="power", exponent=k)
    return [
        by_products((n / k) ** k, whole, (1, low, one, other, inverse), known=(*facts, inverse)),
        *orders,
        apply("transitive", orders[1], high),
        apply("transitive", same(number(1), power(number(1), k), ()), grown),
    ]


def _of_chances(
    name: str, sizes: tuple[Term, Term, Term], goal: Term, known: Given, given: Given
) -> Iterator[Theorem]:
    """C(n, k) <= p^(-k) (1 - p)^(k - n) by the chance of k heads in n throws, for p = 1/2, p = k/n and a p of
    which there is the power p^k.
    """
    n, k, z = sizes
    whole = gamma(n + 1) / (gamma(k + 1) * gamma(z))
    bases = (x.args[0] for x in subterms(goal) if x.head == "power" and x.args[1] is k)
    for p in (number(Fraction(1, 2)), k / n, *(x for x in bases if x.head == "parameter")):
        with suppress(*NOT_FOR_THIS):
            (x,) = Model(**{name: iid(Bernoulli(p), n)})
            j = Index(fresh_name(x, *stated(given)), n)
            value = events.derive(P(Term("eq", (Sum(j, x[j]), k))), given)
            order = apply(
                "transitive", apply("symmetric", value), apply("bounded", term=left(value), end="high")
            )
            facts = (*known, *strict_facts(given))
            above = collected(whole / right(value), *facts)
            sign = apply("positive", *facts, term=above)
            yield by_products(whole, above, (1, order, sign), known=facts)


def _with_logs(order: Theorem, known: Given) -> Iterator[Theorem]:
    """log a <= log b from a <= b, for a positive a."""
    with suppress(Refused):
        sign = apply("positive", *known, term=left(order))
        found = apply("monotone", order, sign, function="log", exponent=number(1))
        low, _, high = ordered(found.proposition)
        yield between(same(simplified(low), low, ()), found, same(simplified(high), high, ()))


def _with_whole(lemma: Theorem, n: Term) -> Theorem:
    """The lemma with n and Gamma(n + 1) in the form in which the goal has them."""
    for part in subterms(lemma.proposition):
        own = gamma(n + 1) if part.data == ("gamma",) else n if part.head == "add" else part
        if part is not own:
            with suppress(Refused):
                lemma = apply("rewrite", same(part, own, ()), lemma)
    return lemma


@lru_cache(maxsize=2**3)
def _from_one(one: str, other: str) -> Lemmas:
    """For 1 <= z: z and k with (z + k - 1)^k k! Gamma(z) <= k^k Gamma(z + k), and k^k <= k! e^k."""
    z, k = Parameter(one), Size(other)
    below = power(z + k - 1, k) * gamma(k + 1) * gamma(z) <= power(k, k) * gamma(z + k)
    factorial = by_any_way(power(k, k) * exp(-k) <= gamma(k + 1), ())
    return z, k, _below_factors(below, z, k), factorial


@lru_cache(maxsize=2**3)
def _from_zero(one: str, other: str) -> Lemmas:
    """For 1 <= z: z and k, from 0 on, with k! Gamma(z) <= Gamma(z + k), as k + 1 <= z + k, with
    Gamma(z + k) <= (z + k - 1)^k Gamma(z), and 1 <= k!.
    """
    z, k, later = Parameter(one), Size(other, minimum=0), Size(other)
    above = gamma(z + k) <= power(z + k - 1, k) * gamma(z)
    found = _above_factors(replaced(above, k, later), z, later)
    first = apply("componentwise", left=gamma(z), right=replaced(above, k, number(0)).args[1])
    step = apply("instance", found, symbol=later, value=k + 1)
    high = apply(
        "induction",
        *(
            finish(x, replaced(above, k, at))
            for x, at in ((apply("weakened", first), number(0)), (step, k + 1))
        ),
        symbol=k,
        statement=above,
    )
    return z, k, _above_factorial(z, k), high, _at_least_one(k)


def _above_factorial(z: Term, k: Term) -> Theorem:
    """For 1 <= z, k! Gamma(z) <= Gamma(z + k), by induction from k = 0 on."""
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
    return _inductively(goal, k, base, between(low, step, high), first=0)


def _at_least_one(k: Term) -> Theorem:
    """1 <= k!, by induction from k = 0 on."""
    goal = number(1) <= gamma(k + 1)
    held = apply("assume", proposition=goal, ground="condition", because="it holds one step before")
    next_one, low = gamma_next(k + 1), apply("bounded", term=k, end="low")
    sign = apply("positive", term=gamma(k + 1))
    step = by_products(number(1), right(next_one), (1, held), (1, low, sign))
    base = apply("weakened", apply("symmetric", whole_gamma(gamma(number(1)))))
    return _inductively(goal, k, base, apply("transitive", step, apply("symmetric", next_one)), first=0)


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
