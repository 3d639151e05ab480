"""Layers, order and positions in special cases."""

import sympy as sp
from theorycheck.theory.notation import L, symbol
from theorycheck.theory.transformer_basics import depth, rotary


def test_four_tokens_meet_in_a_term_of_two_layers():
    assert depth.other_tokens().formula.subs(L, 2) == 4
    assert depth.other_tokens().formula.subs(L, 1) == 1


def test_what_the_cosine_leaves_out_vanishes_for_parallel_pairs_alone():
    rest = rotary.cosine_gap().formula
    q_1, q_2, k_1, k_2 = map(symbol, ("q_1", "q_2", "k_1", "k_2"))
    assert sp.expand(rest.subs({k_1: 3 * q_1, k_2: 3 * q_2})) == 0
    assert rest.subs({k_1: q_2, k_2: -q_1}) != 0
