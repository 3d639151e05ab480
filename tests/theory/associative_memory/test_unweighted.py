"""Equal weights on all tokens, or on as many as dimensions: by hand and far out."""

from __future__ import annotations

import mpmath
from theorycheck.theory.associative_memory.unweighted import (
    unweighted_error,
    unweighted_error_equal,
    unweighted_error_twice,
)
from theorycheck.theory.notation import symbol

d, N = symbol("d"), symbol("N")


def test_two_tokens_in_two_dimensions_by_hand() -> None:
    """One other token of weight 1: P(t_2 > sqrt 2) = (1 - sqrt(1/2))/2."""
    found = unweighted_error().formula.subs({d: 2, N: 2}).evalf(20)
    assert abs(found - (1 - mpmath.sqrt(0.5)) / 2) < 1e-15


def test_far_out_a_normal_is_left() -> None:
    for derive, deviations in ((unweighted_error_twice, mpmath.sqrt(2)), (unweighted_error_equal, 1)):
        found = derive().formula.subs(d, 40_000).evalf(20)
        assert abs(found - mpmath.ncdf(-deviations)) < 1e-4
