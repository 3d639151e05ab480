"""Tails from moments: what each bound is attained by, and what it refuses."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.events import Expectation, Probability, Variance
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.tails import cantelli, falling_density, leading_bound, moment_tail
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


def test_cantelli_is_a_half_where_the_gap_is_one_standard_deviation():
    bound = cantelli.apply(eq(Variance(Y), x**2), eq(Expectation(Y), 1 - x), threshold=sp.Integer(1))
    assert sp.cancel(bound.rhs) == sp.Rational(1, 2)


def test_cantelli_wants_the_mean_below_the_threshold():
    with pytest.raises(SideConditionError, match="below"):
        cantelli.conditions(eq(Variance(Y), x), eq(Expectation(Y), sp.Integer(2)), threshold=sp.Integer(1))


def test_cantelli_wants_mean_and_variance_of_one_variable():
    with pytest.raises(SideConditionError, match="different variables"):
        cantelli.conditions(eq(Variance(Y), x), eq(Expectation(X), x / 9), threshold=sp.Integer(1))


def test_chebyshev_without_its_denominator_is_caught():
    spread, mean = eq(Variance(Y), x), eq(Expectation(Y), sp.Rational(1, 2))
    bound = cantelli.apply(spread, mean, threshold=sp.Integer(1))
    with pytest.raises(CheckFailed):
        cantelli.check(sp.Le(bound.lhs, 4 * x / 10, evaluate=False), spread, mean, threshold=sp.Integer(1))


def test_a_polynomial_lies_below_its_leading_term_where_the_rest_takes_away():
    bound = leading_bound.apply(eq(X, (n - 1) * (n - 2) / x), variables=(n,))
    assert bound.rhs == n**2 / x


def test_a_polynomial_above_its_leading_term_is_refused():
    with pytest.raises(SideConditionError, match="leading term"):
        leading_bound.conditions(eq(X, n * (n + 2) / x), variables=(n,))


def test_a_larger_multiple_of_the_leading_term_is_no_leading_term():
    fact = eq(X, (n - 1) * (n - 2) / x)
    with pytest.raises(CheckFailed, match="Far out"):
        leading_bound.check(sp.Le(X, 2 * n**2 / x, evaluate=False), fact, variables=(n,))


def test_a_falling_density_leaves_no_more_than_a_uniform_one():
    assert falling_density.apply(overlap(Sphere(n)), threshold=t).rhs == 1 - t


def test_only_unit_vectors_have_a_range():
    with pytest.raises(SideConditionError, match="range"):
        falling_density.conditions(overlap(Gaussian(n)), threshold=t)


def test_less_than_a_uniform_density_leaves_is_caught():
    fact = overlap(Sphere(n))
    bound = falling_density.apply(fact, threshold=t)
    with pytest.raises(CheckFailed):
        falling_density.check(sp.Le(bound.lhs, (1 - t) ** 2, evaluate=False), fact, threshold=t)
