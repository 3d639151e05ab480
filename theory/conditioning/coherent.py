r"""The coherent crosstalk $\sum_{j \ne i} |\langle k_i, k_j \rangle|$: its mean and worst item (S1, S2.d).

The worst case over unit values has the values aligned up to sign, and then the crosstalk has that norm.
"""

from __future__ import annotations

from ..bridge import Proved, proved
from ..kernel import Theorem, apply
from ..prove import suppose
from ..tactics.rewriting import left, nonnegative, right, then
from ..tactics.solving import isolated
from ..terms import E, Sum, Term, absolute, inner, max_over
from .definitions import UNIT, Memory, d_k, i, j, n

_WORST = "Bound on the mean coherent crosstalk of the worst item"


def key_overlap_mean_absolute(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} |\langle k, k' \rangle| = \Gamma(d_k/2)/(\sqrt{\pi}\, \Gamma((d_k+1)/2))$ (S1)."""
    title = "Mean modulus of the key overlap"
    return proved("key_overlap_mean_absolute", title, _mean_modulus(premises), d_k)


def capacity_coherent(premises: Memory = UNIT) -> Proved:
    r"""The n at which $\mathbb{E} \sum_{j \ne i} |\langle k_i, k_j \rangle| = 1$ (S2.d, mean)."""
    mean = _mean(premises)
    reached = apply("rewrite", mean, suppose(left(mean) == 1, "it has reached the signal"))
    return proved("capacity_coherent", "Capacity at mean coherent crosstalk 1", isolated(reached, n), d_k)


def worst_crosstalk_floor(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, at least one item's mean (S2.d)."""
    return proved("worst_crosstalk_floor", _WORST, apply("symmetric", _floor(premises)), n, d_k)


def worst_crosstalk_union(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most n times that mean (S2.d)."""
    total = _crosstalk(premises)
    overlap = absolute(inner(premises.key(i), premises.key(j)))
    zeros = apply("sum_monotone", nonnegative(overlap), condition=j != i, index=j)
    none = apply("symmetric", apply("count", term=left(zeros)))
    above = apply("largest", apply("transitive", none, zeros), term=max_over(i, total), index=i)
    above = apply("mean_monotone", above)
    sums = apply("linear", term=right(above))
    sums = then(sums, apply("under", _mean(premises), binder=right(sums), index=i))
    sums = then(sums, apply("count", term=right(sums)))
    return proved("worst_crosstalk_union", _WORST, apply("transitive", above, sums), n, d_k)


def coherent_worst_ceiling(premises: Memory = UNIT) -> Proved:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is 1 when one's mean is (S2.d)."""
    floor = _floor(premises)
    reached = suppose(right(floor) == 1, "the worst item's crosstalk has reached the signal")
    size = isolated(apply("rewrite", reached, floor), n)
    title = "Items at which the worst item's coherent crosstalk is 1, from above"
    return proved("coherent_worst_ceiling", title, size, d_k)


def _crosstalk(memory: Memory) -> Term:
    """The sum of the moduli of the overlaps."""
    return Sum(j != i, absolute(inner(memory.key(i), memory.key(j))))


def _mean_modulus(memory: Memory) -> Theorem:
    """The mean modulus of the overlap of two keys."""
    overlap = absolute(inner(memory.key(i), memory.key(j)))
    return apply("mean_modulus", suppose(j != i), term=E(overlap), x=memory.key(j))


def _mean(memory: Memory) -> Theorem:
    """E c_i, by linearity."""
    sums = apply("linear", term=E(_crosstalk(memory)))
    sums = then(sums, apply("under", _mean_modulus(memory), binder=right(sums), index=j))
    return then(sums, apply("count", term=right(sums)))


def _floor(memory: Memory) -> Theorem:
    """E c_i <= E max_i c_i, with the value of the mean."""
    above = apply("largest", term=max_over(i, _crosstalk(memory)), index=i)
    return apply("rewrite", _mean(memory), apply("mean_monotone", above))
