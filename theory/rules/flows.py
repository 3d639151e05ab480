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


def _jointly(
    *facts: sp.Eq, by: sp.Symbol, slopes: tuple[sp.Symbol, ...], rate: sp.Symbol | sp.Integer = sp.S.One
) -> sp.Eq:
    steep = sp.Add(*(-u * sp.diff(fact.rhs, by) for fact, u in zip(facts, slopes, strict=True)))
    return sp.Eq(Velocity(by), sp.expand(rate * steep), evaluate=False)


def _jointly_conditions(
    *facts: sp.Eq, by: sp.Symbol, slopes: tuple[sp.Symbol, ...], rate: sp.Symbol | sp.Integer = sp.S.One
) -> tuple[str, ...]:
    if len(facts) != len(slopes) or any(fact.rhs.has(*slopes) for fact in facts):
        raise SideConditionError(
            f"Each of {len(facts)} quantities needs a slope that stands in none of them."
        )
    through = ", ".join(f"${sp.latex(fact.lhs)}$" for fact in facts)
    return (rf"the loss depends on ${sp.latex(by)}$ through {through} alone",)


def _check_jointly(
    result: sp.Eq,
    *facts: sp.Eq,
    by: sp.Symbol,
    slopes: tuple[sp.Symbol, ...],
    rate: sp.Symbol | sp.Integer = sp.S.One,
) -> str:
    """Differences of the loss that is linear in its quantities."""
    symbols = set(slopes).union({by}, rate.free_symbols, *(fact.rhs.free_symbols for fact in facts))
    for point in _points(symbols):
        with mpmath.workdps(2 * WORKING_DIGITS):
            others = {s: v for s, v in point.items() if s != by}
            loss = sum(u * fact.rhs for fact, u in zip(facts, slopes, strict=True))
            measured = -mpmath.diff(sp.lambdify(by, loss.subs(others), "mpmath"), _number(point[by]))
            measured *= _number(sp.Rational(rate.subs(point)))
            derived = sp.lambdify([], result.rhs.subs(point), "mpmath")()
        require_close(measured, derived, f"At {point} the difference and the velocity")
    return f"equal to differences at {_POINTS} random points to {DIGITS} digits"


def _area(height: sp.Eq, velocity: sp.Eq) -> sp.Eq:
    return sp.Eq(Velocity(height.lhs), sp.expand(height.rhs * velocity.rhs), evaluate=False)


def _area_conditions(height: sp.Eq, velocity: sp.Eq) -> tuple[str, ...]:
    if not isinstance(velocity.lhs, Velocity):
        raise SideConditionError(f"{velocity} is no velocity.")
    area, h, x = (sp.latex(part) for part in (height.lhs, height.rhs, velocity.lhs.args[0]))
    return (rf"${area} = \int {h}\, d{x}$ along the flow",)


def _check_area(result: sp.Eq, height: sp.Eq, velocity: sp.Eq) -> str:
    """At a velocity of one the area grows by its height."""
    for point in _points(result.rhs.free_symbols | height.rhs.free_symbols | velocity.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            grown, moved, at = (
                sp.lambdify([], part.rhs.subs(point), "mpmath")() for part in (result, velocity, height)
            )
            require_close(mpmath.mpf(grown) / moved, mpmath.mpf(at), f"At {point} the height and the rate")
    return f"the rate over the velocity is the height at {_POINTS} random points"


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

descend_jointly = Rule(
    name="gradient flow through several quantities",
    statement=r"Under gradient flow of a loss $L(g_1, g_2, \dots)$, $\dot x = -\kappa \sum_k (\partial L / "
    r"\partial g_k)\, \partial g_k / \partial x$, $\kappa$ the speed of x.",
    apply=_jointly,
    conditions=_jointly_conditions,
    check=_check_jointly,
)

area_under = Rule(
    name="area under a path",
    statement=r"$A = \int h\, dx$ along a path grows at the rate $h \dot x$.",
    apply=_area,
    conditions=_area_conditions,
    check=_check_area,
)
