"""The sticky chain where rows differ, where they are alike."""

from dataclasses import replace

import sympy as sp
from theorycheck.theory.attention_dynamics import sticky, sticky_stationary
from theorycheck.theory.attention_dynamics.sticky_stationary import LINE


def test_round_eight_it_is_the_chain_of_equal_rows():
    circle = replace(LINE, distance=lambda a, b: min((b - a) % 8, (a - b) % 8))
    one = sticky_stationary.entropy_rate_linear(circle).formula
    assert sp.N(one - sticky.entropy_rate_text().formula, 30, chop=True) == 0
