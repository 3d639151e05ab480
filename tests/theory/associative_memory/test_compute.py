"""The compute-optimal corollary at an exponent worked by hand."""

import sympy as sp
from theorycheck.theory.associative_memory import compute
from theorycheck.theory.notation import alpha as symbol


def test_two_by_hand():
    # alpha = 2: T^(-1/2) + 1/d at T d^2 = Q is least at T = sqrt(Q), where it is of the order Q^(-1/4).
    assert compute.compute_optimal_error().formula.subs(symbol, 2) == sp.Rational(1, 4)
    assert compute.compute_optimal_samples().formula.subs(symbol, 2) == sp.Rational(1, 2)
