"""Flow rules: hypotheses are checked, and a wrong result does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.flows import Velocity, descend, rate_along

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
