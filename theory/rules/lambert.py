r"""Where a square times an exponential of its inverse is at a level: Lambert's W.

Unions over pairs of tails $e^{-a/n^2}$ end in $c\, n^2 e^{-a/n^2}$, which rises in n.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number, random_points, require_close
from .solving import root_symbol


def _parts(formula: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The c and a of c n^2 exp(-a/n^2); raises `SideConditionError` for another form."""
    powers = formula.atoms(sp.exp)
    if len(powers) == 1:
        (power,) = powers
        factor, scale = sp.cancel(formula / power / variable**2), sp.cancel(-power.exp * variable**2)
        if not factor.has(variable, power) and not scale.has(variable) and factor.is_positive:
            return factor, scale
    raise SideConditionError(f"{formula} is no square of {variable} times an exponential of its inverse.")


def _threshold(bound: sp.Le, *, variable: sp.Symbol, level: sp.Rational) -> sp.Ge:
    factor, scale = _parts(bound.rhs, variable)
    size = sp.sqrt(scale / sp.LambertW(scale * factor / level))
    return sp.Ge(root_symbol(variable), size, evaluate=False)


def _conditions(bound: sp.Le, *, variable: sp.Symbol, level: sp.Rational) -> tuple[str, ...]:
    if not isinstance(bound, sp.Le):
        raise SideConditionError(f"{bound} is no upper bound.")
    _, scale = _parts(bound.rhs, variable)
    if not scale.is_positive:
        raise SideConditionError(f"{scale} may be negative, so that the bound may fall in {variable}.")
    return (f"the bound rises as ${sp.latex(variable)}$ grows, so its crossing bounds the true one",)


def _check(result: sp.Ge, bound: sp.Le, *, variable: sp.Symbol, level: sp.Rational) -> str:
    """Put back: the bound is at the level there, and rises on either side."""
    real = sp.Dummy("x", positive=True)
    formula = bound.rhs.xreplace({variable: real})
    for point in random_points(result.rhs.free_symbols):
        size = number(result.rhs, point)
        with mpmath.workdps(WORKING_DIGITS):
            below, there, above = (
                number(
                    formula, {**point, real: sp.Float(mpmath.nstr(size * k, WORKING_DIGITS), WORKING_DIGITS)}
                )
                for k in (mpmath.mpf(9) / 10, 1, mpmath.mpf(11) / 10)
            )
        require_close(there, number(sp.sympify(level, strict=True), {}), "The bound at its crossing")
        if not below < there < above:
            raise CheckFailed(f"At {point} the bound does not rise through the level.")
    return "put back at random rational points: the bound rises through the level there"


lambert_threshold = Rule(
    name="crossing by Lambert's W",
    statement=r"$c n^2 e^{-a/n^2}$ rises, to $\ell$ at $n = \sqrt{a/W(a c/\ell)}$, where $W(y e^y) = y$.",
    apply=_threshold,
    conditions=_conditions,
    check=_check,
)
