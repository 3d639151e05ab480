r"""How many items moments leave room for: sizes below which no failure criterion is reached.

A moment bounds the probability of failure from above by what rises in n, so that the criterion is
reached no earlier than by the bound. These floors are of larger order than the capacity law's
$\sqrt{d_k}$ wherever a failure is $|\eta_i|^2 > 1$ (S2.b, S2.c, S10); among near collisions (S3.d) they
are exponential.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import d_k, d_v, n, t, tau
from ..rules.algebra import collect, gather_in, specialise
from ..rules.asymptotics import growth
from ..rules.crossings import crossing
from ..rules.inequalities import markov, union
from ..rules.isolating import round_up
from ..rules.largest import largest_above, largest_by_spread, spread_of_moduli
from ..rules.points import Point, against, number, random_points
from ..rules.solving import solve
from ..rules.structure import some_pair
from .capacity import Gap, coherent_crosstalk, mean_noise_at
from .collisions import near_pair
from .failures import query_fails_by_second_moment
from .heads import NETWORK, Network, network_bound, structure_points
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


def union_capacity_floor(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""N times the failure of one item is 1/2 at no less than $(d_k^2/(2 + 4/d_v))^{1/3}$ items (S2.c).

    The second moment of the noise power is at most $(1 + 2/d_v)\, n^2/d_k^2$: an exponent of 2/3. What is
    bounded is the sum over the items, and with it the probability that some item fails.
    """
    chain = _chain(premises, "union_capacity_floor", "Items at which failures add up to 1/2, from below")
    fails = _at_one(chain, query_fails_by_second_moment(chain, premises))
    some = chain.apply("add up the failures of all queries", union, fails, index=i, count=n)
    size = chain.apply("where the bound is one half", crossing, some, variable=n, level=_HALF)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_far_walk(premises),))


def error_load_floor(premises: Network = NETWORK) -> Derivation:
    r"""A network fails once in ten at no less than $1 + d_k\, (10 L)^{-1/H}$ items (S10).

    Linear in $d_k$ for every number of heads: the error law, read as an upper bound, already excludes
    that a constant error leaves $\sqrt{d_k}$ items.
    """
    chain = Chain(
        name="error_load_floor",
        title="Items at which the network fails once in ten, from below",
        premises=(*premises.memory.sentences, _FAILS, *premises.structure),
    )
    bound = _at_one(chain, network_bound(chain, premises))
    size = chain.apply("where the bound is one in ten", crossing, bound, variable=n, level=_ONE_IN_TEN)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))

    def root(point: Point) -> mpmath.mpf:
        heads = int(premises.heads.subs(point)) if premises.independent_heads else 1
        layers = int(premises.layers.subs(point))
        mean = mean_noise_at(premises.memory, point)
        return _secant(lambda size: layers * mean(size) ** heads - number(_ONE_IN_TEN, {}))

    return chain.close(size, growth=grown, checks=(against(root, structure_points()[:2], _SECANT),))


def coherent_worst_ceiling(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is 1 when one's mean is (S2.d).

    >>> coherent_worst_ceiling().formula
    1 + sqrt(pi)*gamma(d_k/2 + 1/2)/gamma(d_k/2)
    """
    title = "Items at which the worst item's coherent crosstalk is 1, from above"
    chain = Chain(name="coherent_worst_ceiling", title=title, premises=(premises.of_keys, _ALIGNED))
    worst = chain.apply(
        "take the worst item", largest_above, coherent_crosstalk(chain, premises), index=i, count=n
    )
    size = chain.apply("where the bound is one", crossing, worst, variable=n, level=1)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))

    def root(point: Point) -> mpmath.mpf:
        own, overlap = int(premises.own_term), polar_mean(premises, point)
        return 1 + (1 - own) / overlap

    points = [{d_k: sp.Integer(4)}, {d_k: sp.Integer(9)}]
    return chain.close(size, growth=grown, checks=(against(root, points, "quadrature in polar coordinates"),))


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
    size = chain.apply("where the bound is one", crossing, worst, variable=n, level=1)
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
    size = chain.apply("where the bound is one half", crossing, some, variable=n, level=_HALF)

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


def _chain(premises: Premises, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=(*premises.sentences, _FAILS))


def _at_one(chain: Chain, bound: Step) -> Step:
    return chain.apply("set the threshold to one", specialise, bound, symbol=tau, value=sp.Integer(1))


def _secant(gap: Gap) -> mpmath.mpf:
    return mpmath.findroot(gap, (2, 3), tol=mpmath.mpf(10) ** -110, maxsteps=90)


def _far_walk(premises: Premises) -> Callable[[sp.Expr], str]:
    """At that size n E|eta|^4 by the walk is at most 1/2, and close to it in many dimensions."""

    def check(formula: sp.Expr) -> str:
        for point in ({d_k: sp.Integer(2000), d_v: sp.Integer(k)} for k in (1, 7, 16)):
            size = int(number(formula, point))
            total = size * noise_moment(premises, 2, {**point, n: sp.Integer(size)})
            if not _NEAR_HALF < total <= Fraction(1, 2):
                raise CheckFailed(f"At {point} the second moments of {size} items add up to {float(total)}.")
        return "second moments by the random walk add up to 1/2 or a little less, in 2000 dimensions"

    return check


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{**point, d_v: sp.Integer(3)} for point in random_points({d_k}, least=3)]
