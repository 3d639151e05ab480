"""Solving for a size: the root is put back, bounds pass only where they fall."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.solving import solve
from theorycheck.theory.rules.vectors import with_right

Y = sp.Symbol("Y")
HALF = sp.Rational(1, 2)


def test_linear_quadratic_and_exponential_equations_are_solved():
    linear = solve.apply(sp.Eq(Y, (n - 1) / d_k, evaluate=False), variable=n, level=1)
    assert linear.rhs == d_k + 1
    quadratic = solve.apply(sp.Ge(Y, 1 - n * (n - 1) / d_k, evaluate=False), variable=n, level=HALF)
    assert quadratic.rhs.subs(d_k, 4) == 2
    power = solve.apply(sp.Eq(Y, (1 - 1 / d_k) ** (n - 1), evaluate=False), variable=n, level=HALF)
    assert power.rhs.subs(d_k, 2) == 2


def test_a_root_that_does_not_solve_the_equation_is_caught():
    fact = sp.Eq(Y, (n - 1) / d_k, evaluate=False)
    right = solve.apply(fact, variable=n, level=1)
    solve.check(right, fact, variable=n, level=1)
    with pytest.raises(CheckFailed, match="Put back"):
        solve.check(with_right(right, d_k), fact, variable=n, level=1)


def test_a_bound_that_rises_does_not_bound_the_size():
    with pytest.raises(SideConditionError, match="not known to fall"):
        solve.conditions(sp.Ge(Y, (n - 1) / d_k, evaluate=False), variable=n, level=1)


def test_an_equation_of_third_degree_is_refused():
    with pytest.raises(SideConditionError, match="neither linear nor quadratic"):
        solve.apply(sp.Eq(Y, n**3 / d_k, evaluate=False), variable=n, level=1)


def test_a_quadratic_with_two_positive_roots_is_refused():
    with pytest.raises(SideConditionError, match="one positive root"):
        solve.apply(sp.Eq(Y, n * (d_k - n), evaluate=False), variable=n, level=1)
