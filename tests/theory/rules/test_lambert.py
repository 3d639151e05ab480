"""Lambert's W: a size worked by hand, a wrong one, and forms that are refused."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import n
from theorycheck.theory.rules.lambert import lambert_threshold
from theorycheck.theory.rules.vectors import with_right

a = sp.Symbol("a", positive=True)
Y = sp.Symbol("Y")


def bound(right):
    return sp.Le(Y, right, evaluate=False)


def test_at_a_equal_to_e_times_the_level_the_square_is_a():
    size = lambert_threshold.apply(bound(n**2 * sp.exp(-a / n**2)), variable=n, level=sp.Rational(1, 2))
    assert sp.simplify(size.rhs.subs(a, sp.E / 2) ** 2 - sp.E / 2) == 0
    assert isinstance(size, sp.Ge)


@pytest.mark.parametrize("factor", [3, sp.Rational(1, 3)])
def test_another_size_is_caught(factor):
    fact = bound(2 * n**2 * sp.exp(-a / n**2))
    size = lambert_threshold.apply(fact, variable=n, level=sp.Rational(1, 2))
    with pytest.raises(CheckFailed):
        lambert_threshold.check(
            with_right(size, factor * size.rhs), fact, variable=n, level=sp.Rational(1, 2)
        )


@pytest.mark.parametrize(
    "right", [n**3 * sp.exp(-a / n**2), n**2 * sp.exp(-a / n), n**2, n**2 * sp.exp(a / n**2)]
)
def test_other_forms_and_bounds_that_may_fall_are_refused(right):
    with pytest.raises(SideConditionError):
        lambert_threshold.conditions(bound(right), variable=n, level=sp.Rational(1, 2))
