"""Class masses, least squares and thresholds at a whole part: special cases."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import least_squares
from theorycheck.theory.associative_memory.class_mass import least_class_mass
from theorycheck.theory.associative_memory.least_squares import LeastSquares, least_squares_error
from theorycheck.theory.associative_memory.minimax_thresholds import threshold_logarithm
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, OneHot, Sphere
from theorycheck.theory.model import Size
from theorycheck.theory.notation import alpha, symbol

size, M = symbol("d"), symbol("M")


def test_many_classes_leave_the_first_token_alone() -> None:
    formula = least_class_mass().formula
    assert formula.subs({alpha: 2, M: 10}) == 6 / sp.pi**2
    assert formula.subs({alpha: sp.Rational(11, 10), M: 2}) == sp.Rational(1, 2)


def test_more_tokens_than_dimensions_are_not_interpolated() -> None:
    wide = Size("d", minimum=2)
    with pytest.raises(Refused):
        least_squares_error(LeastSquares(tokens=least_squares.d + 1))
    wider = Normal(0, 1, dimension=2 * least_squares.d)
    assert least_squares_error(LeastSquares(law=wider)).formula == 0
    assert least_squares_error(LeastSquares(law=Sphere(wide), tokens=wide)).formula == 0
    with pytest.raises(Refused, match="atoms"):
        least_squares_error(LeastSquares(law=OneHot(least_squares.d)))


def test_a_threshold_in_other_units_is_another_number() -> None:
    """At d = 40 ten tokens are stored; the rest is wrong half of the time."""
    with mpmath.workdps(20):
        value = sp.N(threshold_logarithm().formula.subs({size: 40, alpha: 2}), 20)
        tail = mpmath.betainc(20, 0.5, 0, mpmath.mpf(9) / 10, regularized=True) / 2
        rest = mpmath.zeta(2, 11)
        assert abs(mpmath.mpf(value) - (mpmath.zeta(2) - rest) * tail - rest / 2) < mpmath.mpf(10) ** -18
