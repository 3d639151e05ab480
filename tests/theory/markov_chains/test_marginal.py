"""The bigram's logit on another chain, and with the odds of another."""

import mpmath
import pytest
from theorycheck.theory.markov_chains import chain, representation
from theorycheck.theory.notation import symbol

p, q = map(symbol, ("p", "q"))
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
