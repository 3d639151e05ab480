"""Tokens with an answer each: from their premises, put back, and refused."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import fmpq
from theorycheck.theory.associative_memory.distinct import GUARANTEED, distinct_size_floor, guaranteed_tokens
from theorycheck.theory.fitting_tokens import FittingTokens
from theorycheck.theory.formula_balls import number
from theorycheck.theory.notation import symbol

d, level = symbol("d"), symbol("level")


@pytest.fixture(scope="module")
def floor():
    return distinct_size_floor()


@pytest.fixture(scope="module")
def guaranteed():
    return guaranteed_tokens()


def test_the_floor_grows_almost_like_the_square(floor):
    near, far = (number(floor.formula, {d: sp.Integer(10) ** k}) for k in (30, 31))
    assert 1.9 < mpmath.log10(far / near) < 2


def test_the_guaranteed_size_is_above_its_own_lower_bound(guaranteed):
    """At d = 10^6 and k < 2 log d + log 40 at least d(d - 16 k)/(128 k^2) tokens fit."""
    k = 2 * mpmath.log(10**6) + mpmath.log(40)
    found = number(guaranteed.formula, {d: sp.Integer(10) ** 6, level: sp.Rational(1, 20)})
    assert found > 10**6 * (10**6 - 16 * k) / (128 * k**2)
    assert found < 10**12 / (128 * mpmath.log(40) ** 2)


def test_too_few_dimensions_fit_no_token():
    with pytest.raises(TypeError, match="fits"):
        FittingTokens.enclosed(fmpq(10), fmpq(3))


def test_another_set_has_another_number():
    """The 8 of the set in place of 16: the number is defined alike, but no formula of it is known."""
    with pytest.raises(TypeError, match="not the edge of the set"):
        guaranteed_tokens(replace(GUARANTEED, cut_off=Fraction(8)))


def test_the_number_of_tokens_is_at_the_edge(guaranteed):
    for size, tolerated in ((10**4, sp.Rational(1, 20)), (10**8, sp.Rational(1, 3))):
        with mpmath.workdps(25):
            tokens = number(guaranteed.formula, {d: sp.Integer(size), level: tolerated})
            k = mpmath.log(tokens) + mpmath.log(2 / number(tolerated, {}))
            assert abs(16 * k * (1 + 8 * k * tokens / size) / size - 1) < 1e-15
