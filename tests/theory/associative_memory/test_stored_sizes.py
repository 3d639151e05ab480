"""How many tokens two classes store: quantiles by hand, and by integration."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.stored_sizes import stored_all_floor, stored_size
from theorycheck.theory.formula_balls import number
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.notation import symbol
from theorycheck.theory.student import StudentQuantile

d, level = symbol("d"), symbol("level")


def test_quantiles_of_one_and_two_degrees_by_hand():
    """P(t_1 > t) = 1/2 - atan(t)/pi, P(t_2 > t) = (1 - t/sqrt(2 + t^2))/2."""
    chance = sp.Rational(1, 10)
    one, two = (number(StudentQuantile(chance, k), {}) for k in (1, 2))
    assert abs(one - mpmath.tan(mpmath.pi * 0.4)) < 1e-12
    assert abs(two - mpmath.sqrt(2) * 0.8 / 0.6) < 1e-12


def test_a_quantile_beyond_one_half_is_not_known():
    with pytest.raises(TypeError, match="between 0 and 1/2"):
        StudentQuantile.enclosed(*(sp.Rational(*x) for x in ((3, 4), (5, 1))))


@pytest.mark.parametrize("size", [5, 40])
def test_students_density_beyond_the_size_found_is_the_level(size):
    found = stored_size()
    assert found.status is Status.DERIVED
    P = number(found.formula, {d: sp.Integer(size), level: sp.Rational(1, 5)})
    scale = mpmath.gamma(mpmath.mpf(size + 1) / 2) / mpmath.gamma(mpmath.mpf(size) / 2)
    inside = mpmath.quad(
        lambda x: (1 + x * x / size) ** (-mpmath.mpf(size + 1) / 2), [0, mpmath.sqrt(size / (P - 1))]
    )
    assert abs(0.5 - scale / mpmath.sqrt(size * mpmath.pi) * inside - mpmath.mpf(1) / 5) < 1e-12


@pytest.mark.parametrize("size", [20, 300, 10**5])
def test_students_tails_add_up_to_no_more_than_the_level_at_the_size_found(size):
    found = stored_all_floor()
    assert found.status is Status.DERIVED
    P = number(found.formula, {d: sp.Integer(size)})
    one = mpmath.betainc(mpmath.mpf(size) / 2, 0.5, 0, 1 - 1 / P, regularized=True) / 2
    assert P * one < mpmath.mpf(1) / 2
