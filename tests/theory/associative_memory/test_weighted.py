"""The error of weights that are powers of the frequency: by addition, by its residue, from its premises."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import dimension
from theorycheck.theory.associative_memory.weighted import (
    POWERS,
    PowerWeights,
    weighted_error,
    weighted_order_alpha_2_rho_1,
    weighted_order_alpha_2_rho_2,
    weighted_order_alpha_3_halves_rho_half,
    weighted_order_alpha_3_rho_quarter,
)
from theorycheck.theory.bridge import as_formula
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Zipf
from theorycheck.theory.missed_mass import missed_mass
from theorycheck.theory.model import Model, Parameter
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.points import number
from theorycheck.theory.terms import E, incomplete_beta, power, zeta

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


def leading_mass(alpha, r, d):
    """The one residue of the Mellin transform: what is left falls faster than every power of d."""
    kappa, half = (alpha - 1) / r, (d + 1) / 2
    logs = mpmath.loggamma(kappa + 0.5) + mpmath.loggamma(half) - mpmath.loggamma(half + kappa)
    return mpmath.zeta(r) ** kappa * mpmath.exp(logs) / mpmath.sqrt(mpmath.pi) / (alpha - 1)


@pytest.mark.parametrize(("power", "fall", "dimension"), [(2, 4, 3), (3, 4, 40), (3, 6, 9)])
def test_the_mass_missed_is_the_sum_over_tokens(power, fall, dimension):
    value = missed_mass(sp.Integer(power), sp.Integer(fall), sp.Integer(dimension), 80)
    assert abs(mpmath.mpf(value.mid().str(25, radius=False)) - added(power, fall, dimension)) < 1e-4


@pytest.mark.parametrize(
    ("derive", "exponent"),
    [
        (weighted_order_alpha_2_rho_1, Fraction(-1, 4)),
        (weighted_order_alpha_2_rho_2, Fraction(-1, 8)),
        (weighted_order_alpha_3_halves_rho_half, Fraction(-1, 3)),
        (weighted_order_alpha_3_rho_quarter, Fraction(-4, 3)),
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
    formula = weighted_order_alpha_2_rho_1().formula
    below, above = (as_formula(side.proposition.args[1]) for side in PowerWeights(alpha=2, rho=1).sides())
    for size in (1, 5, 64, 10**4):
        at = {symbol("d"): sp.Integer(size)}
        assert number(below, at) < number(formula, at) < number(above, at)


def test_a_premise_moves_every_formula():
    moved = weighted_error(PowerWeights(dimension=dimension + 1))
    assert moved.status is Status.DERIVED
    assert moved.formula != weighted_error().formula
    assert weighted_order_alpha_2_rho_1(PowerWeights(alpha=2, rho=2)).exponents == {"d": Fraction(-1, 8)}


def test_weights_without_a_finite_sum_are_refused():
    with pytest.raises(Refused, match="1 < 1"):
        weighted_error(PowerWeights(alpha=2, rho=Fraction(1, 4)))


def test_a_law_without_a_finite_mass_is_refused():
    with pytest.raises(Refused, match="1 < 1"):
        PowerWeights(alpha=1, rho=1).sides()


def test_another_mean_of_shares_has_no_such_formula():
    x, a = Model(x=Zipf(2)).x, Parameter("a")
    for level in (power(x, -4) / zeta(3), a * power(x, -4)):
        with pytest.raises(TypeError, match="no chance"):
            as_formula(E(incomplete_beta(1 - level, dimension / 2, Fraction(1, 2))))


def test_the_noise_of_all_others_is_positive():
    assert repr(POWERS._noise()) == "2 ρ α > 1 ⊢ 0 < ζ(2 ρ α) - 1/x^(2 ρ α)"
