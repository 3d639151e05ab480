r"""Unit vectors spread evenly on the circle: the nearest of them, and how its gap shrinks."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number

_NUMBERS = (2, 3, 5, 8, 13)
_ANGLES = (sp.Rational(1, 50), sp.Rational(2, 3), sp.Integer(3))


def _nearest(gap: sp.Eq, *, step: sp.Symbol, count: sp.Symbol) -> sp.Eq:
    return sp.Eq(sp.Symbol("G"), gap.rhs.subs(step, 1), evaluate=False)


def _nearest_conditions(gap: sp.Eq, *, step: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    if gap.rhs != 1 - sp.cos(2 * sp.pi * step / count):
        raise SideConditionError(f"{gap.rhs} is not the gap between points spread evenly on the circle.")
    return (r"a cosine falls from 0 to $\pi$ and rises from there: the neighbours on both sides are nearest",)


def _check_nearest(result: sp.Eq, gap: sp.Eq, *, step: sp.Symbol, count: sp.Symbol) -> str:
    """All steps around the circle."""
    for many in _NUMBERS:
        with mpmath.workdps(WORKING_DIGITS):
            least = min(
                number(gap.rhs, {count: sp.Integer(many), step: sp.Integer(k)}) for k in range(1, many)
            )
            if abs(least - number(result.rhs, {count: sp.Integer(many)})) > mpmath.mpf(10) ** -50:
                raise CheckFailed(f"Of {many} points the least gap is {mpmath.nstr(least, 15)}.")
    return "all steps around the circle for 2 to 13 points"


def _angle(gap: sp.Eq) -> sp.Expr:
    """The x of 1 - cos x."""
    cosines = gap.rhs.atoms(sp.cos)
    if len(cosines) != 1 or gap.rhs != 1 - next(iter(cosines)):
        raise SideConditionError(f"{gap.rhs} is not one minus a cosine.")
    return next(iter(cosines)).args[0]


def _cosine_above(gap: sp.Eq) -> sp.Le:
    return sp.Le(gap.lhs, _angle(gap) ** 2 / 2, evaluate=False)


def _cosine_below(gap: sp.Eq) -> sp.Ge:
    x = _angle(gap)
    return sp.Ge(gap.lhs, x**2 / 2 - x**4 / 24, evaluate=False)


def _check_cosine(result: sp.Rel, gap: sp.Eq) -> str:
    x = _angle(gap)
    (variable,) = x.free_symbols
    for angle in _ANGLES:
        size = sp.cancel(x * variable) / angle
        value, bound = (number(part, {variable: size}) for part in (gap.rhs, result.rhs))
        if value < bound if isinstance(result, sp.Ge) else value > bound:
            raise CheckFailed(f"At the angle {angle} the gap {value} is on the wrong side of {bound}.")
    return "at angles of 1/50, 2/3 and 3"


nearest_on_circle = Rule(
    name="nearest on the circle",
    statement=r"Of $M$ points spread evenly on the circle those one step away are nearest.",
    apply=_nearest,
    conditions=_nearest_conditions,
    check=_check_nearest,
)

cosine_above = Rule(
    name="cosine from above",
    statement=r"$1 - \cos x \le \frac{x^2}{2}$.",
    apply=_cosine_above,
    check=_check_cosine,
)

cosine_below = Rule(
    name="cosine from below",
    statement=r"$1 - \cos x \ge \frac{x^2}{2} - \frac{x^4}{24}$.",
    apply=_cosine_below,
    check=_check_cosine,
)
