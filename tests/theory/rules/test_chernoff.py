"""Inequalities: a violated side condition raises, a bound on the wrong side is caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, t, tau
from theorycheck.theory.rules.chernoff import chernoff, sum_series, termwise
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

i = sp.Symbol("i", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
eta, u = Vector("eta", i), Vector("u")


def test_chernoff_finds_the_best_parameter():
    s = sp.Symbol("lambda", positive=True)
    bound = sp.Le(Expectation(sp.exp(s * Inner(eta, u))), sp.exp(s**2 / (2 * d_k)), evaluate=False)
    result = chernoff.apply(bound, parameter=s, threshold=t)
    assert result.rhs == sp.exp(-d_k * t**2 / 2)
    chernoff.check(result, bound, parameter=s, threshold=t)
    with pytest.raises(CheckFailed, match="least exponent"):
        chernoff.check(with_right(result, result.rhs**2), bound, parameter=s, threshold=t)
    concave = with_right(bound, sp.exp(-(s**2)))
    with pytest.raises(SideConditionError, match="no single positive minimum"):
        chernoff.conditions(concave, parameter=s, threshold=t)


def test_moments_that_grow_faster_than_normal_ones_are_refused():
    heavy = sp.Eq(Expectation(Inner(eta, u) ** (2 * m)), sp.gamma(m + 1) ** 2, evaluate=False)
    with pytest.raises(SideConditionError, match="not"):
        termwise.conditions(heavy, order=m)


def test_a_series_that_is_not_exponential_is_refused():
    geometric = sp.Le(sp.Symbol("Y"), sp.Sum(tau**m, (m, 0, sp.oo)), evaluate=False)
    with pytest.raises(SideConditionError, match="not an exponential one"):
        sum_series.apply(geometric)
