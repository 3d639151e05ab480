"""The error of weights that are powers of the frequency: by addition, by its residue, and tampered with."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.weighted import (
    PowerWeights,
    d,
    weighted_error,
    weighted_order_alpha_2_rho_1,
    weighted_order_alpha_2_rho_2,
    weighted_order_alpha_3_halves_rho_half,
    weighted_order_alpha_3_rho_quarter,
)
from theorycheck.theory.derivation import SideConditionError, Status
from theorycheck.theory.rules.missed_mass import leading_mass, missed_mass
from theorycheck.theory.rules.points import number

TWO = sp.Integer(2)


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
    value = missed_mass(sp.Integer(power), sp.Integer(fall), sp.Integer(dimension), 80)
    assert abs(mpmath.mpf(value.mid().str(25, radius=False)) - added(power, fall, dimension)) < 1e-4


@pytest.mark.parametrize(
    ("derive", "exponent"),
    [
        (weighted_order_alpha_2_rho_1, Fraction(-1, 4)),
        pytest.param(weighted_order_alpha_2_rho_2, Fraction(-1, 8), marks=pytest.mark.slow),
        pytest.param(weighted_order_alpha_3_halves_rho_half, Fraction(-1, 3), marks=pytest.mark.slow),
        pytest.param(weighted_order_alpha_3_rho_quarter, Fraction(-4, 3), marks=pytest.mark.slow),
    ],
)
def test_the_order_is_that_of_the_proposition(derive, exponent):
    derivation = derive()
    assert derivation.status is Status.DERIVED
    assert derivation.exponents == {"d": exponent}


def test_no_power_of_the_dimension_corrects_the_residue():
    gaps = []
    for size in (100, 1000, 10000):
        value = missed_mass(TWO, TWO, sp.Integer(size), 200)
        with mpmath.workdps(50):
            residue = leading_mass(mpmath.mpf(2), mpmath.mpf(2), mpmath.mpf(size))
            gaps.append(abs(mpmath.mpf(value.mid().str(45, radius=False)) / residue - 1))
    assert gaps[1] < gaps[0] / 10**3
    assert gaps[2] < gaps[1] / 10**6


def test_the_error_lies_between_its_bounds_in_every_dimension_tried():
    derivation = weighted_order_alpha_2_rho_1()
    below, above = (s.result.rhs for s in derivation.steps if s.label == "put the moments in")
    for size in (1, 5, 64, 10**4):
        at = {d: sp.Integer(size)}
        assert number(below, at) < number(derivation.formula, at) < number(above, at)


@pytest.mark.slow
def test_a_premise_moves_every_formula():
    moved = weighted_error(PowerWeights(dimension=d + 1))
    assert moved.status is Status.DERIVED
    assert moved.formula != weighted_error().formula
    steeper = PowerWeights(alpha=TWO, rho=sp.Integer(2))
    assert weighted_order_alpha_2_rho_1(steeper).exponents == {"d": Fraction(-1, 8)}


def test_weights_without_a_finite_sum_are_refused():
    with pytest.raises(SideConditionError, match="no finite sum"):
        weighted_error(PowerWeights(alpha=TWO, rho=sp.Rational(1, 4)))
