"""The largest of several variables: hypotheses refused, and a wrong bound caught."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import n
from theorycheck.theory.rules.events import Expectation, Variance
from theorycheck.theory.rules.largest import (
    largest_by_spread,
    spread_of_moduli,
)
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.vectors import IndexSum, Inner, Vector

i, x, m = sp.Symbol("i"), sp.Symbol("x", nonnegative=True), sp.Symbol("m", positive=True)
MEAN = sp.Eq(Expectation(x), m, evaluate=False)


SPREAD = sp.Le(Variance(x), m**2, evaluate=False)
QUERY, KEY = (Vector("k", index, Sphere(n + 1)) for index in (i, sp.Symbol("j")))
SUM = IndexSum(sp.Abs(Inner(QUERY, KEY)), (sp.Symbol("j"),), n, (i,))
TOTAL = sp.Eq(sp.Symbol("c"), SUM, evaluate=False)
SECOND = sp.Eq(Expectation(sp.Symbol("X", real=True) ** 2), m, evaluate=False)


def test_the_largest_exceeds_the_mean_by_no_more_than_a_root_of_standard_deviations():
    bound = largest_by_spread.apply(MEAN, SPREAD, index=i, count=n)
    assert bound.rhs.subs(n, 9) == 4 * m
    for wrong in (m * sp.sqrt(n), 2 * m * sp.sqrt(n)):
        with pytest.raises(CheckFailed, match="room"):
            largest_by_spread.check(sp.Le(bound.lhs, wrong), MEAN, SPREAD, index=i, count=n)


def test_the_variance_of_another_variable_bounds_nothing():
    other = sp.Le(Variance(m), m, evaluate=False)
    with pytest.raises(SideConditionError, match="variance"):
        largest_by_spread.conditions(MEAN, other, index=i, count=n)


def test_moduli_of_overlaps_with_one_key_add_up_their_mean_squares():
    bound = spread_of_moduli.apply(TOTAL, SECOND)
    assert bound.rhs == (n - 1) * m
    with pytest.raises(CheckFailed, match="signs"):
        spread_of_moduli.check(sp.Le(bound.lhs, n * m, evaluate=False), TOTAL, SECOND)


def test_terms_that_are_not_alike_given_one_key_are_refused():
    j = sp.Symbol("j")
    mixed = IndexSum(sp.Abs(Inner(QUERY, Vector("k", j, Gaussian(n)))), (j,), n, (i,))
    signed = IndexSum(Inner(QUERY, KEY), (j,), n, (i,))
    for total, words in ((mixed, "alike"), (signed, "moduli")):
        with pytest.raises(SideConditionError, match=words):
            spread_of_moduli.conditions(sp.Eq(sp.Symbol("c"), total, evaluate=False), SECOND)
    with pytest.raises(SideConditionError, match="mean square"):
        spread_of_moduli.conditions(TOTAL, MEAN)
