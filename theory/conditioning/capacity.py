r"""Capacity: how many items until a criterion fails (S2), one function for each reading.

A capacity means nothing until its failure is defined: mean noise power 1 (reading a), mean coherent
crosstalk 1 (reading d), the guarantee of Markov and union, distinct or unshared one-hot keys (h).
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Rule, Step
from ..notation import d_k, d_v, n
from ..rules.asymptotics import growth, sandwich
from ..rules.contraction import separate, substitute
from ..rules.counting import evaluate_product
from ..rules.expectation import integrate_out
from ..rules.index_sums import exchange
from ..rules.inequalities import exponential_bound, weierstrass
from ..rules.largest import largest_above, largest_below
from ..rules.points import Point, against, number, random_points
from ..rules.solving import solve
from ..rules.vectors import IndexSum, Inner
from .model import ONE_HOT, UNIT_VECTORS, Premises, i, j
from .one_hot import survival, survival_check
from .overlap import mean_absolute_overlap, polar_mean
from .walk import noise_moment

_HALF = sp.Rational(1, 2)

Gap = Callable[[mpmath.mpf], mpmath.mpf]
"""A quantity as a function of the number of items."""


def capacity_coherent(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""The n at which $\mathbb{E} \sum_{j \ne i} |\langle k_i, k_j \rangle| = 1$ (S2.d, mean).

    The worst case over unit values has the values aligned up to sign, and then the crosstalk has
    the norm $\sum_{j \ne i} |\langle k_i, k_j \rangle|$.
    """
    chain = Chain(
        name="capacity_coherent",
        title="Capacity at mean coherent crosstalk 1",
        premises=(premises.of_keys, "the values are aligned up to sign, the worst case over unit values"),
    )
    mean = coherent_crosstalk(chain, premises)
    size = chain.apply("solve for the size", solve, mean, variable=n, level=1)

    def crosstalk(point: Point) -> Gap:
        own, overlap = int(premises.own_term), polar_mean(premises, point)
        return lambda size: own + (size - 1) * overlap - 1

    return _closed(chain, size, crosstalk)


def worst_crosstalk_floor(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, at least one item's mean (S2.d)."""
    return _worst_crosstalk(premises, "worst_crosstalk_floor", largest_above, lambda size: mpmath.mpf(1))


def worst_crosstalk_union(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most n times that mean (S2.d)."""
    return _worst_crosstalk(premises, "worst_crosstalk_union", largest_below, lambda size: size)


def capacity_distinct(premises: Premises = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct})$, and how its median n grows (S2.h).

    The formula is the survival probability; the exponent is that of the n at which it is 1/2, by a
    sandwich: the Weierstrass and the exponential bound reach 1/2 at sizes of the same exponent.
    """
    chain = Chain(
        name="capacity_distinct", title="Capacity until two keys collide", premises=(premises.of_keys,)
    )
    product = survival(chain, premises)
    exact = chain.apply("multiply the factors", evaluate_product, product)
    sizes, grown = [], []
    for label, bound in (
        ("bound the product below", weierstrass),
        ("bound the product above", exponential_bound),
    ):
        side = chain.apply(label, bound, product)
        sizes.append(chain.apply("solve the bound for the size", solve, side, variable=n, level=_HALF))
        grown.append(chain.apply("read off its exponent", growth, sizes[-1], variables=(d_k,)))
    between = chain.apply("the size lies between the two", sandwich, *sizes, *grown)
    return chain.close(exact, growth=between, checks=(survival_check(premises),))


def coherent_crosstalk(chain: Chain, premises: Premises) -> Step:
    """Steps to the mean of the sum of the moduli of the overlaps."""
    overlap = sp.Abs(Inner(premises.key.at(i), premises.key))
    excluded = () if premises.own_term else (i,)
    total = chain.define(
        "the coherent crosstalk adds the moduli",
        sp.Symbol("c_i", nonnegative=True),
        IndexSum(overlap, (j,), n, excluded),
    )
    if premises.own_term:
        total = chain.apply("separate the item's own term", separate, total, index=i)
    mean = chain.apply("take the expectation", exchange, total)
    mean = chain.apply("put the mean modulus in", substitute, mean, mean_absolute_overlap(chain, premises))
    if premises.own_term:
        mean = chain.apply("integrate out the query key", integrate_out, mean, letter="k")
    return mean


def _worst_crosstalk(premises: Premises, name: str, rule: Rule, items: Gap) -> Derivation:
    chain = Chain(
        name=name,
        title="Bound on the mean coherent crosstalk of the worst item",
        premises=(premises.of_keys, "the values are aligned up to sign, the worst case over unit values"),
    )
    worst = chain.apply("take the worst item", rule, coherent_crosstalk(chain, premises), index=i, count=n)
    grown = chain.apply("read off the exponents", growth, worst, variables=(n, d_k))

    def road(point: Point) -> mpmath.mpf:
        size = number(n, point)
        return items(size) * (int(premises.own_term) + (size - 1) * polar_mean(premises, point))

    points = random_points({n, d_k}, least=3)
    return chain.close(
        worst, growth=grown, checks=(against(road, points, "quadrature in polar coordinates"),)
    )


def mean_noise_at(premises: Premises, point: Point) -> Gap:
    """The mean noise power at sizes that need not be whole: affine through the walk's values."""
    one, two = (noise_moment(premises, 1, {**point, n: sp.Integer(items)}) for items in (1, 2))
    start, slope = (mpmath.mpf(value.numerator) / value.denominator for value in (one, two - one))
    return lambda size: start + (size - 1) * slope


def _closed(chain: Chain, size: Step, gap: Callable[[Point], Gap]) -> Derivation:
    """The chain closed with its exponent; the formula must be the root of the gap to the level.

    The gap goes a road of its own; its root is found by the secant method to 60 digits.
    """
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))

    def root(point: Point) -> mpmath.mpf:
        return mpmath.findroot(gap(point), (1, 2), tol=mpmath.mpf(10) ** -120, maxsteps=80)

    points = [{**point, d_v: sp.Integer(3)} for point in random_points({d_k}, least=3)]
    return chain.close(
        size, growth=grown, checks=(against(root, points, "the root found by the secant method"),)
    )
