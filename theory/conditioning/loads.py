r"""How many items moments leave room for: sizes below which no failure criterion is reached.

A moment bounds the probability of failure from above by what rises in n, so that the criterion is
reached no earlier than by the bound. These floors are of larger order than the capacity law's
$\sqrt{d_k}$ wherever a failure is $|\eta_i|^2 > 1$ (S2.b, S2.c, S10); among near collisions (S3.d) they
are exponential.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import d_k, d_v, n, t, tau
from ..rules.algebra import collect, gather_in
from ..rules.asymptotics import growth
from ..rules.inequalities import markov
from ..rules.isolating import round_up
from ..rules.largest import largest_by_spread, spread_of_moduli
from ..rules.points import Point, against, number, random_points
from ..rules.solving import solve
from ..rules.structure import some_pair
from ..rules.thresholds import threshold
from .capacity import coherent_crosstalk
from .collisions import near_pair
from .model import UNIT_VECTORS, Premises, i, j
from .moments import even_moment, mean_noise_power
from .overlap import cap_share, polar_mean
from .walk import noise_moment, walk_points

_HALF: Final = sp.Rational(1, 2)
_ONE_IN_TEN: Final = sp.Rational(1, 10)
_SECANT: Final = "the root of the bound found by the secant method"
_NEAR_HALF: Final = Fraction(9, 20)
_ALIGNED: Final = "the values are aligned up to sign, the worst case over unit values"
_FAILS: Final = r"a query fails where $\| \eta_i \|^2 > 1$"


def coherent_worst_floor(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""The same is 1 at no fewer items than $1/(\mathbb{E} |\langle k, k' \rangle| + d_k^{-1/2})$ (S2.d).

    The largest of n variables exceeds their mean by no more than $\sqrt{n}$ standard deviations, here by
    $n/\sqrt{d_k}$: with the ceiling the capacity has the exponent 1/2 exactly.
    """
    title = "Items at which the worst item's coherent crosstalk is 1, from below"
    chain = Chain(name="coherent_worst_floor", title=title, premises=(premises.of_keys, _ALIGNED))
    mean = coherent_crosstalk(chain, premises)
    total = next(step for step in chain.steps if step.result.lhs == mean.result.lhs.args[0])
    second = even_moment(chain, premises, 2)
    spread = chain.apply("given one key the terms are independent", spread_of_moduli, total, second)
    worst = chain.apply("take the worst item", largest_by_spread, mean, spread, index=i, count=n)
    worst = chain.apply("count n rather than n - 1", round_up, worst, variable=n)
    worst = chain.apply("collect what the number of items multiplies", gather_in, worst, variable=n)
    size = chain.apply("where the bound is one", threshold, worst, variable=n, level=1)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))

    def root(point: Point) -> mpmath.mpf:
        return 1 / (polar_mean(premises, point) + 1 / mpmath.sqrt(number(premises.key_law.dimension, point)))

    points = [{d_k: sp.Integer(4)}, {d_k: sp.Integer(9)}]
    return chain.close(size, growth=grown, checks=(against(root, points, "quadrature in polar coordinates"),))


def near_collision_load(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""Some pair nearly collides with probability 1/2 at no less than $1/\sqrt{q}$ keys (S3.d).

    Exponential in $d_k$, as the probability q of one pair is.
    """
    chain = Chain(
        name="near_collision_load",
        title="Keys at which some pair is nearly parallel, from below",
        premises=(premises.of_keys, r"a pair fails where $|\langle k_i, k_j \rangle| > 1/2$"),
    )
    some = chain.apply("add up all pairs", some_pair, near_pair(chain, premises), index=j, count=n)
    some = chain.apply("count n rather than n - 1", round_up, some, variable=n)
    size = chain.apply("where the bound is one half", threshold, some, variable=n, level=_HALF)

    points = [{d_k: sp.Integer(4)}, {d_k: sp.Integer(9)}]

    def caps(point: Point) -> mpmath.mpf:
        return 1 / mpmath.sqrt(cap_share(premises, {**point, t: _HALF}))

    return chain.close(size, checks=(against(caps, points, "the area of the two caps by quadrature"),))


def noise_median_ceiling(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""The median of $|\eta_i|^2$ is at most twice its mean, $2(n-1)/d_k$ (S6).

    >>> noise_median_ceiling().formula
    2*(n - 1)/d_k
    """
    chain = Chain(
        name="noise_median_ceiling", title="Median noise power, from above", premises=premises.sentences
    )
    fails = chain.apply(
        "bound the tail by the mean", markov, mean_noise_power(chain, premises), threshold=tau
    )
    median = chain.apply("where the bound is one half", solve, fails, variable=tau, level=_HALF)
    median = chain.apply("in lowest terms", collect, median)
    grown = chain.apply("read off the exponents", growth, median, variables=(n, d_k))

    def walk(point: Point) -> Fraction:
        return 2 * noise_moment(premises, 1, point)

    points = walk_points()
    return chain.close(median, growth=grown, checks=(against(walk, points, "twice the random walk's mean"),))


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{**point, d_v: sp.Integer(3)} for point in random_points({d_k}, least=3)]
