"""Inequalities: a violated side condition raises, a bound on the wrong side is caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n, t, tau
from theorycheck.theory.rules.chernoff import chernoff, sum_series, termwise
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.inequalities import (
    is_nonnegative,
    markov,
)
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
eta, u = Vector("eta", i), Vector("u")
POWER = sp.Eq(Expectation(Inner(eta, eta)), (n - 1) / d_k, evaluate=False)


def test_nonnegativity_is_read_from_the_form():
    assert is_nonnegative(Inner(eta, eta))
    assert is_nonnegative(Inner(eta, u) ** 2)
    assert not is_nonnegative(Inner(eta, u))
    assert not is_nonnegative(Inner(eta, u) ** 3)


def test_markov_refuses_a_variable_of_either_sign():
    signed = sp.Eq(Expectation(Inner(eta, u)), sp.Integer(1), evaluate=False)
    with pytest.raises(SideConditionError, match="nonnegative"):
        markov.conditions(signed, threshold=tau)


def test_markov_refuses_a_threshold_that_may_be_negative():
    with pytest.raises(SideConditionError, match="positive threshold"):
        markov.conditions(POWER, threshold=sp.Symbol("s", real=True))


def test_markov_refuses_a_lower_bound_on_the_mean():
    with pytest.raises(SideConditionError, match="upper bound"):
        markov.conditions(sp.Ge(*POWER.args, evaluate=False), threshold=tau)


def test_markov_is_caught_where_its_bound_is_not_the_attained_one():
    result = markov.apply(POWER, threshold=tau)
    markov.check(result, POWER, threshold=tau)
    with pytest.raises(CheckFailed):
        markov.check(with_right(result, result.rhs / 2), POWER, threshold=tau)


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
