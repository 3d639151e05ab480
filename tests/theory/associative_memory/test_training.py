"""Gradients and updates in special cases."""

from __future__ import annotations

import sympy as sp
from theorycheck.theory.associative_memory.gradients import neglected_power, neglected_power_variance
from theorycheck.theory.associative_memory.updates import update_step
from theorycheck.theory.notation import symbol


def test_two_answers_have_one_competitor() -> None:
    M = symbol("M")
    assert neglected_power().formula.subs(M, 2) == 1
    assert neglected_power_variance().formula.subs(M, 2) == 0


def test_the_printed_map_has_one_answer_too_many() -> None:
    q, eta, M = map(symbol, ("q", "eta", "M"))
    printed = q + eta / (1 + sp.exp(q) / M)
    assert sp.simplify(update_step().formula - printed) != 0
    assert sp.simplify(update_step().formula - printed.subs(M, M - 1)) == 0
