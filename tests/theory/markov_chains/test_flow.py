"""Curvatures of the reduced model under other premises."""

from theorycheck.theory.markov_chains import flow
from theorycheck.theory.notation import symbol

q = symbol("q")


def test_a_curvature_of_no_transition_law_is_not_the_one_of_the_chain():
    other = flow.Transitions(after_zero=flow.p, after_one=flow.p)
    # Strict convexity holds for any targets; the determinant sees the law of the current symbol alone.
    assert flow.loss_curvature(other).formula == flow.loss_curvature().formula
    assert flow.line_curvature_left(other).formula == 0
