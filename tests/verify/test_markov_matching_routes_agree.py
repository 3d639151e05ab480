"""Derived and measured: gaps between contexts, what leaks, how far single distances reach."""

from __future__ import annotations

import pytest
from theorycheck import law
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.markov_chains import DERIVATIONS

TOLERANCE = 1e-6
MEETINGS = (
    ("context_gap", "context_gap", {"k": (1, 2, 3, 4)}, "(r - 1)**2/(2*r**(2*k))"),
    ("worst_leak", "worst_error", {"k": (2, 3), "S": (2,)}, "exp(-kappa*(1 - 3/sqrt(10)))"),
    ("plain_excess", "unnormalised_pair", {"w_1": (5,), "w_2": (1, 2, 3)}, "w_2*w_1"),
    ("reachable_order", "reachable_order", {"L": (1, 2, 3)}, "2**L - 1"),
    ("pattern_count", "pattern_count", {"L": (1, 2, 3)}, "L + 1"),
    ("sink_slope", "sink_slope", {}, "-p/4"),
)
"""Derivation, quantity, its points, and a formula near the derived one."""


def misses(formula, quantity, grid):
    """Relative differences at the selected points, beyond the error bounds."""
    found = []
    for point in quantity.points:
        if all(point[name] in values for name, values in grid.items()):
            measured = quantity.evaluate(point)
            wanted = law.evaluate(formula, dict(point))
            apart = abs(measured.value - wanted) - measured.error_bound
            found.append(max(0.0, apart) / max(abs(wanted), TOLERANCE))
    assert found
    return found


@pytest.mark.parametrize(("derivation", "quantity", "grid", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, grid, wrong):
    measured = quantities("markov_chains")[quantity]
    assert max(misses(DERIVATIONS[derivation]().formula, measured, grid)) < TOLERANCE
    assert max(misses(law.parse(wrong), measured, grid)) > 100 * TOLERANCE
