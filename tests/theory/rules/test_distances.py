"""Bounds on inner products and on what falls in them: by hand, and what they refuse."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.distances import cauchy_schwarz, largest
from theorycheck.theory.rules.vectors import Inner, Vector

a, b, g = Vector("a"), Vector("b"), Vector("g")


def equals(left, right):
    return sp.Eq(left, sp.sympify(right), evaluate=False)


def test_vectors_of_lengths_two_and_three():
    one, other = equals(Inner(a, a), 4), equals(Inner(b, b), 9)
    below = cauchy_schwarz.apply(one, other)
    assert below == sp.Ge(Inner(a, b), -6, evaluate=False)
    assert cauchy_schwarz.check(below, one, other)
    far = largest.apply(equals(Inner(g, g), 13 - 2 * Inner(a, b)), below)
    assert far.rhs == 25
    assert largest.check(far, equals(Inner(g, g), 13 - 2 * Inner(a, b)), below)


def test_half_of_the_bound_is_caught():
    one, other = equals(Inner(a, a), 4), equals(Inner(b, b), 9)
    with pytest.raises(CheckFailed, match="not minus the product"):
        cauchy_schwarz.check(sp.Ge(Inner(a, b), -3, evaluate=False), one, other)
    fact, below = equals(g, 1 - Inner(a, b)), sp.Ge(Inner(a, b), -6, evaluate=False)
    with pytest.raises(CheckFailed, match="larger"):
        largest.check(sp.Le(g, 2, evaluate=False), fact, below)


def test_other_statements_are_refused():
    with pytest.raises(SideConditionError, match="no square length"):
        cauchy_schwarz.conditions(equals(Inner(a, b), 1), equals(Inner(b, b), 1))
    below = sp.Ge(Inner(a, b), -1, evaluate=False)
    for rising in (1 + Inner(a, b), Inner(a, b) ** 2, sp.Integer(3)):
        with pytest.raises(SideConditionError, match="does not fall"):
            largest.conditions(equals(g, rising), below)
