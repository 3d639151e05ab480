"""Flow rules: hypotheses are checked, and a wrong result does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.flows import Velocity, area_under, descend, descend_jointly, rate_along

x, y, u, g, H = sp.symbols("x y u g H", real=True)
CONTEXT = sp.Eq(g, x**2 * sp.exp(y), evaluate=False)


def test_a_variable_descends_by_its_share_of_the_slope():
    found = descend.apply(CONTEXT, by=x, slope=u)
    assert found == sp.Eq(Velocity(x), -2 * u * x * sp.exp(y), evaluate=False)
    assert descend.check(found, CONTEXT, by=x, slope=u)


def test_a_velocity_of_the_wrong_sign_is_caught():
    wrong = sp.Eq(Velocity(x), 2 * u * x * sp.exp(y), evaluate=False)
    with pytest.raises(CheckFailed, match="the difference and the velocity"):
        descend.check(wrong, CONTEXT, by=x, slope=u)


def test_the_slope_may_not_stand_in_the_context():
    with pytest.raises(SideConditionError, match="stands in"):
        descend.conditions(sp.Eq(g, u * x, evaluate=False), by=x, slope=u)


def test_a_circle_keeps_its_radius_and_a_wrong_rate_is_caught():
    radius = sp.Eq(H, x**2 + y**2, evaluate=False)
    turning = (sp.Eq(Velocity(x), -y, evaluate=False), sp.Eq(Velocity(y), x, evaluate=False))
    found = rate_along.apply(radius, *turning)
    assert found.rhs == 0
    assert rate_along.check(found, radius, *turning)
    with pytest.raises(CheckFailed, match="the difference and the rate"):
        rate_along.check(sp.Eq(Velocity(H), x * y, evaluate=False), radius, *turning)


def test_what_has_no_velocity_is_said_to_stand_still_and_none_has_two():
    radius = sp.Eq(H, x**2 + y, evaluate=False)
    moving = sp.Eq(Velocity(x), -x, evaluate=False)
    assert rate_along.conditions(radius, moving) == ("$y$ does not move",)
    with pytest.raises(SideConditionError, match="one velocity"):
        rate_along.conditions(radius, moving, moving)


def test_slopes_of_two_quantities_add_and_a_missing_one_is_caught():
    other, v = sp.Eq(H, y - x**2, evaluate=False), sp.Symbol("v", real=True)
    options = {"by": x, "slopes": (u, v), "rate": sp.Integer(3)}
    found = descend_jointly.apply(CONTEXT, other, **options)
    assert sp.expand(found.rhs - (-6 * u * x * sp.exp(y) + 6 * v * x)) == 0
    assert descend_jointly.check(found, CONTEXT, other, **options)
    with pytest.raises(CheckFailed, match="the difference and the velocity"):
        descend_jointly.check(found.subs(v, 0), CONTEXT, other, **options)
    with pytest.raises(SideConditionError, match="needs a slope"):
        descend_jointly.conditions(CONTEXT, other, by=x, slopes=(u,))


def test_an_area_grows_by_its_height_and_a_wrong_rate_is_caught():
    height, moving = sp.Eq(H, x**2, evaluate=False), sp.Eq(Velocity(y), -u, evaluate=False)
    found = area_under.apply(height, moving)
    assert found == sp.Eq(Velocity(H), -u * x**2, evaluate=False)
    assert area_under.check(found, height, moving)
    with pytest.raises(CheckFailed, match="the height and the rate"):
        area_under.check(sp.Eq(Velocity(H), u * x, evaluate=False), height, moving)
    with pytest.raises(SideConditionError, match="no velocity"):
        area_under.conditions(height, height)
