"""Tails from moments: what each bound is attained by, and what it refuses."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.events import Expectation, Probability
from theorycheck.theory.rules.tails import moment_tail
from theorycheck.theory.rules.vectors import Inner, Vector

x, y = sp.symbols("x y", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
t = sp.Symbol("t", positive=True)
X = sp.Symbol("X", real=True)
Y = sp.Symbol("Y", nonnegative=True)


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


def overlap(law):
    return eq(X, Inner(Vector("k", sp.Symbol("i"), law), Vector("k", sp.Symbol("j"), law)))


def test_a_fourth_moment_bounds_a_tail():
    bound = moment_tail.apply(eq(Expectation(X**4), x), threshold=t)
    assert bound.rhs == x / t**4
    assert bound.lhs == Probability(sp.Gt(sp.Abs(X), t))


def test_an_odd_moment_of_what_may_be_negative_is_refused():
    with pytest.raises(SideConditionError, match="negative"):
        moment_tail.conditions(eq(Expectation(X**3), x), threshold=t)


def test_a_moment_bound_that_is_too_small_is_caught():
    fact = eq(Expectation(Y**2), x)
    bound = moment_tail.apply(fact, threshold=t)
    with pytest.raises(CheckFailed):
        moment_tail.check(sp.Le(bound.lhs, bound.rhs * t, evaluate=False), fact, threshold=t)
