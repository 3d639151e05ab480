"""Derivations on the chain: by hand in special cases, and under changed premises."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.markov_chains import chain
from theorycheck.theory.rules import slopes

EXACT = (chain.stationary_one, chain.marginal_entropy, chain.entropy_rate, chain.lag_covariance)
EXPANSIONS = (chain.information_second, chain.information_third)
p, q = chain.p, chain.q
HALF = {p: sp.Rational(1, 2), q: sp.Rational(1, 2)}


@pytest.mark.parametrize("derive", EXACT, ids=lambda f: f.__name__)
def test_another_chain_has_another_formula(derive):
    other = derive(chain.MarkovChain(up=p / 2, down=q))
    assert sp.simplify(other.formula - derive().formula) != 0


@pytest.mark.parametrize("derive", EXPANSIONS, ids=lambda f: f.__name__)
def test_an_expansion_about_another_chain_is_another_one(derive):
    other = derive(chain.MarkovChain(up=p**2 + p * (1 - p), down=q * (1 - q / 5)))
    assert sp.simplify(other.formula - derive().formula) != 0


def test_the_gap_closes_for_every_chain_but_not_for_another_share_of_ones():
    assert chain.information_gap(chain.MarkovChain(up=p / 3, down=q**2)).formula == 0
    gap = chain._gap(chain.CHAIN, p) - chain._information(chain.CHAIN, p)
    assert abs(gap.subs({p: 0.3, q: 0.2}).evalf()) > 1e-3


def test_nothing_is_saved_where_the_next_symbol_does_not_depend_on_the_last():
    assert chain.saved_loss_uncoupled().formula == 0
    coupled = chain.saved_loss_uncoupled(chain.MarkovChain(down=1 - p / 2)).formula
    assert abs(coupled.subs(p, 0.3).evalf()) > 1e-3
    whole = chain.saved_loss().formula
    assert abs(whole.subs({p: 0.3, q: 0.7}).evalf()) < 1e-12 < whole.subs({p: 0.3, q: 0.6}).evalf()


def test_the_sign_of_the_eigenvalue_counts_but_for_a_balanced_chain():
    assert chain.balanced_asymmetry().formula == 0
    assert chain.balanced_asymmetry(chain.Opposites(one=sp.Rational(1, 3))).formula != 0
    at = {chain.pi_1: sp.Rational(1, 4), chain.size: 200}
    third = chain.information_third().formula.subs(at)
    asymmetry = chain.information_asymmetry().formula.subs(at) * 200**3
    assert abs((asymmetry + 2 * third).evalf()) < 1e-3 < third.evalf() * -1
    halved = chain.information_asymmetry(chain.Opposites(eigenvalue=1 / (2 * chain.size))).formula
    assert abs((halved.subs(at) * 200**3 + 2 * third).evalf()) > 1e-3


def test_a_fair_coin_has_one_bit_and_no_covariance():
    assert chain.marginal_entropy().formula.subs(HALF).equals(sp.log(2))
    assert chain.entropy_rate().formula.subs(HALF).equals(sp.log(2))
    assert chain.lag_covariance().formula.subs({**HALF, chain.lag: 3}) == 0


def test_expansions_sum_to_the_information_of_a_symmetric_chain():
    x = sp.Rational(1, 100)
    exact = ((1 + x) * sp.log(1 + x) + (1 - x) * sp.log(1 - x)) / 2
    second, third = (f().formula.subs(chain.pi_1, sp.Rational(1, 2)) for f in EXPANSIONS)
    assert abs((exact - second * x**2 - third * x**3).evalf(30)) < x**4
    assert abs((exact - 2 * second * x**2).evalf(30)) > x**3


def test_a_logarithm_of_what_may_be_negative_is_refused():
    fact = sp.Eq(sp.Symbol("y"), sp.log(-p), evaluate=False)
    with pytest.raises(SideConditionError, match="is not positive"):
        slopes.gather_logarithms.apply(fact)


def test_a_wrong_slope_a_wrong_coefficient_and_a_wrong_sum_are_caught():
    x = sp.Symbol("x", real=True)
    fact = sp.Eq(sp.Symbol("y"), sp.log(1 + p * x + x**2), evaluate=False)
    for rule, options in (
        (slopes.differentiate_by, {"by": x}),
        (slopes.expansion_coefficient, {"by": x, "order": 2}),
        (slopes.gather_logarithms, {}),
    ):
        right = rule.apply(fact, **options)
        assert rule.check(right, fact, **options)
        wrong = sp.Eq(right.lhs, right.rhs + sp.Rational(1, 10**20), evaluate=False)
        with pytest.raises(CheckFailed):
            rule.check(wrong, fact, **options)
