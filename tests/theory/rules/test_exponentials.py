"""Exponentials of an overlap: known values, rates by another integral, refusals."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.exponentials import (
    exponential_slices,
    summit_rate,
    typical_rate,
)
from theorycheck.theory.rules.laws import Sphere
from theorycheck.theory.rules.rates import DecayRate
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

Y = sp.Symbol("Y")
i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")


def weight(scale, law=None):
    k = Vector("k", i, law or Sphere(d_k))
    return sp.Eq(Y, Expectation(sp.exp(scale * (Inner(k, k.at(j)) - 1))), evaluate=False)


def test_the_rate_of_an_exponential_is_reached_inside_the_range():
    fact = weight(d_k)
    share = exponential_slices.apply(fact)
    exponential_slices.check(share, fact)
    rate = summit_rate.apply(share, variable=d_k)
    golden = (sp.sqrt(5) - 1) / 2
    assert abs(sp.N(rate.rhs + golden - 1 + sp.log(1 - golden**2) / 2, 30)) < 10**-25
    summit_rate.check(rate, share, variable=d_k)
    with pytest.raises(CheckFailed, match="logarithms fall"):
        summit_rate.check(with_right(rate, rate.rhs * sp.Rational(101, 100)), share, variable=d_k)


def test_rates_need_a_ratio_with_a_summit():
    with pytest.raises(SideConditionError, match="ratio of two integrals"):
        summit_rate.conditions(sp.Eq(Y, d_k, evaluate=False), variable=d_k)
    x = sp.Symbol("x", real=True)
    convex = sp.Integral((1 + x**2) ** d_k, (x, -1, 1)) / sp.Integral((1 - x**2) ** d_k, (x, -1, 1))
    with pytest.raises(SideConditionError, match="log-concave"):
        summit_rate.conditions(sp.Eq(Y, convex, evaluate=False), variable=d_k)


def test_a_median_follows_the_mean_only_where_the_spread_vanishes():
    slow, fast = (sp.Eq(DecayRate(Y, d_k), sp.Integer(rate), evaluate=False) for rate in (1, 2))
    assert typical_rate.apply(slow, fast).rhs == 1
    with pytest.raises(SideConditionError, match="not known to exceed"):
        typical_rate.conditions(fast, slow)
