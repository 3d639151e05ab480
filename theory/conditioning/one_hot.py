r"""One-hot keys drawn at random: two items collide where their keys are equal (S2, reading h)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import TRUE, Term, negation, number
from ..prove import derive, prove, suppose
from ..tactics import algebra, events, products
from ..tactics.orders import grown
from ..tactics.rewriting import below, converted, left, right
from ..tactics.solving import isolated
from ..tactics.steps import at_most, calculation, equals
from ..tactics.unions import some_pair
from ..terms import E, P, Sum, all_, exp, inner, log
from .definitions import ONE_HOT, Memory, d_k, i, j, n

_HALF: Final = Fraction(1, 2)
_PAIR: Final = 2


def distinct_keys(premises: Memory = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct}) = d_k!/((d_k-n)!\, d_k^n)$ (S2.h)."""
    return proved(
        "distinct_keys",
        "Probability that all keys are distinct",
        apply("all_different", event=_keys_differ(premises)),
    )


def distinct_keys_bound(premises: Memory = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct}) \ge 1 - n(n-1)/(2 d_k)$ (S2.h).

    >>> distinct_keys_bound().formula
    1 - n*(n - 1)/(2*d_k)
    """
    title = "Lower bound on the probability that all keys are distinct"
    return proved("distinct_keys_bound", title, _below(premises))


def capacity_distinct(premises: Memory = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct})$, and how its median n grows (S2.h).

    The formula is the survival probability; the exponent is that of the n at which it is 1/2, which lies
    between $\sqrt{d_k}$ and $2 \sqrt{d_k \log 2}$.
    """
    product, size = apply("all_different", event=_keys_differ(premises)), premises.key_law.args[0]
    half, several = (
        suppose(left(product) == _HALF, "all keys are distinct half the time"),
        suppose(n >= _PAIR),
    )
    low = prove(size <= n**2, by=[products, _below(premises), half])
    above = _above(product, size)
    logs = grown(calculation(_HALF, equals(left(product), half), at_most(right(above), above)), "log")
    high = prove(n**2 <= 4 * size * log(number(2)), by=[products, logs, several])
    theorem = apply("both", product, apply("both", isolated(low, n), isolated(high, n)))
    return proved("capacity_distinct", "Capacity until two keys collide", theorem, d_k)


def _keys_differ(memory: Memory) -> Term:
    """No two keys are equal: the overlap of two unit vectors is not one."""
    return all_(i, all_(j != i, inner(memory.key(i), memory.key(j)) != 1))


def _below(memory: Memory) -> Theorem:
    """One less the union bound over pairs is at most that probability."""
    event, pair = _keys_differ(memory), inner(memory.key(i), memory.key(j))
    equal = derive(P(pair == 1), by=events, where=[j != i])
    some, rest = some_pair(negation(event), equal, i, j), apply("complement", event=event)
    return prove(P(event) >= 1 - n * (n - 1) * right(equal) / 2, by=[products, some, rest])


def _above(product: Theorem, size: Term) -> Theorem:
    """The probability is at most exp(-n (n - 1)/(2 d)), factor by factor, for no more items than values."""
    few, part = suppose(n <= size, "no more items than coordinates"), (i - 1) / size
    sign = prove(number(0) <= 1 - part, by=[products, few, apply("bounded", term=i, end="high")])
    factors = apply("product_monotone", sign, apply("tangent", x=-part), condition=TRUE, index=i)
    # The mean of a constant: E exp(sum_i x_i) = prod_i E exp(x_i).
    whole = E(exp(Sum(i, -part)))
    apart = converted(
        apply("mean_of_product", term=whole),
        lambda found: below(found, lambda mean: apply("linear", term=mean)),
    )
    total = prove(Sum(i, -part) == -n * (n - 1) / (2 * size), by=algebra)
    return calculation(
        left(product),
        equals(right(product), product),
        at_most(right(factors), factors),
        equals(whole, apart),
        equals(exp(right(total)), total),
    )
