r"""The coherent crosstalk $\sum_{j \ne i} |\langle k_i, k_j \rangle|$: its mean and worst item (S1, S2.d).

The worst case over unit values has the values aligned up to sign, and then the crosstalk has that norm.
"""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import Term
from ..prove import derive, prove, suppose
from ..tactics import moments
from ..tactics.directions import mean_modulus
from ..tactics.items import one_of_sum
from ..tactics.over_items import by_items
from ..tactics.rewriting import left, nonnegative, replaced_within, right
from ..tactics.solving import isolated
from ..tactics.steps import at_least, at_most, calculation, equals
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
    return proved("worst_crosstalk_floor", _WORST, _floor(premises), n, d_k)


def worst_crosstalk_union(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most n times that mean (S2.d)."""
    total, modulus = _crosstalk(premises), _mean_modulus(premises)
    bounded = calculation(
        E(max_over(i, total)),
        at_most(E(Sum(i, total)), one_of_sum(Sum(i, total), i, ())),
        equals(n * (n - 1) * right(modulus), moments, modulus),
    )
    return proved("worst_crosstalk_union", _WORST, bounded, n, d_k)


def coherent_worst_ceiling(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is 1 when one's mean is (S2.d)."""
    floor = _floor(premises)
    reached = suppose(left(floor) == 1, "the worst item's crosstalk has reached the signal")
    size = isolated(apply("symmetric", apply("rewrite", reached, floor)), n)
    title = "Items at which the worst item's coherent crosstalk is 1, from above"
    return proved("coherent_worst_ceiling", title, size, d_k)


def coherent_worst_floor(premises: Memory = UNIT) -> Derivation:
    r"""The same is 1 at no fewer items than $1/(\mathbb{E} |\langle k, k' \rangle| + d_k^{-1/2})$ (S2.d).

    The worst item exceeds the mean m by no more than $s/2 + \sum_i (c_i - m)^2/(2 s)$, here with
    $s = n/\sqrt{d_k}$: with the ceiling the capacity has the exponent 1/2 exactly.
    """
    bounded = _worst_by_spread(premises)
    reached = suppose(left(bounded) >= 1, "the worst item's crosstalk has reached the signal")
    one = calculation(right(bounded), at_least(left(bounded), bounded), at_least(1, reached))
    title = "Items at which the worst item's coherent crosstalk is 1, from below"
    return proved("coherent_worst_floor", title, isolated(one, n), d_k)


def _worst_by_spread(memory: Memory) -> Theorem:
    """E max_i c_i <= n (E|<k, k'>| + d^(-1/2)), by c <= m + s/2 + (c - m)^2/(2 s) with s = n d^(-1/2)."""
    c, d = _crosstalk(memory), memory.key_law.shape[0]
    mean, second, modulus = _mean(memory), _second_moment(memory), right(_mean_modulus(memory))
    m, s = right(mean), n / sqrt(d)
    over = (c - m) ** 2 / (2 * s)
    total = Sum(i, over)
    each = calculation(
        c,
        at_most(m + s / 2 + over, nonnegative((c - m - s) ** 2)),
        at_most(m + s / 2 + total, one_of_sum(total, i, ())),
    )
    spread = calculation(
        E(over),
        equals((E(c**2) - 2 * m * E(c) + m**2) / (2 * s)),
        equals((n - 1) * (1 / d - modulus**2) / (2 * s), mean, second),
    )
    return calculation(
        E(max_over(i, c)),
        at_most(E(m + s / 2 + total), each),
        equals(m + s / 2 + n * right(spread), moments, spread),
        at_most(n * (modulus + 1 / sqrt(d))),
    )


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
    """E c_i = (n - 1) E|<k, k'>|."""
    modulus = _mean_modulus(memory)
    return prove(E(_crosstalk(memory)) == (n - 1) * right(modulus), by=[moments, modulus])


def _floor(memory: Memory) -> Theorem:
    """E c_i <= E max_i c_i, with the value of the mean."""
    c = _crosstalk(memory)
    return calculation(
        E(max_over(i, c)), at_least(E(c), by_items), equals(right(_mean(memory)), _mean(memory))
    )
