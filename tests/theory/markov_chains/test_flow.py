"""Gradient flow of the reduced model by rules: other premises lead to other formulas."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.markov_chains import flow
from theorycheck.theory.notation import p, symbol

q = symbol("q")

STEEPER = {
    flow.energy_rate_right: replace(flow.RIGHT, bend=3),
    flow.energy_rate_left: replace(flow.LEFT, bend=3),
    flow.energy_rate_attention: replace(flow.LEFT_WITH_ATTENTION, bend=3),
    flow.energy_drift: replace(flow.LEFT, bend=3),
    flow.energy_balance: replace(flow.LEFT, bend=3),
    flow.sharp_square_above: replace(flow.LEFT, bend=3),
    flow.sharp_square_below: replace(flow.LEFT, bend=3),
}
SWAPPED = flow.Transitions(after_zero=1 - flow.q, after_one=flow.p)


@pytest.mark.parametrize("derivation", list(STEEPER))
def test_another_factor_of_w_changes_what_is_found(derivation):
    assert sp.simplify(derivation(STEEPER[derivation]).formula - derivation().formula) != 0


def test_other_transitions_change_the_minimum_and_the_curvature():
    for derivation in (
        flow.slope_odds,
        flow.intercept_odds,
        flow.line_curvature_left,
        flow.line_curvature_right,
    ):
        assert sp.simplify(derivation(SWAPPED).formula - derivation().formula) != 0


def test_attention_unbalanced_by_the_feed_forward_part_is_not_conserved():
    still = replace(flow.LEFT_WITH_ATTENTION, attention=False)
    assert flow.attention_rate(still).formula != 0


def test_a_curvature_of_no_transition_law_is_not_the_one_of_the_chain():
    other = flow.Transitions(after_zero=flow.p, after_one=flow.p)
    # Strict convexity holds for any targets; the determinant sees the law of the current symbol alone.
    assert flow.loss_curvature(other).formula == flow.loss_curvature().formula
    assert flow.line_curvature_left(other).formula == 0


def test_the_best_slope_vanishes_where_the_next_symbol_ignores_the_current_one():
    assert sp.simplify(flow.slope_odds().formula.subs(q, 1 - p)) == 1


def test_the_ball_is_smaller_above_the_switch():
    above, below = flow.sharp_square_above().formula, flow.sharp_square_below().formula
    assert (above, below) == (sp.log(2) / 2, sp.Rational(1, 2))
