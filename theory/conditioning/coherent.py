r"""The coherent crosstalk $\sum_{j \ne i} |\langle k_i, k_j \rangle|$: its mean and worst item (S1, S2.d).

The worst case over unit values has the values aligned up to sign, and then the crosstalk has that norm.
"""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, fixed
from ..node import Term, add, number
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.certificates import by_products
from ..tactics.directions import mean_modulus
from ..tactics.rewriting import (
    converted,
    itself,
    left,
    nonnegative,
    parts_converted,
    replaced_within,
    right,
    then,
)
from ..tactics.solving import isolated
from ..terms import E, Sum, absolute, inner, max_over, norm2, sqrt
from .definitions import UNIT, Memory, d_k, i, j, n

_WORST = "Bound on the mean coherent crosstalk of the worst item"


def key_overlap_mean_absolute(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |\langle k, k' \rangle| = \Gamma(d_k/2)/(\sqrt{\pi}\, \Gamma((d_k+1)/2))$ (S1)."""
    title = "Mean modulus of the key overlap"
    return proved("key_overlap_mean_absolute", title, _mean_modulus(premises), d_k)


def capacity_coherent(premises: Memory = UNIT) -> Derivation:
    r"""The n at which $\mathbb{E} \sum_{j \ne i} |\langle k_i, k_j \rangle| = 1$ (S2.d, mean)."""
    mean = _mean(premises)
    reached = apply("rewrite", mean, suppose(left(mean) == 1, "it has reached the signal"))
    return proved("capacity_coherent", "Capacity at mean coherent crosstalk 1", isolated(reached, n), d_k)


def worst_crosstalk_floor(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, at least one item's mean (S2.d)."""
    return proved("worst_crosstalk_floor", _WORST, apply("symmetric", _floor(premises)), n, d_k)


def worst_crosstalk_union(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most n times that mean (S2.d)."""
    overlap = absolute(inner(premises.key(i), premises.key(j)))
    zeros = apply("sum_monotone", nonnegative(overlap), condition=j != i, index=j)
    none = apply("symmetric", apply("count", term=left(zeros)))
    above = apply("mean_monotone", _below_sum(apply("transitive", none, zeros)))
    sums = apply("linear", term=right(above))
    sums = then(sums, apply("under", _mean(premises), binder=right(sums), index=i))
    sums = then(sums, apply("count", term=right(sums)))
    return proved("worst_crosstalk_union", _WORST, apply("transitive", above, sums), n, d_k)


def coherent_worst_ceiling(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is 1 when one's mean is (S2.d)."""
    floor = _floor(premises)
    reached = suppose(right(floor) == 1, "the worst item's crosstalk has reached the signal")
    size = isolated(apply("rewrite", reached, floor), n)
    title = "Items at which the worst item's coherent crosstalk is 1, from above"
    return proved("coherent_worst_ceiling", title, size, d_k)


def coherent_worst_floor(premises: Memory = UNIT) -> Derivation:
    r"""The same is 1 at no fewer items than $1/(\mathbb{E} |\langle k, k' \rangle| + d_k^{-1/2})$ (S2.d).

    The worst item exceeds the mean m by no more than $s/2 + \sum_i (c_i - m)^2/(2 s)$, here with
    $s = n/\sqrt{d_k}$: with the ceiling the capacity has the exponent 1/2 exactly.
    """
    bounded = _worst_by_spread(premises)
    reached = suppose(left(bounded) >= 1, "the worst item's crosstalk has reached the signal")
    one = apply("transitive", apply("symmetric", reached), bounded)
    title = "Items at which the worst item's coherent crosstalk is 1, from below"
    (slope,) = (part for part in right(one).args if part is not n)
    positive = apply(
        "certificate", *(apply("positive", term=part) for part in slope.args), left=number(0), right=slope,
        relation="lt", parts=((1, 1, (0,), ()), (1, 1, (1,), ())),
    )  # fmt: skip
    return proved("coherent_worst_floor", title, isolated(one, n, positive), d_k)


def _worst_by_spread(memory: Memory) -> Theorem:
    """E max_i c_i <= n (E|<k, k'>| + d^(-1/2))."""
    size, total, mean = memory.key_law.shape[0], _crosstalk(memory), _mean(memory)
    m, root = right(mean), sqrt(size)
    s = n / root
    over = (total - m) ** 2 / (2 * s)
    each = apply(
        "certificate", apply("positive", term=1 / (2 * s)), left=total, right=m + s / 2 + over, relation="le",
        parts=((1, 1, (0,), (total - m - s,)),),
    )  # fmt: skip
    sums, most = Sum(i, over), max_over(i, over)
    largest = apply("transitive", apply("largest", term=most, index=i), _below_sum(nonnegative(over)))
    each = apply(
        "certificate", each, largest, left=total, right=m + s / 2 + sums, relation="le",
        parts=((1, 1, (0,), ()), (1, 1, (1,), ())),
    )  # fmt: skip
    worst = apply("mean_monotone", apply("largest_below", each, index=i))
    spread = _mean_square(over, [(total**2, 1 / (2 * s)), (total, -m / s)], m**2 / (2 * s))
    spread = replaced_within(spread, [_second_moment(memory), mean])
    value = converted(apply("linear", term=right(worst)), lambda found: parts_converted(found, _linear))
    value = replaced_within(value, [apply("under", spread, binder=Sum(i, E(over)), index=i)])
    value = converted(value, lambda found: parts_converted(found, _counted))
    modulus, inverse = right(_mean_modulus(memory)), 1 / root
    facts = [apply("positive", term=x) for x in (modulus, inverse, root)]
    above = apply(
        "certificate", *facts, apply("bounded", term=n, end="low"), left=right(value),
        right=n * (modulus + inverse), relation="le",
        parts=((1, 1, (0,), ()), (1, 2, (1,), ()), (1, 2, (2, 3), (modulus,))),
    )  # fmt: skip
    return apply("transitive", apply("transitive", worst, value), above)


def _mean_square(over: Term, parts: list[tuple[Term, Term]], rest: Term) -> Theorem:
    """E of a polynomial in c as multiples of the moments of c."""
    written = apply("ring", left=over, right=add(*(factor * x for x, factor in parts), rest))
    mean = converted(apply("within", written, term=E(over)), lambda found: apply("linear", term=found))
    return converted(mean, lambda found: parts_converted(found, _linear))


def _below_sum(sign: Theorem) -> Theorem:
    """max_i x_i <= sum_i x_i from 0 <= x_i: the others add up to something that is nonnegative."""
    own, other = right(sign), Index("l", n)
    alone = apply("taken_out", term=Sum(i, own), value=i)
    each = apply("instance", sign, symbol=i, value=other)
    rest = apply("sum_monotone", each, condition=other != i, index=other)
    rest = apply("transitive", apply("componentwise", left=number(0), right=left(rest)), rest)
    return apply("largest_below", by_products(own, left(alone), (1, rest), (-1, alone)), index=i)


def _linear(term: Term) -> Theorem:
    return apply("linear", term=term) if term.head == "E" else itself(term)


def _counted(term: Term) -> Theorem:
    return apply("count", term=term) if term.head == "sum" else itself(term)


def _second_moment(memory: Memory) -> Theorem:
    """E c_i^2: given k_i the terms are independent, and their law is the same for every k_i."""
    u = fixed("u", memory.key_law.shape[0])
    length = apply("fixed_norm", term=norm2(memory.key(i)))
    unit = suppose(norm2(u) == right(length), "what the item's key is held fixed at")
    given = Sum(j != i, absolute(inner(u, memory.key(j))))
    moment = replaced_within(derive(E(given**2), by=[moments, unit]), [unit])
    return apply("held_fixed", moment, length, fixed=u, x=memory.key(i))


def _crosstalk(memory: Memory) -> Term:
    """The sum of the moduli of the overlaps."""
    return Sum(j != i, absolute(inner(memory.key(i), memory.key(j))))


def _mean_modulus(memory: Memory) -> Theorem:
    """The mean modulus of the overlap of two keys."""
    overlap = absolute(inner(memory.key(i), memory.key(j)))
    return mean_modulus(E(overlap), memory.key(j), suppose(j != i))


def _mean(memory: Memory) -> Theorem:
    """E c_i, by linearity."""
    sums = apply("linear", term=E(_crosstalk(memory)))
    sums = then(sums, apply("under", _mean_modulus(memory), binder=right(sums), index=j))
    return then(sums, apply("count", term=right(sums)))


def _floor(memory: Memory) -> Theorem:
    """E c_i <= E max_i c_i, with the value of the mean."""
    above = apply("largest", term=max_over(i, _crosstalk(memory)), index=i)
    return apply("rewrite", _mean(memory), apply("mean_monotone", above))
