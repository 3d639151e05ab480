"""The marginal point and the bigram's logit, by hand."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.markov_chains import chain, marginal, representation
from theorycheck.theory.notation import symbol

p, q, z_0, z_1 = map(symbol, ("p", "q", "z_0", "z_1"))
OTHER_CHAIN = chain.MarkovChain(up=chain.p / 2)


def test_the_bigram_reaches_the_rate_of_every_chain_but_not_with_the_odds_of_another():
    assert representation.bigram_loss_gap(OTHER_CHAIN).formula == 0
    point = {p: 0.3, q: 0.4}
    masses = ((4 / 7 * 0.7, 4 / 7 * 0.3), (3 / 7 * 0.4, 3 / 7 * 0.6))
    right, wrong = (
        sum(
            m * mpmath.log(1 + mpmath.exp((1 - 2 * j) * t[i]))
            for i, row in enumerate(masses)
            for j, m in enumerate(row)
        )
        for t in (
            [mpmath.log(0.3 / 0.7), mpmath.log(0.6 / 0.4)],
            [mpmath.log(0.3 / 0.7), mpmath.log(0.5 / 0.5)],
        )
    )
    assert float(right) == pytest.approx(float(chain.entropy_rate().formula.subs(point)), abs=1e-14)
    assert wrong > right + 1e-3


def test_the_slope_by_the_unembedding_vanishes_only_where_z_is_blind():
    found = marginal.unembedding_slope().formula
    assert found.subs(z_1, z_0) == 0
    assert found.subs({p: sp.Rational(1, 3), q: sp.Rational(2, 3)}) == 0
    assert found.subs({z_1: 1, z_0: 0, p: sp.Rational(1, 2), q: sp.Rational(1, 4)}) != 0
