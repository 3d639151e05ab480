"""The largest of several variables: hypotheses refused, and a wrong bound caught."""

from __future__ import annotations

import pytest
import sympy as sp
from lawcheck.theory.derivation import CheckFailed, SideConditionError
from lawcheck.theory.notation import n
from lawcheck.theory.rules.events import Expectation
from lawcheck.theory.rules.largest import Largest, largest_above, largest_below

i, x, m = sp.Symbol("i"), sp.Symbol("x", nonnegative=True), sp.Symbol("m", positive=True)
MEAN = sp.Eq(Expectation(x), m, evaluate=False)


def test_the_largest_lies_between_a_mean_and_the_sum():
    low, high = (rule.apply(MEAN, index=i, count=n) for rule in (largest_above, largest_below))
    assert (low.rhs, high.rhs) == (m, n * m)
    assert low.lhs == high.lhs == Expectation(Largest(x, i, n))
    for rule, bound in ((largest_above, low), (largest_below, high)):
        assert rule.check(bound, MEAN, index=i, count=n)


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [(largest_above, sp.Ge(Expectation(x), 2 * m)), (largest_below, sp.Le(Expectation(x), (n - 1) * m))],
)
def test_a_wrong_factor_is_caught(rule, wrong):
    with pytest.raises(CheckFailed, match="have a largest of mean"):
        rule.check(wrong, MEAN, index=i, count=n)


def test_a_sum_bounds_no_variables_that_may_be_negative():
    signed = sp.Eq(Expectation(sp.Symbol("y", real=True)), m, evaluate=False)
    assert largest_above.conditions(signed, index=i, count=n)
    with pytest.raises(SideConditionError, match="negative"):
        largest_below.conditions(signed, index=i, count=n)


def test_only_a_mean_is_compared():
    with pytest.raises(SideConditionError, match="compared with a mean"):
        largest_above.conditions(sp.Le(Expectation(x), m), index=i, count=n)
