"""Rules on minima: hypotheses are checked, and a wrong result does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.stationary import (
    curvature_through,
    hessian_determinant,
    least_logit,
    least_odds,
    least_place,
    least_value,
    odds_ratio,
    slope_by,
)

g, x, y, name, r, u = sp.symbols("g x y name r u", real=True)
w = sp.Symbol("w", positive=True)
CONTEXT = sp.Eq(sp.Symbol("L"), sp.log(1 + sp.exp(g)) - r * g, evaluate=False)
VALLEY = sp.Eq(sp.Symbol("h"), 3 * w**2 - 6 * sp.log(w), evaluate=False)


def test_the_cross_entropy_is_least_at_its_own_odds():
    found = least_odds.apply(CONTEXT, logit=g, name=name)
    assert sp.simplify(found.rhs - r / (1 - r)) == 0
    assert least_odds.conditions(CONTEXT, logit=g, name=name)
    assert least_odds.check(found, CONTEXT, logit=g, name=name)
    assert least_logit.apply(CONTEXT, logit=g).rhs == sp.log(found.rhs)


def test_what_is_not_convex_in_a_logit_is_refused():
    concave = sp.Eq(CONTEXT.lhs, -CONTEXT.rhs, evaluate=False)
    with pytest.raises(SideConditionError, match="not known to be strictly convex"):
        least_odds.conditions(concave, logit=g, name=name)
    with pytest.raises(CheckFailed, match="other odds"):
        least_odds.check(least_odds.apply(concave, logit=g, name=name), concave, logit=g, name=name)


def test_place_and_value_of_a_valley():
    assert least_place.apply(VALLEY, variable=w, name=name).rhs == 1
    assert least_value.apply(VALLEY, variable=w, name=name).rhs == 3
    for rule in (least_place, least_value):
        assert rule.conditions(VALLEY, variable=w, name=name)
        assert rule.check(rule.apply(VALLEY, variable=w, name=name), VALLEY, variable=w, name=name)


@pytest.mark.parametrize("rule", [least_place, least_value])
def test_a_summit_is_no_minimum_and_a_wrong_number_is_caught(rule):
    summit = sp.Eq(VALLEY.lhs, -VALLEY.rhs, evaluate=False)
    with pytest.raises(SideConditionError, match="not known to be convex"):
        rule.conditions(summit, variable=w, name=name)
    with pytest.raises(CheckFailed, match="another multiple"):
        rule.check(rule.apply(summit, variable=w, name=name), summit, variable=w, name=name)
    wrong = sp.Eq(name, sp.Rational(7, 2), evaluate=False)
    with pytest.raises(CheckFailed, match="and the result"):
        rule.check(wrong, VALLEY, variable=w, name=name)


def test_a_derivative_and_its_opposite():
    fact = sp.Eq(name, x**2 * sp.exp(y), evaluate=False)
    found = slope_by.apply(fact, by=x)
    assert slope_by.check(found, fact, by=x)
    with pytest.raises(CheckFailed, match="the difference and the derivative"):
        slope_by.check(sp.Eq(found.lhs, -found.rhs, evaluate=False), fact, by=x)


def test_the_determinant_of_a_sum_of_squares_and_a_wrong_one():
    fact = sp.Eq(name, x**2 + x * y + y**2, evaluate=False)
    found = hessian_determinant.apply(fact, by=(x, y), name=name)
    assert found.rhs == 3
    assert hessian_determinant.check(found, fact, by=(x, y), name=name)
    with pytest.raises(CheckFailed, match="the determinant"):
        hessian_determinant.check(sp.Eq(name, 4, evaluate=False), fact, by=(x, y), name=name)


def test_curvature_needs_a_stationary_argument():
    slope, steep = sp.Eq(y, 3 * x**2 + x**3, evaluate=False), sp.Eq(name, u, evaluate=False)
    found = curvature_through.apply(slope, steep, by=x, name=name)
    assert found.rhs == 6 * u
    assert curvature_through.check(found, slope, steep, by=x, name=name)
    with pytest.raises(CheckFailed, match="the curvature"):
        curvature_through.check(sp.Eq(name, 3 * u, evaluate=False), slope, steep, by=x, name=name)
    tilted = sp.Eq(y, slope.rhs + x, evaluate=False)
    with pytest.raises(SideConditionError, match="not stationary"):
        curvature_through.conditions(tilted, steep, by=x, name=name)


def test_logits_subtract_as_odds_divide():
    one, other = (sp.Eq(name, odds, evaluate=False) for odds in (x / 2, y / 3))
    found = odds_ratio.apply(one, other, name=name)
    assert odds_ratio.check(found, one, other, name=name)
    with pytest.raises(CheckFailed, match="logits differ"):
        odds_ratio.check(sp.Eq(name, 1 / found.rhs, evaluate=False), one, other, name=name)
