"""The first tokens stored, summed over: by hand and one by one."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import stored_sums
from theorycheck.theory.formula_balls import number
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.stored_mass import PowerSum, StoredMass, Whole

NAMES = (
    "best_error_above",
    "best_error_frequency",
    "stored_error_all",
    "stored_error_eighth",
    "stored_error_figure",
    "stored_error_hundred",
    "stored_error_logarithm",
    "stored_error_quarter",
)
size = symbol("d")


@pytest.fixture(scope="module")
def derived():
    return {name: getattr(stored_sums, name)() for name in NAMES}


def test_two_tokens_in_two_dimensions_by_hand(derived):
    """One other token of weight 1: P(t_2 > sqrt 2) = (1 - sqrt(1/2))/2."""
    at = {alpha: sp.Integer(2), symbol("rho"): sp.Integer(0), size: sp.Integer(2), symbol("N"): sp.Integer(2)}
    found = number(derived["stored_error_all"].formula, at)
    assert abs(found - (1 - mpmath.sqrt(mpmath.mpf(1) / 2)) / 2) < 1e-14


def by_integrals(exponent, rho, count, dimension, endless=True):
    """Each token's error by the density of the coordinate, added up."""
    level = mpmath.fsum(mpmath.mpf(x) ** (-2 * exponent * rho) for x in range(1, count + 1))

    def missed(x):
        place = mpmath.asin(mpmath.sqrt(x ** (-2 * exponent * rho) / level))
        ends = [place, mpmath.pi / 2], [0, mpmath.pi / 2]
        beyond, whole = (mpmath.quad(lambda t: mpmath.cos(t) ** (dimension - 1), end) for end in ends)
        return beyond / whole

    total = mpmath.fsum(x**-exponent * missed(x) for x in map(mpmath.mpf, range(1, count + 1)))
    rest = mpmath.zeta(exponent, count + 1) if endless else 0
    return (total + rest) / (
        2 * (mpmath.zeta(exponent) - (0 if endless else mpmath.zeta(exponent, count + 1)))
    )


@pytest.mark.parametrize("dimension", [16, 41])
def test_tokens_added_up_one_by_one(derived, dimension):
    at = {size: sp.Integer(dimension), alpha: sp.Integer(2), symbol("c"): sp.Integer(1)}
    with mpmath.workdps(20):
        half, eighth, quarter = (mpmath.mpf(1) / k for k in (2, 8, 4))
        wanted = {
            "stored_error_eighth": by_integrals(2, eighth, int(dimension ** (2 / 3)), dimension),
            "stored_error_quarter": by_integrals(2, quarter, int(dimension**0.5), dimension),
            "stored_error_figure": by_integrals(2, 0, dimension // 8, dimension),
            "stored_error_logarithm": by_integrals(2, 0, int(dimension / mpmath.log(dimension)), dimension),
        }
        for name, value in wanted.items():
            assert abs(number(derived[name].formula, at) - value) < mpmath.mpf(10) ** -15, name
        four = {**at, symbol("N"): sp.Integer(4), symbol("rho"): sp.Rational(1, 2)}
        assert (
            abs(
                number(derived["stored_error_all"].formula, four) - by_integrals(2, half, 4, dimension, False)
            )
            < 1e-15
        )


@pytest.mark.parametrize("dimension", [9, 40])
def test_bounds_are_above_the_tokens_added_up(derived, dimension):
    at, eighth = {size: sp.Integer(dimension)}, mpmath.mpf(1) / 8
    assert by_integrals(2, eighth, dimension, dimension) < number(derived["best_error_above"].formula, at)
    assert by_integrals(2, 1, dimension, dimension) < number(derived["best_error_frequency"].formula, at)
    hundred = by_integrals(2, eighth, 100, dimension, endless=False)
    assert hundred < number(derived["stored_error_hundred"].formula, at)


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
