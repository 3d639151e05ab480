"""Values by balls: what SymPy finds, to as many digits as are proved, and nothing where none are."""

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq
from theorycheck.theory.formula_balls import WORKING_DIGITS, number, proved_value, value
from theorycheck.theory.stored_mass import MissedMass

x, y = sp.symbols("x y", positive=True)
AT = {x: sp.Rational(7, 3), y: sp.Rational(11, 4)}
HALF = sp.S.Half


@pytest.mark.parametrize(
    "formula",
    [
        x**3 - y / (1 + x),
        x**y - sp.sqrt(x + y) * sp.pi,
        sp.exp(-x) * sp.log(y) + sp.E,
        sp.sin(x) * sp.cos(y),
        sp.erf(x) - sp.erfc(y),
        sp.gamma(x) / sp.factorial(y),
        sp.uppergamma(x, y),
        sp.zeta(y) + sp.zeta(y, x),
        sp.hyper((HALF, x), (y,), HALF),
        sp.betainc_regularized(x, HALF, sp.Rational(1, 5), 1),
    ],
)
def test_a_value_is_the_one_that_sympy_finds(formula):
    assert proved_value(formula, AT, 216) is not None
    with mpmath.workdps(WORKING_DIGITS + 10):
        by_sympy = mpmath.mpf(str(sp.N(formula.subs(AT), WORKING_DIGITS + 10)))
        assert abs(number(formula, AT) / by_sympy - 1) < mpmath.mpf(10) ** -(WORKING_DIGITS - 2)


def test_a_rational_value_stays_exact():
    assert value((x - y) * (x + y) - x**2 + y**2, {x: fmpq(7, 3), y: fmpq(11, 4)}) == 0
    assert isinstance(proved_value(x**2000, {x: sp.Rational(3, 2)}, 216), arb)


def test_digits_that_cancel_are_found_with_more_bits():
    near = sp.exp(x / 10**40) - 1
    with mpmath.workdps(WORKING_DIGITS + 80):
        expected = mpmath.expm1(mpmath.mpf(7) / 3 / mpmath.mpf(10) ** 40)
        assert abs(number(near, AT) / expected - 1) < mpmath.mpf(10) ** -(WORKING_DIGITS - 2)


@pytest.mark.parametrize(
    "formula",
    [sp.log(-x), sp.sqrt(-x), sp.airyai(x), sp.Symbol("z"), sp.Mul(x, sp.Pow(0, -1, evaluate=False))],
)
def test_nothing_is_proved_of_a_branch_a_pole_or_what_is_unknown(formula):
    assert proved_value(formula, AT, 216) is None


def test_two_irrationals_that_are_one_are_left_to_another_route():
    one, other = sp.sqrt(x) * sp.sqrt(y), sp.sqrt(x * y)
    held = sp.Add(one, -sp.exp(sp.log(x, evaluate=False) / 2 + sp.log(y) / 2, evaluate=False), evaluate=False)
    assert proved_value(held, AT, 216) is None
    assert abs(number(one, AT) - number(other, AT)) < mpmath.mpf(10) ** -50


def test_a_rule_brings_the_balls_of_its_own_function():
    mass = MissedMass(sp.Integer(2), x, sp.Integer(5))
    point = {x: sp.Rational(3, 2)}
    with mpmath.workdps(WORKING_DIGITS):
        by_sympy = mpmath.mpf(str(sp.N(mass.subs(point), WORKING_DIGITS)))
        assert abs(number(2 * mass, point) / (2 * by_sympy) - 1) < mpmath.mpf(10) ** -(WORKING_DIGITS - 2)
    assert proved_value(mass, {x: sp.Rational(1, 2)}, 216) is None
    assert proved_value(mass, {x: sp.sqrt(3)}, 216) is None


def test_a_decimal_is_the_binary_number_it_stores():
    assert value(sp.Float("-0.375"), {}) == arb("-0.375")
    assert number(x + sp.Float("0.5"), {x: sp.Float("0.25")}) == 0.75
