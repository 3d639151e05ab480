r"""How long a flow takes from one place to another, by a quantity that moves at constant speed."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .flows import Velocity
from .points import WORKING_DIGITS, number, random_points


def _time(speed: sp.Eq, quantity: sp.Eq, start: sp.Eq, end: sp.Eq, *_: sp.Eq) -> sp.Eq:
    there, here = (quantity.rhs.subs(place.lhs, place.rhs) for place in (end, start))
    value = sp.cancel(sp.expand(there - here)) / speed.rhs
    return sp.Eq(sp.Symbol("t"), sp.expand(value), evaluate=False)


def _time_conditions(
    speed: sp.Eq, quantity: sp.Eq, start: sp.Eq, end: sp.Eq, velocity: sp.Eq
) -> tuple[str, ...]:
    if speed.lhs != Velocity(quantity.lhs) or not speed.rhs.is_positive:
        raise SideConditionError(f"{speed} is not a positive speed of {quantity.lhs}.")
    moving = {start.lhs, end.lhs, velocity.lhs.args[0]}
    if len(moving) != 1 or speed.rhs.has(*moving):
        raise SideConditionError(f"The speed {speed.rhs} is not constant, or the places are of {moving}.")
    return (f"${sp.latex(quantity.lhs)}$ moves at the constant speed ${sp.latex(speed.rhs)}$",)


def _check_time(
    result: sp.Eq, speed: sp.Eq, quantity: sp.Eq, start: sp.Eq, end: sp.Eq, velocity: sp.Eq
) -> str:
    """The integral of one over the velocity from start to end, by quadrature."""
    moving = velocity.lhs.args[0]
    free = (result.rhs.free_symbols | velocity.rhs.free_symbols) - {moving}
    for point in random_points(free, least=3):
        slowness = sp.lambdify(moving, 1 / velocity.rhs.subs(point), "mpmath")
        with mpmath.workdps(WORKING_DIGITS):
            ends = [number(place.rhs, point) for place in (start, end)]
            measured, derived = mpmath.quad(slowness, ends), number(result.rhs, point)
            if abs(measured / derived - 1) > mpmath.mpf(10) ** -30:
                raise CheckFailed(f"By quadrature it takes {mpmath.nstr(measured, 15)}, not {derived}.")
    return "equal to the integral of one over the velocity by quadrature to 30 digits"


travel_time = Rule(
    name="time at a constant speed",
    statement=r"If $\dot H = c$ then the way from $H_0$ to $H_1$ takes the time $(H_1 - H_0)/c$.",
    apply=_time,
    conditions=_time_conditions,
    check=_check_time,
)
