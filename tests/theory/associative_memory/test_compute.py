"""The compute-optimal corollary follows its premises, and a wrong balance is caught."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.associative_memory import compute
from theorycheck.theory.associative_memory.compute import THRESHOLD, WEIGHTED
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import alpha as symbol
from theorycheck.theory.terms import number

NAMES = {
    "compute_optimal_error": THRESHOLD,
    "compute_optimal_error_weighted": WEIGHTED,
    "compute_optimal_samples": THRESHOLD,
    "compute_optimal_samples_weighted": WEIGHTED,
}


@pytest.mark.parametrize("name", NAMES)
def test_another_cost_of_memory_moves_the_formula(name):
    derivation = getattr(compute, name)()
    moved = getattr(compute, name)(replace(NAMES[name], power=number(3)))
    assert moved.status is Status.DERIVED
    assert sp.simplify(moved.formula - derivation.formula) != 0


def test_two_by_hand():
    # alpha = 2: T^(-1/2) + 1/d at T d^2 = Q is least at T = sqrt(Q), where it is of the order Q^(-1/4).
    assert compute.compute_optimal_error().formula.subs(symbol, 2) == sp.Rational(1, 4)
    assert compute.compute_optimal_samples().formula.subs(symbol, 2) == sp.Rational(1, 2)


def test_a_growing_term_has_no_balance():
    with pytest.raises(Refused, match="positive"):
        compute.compute_optimal_error(replace(THRESHOLD, samples=1 / compute.alpha - 1))
