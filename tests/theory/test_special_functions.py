"""Functions that stand for sums, quantiles and solutions: by addition, and where they have no value."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import ctx, fmpq
from theorycheck.theory.associative_memory.exact import dimension
from theorycheck.theory.fitting_tokens import FittingTokens
from theorycheck.theory.formula import as_formula
from theorycheck.theory.formula_balls import number
from theorycheck.theory.laws import Zipf
from theorycheck.theory.model import Model, Parameter
from theorycheck.theory.node import power
from theorycheck.theory.stored_mass import MissedMass, PowerSum, StoredMass, Whole
from theorycheck.theory.student import StudentQuantile
from theorycheck.theory.terms import E, incomplete_beta, zeta


def test_series_and_head_are_one_sum():
    """Beyond a thousand tokens most terms are left to a series."""
    wide, last = 600, 1200
    with mpmath.workdps(25):
        level = mpmath.fsum(mpmath.mpf(x) ** -0.5 for x in range(1, last + 1))
        added = mpmath.fsum(
            mpmath.mpf(x) ** -2
            * mpmath.betainc(wide // 2, 0.5, 0, 1 - mpmath.mpf(x) ** -0.5 / level, regularized=True)
            for x in range(1, last + 1)
        )
    found = number(StoredMass(2, sp.Rational(1, 2), wide, last), {})
    assert abs(found / added - 1) < 1e-12


def test_whole_parts_are_exact_where_powers_are_whole():
    assert number(Whole(10**6, sp.Rational(2, 3)), {}) == 10**4
    assert number(Whole(10**6 - 1, sp.Rational(2, 3)), {}) == 10**4 - 1
    assert number(Whole(sp.Integer(99) / 8, 1), {}) == 12
    assert abs(number(PowerSum(3, 1), {}) - mpmath.mpf(11) / 6) < 1e-14


def test_a_quantile_beyond_one_half_is_not_known():
    with pytest.raises(TypeError, match="between 0 and 1/2"):
        StudentQuantile.enclosed(*(sp.Rational(*x) for x in ((3, 4), (5, 1))))


def test_too_few_dimensions_fit_no_token():
    with pytest.raises(TypeError, match="fits"):
        FittingTokens.enclosed(fmpq(10), fmpq(3))


def added(power, fall, dimension, tokens=1000):
    """The sum over tokens by incomplete Beta functions, and what is left, where the probability is near 1."""
    level = mpmath.zeta(fall)
    head = mpmath.fsum(
        mpmath.mpf(x) ** -power
        * (
            1
            - mpmath.betainc(
                0.5, mpmath.mpf(dimension) / 2, 0, mpmath.mpf(x) ** -fall / level, regularized=True
            )
        )
        for x in range(1, tokens + 1)
    )
    return head + mpmath.zeta(power, tokens + 1)


@pytest.mark.parametrize(("power", "fall", "dimension"), [(2, 4, 3), (3, 4, 40), (3, 6, 9)])
def test_the_mass_missed_is_the_sum_over_tokens(power, fall, dimension):
    assert abs(number(MissedMass(power, fall, dimension), {}) - added(power, fall, dimension)) < 1e-4


def test_a_ball_of_few_bits_holds_the_mass_that_many_bits_tell():
    """What the head leaves out is more than the rounding here."""
    point = fmpq(3, 2), fmpq(3, 2), fmpq(2**16)
    balls = []
    for bits in (53, 256):
        with ctx.workprec(bits):
            balls.append(MissedMass.enclosed(*point))
    few, many = balls
    assert few.rel_accuracy_bits() < many.rel_accuracy_bits()
    with ctx.workprec(600):
        assert few.contains(many)


def test_another_mean_of_shares_has_no_such_formula():
    x, a = Model(x=Zipf(2)).x, Parameter("a")
    for level in (power(x, -4) / zeta(3), a * power(x, -4)):
        with pytest.raises(TypeError, match="no chance"):
            as_formula(E(incomplete_beta(1 - level, dimension / 2, Fraction(1, 2))))
