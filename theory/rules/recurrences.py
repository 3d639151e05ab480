r"""Linear recurrences $x_{m+1} = a x_m + b$ in closed form, each checked by running it.

A state is a sequence x(m); its step is a statement about x(m+1), its start one about x(0).
"""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import Rule, SideConditionError
from .points import number, random_points, require_close
from .vectors import with_right

_STEPS = 6


def _affine(step: sp.Eq) -> tuple[sp.Expr, sp.Expr]:
    """The a and b of x(m+1) = a x(m) + b; raises `SideConditionError` for another form."""
    state = state_before(step)
    rest = sp.expand(step.rhs)
    gain, constant = rest.coeff(state, 1), rest.coeff(state, 0)
    index = state.args[0]
    if sp.expand(rest - gain * state - constant) != 0 or gain.has(index) or constant.has(index):
        raise SideConditionError(f"{step} is not a linear recurrence with constant coefficients.")
    return sp.factor(gain), sp.factor(constant)


def state_before(step: sp.Eq) -> AppliedUndef:
    """The x(m) of a step to x(m+1); raises `SideConditionError` for what is no term of a sequence."""
    if not isinstance(step.lhs, AppliedUndef):
        raise SideConditionError(f"{step.lhs} is no term of a sequence.")
    return step.lhs.func(step.lhs.args[0] - 1)


def _closed(step: sp.Eq, start: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    gain, constant = _affine(step)
    state = step.lhs.func
    if gain == 1:
        return sp.Eq(state(count), start.rhs + count * constant, evaluate=False)
    resting = sp.factor(constant / (1 - gain))
    return sp.Eq(state(count), resting + (start.rhs - resting) * gain**count, evaluate=False)


def _closed_conditions(step: sp.Eq, start: sp.Eq, **_: object) -> tuple[str, ...]:
    _affine(step)
    if start.lhs != step.lhs.func(0):
        raise SideConditionError(f"{start} does not say where {step.lhs.func} starts.")
    return ("the coefficients are the same at every step",)


def _check_closed(result: sp.Eq, step: sp.Eq, start: sp.Eq, *, count: sp.Symbol) -> str:
    """Run the recurrence itself, in numbers."""
    state = state_before(step)
    masked = {f: sp.Dummy(positive=True) for f in start.rhs.atoms(AppliedUndef)}
    start, result = (with_right(fact, fact.rhs.xreplace(masked)) for fact in (start, result))
    free = (step.rhs.free_symbols | start.rhs.free_symbols) - state.free_symbols
    for point in random_points(free):
        value = sp.sympify(start.rhs, strict=True).subs(point)
        for steps in range(_STEPS):
            formula = number(result.rhs, {**point, count: sp.Integer(steps)})
            require_close(number(value, {}), formula, f"The recurrence run for {steps} steps")
            value = step.rhs.subs(point).subs(state.subs(point), value)
    return f"run from its start for {_STEPS - 1} steps at random rational points to 50 digits"


linear_recurrence = Rule(
    name="linear recurrence",
    statement=(
        r"$x_{m+1} = a x_m + b$ has the solution $x_m = x_\infty + (x_0 - x_\infty) a^m$, "
        r"$x_\infty = b/(1-a)$, or $x_0 + m b$ where $a = 1$."
    ),
    apply=_closed,
    conditions=_closed_conditions,
    check=_check_closed,
)
