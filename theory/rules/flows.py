r"""Gradient flow of a few variables: velocities from a quantity, and the rate of a function along them.

A loss is any function of one quantity g with slope $u = dL/dg$ there, so that $\dot x = -u\, \partial g /
\partial x$. Rates are checked against differences at random points to fifty digits.
"""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import Rule, SideConditionError
from .points import DIGITS, WORKING_DIGITS, require_close

_POINTS = 3
_PARTS = 7


class Velocity(sp.Expr):
    """The derivative of a quantity by time."""

    is_commutative = True
    is_real = True

    def __new__(cls, quantity: sp.Expr) -> Velocity:
        """How fast `quantity` grows."""
        return sp.Expr.__new__(cls, quantity)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\dot{{{printer._print(self.args[0])}}}"


def _points(symbols: set[sp.Symbol]) -> list[dict[sp.Symbol, sp.Rational]]:
    """Points of either sign, none of them zero."""
    random = Random(1)
    return [
        {
            s: random.choice((-1, 1)) * sp.Rational(random.randint(2, 9), _PARTS)
            for s in sorted(symbols, key=str)
        }
        for _ in range(_POINTS)
    ]


def _in_exponentials(expression: sp.Expr) -> sp.Expr:
    """Hyperbolic functions as exponentials, sums in exponents taken apart, over one denominator."""
    return sp.cancel(sp.together(sp.expand(expression.rewrite(sp.exp), power_exp=True, mul=False)))


def _descend(fact: sp.Eq, *, by: sp.Symbol, slope: sp.Symbol) -> sp.Eq:
    return sp.Eq(Velocity(by), _in_exponentials(-slope * sp.diff(fact.rhs, by)), evaluate=False)


def _descend_conditions(fact: sp.Eq, *, by: sp.Symbol, slope: sp.Symbol) -> tuple[str, ...]:
    if fact.rhs.has(slope):
        raise SideConditionError(f"The slope {slope} of the loss stands in {fact} itself.")
    on, through, x = (sp.latex(part) for part in (slope, fact.lhs, by))
    return (rf"the loss depends on ${x}$ through ${through}$ alone, and ${on}$ is its slope there",)


def _check_descend(result: sp.Eq, fact: sp.Eq, *, by: sp.Symbol, slope: sp.Symbol) -> str:
    for point in _points(fact.rhs.free_symbols | {slope}):
        with mpmath.workdps(2 * WORKING_DIGITS):
            others = {s: v for s, v in point.items() if s not in (by, slope)}
            along = sp.lambdify(by, fact.rhs.subs(others), "mpmath")
            measured = -_number(point[slope]) * mpmath.diff(along, _number(point[by]))
            derived = sp.lambdify([], result.rhs.subs(point), "mpmath")()
        require_close(measured, derived, f"At {point} the difference and the velocity")
    return f"equal to differences at {_POINTS} random points to {DIGITS} digits"


def _number(value: sp.Rational) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def _rate(fact: sp.Eq, *velocities: sp.Eq) -> sp.Eq:
    rate = sp.Add(*(sp.diff(fact.rhs, v.lhs.args[0]) * v.rhs for v in velocities))
    return sp.Eq(Velocity(fact.lhs), sp.factor(_in_exponentials(rate)), evaluate=False)


def _rate_conditions(fact: sp.Eq, *velocities: sp.Eq) -> tuple[str, ...]:
    moving = [v.lhs.args[0] for v in velocities if isinstance(v.lhs, Velocity)]
    if len(moving) != len(velocities) or len(set(moving)) != len(moving):
        raise SideConditionError("Each moving variable needs one velocity.")
    still = sorted(fact.rhs.free_symbols - set(moving), key=str)
    return tuple(f"${sp.latex(s)}$ does not move" for s in still)


def _check_rate(result: sp.Eq, fact: sp.Eq, *velocities: sp.Eq) -> str:
    """The function's own difference along the straight line that the velocities point to."""
    symbols = fact.rhs.free_symbols.union(*(v.rhs.free_symbols | {v.lhs.args[0]} for v in velocities))
    t = sp.Dummy("t")
    for point in _points(symbols):
        line = {v.lhs.args[0]: point[v.lhs.args[0]] + t * v.rhs.subs(point) for v in velocities}
        still = {s: v for s, v in point.items() if s not in line}
        with mpmath.workdps(2 * WORKING_DIGITS):
            along = sp.lambdify(t, fact.rhs.subs({**still, **line}, simultaneous=True), "mpmath")
            measured = mpmath.diff(along, 0)
            derived = mpmath.mpf(sp.lambdify([], result.rhs.subs(point), "mpmath")())
        require_close(measured, derived, f"At {point} the difference and the rate")
    return f"equal to differences along the flow at {_POINTS} random points to {DIGITS} digits"


descend = Rule(
    name="gradient flow",
    statement=r"Under gradient flow of a loss $L(g)$, $\dot x = -L'(g)\, \partial g / \partial x$.",
    apply=_descend,
    conditions=_descend_conditions,
    check=_check_descend,
)

rate_along = Rule(
    name="rate along a flow",
    statement=r"$\dot H = \sum_x (\partial H / \partial x)\, \dot x$ over all variables that move.",
    apply=_rate,
    conditions=_rate_conditions,
    check=_check_rate,
)
