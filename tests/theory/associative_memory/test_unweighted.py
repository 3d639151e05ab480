"""Equal weights on all tokens, or on as many as dimensions: from their premises, by hand, tampered with."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.thresholded import DIMENSION, positive_limit, thresholded_error
from theorycheck.theory.associative_memory.unweighted import (
    ALL,
    EQUAL,
    HALF,
    unweighted_error,
    unweighted_error_equal,
    unweighted_error_twice,
)
from theorycheck.theory.derivation import SideConditionError, Status
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


def test_storing_as_many_as_dimensions_leaves_an_error_of_order_one() -> None:
    found = thresholded_error()
    assert found.status is Status.DERIVED
    assert found.exponents == {"d": 0}
    # With x = t/sqrt(4 + t^2) the tail P(t_4 > t) is 1/2 - 3/4 (x - x^3/3).
    t = mpmath.sqrt(mpmath.mpf(4) / 3)
    x = t / mpmath.sqrt(4 + t * t)
    tail = mpmath.mpf(1) / 2 - mpmath.mpf(3) / 4 * (x - x**3 / 3)
    mass = 1 - (1 + mpmath.mpf(1) / 4 + mpmath.mpf(1) / 9 + mpmath.mpf(1) / 16) * 6 / mpmath.pi**2
    assert abs(found.formula.subs(d, 4).evalf(20) - ((1 - mass) * tail + mass / 2)) < 1e-14
    other = thresholded_error(replace(DIMENSION, exponent=sp.Integer(3)))
    assert other.formula != found.formula


def test_a_limit_of_zero_tells_no_order() -> None:
    gone = sp.Eq(sp.Limit(sp.Symbol("E"), d, sp.oo), sp.Integer(0), evaluate=False)
    with pytest.raises(SideConditionError, match="not positive"):
        positive_limit.conditions(gone, variable=d)
    with pytest.raises(SideConditionError, match="no limit"):
        positive_limit.conditions(sp.Eq(sp.Symbol("E"), sp.Integer(1), evaluate=False), variable=d)
