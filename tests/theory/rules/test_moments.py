"""Moments of sums: hypotheses are checked, and a wrong result does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.moments import Coordinates, excess_kurtosis, moment_of_sum

i = sp.Symbol("i", integer=True, positive=True)
q, k = sp.IndexedBase("q"), sp.IndexedBase("k")
s = sp.Symbol("s", real=True)
SCORE = sp.Eq(s, sp.Sum(q[i] * k[i], (i, 1, d_k)), evaluate=False)
NORMALS = (Coordinates(q, 0, 1, 0, 3), Coordinates(k, 0, 1, 0, 3))


def test_the_fourth_moment_of_a_sum_of_products():
    found = moment_of_sum.apply(SCORE, *NORMALS, order=4)
    assert sp.expand(found.rhs - (9 * d_k + 3 * d_k * (d_k - 1))) == 0
    assert moment_of_sum.check(found, SCORE, *NORMALS, order=4)


def test_a_moment_without_coincidences_is_caught():
    wrong = sp.Eq(Expectation(s**4), 3 * d_k * (d_k - 1), evaluate=False)
    with pytest.raises(CheckFailed, match="two sides"):
        moment_of_sum.check(wrong, SCORE, *NORMALS, order=4)


def test_letters_without_a_law_and_moments_that_are_not_known_are_refused():
    with pytest.raises(SideConditionError, match="have not been said"):
        moment_of_sum.apply(SCORE, NORMALS[0], order=2)
    with pytest.raises(SideConditionError, match="higher order"):
        moment_of_sum.apply(SCORE, *NORMALS, order=5)
    with pytest.raises(SideConditionError, match="one sum"):
        moment_of_sum.apply(sp.Eq(s, q[i], evaluate=False), *NORMALS, order=2)


def moments(*values):
    """Statements of the moments of s of orders 4, 2 and 1."""
    return tuple(
        sp.Eq(Expectation(s**m), sp.sympify(v), evaluate=False)
        for m, v in zip((4, 2, 1), values, strict=True)
    )


def test_the_excess_of_a_normal_is_zero_and_a_wrong_one_is_caught():
    given = moments(3 * d_k**2, d_k, 0)
    found = excess_kurtosis.apply(*given)
    assert found.rhs == 0
    assert excess_kurtosis.check(found, *given)
    with pytest.raises(CheckFailed, match="two sides"):
        excess_kurtosis.check(sp.Eq(found.lhs, d_k, evaluate=False), *given)


def test_the_excess_asks_for_a_centred_variable():
    with pytest.raises(SideConditionError, match="not zero"):
        excess_kurtosis.conditions(*moments(3, 1, 1))
    fourth, second, first = moments(3, 1, 0)
    with pytest.raises(SideConditionError, match="no moments of"):
        excess_kurtosis.conditions(second, fourth, first)
