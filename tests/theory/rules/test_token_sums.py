"""Sums over Zipf tokens: by hand, by Hurwitz zeta functions, and refused where rules do not reach."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.derivation import SideConditionError
from theorycheck.theory.rules.indicators import mean_of_indicators
from theorycheck.theory.rules.leading_terms import leading_between
from theorycheck.theory.rules.token_integrals import against_integral, beta_integral
from theorycheck.theory.rules.token_sums import SHARE, Indicator, TokenSum, Zipf

x = sp.Symbol("x", positive=True)
E = sp.Symbol("E", positive=True)


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


def test_rules_refuse_what_they_do_not_reach():
    law, event = Zipf(sp.Integer(2)), sp.Gt(x, 1)
    with pytest.raises(SideConditionError, match="not a sum"):
        mean_of_indicators.conditions(sp.Eq(E, TokenSum(SHARE * Indicator(event) ** 2, law), evaluate=False))
    with pytest.raises(SideConditionError, match="form"):
        against_integral.conditions(sp.Eq(E, TokenSum(sp.exp(-SHARE), law), evaluate=False), below=True)
    heavy = TokenSum(sp.sqrt(SHARE) * (1 - SHARE) ** x, law)
    with pytest.raises(SideConditionError, match="diverges"):
        against_integral.conditions(sp.Eq(E, heavy, evaluate=False), below=True)
    with pytest.raises(SideConditionError, match="no integral"):
        beta_integral.conditions(sp.Eq(E, x, evaluate=False))
    with pytest.raises(SideConditionError, match="enclose"):
        leading_between.conditions(
            sp.Ge(E, 2 / x, evaluate=False), sp.Le(E, 3 / x, evaluate=False), variable=x
        )
