"""Derivations on the chain under other premises."""

from fractions import Fraction

import sympy as sp
from theorycheck.theory.formula import as_formula
from theorycheck.theory.markov_chains import chain
from theorycheck.theory.notation import n, symbol

p, q, pi_1 = map(symbol, ("p", "q", "pi_1"))


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
