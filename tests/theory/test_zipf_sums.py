"""Sums over a Zipf law: by hand, by Hurwitz zeta functions, and between balls."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.formula_balls import number
from theorycheck.theory.zipf_sums import SHARE, TokenSum, UnseenMass, Zipf, sum_over_shares


def value(total):
    return mpmath.mpf(str(sp.N(total, 25)))


@pytest.mark.parametrize("alpha", [sp.Rational(6, 5), sp.Integer(2), sp.Integer(3)])
def test_the_shares_add_up_to_one(alpha):
    for tokens in (sp.Integer(7), sp.Integer(5000), sp.oo):
        assert abs(value(TokenSum(SHARE, Zipf(alpha, tokens))) - 1) < 1e-22


def test_squares_of_shares_are_a_ratio_of_zeta_functions():
    expected = mpmath.zeta(4) / mpmath.zeta(2) ** 2
    assert abs(value(TokenSum(SHARE**2, Zipf(sp.Integer(2)))) - expected) < 1e-18


@pytest.mark.parametrize("samples", [3, 50, 2000])
def test_the_expansion_meets_terms_added_one_by_one(samples):
    law = Zipf(sp.Rational(3, 2), sp.Integer(8_000))
    constant = 1 / mpmath.fsum(mpmath.mpf(k) ** -1.5 for k in range(1, 8_001))
    shares = (constant * mpmath.mpf(k) ** -1.5 for k in range(1, 8_001))
    expected = mpmath.fsum(u * (1 - u) ** samples for u in shares)
    assert abs(value(TokenSum(SHARE * (1 - SHARE) ** samples, law)) / expected - 1) < 1e-13


def test_a_finite_law_is_far_from_the_infinite_one_where_tokens_run_out():
    few, all_of_them = (TokenSum(SHARE * (1 - SHARE) ** 10**6, Zipf(sp.Integer(2), n)) for n in (100, sp.oo))
    assert value(few) < value(all_of_them) / 1000


def test_light_tails_have_no_law_on_infinitely_many_values():
    with pytest.raises(ValueError, match="must exceed 1"):
        Zipf(sp.Rational(1, 2))


def test_two_tokens_and_one_sample_by_hand():
    """Shares 2/3 and 1/3: the missed mass is 2/9 twice."""
    assert abs(number(UnseenMass(2, 1, 1), {}) - mpmath.mpf(4) / 9) < 1e-14


def test_most_of_ten_thousand_tokens_are_a_series():
    shares = [mpmath.mpf(x) ** -1.5 for x in range(1, 10_001)]
    whole = mpmath.fsum(shares)
    added = mpmath.fsum(u / whole * (1 - u / whole) ** 700 for u in shares)
    assert abs(number(UnseenMass(10**4, sp.Rational(3, 2), 700), {}) / added - 1) < 1e-12


def test_balls_and_terms_added_up_agree():
    law, samples = Zipf(sp.Rational(3, 2), sp.Integer(60)), sp.Integer(9)
    missed = TokenSum(SHARE * (1 - SHARE) ** samples, law)
    assert abs(value(sum_over_shares(missed.summand, law)) / value(missed) - 1) < 1e-20
    assert sum_over_shares(SHARE**2, law) == TokenSum(SHARE**2, law)
