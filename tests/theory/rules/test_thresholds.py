"""Bounds that rise reach a level on the right side."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.thresholds import threshold
from theorycheck.theory.rules.vectors import with_right

Y = sp.Symbol("Y")


def test_an_upper_bound_that_rises_is_reached_early():
    above = sp.Le(Y, (n - 1) / d_k, evaluate=False)
    size = threshold.apply(above, variable=n, level=1)
    assert isinstance(size, sp.Ge)
    assert size.rhs == d_k + 1
    threshold.check(size, above, variable=n, level=1)
    with pytest.raises(CheckFailed, match="no later"):
        threshold.check(sp.Le(size.lhs, size.rhs, evaluate=False), above, variable=n, level=1)
    with pytest.raises(CheckFailed):
        threshold.check(with_right(size, d_k), above, variable=n, level=1)


def test_an_upper_bound_that_falls_is_reached_late():
    above = sp.Le(Y, d_k / n, evaluate=False)
    size = threshold.apply(above, variable=n, level=1)
    assert isinstance(size, sp.Le)
    assert size.rhs == d_k
    threshold.check(size, above, variable=n, level=1)
    with pytest.raises(CheckFailed, match="that falls, later"):
        threshold.check(sp.Ge(size.lhs, size.rhs, evaluate=False), above, variable=n, level=1)


def test_a_bound_of_no_known_trend_and_an_equation_are_refused():
    with pytest.raises(SideConditionError, match="not known to rise or to fall"):
        threshold.conditions(sp.Le(Y, (n - d_k) ** 2, evaluate=False), variable=n, level=1)
    with pytest.raises(SideConditionError, match="is no bound"):
        threshold.conditions(sp.Eq(Y, n, evaluate=False), variable=n, level=1)
