"""The second route of closed formulas: equality at random rational points to 50 digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

import mpmath
import sympy as sp
from flint import fmpq

from ..derivation import CheckFailed
from .balls import Exact, proved_value

DIGITS = 50
WORKING_DIGITS = 65
_WORKING_BITS = 216

Point = Mapping[sp.Symbol, sp.Rational]


def random_points(
    symbols: set[sp.Symbol], *, count: int = 3, seed: int = 1, least: int = 2
) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points with rational coordinates between `least` and `least` + 9."""
    random = Random(seed)
    ordered = sorted(symbols, key=str)
    return [
        {s: least + sp.Rational(random.randint(1, 62), random.randint(7, 11)) for s in ordered}
        for _ in range(count)
    ]


def whole_points(symbols: set[sp.Symbol], *, count: int = 3) -> list[dict[sp.Symbol, sp.Rational]]:
    """Random points whose whole symbols are whole and whose others lie below one half.

    A learning rate makes bases negative where it is large, and only whole powers of those are real.
    """
    return [
        {s: sp.Integer(int(x)) if s.is_integer else 1 / x for s, x in point.items()}
        for point in random_points(symbols, count=count)
    ]


def number(expression: sp.Expr, point: Point) -> mpmath.mpf:
    """The expression's value at the point to 65 digits, which ball arithmetic proves where it can."""
    formula = sp.sympify(expression, strict=True)
    coordinates = {s: sp.sympify(x) for s, x in point.items()}
    if all(s.is_Symbol for s in coordinates):
        proved = proved_value(formula, coordinates, _WORKING_BITS)
        if proved is not None:
            return _as_mpf(proved)
    exact = formula.subs(point)
    with mpmath.workdps(WORKING_DIGITS):
        if exact.is_Rational:
            return mpmath.mpf(int(exact.p)) / int(exact.q)
        return mpmath.mpf(str(sp.N(exact, WORKING_DIGITS)))


def _as_mpf(proved: Exact) -> mpmath.mpf:
    """The middle of a ball, or the rational number, rounded to 65 digits."""
    with mpmath.workdps(WORKING_DIGITS):
        if isinstance(proved, fmpq):
            return mpmath.mpf(int(proved.numerator)) / int(proved.denominator)
        digits, exponent = proved.mid().man_exp()
        return mpmath.ldexp(mpmath.mpf(int(digits)), int(exponent))


def require_close(one: mpmath.mpf, other: mpmath.mpf, what: str) -> None:
    """Raise `CheckFailed` unless the numbers agree to 50 digits, relative or absolute."""
    with mpmath.workdps(WORKING_DIGITS):
        # What is no number is close to none.
        if not abs(one - other) <= mpmath.mpf(10) ** -DIGITS * (1 + abs(one)):
            raise CheckFailed(f"{what}: {mpmath.nstr(one, 15)} and {mpmath.nstr(other, 15)} differ.")


def require_equal(before: sp.Expr, after: sp.Expr) -> str:
    """A sentence where two formulas agree at three random rational points, else `CheckFailed`."""
    for point in random_points(before.free_symbols | after.free_symbols):
        require_close(number(before, point), number(after, point), f"At {dict(point)} the two sides")
    return f"equal at three random rational points to {DIGITS} digits"


def against(
    route: Callable[[Point], mpmath.mpf | Fraction], points: list[dict[sp.Symbol, sp.Rational]], by: str
) -> Callable[[sp.Expr], str]:
    """A check of a final formula against an independent route at the given points."""

    def check(formula: sp.Expr) -> str:
        for point in points:
            with mpmath.workdps(WORKING_DIGITS):
                other = route(point)
                other = (
                    mpmath.mpf(other.numerator) / other.denominator if isinstance(other, Fraction) else other
                )
            require_close(number(formula, point), other, f"At {point} the formula and {by}")
        return f"equal to {by} at {len(points)} points to {DIGITS} digits"

    return check
