r"""Readings of capacity that only heuristics reach (S2.b, c, f, g): what they take for granted is assumed.

The crosstalk is taken to be normal with the exact variance along a direction. The probabilities are functions
of n, so that a capacity is where they cross a level; the loads by extreme values are solved for, and their
exponents hold up to logarithms.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Model, iid
from ..node import Term, number, power
from ..prove import assume, derive, prove, suppose
from ..tactics import bound, moments, products
from ..tactics.goals import same
from ..tactics.orders import grown
from ..tactics.rewriting import factored, left, occurring, replaced_within, right, then
from ..tactics.steps import calculation, equals
from ..terms import E, P, all_, any_, exp, inner, log, norm2
from .definitions import UNIT, Memory, d_k, d_v, i, j, n, tau
from .noise import variance_along

_FIVE_PERCENT: Final = Fraction(1, 20)
_HALF: Final = Fraction(1, 2)
_NORMAL: Final = "the crosstalk is taken to be normal, with its exact variance along a direction"
_SEVERAL: Final = suppose(n > 1, "there are other items")


def item_failure_heuristic(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau)$ with normal noise; 90 % succeed where it is 0.1 (S2.b)."""
    tail, chance = _noise_tail(premises), P(norm2(premises.crosstalk) > tau)
    fails = then(assume(chance == left(tail), because=_NORMAL, approximate=True), tail)
    return proved("item_failure_heuristic", "Failure of one query, normal noise", fails)


def all_items_heuristic(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(\text{all } |\eta_i|^2 \le \tau)$ as if items were independent (S2.c)."""
    tail = _noise_tail(premises)
    (beyond,) = left(tail).args
    within = Term("le", beyond.args)
    because = f"{_NORMAL}, and the queries of one memory are taken to fail independently"
    every = P(all_(i, norm2(premises.crosstalk) <= tau))
    alike = assume(every == power(P(within), n), because=because, approximate=True)
    alike = replaced_within(alike, [apply("complement", event=within), tail])
    return proved("all_items_heuristic", "Success of all queries, normal noise", alike)


def argmax_failure(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}$(the largest score is not the stored value's), normal competitors (S2.f)."""
    own, variance = _scores(premises)
    g = Model(g=iid(Normal(0, variance), n)).g
    some = any_(j != i, g[j] > own)
    theorem = assume(P(_wrong(premises)) == P(some), because=_NORMAL, approximate=True)
    theorem = then(theorem, apply("complement", event=some))
    one = apply("complement", event=g[j] <= own)
    one = replaced_within(one, [_tidy(apply("normal_tail", _SEVERAL, x=g[j], t=own))])
    (none,) = (part for part in occurring(right(theorem), "P"))
    every = _as_power(apply("mean_of_product", term=none), one, j)
    title = "Failure of the argmax read-out, normal competitors"
    return proved("argmax_failure", title, replaced_within(theorem, [every]))


def capacity_argmax(premises: Memory = UNIT) -> Derivation:
    r"""n at 5 % argmax errors, about $d_k d_v/(2 \log n)$: exponent 1 in $d_k$ at fixed $d_v$ (S2.f)."""
    return _load(premises, "capacity_argmax", queries=1)


def capacity_argmax_tied(premises: Memory = UNIT) -> Derivation:
    r"""n at 5 % argmax errors with $d_v = d_k$: exponent 2 up to a logarithm (S2.f)."""
    return _load(premises, "capacity_argmax_tied", queries=1, tied=True)


def capacity_argmax_all(premises: Memory = UNIT) -> Derivation:
    r"""n at which all argmax read-outs are right with probability 1/2 (S2.g)."""
    return _load(premises, "capacity_argmax_all", queries=2)


def capacity_argmax_all_tied(premises: Memory = UNIT) -> Derivation:
    r"""n at which all argmax read-outs are right with probability 1/2, $d_v = d_k$ (S2.g)."""
    return _load(premises, "capacity_argmax_all_tied", queries=2, tied=True)


def _wrong(premises: Memory) -> Term:
    """Some competitor's value has a larger product with the output than the stored value."""
    output = premises.output
    return any_(j != i, inner(output, premises.value(j)) >= inner(output, premises.value(i)))


def _spread(premises: Memory) -> Term:
    return right(variance_along(premises))


def _scores(premises: Memory) -> tuple[Term, Term]:
    """The mean product of an item's signal with its own value, and a competitor's variance."""
    own, length = inner(premises.signal, premises.value(i)), norm2(premises.value(j))
    mean, mean_square = (right(derive(E(term), by=moments)) for term in (own, length))
    return mean, _spread(premises) * mean_square


def _noise_tail(premises: Memory) -> Theorem:
    """P(|w|^2 > tau) for a normal vector w in place of eta."""
    w = Model(w=Normal(0, _spread(premises), dimension=premises.value_law.shape[0])).w
    return _tidy(apply("normal_tail", _SEVERAL, suppose(tau > 0, "the threshold"), x=w, t=tau))


def _tidy(tail: Theorem) -> Theorem:
    """The tail with its argument as one quotient."""
    (special,) = (p for head in ("upper_gamma", "function") for p in occurring(right(tail), head))
    argument = special.args[-1]
    return replaced_within(tail, [same(argument, factored(argument), (_SEVERAL,))])


def _as_power(product: Theorem, one: Theorem, index: Term) -> Theorem:
    """From a = prod_j P(A_j) and P(A_j) = p: a = p^m, m the number of factors."""
    every = apply("under", one, binder=right(product), index=index)
    return then(then(product, every), apply("count", term=right(every)))


def _load(premises: Memory, name: str, *, queries: int, tied: bool = False) -> Derivation:
    """The size at which the expected number of failures reaches its level, by extreme values.

    `queries` counts the choices in a failure: a competitor, or a query and a competitor.
    """
    level = _FIVE_PERCENT if queries == 1 else _HALF
    fails = P(_wrong(premises) if queries == 1 else any_(i, _wrong(premises)))
    own, variance = _scores(premises)
    width = factored(power(own, 2) * (n - 1) / (2 * variance))
    number_of = power(n - 1, queries) * exp(-width / (n - 1))
    because = f"{_NORMAL}, and so many failures are expected by extreme values, as if independent"
    rare = assume(fails == 1 - exp(-number_of), because=because, approximate=True)
    reached = suppose(fails == number(level), "the read-out fails so often")
    survival = prove(exp(-number_of) == number(1 - level), by=[products, rare, reached])
    theorem = _solved(grown(survival, "log"), queries, level, width / queries)
    widths = [d_k] if tied else [d_k, d_v]
    if tied:
        theorem = apply("instance", theorem, symbol=d_v, value=d_k)
    return proved(name, "Argmax capacity by extreme values", theorem, *widths)


def _solved(logs: Theorem, queries: int, level: Fraction, a: Term) -> Theorem:
    """From log exp(-x) = log(1 - level), x = m^q exp(-q a/m) and m = n - 1: n = 1 + a/W(a/c), where
    c^q = -log(1 - level).
    """
    m, odds = n - 1, 1 / (1 - level)
    reached = prove(-left(logs).args[0].args[0] == log(odds), by=[products, logs])
    some = prove(number(0) < log(odds), by=bound)
    c, w = power(log(odds), Fraction(1, queries)), a / m
    one = apply("positive", _SEVERAL, term=m * exp(-w))
    if queries > 1:
        both = prove(m * exp(-w) + c > 0, by=[products, one, apply("positive", some, term=c)])
        over = 1 / left(both)
        reached = apply("ring", _SEVERAL, some, both, reached, left=m * exp(-w), right=c, multipliers=(over,))
    place = a * (1 / c)
    product = calculation(w * exp(w), equals(a / (m * exp(-w)), _SEVERAL), equals(place, reached, some))
    lambert = apply("lambert", product, apply("weakened", apply("positive", some, term=place)), w=w)
    return calculation(
        n, equals(1 + a / w, _SEVERAL), equals(1 + a / right(lambert), apply("symmetric", lambert))
    )
