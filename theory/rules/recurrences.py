r"""Linear recurrences $x_{m+1} = a x_m + b$ in closed form, each checked by running it.

A state is a sequence x(m); its step is a statement about x(m+1), its start one about x(0).
"""

from __future__ import annotations

import mpmath
import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import with_right

_STEPS = 6
_FAR = 10**40


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
    opaque = {f: sp.Dummy(positive=True) for f in start.rhs.atoms(AppliedUndef)}
    start, result = (with_right(fact, fact.rhs.xreplace(opaque)) for fact in (start, result))
    free = (step.rhs.free_symbols | start.rhs.free_symbols) - state.free_symbols
    for point in random_points(free):
        value = sp.sympify(start.rhs, strict=True).subs(point)
        for steps in range(_STEPS):
            formula = number(result.rhs, {**point, count: sp.Integer(steps)})
            require_close(number(value, {}), formula, f"The recurrence run for {steps} steps")
            value = step.rhs.subs(point).subs(state.subs(point), value)
    return f"run from its start for {_STEPS - 1} steps at random rational points to 50 digits"


def _resting(step: sp.Eq) -> sp.Eq:
    gain, constant = _affine(step)
    return sp.Eq(step.lhs.func(sp.oo), sp.factor(constant / (1 - gain)), evaluate=False)


def _resting_conditions(step: sp.Eq) -> tuple[str, ...]:
    gain, _ = _affine(step)
    return (f"$|{sp.latex(gain)}| < 1$",)


def _check_resting(result: sp.Eq, step: sp.Eq) -> str:
    state = state_before(step)
    gap = sp.cancel(step.rhs.subs(state, result.rhs) - result.rhs)
    if gap != 0:
        raise CheckFailed(f"One step moves {result.rhs} by {gap}.")
    return "one more step leaves it where it is, exactly"


def _proportional(limit: sp.Eq, *, count: sp.Symbol, dimension: sp.Symbol, ratio: sp.Symbol) -> sp.Eq:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(limit.rhs, power_base=False, power_exp=False)):
        value = sp.Integer(1)
        for factor in sp.Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            if exponent.has(count):
                slope, power = leading(sp.cancel(base - 1), dimension)
                if power != -1:
                    raise SideConditionError(f"{base} does not approach 1 as 1/{dimension}.")
                value *= sp.exp(sp.diff(exponent, count) * ratio * slope)
            else:
                value *= factor
        total += _limit_of_coefficient(value, dimension)
    return sp.Eq(sp.Symbol("limit"), total, evaluate=False)


def _limit_of_coefficient(term: sp.Expr, dimension: sp.Symbol) -> sp.Expr:
    if not term.has(dimension):
        return term
    coefficient, power = leading(sp.factor(term), dimension)
    if power.is_positive:
        raise SideConditionError(f"{term} has no limit as {dimension} grows.")
    return coefficient if power == 0 else sp.Integer(0)


def _check_proportional(
    result: sp.Eq, fact: sp.Eq, *, count: sp.Symbol, dimension: sp.Symbol, ratio: sp.Symbol
) -> str:
    """The formula itself at dimension 10^40 and items in proportion."""
    for point in random_points(fact.rhs.free_symbols - {count, dimension} | {ratio}, least=1):
        share = sp.Integer(int(point[ratio]))
        others = {s: 1 / v for s, v in point.items() if s != ratio}
        along = sp.lambdify((dimension, count), fact.rhs.subs(others), "mpmath")
        with mpmath.workdps(2 * WORKING_DIGITS):
            far = along(mpmath.mpf(_FAR), mpmath.mpf(int(share) * _FAR))
            gap = abs(far - number(result.rhs, {**others, ratio: share}))
            if gap > mpmath.mpf(10) ** -35:
                raise CheckFailed(f"At dimension 10^40 the formula is {mpmath.nstr(gap, 5)} from the limit.")
    return "the formula at dimension 10^40 agrees with its limit to 35 digits"


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

resting_state = Rule(
    name="resting state",
    statement=r"For $|a| < 1$ the solution of $x_{m+1} = a x_m + b$ tends to $b/(1-a)$.",
    apply=_resting,
    conditions=_resting_conditions,
    check=_check_resting,
)

proportional_limit = Rule(
    name="limit at a fixed ratio",
    statement=r"$(1 - c/d + o(1/d))^{\alpha d} \to e^{-\alpha c}$ as $d \to \infty$.",
    apply=_proportional,
    check=_check_proportional,
)
