"""Equal weights on all tokens, or on as many as dimensions: from their premises, by hand, tampered with."""

from __future__ import annotations

from dataclasses import replace

import mpmath
from theorycheck.theory.associative_memory.unweighted import (
    ALL,
    EQUAL,
    HALF,
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


def test_one_token_more_changes_every_formula() -> None:
    for derive, premises in (
        (unweighted_error, ALL),
        (unweighted_error_twice, HALF),
        (unweighted_error_equal, EQUAL),
    ):
        assert derive(replace(premises, tokens=premises.tokens + 1)).formula != derive().formula
