"""Proposition 1 by hand, on infinitely and on finitely many tokens."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import finite_data, finite_tokens
from theorycheck.theory.associative_memory.finite_data import TWO
from theorycheck.theory.associative_memory.finite_tokens import slope_of
from theorycheck.theory.derivation import proved
from theorycheck.theory.formula_balls import number
from theorycheck.theory.kernel import apply
from theorycheck.theory.model import Parameter
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.tactics.bounds import by_products
from theorycheck.theory.terms import log
from theorycheck.theory.terms import number as of_number

N, T = symbol("N"), symbol("T")


def test_a_lower_bound_that_is_negative_tells_no_order():
    error, (_, above) = TWO.error(), TWO.sides()
    chance, most = above.proposition.args
    below = apply("symmetric", by_products(-most, chance, (1, apply("bounded", term=chance, end="low")),
                                           (1, apply("positive", term=most))))  # fmt: skip
    assert proved("bounded", "", error, finite_data.T, between=TWO.sides()).exponents
    assert not proved("bounded", "", error, finite_data.T, between=(below, above)).exponents


def test_the_constant_is_that_of_the_sum_far_out():
    constant = finite_data.unseen_mass_constant().formula
    mass = finite_data.unseen_mass().formula * T ** (1 - 1 / alpha) * sp.zeta(alpha) ** (1 / alpha)
    for exponent in (sp.Rational(3, 2), sp.Integer(5)):
        at = {alpha: exponent, T: sp.Integer(10) ** 30}
        assert abs(sp.N(mass.subs(at), 20) / sp.N(constant.subs(at), 20) - 1) < 1e-6


def test_two_tokens_and_one_sample_by_hand():
    """Shares 2/3 and 1/3: the missed mass is 2/9 twice."""
    at = {N: sp.Integer(2), alpha: sp.Integer(1), T: sp.Integer(1)}
    assert abs(number(finite_data.unseen_mass_finite().formula, at) - mpmath.mpf(4) / 9) < 1e-15
    found = number(finite_tokens.unseen_mass_rate().formula, at)
    assert abs(found - mpmath.log(mpmath.mpf(4) / 9) / mpmath.log(mpmath.mpf(2) / 3)) < 1e-12


def test_tokens_that_are_alike_are_missed_less_than_the_bound_and_nearly_as_often():
    bound = finite_tokens.unseen_mass_above().formula
    for count, samples in ((2, 1), (9, 8), (60, 59)):
        at = {N: sp.Integer(count), T: sp.Integer(samples)}
        alike = (1 - mpmath.mpf(1) / count) ** samples
        assert number(bound, at) / 4 < alike < number(bound, at)


def test_one_point_gives_no_line():
    with pytest.raises(ValueError, match="No line"):
        slope_of([log(of_number(10))], [Parameter("y")])
