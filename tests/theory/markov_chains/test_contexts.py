"""Codes of contexts and depth by hand and in special cases."""

from dataclasses import replace

import sympy as sp
from theorycheck.theory.markov_chains.contexts import Codes, context_gap
from theorycheck.theory.markov_chains.depth import (
    FIXED,
    SINGLE,
    SINK,
    pattern_count,
    reachable_order,
    sink_slope,
)
from theorycheck.theory.notation import H, L, p, symbol

k, mark, w_1, w_2 = map(symbol, ("k", "mark", "w_1", "w_2"))


def test_ternary_codes_of_two_symbols_by_hand():
    # (4, 0) and (3, 1): the cosine is 3/sqrt(10).
    gap = context_gap(Codes(base=3)).formula.subs({k: 2, mark: 0})
    assert sp.simplify(gap - 1 + 3 / sp.sqrt(10)) == 0


def test_more_heads_reach_farther():
    assert reachable_order(SINGLE).formula == 2**L - 1
    assert reachable_order(FIXED).formula.subs({H: 2, L: 2}) == 8
    assert pattern_count(replace(SINGLE, heads=2)).formula == 3**L


def test_a_heavier_start_symbol_answers_otherwise():
    half = sp.Rational(1, 2)
    assert sink_slope().formula.subs(p, half) == -sp.Rational(1, 8)
    assert sink_slope(replace(SINK, weight=2)).formula.subs(p, half) == -sp.Rational(1, 9)
