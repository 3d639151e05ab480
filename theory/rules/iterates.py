r"""Iterates of a map: growth at a constant rate, from what one step adds far out.

If $y_{n+1} = F(y_n)$ with F continuous, $F(y) > y$ for all $y > 0$ and $F(y) - y \to c > 0$, the iterates
have no bound (a limit would be a fixed point), so their steps tend to c; by Stolz and Cesaro $y_n / n \to c$.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number, random_points

_STEPS, _FAR, _DIGITS = 40, 45, 35


def _state_before(step: sp.Eq) -> AppliedUndef:
    """The x(m) of a step to x(m+1); raises `SideConditionError` for what is no term of a sequence."""
    if not isinstance(step.lhs, AppliedUndef):
        raise SideConditionError(f"{step.lhs} is no term of a sequence.")
    return step.lhs.func(step.lhs.args[0] - 1)


def _far_step(step: sp.Eq) -> sp.Expr:
    """The limit of F(y) - y, as the slope of w F(1/w) at w = 0, where that is 1."""
    w = sp.Symbol("w", positive=True)
    scaled = sp.expand(sp.powsimp(w * step.rhs.subs(_state_before(step), 1 / w)))
    scaled = scaled.replace(lambda e: isinstance(e, sp.Pow) and e.exp == -1, lambda e: 1 / sp.expand(e.base))
    scaled = scaled.replace(sp.exp, lambda argument: sp.exp(sp.cancel(argument)))
    if scaled.subs(w, 0) != 1:
        raise SideConditionError(f"{step.rhs} does not grow as its argument does.")
    return sp.simplify(sp.diff(scaled, w).subs(w, 0))


def _rate(step: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    return sp.Eq(sp.Symbol("rate"), _far_step(step), evaluate=False)


def _rate_conditions(step: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    state = _state_before(step)
    y = sp.Dummy(positive=True)
    growth = sp.cancel(step.rhs.subs(state, y) / y)
    factor = growth.exp if isinstance(growth, sp.exp) else growth - 1
    if not factor.is_positive:
        raise SideConditionError(f"{step.rhs} is not known to exceed {state} where that is positive.")
    if not _far_step(step).is_positive:
        raise SideConditionError(
            f"What one step adds far out, {_far_step(step)}, is not known to be positive."
        )
    return ("every step goes up: the ratio of neighbours exceeds 1", "what a step adds far out is positive")


def _check_rate(result: sp.Eq, step: sp.Eq, *, count: sp.Symbol) -> str:
    """Run the map itself from far out, where each step adds the rate up to a share of 1/y."""
    state = _state_before(step)
    y = sp.Dummy("y")
    free = step.rhs.free_symbols - state.free_symbols
    for point in random_points(free):
        function = sp.lambdify(y, step.rhs.subs(point).subs(state.subs(point), y), "mpmath")
        with mpmath.workdps(2 * WORKING_DIGITS):
            start = value = mpmath.mpf(10) ** _FAR
            for _ in range(_STEPS):
                value = function(value)
            measured = (value - start) / _STEPS
            rate = number(result.rhs, point)
            if abs(measured - rate) > mpmath.mpf(10) ** -_DIGITS * abs(rate):
                raise CheckFailed(f"A step far out adds {mpmath.nstr(measured, 15)}, not {rate}.")
    return f"the map run for {_STEPS} steps from 10^{_FAR} adds the rate at each, to {_DIGITS} digits"


constant_rate = Rule(
    name="Stolz and Cesaro",
    statement=(
        r"If $y_{n+1} = F(y_n)$, $F$ continuous with $F(y) > y$ for $y > 0$ and $F(y) - y \to c$, then "
        r"$y_n / n \to c$."
    ),
    apply=_rate,
    conditions=_rate_conditions,
    check=_check_rate,
)
