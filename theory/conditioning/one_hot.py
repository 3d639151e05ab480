r"""One-hot keys drawn at random: two items collide where their keys are equal (S2, reading h)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..node import TRUE, Term, negation, number
from ..prove import derive, suppose
from ..substitution import replaced
from ..tactics import moments
from ..tactics.events import some_pair
from ..tactics.rewriting import below, converted, left, replaced_within, right, then
from ..tactics.solving import isolated
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
    return proved("distinct_keys_bound", title, apply("symmetric", _below(premises)))


def capacity_distinct(premises: Memory = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct})$, and how its median n grows (S2.h).

    The formula is the survival probability; the exponent is that of the n at which it is 1/2, which lies
    between $\sqrt{d_k}$ and $2 \sqrt{d_k \log 2}$.
    """
    product, size = apply("all_different", event=_keys_differ(premises)), premises.key_law.args[0]
    half = suppose(left(product) == _HALF, "all keys are distinct half the time")
    low = apply("rewrite", half, _below(premises))
    more, several = apply("bounded", term=n, end="low"), suppose(n >= _PAIR)
    low = apply(
        "certificate", low, apply("positive", term=size), more, left=size, right=n**2, relation="le",
        parts=((2, 1, (0, 1), ()), (1, 1, (2,), ()), (1, 1, (), ())),
    )  # fmt: skip
    high = apply("rewrite", half, _above(product, size))
    high = apply("monotone", high, function="log", exponent=number(1))
    high = apply(
        "certificate", high, apply("positive", term=size), more, several, left=n**2,
        right=4 * size * log(number(2)), relation="le",
        parts=((4, 1, (0, 1), ()), (1, 1, (2, 3), ()), (1, 1, (3,), ())),
    )  # fmt: skip
    between = apply("both", isolated(low, n), isolated(high, n))
    theorem = apply("both", product, between)
    return proved("capacity_distinct", "Capacity until two keys collide", theorem, d_k)


def _keys_differ(memory: Memory) -> Term:
    """No two keys are equal: the overlap of two unit vectors is not one."""
    return all_(i, all_(j != i, inner(memory.key(i), memory.key(j)) != 1))


def _below(memory: Memory) -> Theorem:
    """One less the union bound over pairs is at most that probability."""
    event = _keys_differ(memory)
    equal = apply("written_out", term=P(inner(memory.key(i), memory.key(j)) == 1))
    equal = replaced_within(equal, [apply("indicator_of", term=right(equal).args[0])])
    equal = then(equal, derive(right(equal), by=moments, where=[j != i]))
    some = some_pair(negation(event), equal, i, j)
    rest = apply("complement", event=event)
    bound = 1 - n * (n - 1) * right(equal) / 2
    return apply(
        "certificate", some, rest, left=bound, right=P(event), relation="le",
        parts=((1, 1, (0,), ()), (-1, 1, (1,), ())),
    )  # fmt: skip


def _above(product: Theorem, size: Term) -> Theorem:
    """The probability is at most exp(-n (n - 1)/(2 d)), factor by factor, for no more items than values."""
    few = suppose(n <= size, "no more items than coordinates")
    part = (i - 1) / size
    each = apply("positive", term=1 / size)
    sign = apply(
        "certificate", few, apply("bounded", term=i, end="high"), each, left=number(0), right=1 - part,
        relation="le", parts=((1, 1, (0, 2), ()), (1, 1, (1, 2), ()), (1, 1, (2,), ())),
    )  # fmt: skip
    tangent = apply("tangent", x=-part)
    factors = apply("product_monotone", sign, tangent, condition=TRUE, index=i)
    whole = Sum(i, -part)
    powers = apply("mean_of_product", term=E(exp(whole)))
    powers = converted(powers, lambda found: below(found, lambda mean: apply("linear", term=mean)))
    powers = then(apply("symmetric", powers), apply("linear", term=left(powers)))
    triangle = -i * (i - 1) / (2 * size)
    step = apply("ring", left=-part, right=triangle - replaced(triangle, i, i - 1))
    total = apply("telescoped", step, index=i, whole=triangle)
    total = converted(total, lambda found: apply("ring", left=found, right=replaced(triangle, i, n)))
    powers = converted(powers, lambda found: apply("within", total, term=found))
    return apply("transitive", apply("transitive", product, factors), powers)
