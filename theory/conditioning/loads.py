r"""How many items moments leave room for: sizes below which no failure criterion is reached.

A moment bounds the probability of failure from above by what rises in n, so that the criterion is
reached no earlier than by the bound. These floors are of larger order than the capacity law's
$\sqrt{d_k}$ wherever a failure is $|\eta_i|^2 > 1$ (S2.b, S2.c, S10); among near collisions (S3.d) they
are exponential.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import d_k, n, tau
from ..rules.algebra import collect
from ..rules.asymptotics import growth
from ..rules.inequalities import markov
from ..rules.points import Point, against
from ..rules.solving import solve
from .model import UNIT_VECTORS, Premises
from .moments import mean_noise_power
from .walk import noise_moment, walk_points

_HALF: Final = sp.Rational(1, 2)
_ONE_IN_TEN: Final = sp.Rational(1, 10)
_SECANT: Final = "the root of the bound found by the secant method"
_NEAR_HALF: Final = Fraction(9, 20)
_ALIGNED: Final = "the values are aligned up to sign, the worst case over unit values"
_FAILS: Final = r"a query fails where $\| \eta_i \|^2 > 1$"


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
