r"""Capacity: how many items until a criterion fails (S2), one function for each reading.

A capacity means nothing until its failure is defined: mean noise power 1 (reading a), mean coherent
crosstalk 1 (reading d), the guarantee of Markov and union, distinct or unshared one-hot keys (h).
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, n
from ..rules.asymptotics import growth, sandwich
from ..rules.contraction import separate, substitute
from ..rules.counting import evaluate_product
from ..rules.expectation import integrate_out
from ..rules.index_sums import exchange
from ..rules.inequalities import exponential_bound, weierstrass
from ..rules.points import Point
from ..rules.solving import solve
from ..rules.vectors import IndexSum, Inner
from .model import ONE_HOT, Premises, i, j
from .one_hot import survival, survival_check
from .overlap import mean_absolute_overlap
from .walk import noise_moment

_HALF = sp.Rational(1, 2)

Gap = Callable[[mpmath.mpf], mpmath.mpf]
"""A quantity as a function of the number of items."""


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


def mean_noise_at(premises: Premises, point: Point) -> Gap:
    """The mean noise power at sizes that need not be whole: affine through the walk's values."""
    one, two = (noise_moment(premises, 1, {**point, n: sp.Integer(items)}) for items in (1, 2))
    start, slope = (mpmath.mpf(value.numerator) / value.denominator for value in (one, two - one))
    return lambda size: start + (size - 1) * slope
