"""Tokens with an answer each: special sizes, put back, and tampered with."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from flint import fmpq
from theorycheck.theory.associative_memory import distinct
from theorycheck.theory.associative_memory.distinct import (
    distinct_size_floor,
    guaranteed_tokens,
)
from theorycheck.theory.derivation import Status
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.distinct_sizes import (
    FittingTokens,
    fitting_tokens,
)
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.vectors import with_right

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


def test_another_number_of_tokens_is_caught(monkeypatch):
    def tampered(*inputs, **options):
        result = fitting_tokens.apply(*inputs, **options)
        return with_right(result, result.rhs * sp.Rational(1001, 1000))

    monkeypatch.setattr(distinct, "fitting_tokens", replace(fitting_tokens, apply=tampered))
    assert guaranteed_tokens().status is Status.FAILED
