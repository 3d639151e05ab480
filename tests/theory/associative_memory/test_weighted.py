"""The error of weights that are powers of the frequency: by addition and by its residue."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import dimension
from theorycheck.theory.associative_memory.weighted import PowerWeights, weighted_order_alpha_2_rho_1
from theorycheck.theory.formula import as_formula
from theorycheck.theory.formula_balls import number
from theorycheck.theory.laws import Zipf
from theorycheck.theory.missed_mass import missed_mass
from theorycheck.theory.model import Model, Parameter
from theorycheck.theory.notation import symbol
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


def test_another_mean_of_shares_has_no_such_formula():
    x, a = Model(x=Zipf(2)).x, Parameter("a")
    for level in (power(x, -4) / zeta(3), a * power(x, -4)):
        with pytest.raises(TypeError, match="no chance"):
            as_formula(E(incomplete_beta(1 - level, dimension / 2, Fraction(1, 2))))
