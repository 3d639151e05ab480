"""Derivations on the chain by hand in special cases."""

from fractions import Fraction

import sympy as sp
from theorycheck.theory.formula import as_formula
from theorycheck.theory.markov_chains import chain
from theorycheck.theory.notation import m, n, symbol

EXACT = (chain.stationary_one, chain.marginal_entropy, chain.entropy_rate, chain.lag_covariance)
EXPANSIONS = (chain.information_second, chain.information_third)
p, q, pi_1 = map(symbol, ("p", "q", "pi_1"))
HALF = {p: sp.Rational(1, 2), q: sp.Rational(1, 2)}


def test_the_gap_closes_for_every_chain_but_not_for_another_share_of_ones():
    other = chain.MarkovChain(up=chain.p / 3, down=chain.q / 2)
    assert chain.information_gap(other).formula == 0
    gap = chain.entropy((1 - chain.p, chain.p)) - chain.mean_entropy(chain.CHAIN.transition)
    told = chain.information((1 - chain.p, chain.p), chain.CHAIN.rows)
    found = chain.evaluated(chain.define("D", gap - told), chain.CHAIN)
    assert abs(as_formula(chain.right(found)).subs({p: 0.3, q: 0.2}).evalf()) > 1e-3


def test_nothing_is_saved_where_the_next_symbol_does_not_depend_on_the_last():
    assert chain.saved_loss_uncoupled().formula == 0
    coupled = chain.saved_loss_uncoupled(chain.MarkovChain(down=1 - chain.p / 2)).formula
    assert abs(coupled.subs(p, 0.3).evalf()) > 1e-3
    whole = chain.saved_loss().formula
    assert abs(whole.subs({p: 0.3, q: 0.7}).evalf()) < 1e-12 < whole.subs({p: 0.3, q: 0.6}).evalf()


def test_the_sign_of_the_eigenvalue_counts_but_for_a_balanced_chain():
    assert chain.balanced_asymmetry().formula == 0
    assert chain.balanced_asymmetry(chain.Opposites(one=Fraction(1, 3))).formula != 0
    at = {pi_1: sp.Rational(1, 4), n: 200}
    third = chain.information_third().formula.subs(at)
    asymmetry = chain.information_asymmetry().formula.subs(at) * 200**3
    assert abs((asymmetry + 2 * third).evalf()) < 1e-3 < third.evalf() * -1
    halved = chain.information_asymmetry(chain.Opposites(eigenvalue=1 / (2 * chain.n))).formula
    assert abs((halved.subs(at) * 200**3 + 2 * third).evalf()) > 1e-3


def test_a_fair_coin_has_one_bit_and_no_covariance():
    assert chain.marginal_entropy().formula.subs(HALF).equals(sp.log(2))
    assert chain.entropy_rate().formula.subs(HALF).equals(sp.log(2))
    assert chain.lag_covariance().formula.subs({**HALF, m: 3}) == 0


def test_expansions_sum_to_the_information_of_a_symmetric_chain():
    x = sp.Rational(1, 100)
    exact = ((1 + x) * sp.log(1 + x) + (1 - x) * sp.log(1 - x)) / 2
    second, third = (f().formula.subs(pi_1, sp.Rational(1, 2)) for f in EXPANSIONS)
    assert abs((exact - second * x**2 - third * x**3).evalf(30)) < x**4
    assert abs((exact - 2 * second * x**2).evalf(30)) > x**3
