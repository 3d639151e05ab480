"""Sums of inverses, and those that have no formula."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.column_sums import CAUSAL, T, i
from theorycheck.theory.formula import as_formula
from theorycheck.theory.model import Index, Parameter
from theorycheck.theory.notation import symbol
from theorycheck.theory.terms import Sum, exp


def test_scores_that_prefer_a_position_leave_no_harmonic_sum():
    preferring = replace(CAUSAL, score=i * Parameter("s"))
    with pytest.raises(TypeError, match="is no sum of"):
        as_formula(Sum(i, exp(preferring.score)))


@pytest.mark.parametrize("length", [1, 2, 7])
def test_sums_of_inverses_and_of_a_logarithm_in_closed_form(length):
    r, j = Parameter("r"), Index("j", T)
    at = {symbol("T"): length, symbol("r"): sp.Rational(-3, 7), symbol("j"): 1}
    powers = as_formula(Sum(i, 2 * r**i / i)).subs(at)
    by_hand = sum(2 * at[symbol("r")] ** n / n for n in range(1, length + 1))
    assert abs(sp.N(powers - by_hand, 40)) < 1e-35
    assert as_formula(Sum(i >= j, 3 / i)).subs(at) == 3 * sp.harmonic(length)
    assert (
        as_formula(Sum(Index("i", length), r ** Index("i", length) / Index("i", length))).subs(at)
        == by_hand / 2
    )


@pytest.mark.parametrize("term", [Sum(i != 1, 1 / i), Sum(i >= Index("j", T), 2**i / i)])
def test_other_sums_have_no_formula(term):
    with pytest.raises(TypeError, match="is no sum of"):
        as_formula(term)
