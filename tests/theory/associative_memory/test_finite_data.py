"""Proposition 1: its formulas follow their premises, on infinitely and on finitely many tokens."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import finite_data, finite_tokens
from theorycheck.theory.associative_memory.finite_data import FINITE, INFINITE, TWO, Data
from theorycheck.theory.associative_memory.finite_tokens import HUNDRED, slope_of
from theorycheck.theory.bridge import proved
from theorycheck.theory.kernel import Refused, Status, apply
from theorycheck.theory.model import Parameter
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.rules.points import number
from theorycheck.theory.tactics.bounds import by_products
from theorycheck.theory.terms import log
from theorycheck.theory.terms import number as of_number

N, T = symbol("N"), symbol("T")
ORDERED = {"six_fifths": Fraction(-1, 6), "three_halves": Fraction(-1, 3), "two": Fraction(-1, 2),
           "three": Fraction(-2, 3), "guessed": Fraction(-1, 2)}  # fmt: skip


@pytest.mark.parametrize("name", ["unseen_mass_two", "unseen_mass_finite", "unseen_mass_constant_two"])
def test_a_guess_makes_fewer_errors(name):
    premises = FINITE if name == "unseen_mass_finite" else TWO
    derive = getattr(finite_data, name)
    moved = derive(replace(premises, guess=Fraction(1, 3)))
    assert moved.theorem.status is Status.DERIVED
    assert moved.formula / derive().formula == sp.Rational(2, 3)


@pytest.mark.parametrize("name", ORDERED)
def test_the_exponent_follows_the_law(name):
    assert getattr(finite_data, f"unseen_mass_{name}")().exponents == {"T": ORDERED[name]}


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


def test_heavy_tails_have_no_law_on_infinitely_many_tokens():
    with pytest.raises(Refused, match="must be known"):
        finite_data.unseen_mass(replace(INFINITE, exponent=Fraction(1, 2)))
    with pytest.raises(Refused, match="no Zipf law on all"):
        finite_data.unseen_mass_constant(FINITE)


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


def test_premises_move_the_formulas():
    fewer = finite_tokens.unseen_mass_above(Data(tokens=of_number(50))).formula
    assert fewer == 50 / (T + 1)
    other = finite_tokens.naive_slope_hundred(replace(HUNDRED, sizes=(10, 100, 3000)))
    assert other.theorem.status is Status.DERIVED
    assert other.formula != finite_tokens.naive_slope_hundred().formula


def test_a_line_on_hundred_tokens_is_between_the_slopes_of_segments():
    found = number(finite_tokens.naive_slope_hundred().formula, {alpha: sp.Integer(2)})
    shares = [mpmath.mpf(x) ** -2 for x in range(1, 101)]
    total = mpmath.fsum(shares)
    logs = [mpmath.log(mpmath.fsum(p / total * (1 - p / total) ** t for p in shares)) for t in HUNDRED.sizes]
    places = [mpmath.log(t) for t in HUNDRED.sizes]
    rows = mpmath.matrix([[1, x] for x in places])
    line = mpmath.lu_solve(rows.T * rows, rows.T * mpmath.matrix(logs))
    assert abs(line[1] - found) < 1e-12


def test_one_point_gives_no_line():
    with pytest.raises(ValueError, match="No line"):
        slope_of([log(of_number(10))], [Parameter("y")])
