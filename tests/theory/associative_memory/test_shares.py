"""Class masses, least squares and thresholds at a whole part: other premises, and steps broken on purpose."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import least_squares
from theorycheck.theory.associative_memory.class_mass import Classes, M, least_class_mass
from theorycheck.theory.associative_memory.least_squares import LeastSquares, least_squares_error
from theorycheck.theory.associative_memory.minimax_thresholds import threshold_logarithm
from theorycheck.theory.associative_memory.stored_sums import Stored
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, OneHot, Sphere
from theorycheck.theory.model import Size
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.rules import filling
from theorycheck.theory.rules.stored_sums import Whole

d = sp.Symbol("d", integer=True, positive=True)
size = symbol("d")
x = sp.Symbol("x", integer=True, positive=True)
LEVEL = sp.Symbol("p_*", positive=True)
LAW = sp.Eq(sp.Function("p")(x), x**-alpha / sp.zeta(alpha), evaluate=False)


def test_other_premises_give_other_formulas() -> None:
    steeper = least_class_mass(Classes(exponent=alpha + 1))
    assert steeper.formula.subs({alpha: 2, M: 2}) == 1 / sp.zeta(3)
    third = Stored(rho=sp.Integer(0), stored=Whole(size / (3 * sp.log(size)), sp.Integer(1)))
    other = threshold_logarithm(third)
    assert other.status is Status.DERIVED
    assert other.formula != threshold_logarithm().formula


def test_many_classes_leave_the_first_token_alone() -> None:
    formula = least_class_mass().formula
    assert formula.subs({alpha: 2, M: 10}) == 6 / sp.pi**2
    assert formula.subs({alpha: sp.Rational(11, 10), M: 2}) == sp.Rational(1, 2)


def test_a_level_below_the_first_token_is_caught() -> None:
    low = sp.Le(LEVEL, 1 / M, evaluate=False)
    with pytest.raises(CheckFailed, match="classes end at"):
        filling.filled_classes.check(low, LAW, level=LEVEL, classes=M)
    with pytest.raises(CheckFailed, match="below the heaviest"):
        filling.first_token.check(sp.Ge(LEVEL, 2 / sp.zeta(alpha), evaluate=False), LAW, level=LEVEL)


def test_a_law_without_a_mean_is_no_law() -> None:
    flat = sp.Eq(LAW.lhs, x ** -sp.Rational(1, 2) / sp.zeta(sp.Rational(1, 2)), evaluate=False)
    with pytest.raises(SideConditionError, match="needs alpha > 1"):
        filling.filled_classes.conditions(flat, level=LEVEL, classes=M)
    with pytest.raises(SideConditionError, match="no Zipf law"):
        filling.first_token.conditions(sp.Eq(LAW.lhs, 2**-x, evaluate=False), level=LEVEL)


def test_bounds_that_do_not_meet_show_nothing() -> None:
    above = sp.Le(LEVEL, sp.Max(1 / M, 1 / sp.zeta(alpha)), evaluate=False)
    first, mean = (sp.Ge(LEVEL, part, evaluate=False) for part in (1 / sp.zeta(alpha), 1 / (2 * M)))
    with pytest.raises(SideConditionError, match="not the larger"):
        filling.squeezed.conditions(first, mean, above)
    with pytest.raises(SideConditionError, match="no lower bounds"):
        filling.squeezed.conditions(first, above, above)
    half = sp.Ge(LEVEL, 1 / M, evaluate=False)
    with pytest.raises(CheckFailed, match="larger lower bound"):
        filling.squeezed.check(sp.Eq(LEVEL, above.rhs.subs(M, M**2), evaluate=False), first, half, above)


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
