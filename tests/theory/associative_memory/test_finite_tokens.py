"""Proposition 1 on finitely many tokens: by hand, from its premises, refused, and tampered with."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import finite_tokens
from theorycheck.theory.associative_memory.finite_data import Data, N, T
from theorycheck.theory.associative_memory.finite_tokens import (
    FINITE,
    HUNDRED,
    Tokens,
    naive_slope_hundred,
    unseen_mass_above,
    unseen_mass_rate,
)
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.notation import alpha
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.token_sums import Zipf
from theorycheck.theory.rules.unseen_sums import UnseenMass, count_times_largest, line_slope, on_finite_tokens
from theorycheck.theory.rules.vectors import with_right


def test_two_tokens_and_one_sample_by_hand():
    """Shares 2/3 and 1/3: the missed mass is 2/9 twice."""
    assert abs(number(UnseenMass(2, 1, 1), {}) - mpmath.mpf(4) / 9) < 1e-14


def test_most_of_ten_thousand_tokens_are_a_series():
    shares = [mpmath.mpf(x) ** -1.5 for x in range(1, 10_001)]
    whole = mpmath.fsum(shares)
    added = mpmath.fsum(u / whole * (1 - u / whole) ** 700 for u in shares)
    assert abs(number(UnseenMass(10**4, sp.Rational(3, 2), 700), {}) / added - 1) < 1e-12


def test_on_two_tokens_the_rate_is_between_its_ends():
    found = number(unseen_mass_rate().formula, {N: sp.Integer(2), alpha: sp.Integer(1), T: sp.Integer(1)})
    assert abs(found - mpmath.log(mpmath.mpf(4) / 9) / mpmath.log(mpmath.mpf(2) / 3)) < 1e-12


def test_premises_move_the_formulas():
    fewer = Tokens(data=Data(law=Zipf(alpha, sp.Integer(50))))
    assert unseen_mass_above(fewer).formula == 50 / (T + 1)
    other = naive_slope_hundred(replace(HUNDRED, sizes=(10, 100, 3000)))
    assert other.status is Status.DERIVED
    assert other.formula != naive_slope_hundred().formula


def test_infinitely_many_tokens_and_one_point_are_refused():
    endless = Tokens(data=Data(law=Zipf(alpha)))
    with pytest.raises(SideConditionError, match="finitely many"):
        unseen_mass_above(endless)
    with pytest.raises(SideConditionError, match="No line"):
        naive_slope_hundred(replace(HUNDRED, sizes=(10,)))


@pytest.mark.parametrize(
    ("rule", "derive", "factor"),
    [
        (on_finite_tokens, unseen_mass_rate, sp.Rational(1001, 1000)),
        (count_times_largest, unseen_mass_above, sp.Rational(1, 20)),
        (line_slope, naive_slope_hundred, sp.Rational(1001, 1000)),
    ],
)
def test_a_tampered_rule_fails_the_derivation(monkeypatch, rule, derive, factor):
    def tampered(*inputs, **options):
        result = rule.apply(*inputs, **options)
        return with_right(result, result.rhs * factor)

    (name,) = [key for key, value in vars(finite_tokens).items() if value is rule]
    monkeypatch.setattr(finite_tokens, name, replace(rule, apply=tampered))
    assert derive().status is Status.FAILED


def test_a_bound_below_the_sum_is_caught():
    (step,) = [step for step in unseen_mass_above(FINITE).steps if step.rule is count_times_largest]
    with pytest.raises(CheckFailed, match="exceeds"):
        count_times_largest.check(with_right(step.result, step.result.rhs / 20), *step.inputs)
