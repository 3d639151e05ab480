"""Several heads and layers: independence is a premise, and wrong formulas are caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import H, L, n, p
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.structure import (
    Independent,
    all_of,
    at_most_one,
    hazard,
    some_bound,
    some_of,
    some_other,
)
from theorycheck.theory.rules.vectors import with_right

EVENT, h = Named("a head fails"), sp.Symbol("h")
ONE = sp.Eq(Probability(EVENT), p, evaluate=False)
FRESH = Independent(EVENT, h)


@pytest.mark.parametrize(
    ("rule", "options"), [(all_of, {"count": H}), (some_of, {"count": L}), (some_other, {"items": n})]
)
def test_independent_events_are_enumerated(rule, options):
    rule.conditions(ONE, FRESH, **options)
    result = rule.apply(ONE, FRESH, **options)
    rule.check(result, ONE, FRESH, **options)
    with pytest.raises(CheckFailed, match="outcomes"):
        rule.check(with_right(result, result.rhs * 2), ONE, FRESH, **options)
    with pytest.raises(SideConditionError, match="Nothing says"):
        rule.conditions(ONE, Independent(Named("another"), h), **options)
    with pytest.raises(SideConditionError, match="upper bound"):
        rule.conditions(sp.Ge(*ONE.args, evaluate=False), FRESH, **options)


@pytest.mark.parametrize("rule", [at_most_one, some_bound])
def test_bounds_for_any_dependence_are_attained(rule):
    result = rule.apply(ONE, index=h, count=L)
    rule.check(result, ONE, index=h, count=L)
    with pytest.raises(CheckFailed, match="extreme dependence"):
        rule.check(with_right(result, result.rhs / 2), ONE, index=h, count=L)


def test_the_hazard_gives_the_probability_back():
    fails = some_of.apply(ONE, FRESH, count=L)
    rate = hazard.apply(fails)
    assert rate.rhs == -L * sp.log(1 - p)
    hazard.check(rate, fails)
    with pytest.raises(CheckFailed, match="exponential"):
        hazard.check(with_right(rate, rate.rhs * 2), fails)
    with pytest.raises(SideConditionError, match="upper bound"):
        hazard.conditions(sp.Ge(*fails.args, evaluate=False))
