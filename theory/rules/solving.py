"""Solving a statement for the size at which it reaches a level, verified by putting the root back."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import sign
from .points import number, random_points, require_close


def root_symbol(variable: sp.Symbol) -> sp.Symbol:
    """The name of the size at which the level is reached: n_*."""
    return sp.Symbol(f"{variable.name}_*", positive=True)


def _solve(fact: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> sp.Rel:
    return fact.func(
        root_symbol(variable), _root(fact.rhs, variable, sp.sympify(level, strict=True)), evaluate=False
    )


def _equation(formula: sp.Expr, variable: sp.Symbol, level: sp.Rational) -> sp.Expr:
    """An expression polynomial in the variable that vanishes where the formula is at the level."""
    base, exponent = formula.as_base_exp()
    if exponent.has(variable) and not base.has(variable):
        return sp.numer(sp.together(exponent - sp.log(level) / sp.log(base)))
    return sp.numer(sp.together(formula - level))


def _root(formula: sp.Expr, variable: sp.Symbol, level: sp.Rational) -> sp.Expr:
    """The root of a linear equation, or the one positive root of a quadratic one.

    A quadratic with leading and constant coefficients of opposite signs has exactly one.
    """
    unknown = sp.Dummy("n")
    coefficients = sp.Poly(_equation(formula, variable, level).subs(variable, unknown), unknown).all_coeffs()
    match coefficients:
        case [slope, constant]:
            return sp.expand(-constant / slope)
        case [a, b, c]:
            if sign(a) * sign(c) != -1:
                raise SideConditionError(f"{formula} = {level} is not known to have one positive root.")
            return sp.expand((-b + sign(a) * sp.sqrt(sp.factor(b**2 - 4 * a * c))) / (2 * a))
        case _:
            raise SideConditionError(f"{formula} = {level} is neither linear nor quadratic in {variable}.")


def _solve_conditions(fact: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> tuple[str, ...]:
    """Bounds pass to the root only where they fall as the variable grows."""
    root = _root(fact.rhs, variable, sp.sympify(level, strict=True))
    sentences = ["the equation is linear, or quadratic with one positive root"]
    if not isinstance(fact, sp.Eq):
        slope = sp.diff(fact.rhs, variable)
        shifted = {s: 1 + sp.Dummy(positive=True) for s in slope.free_symbols}
        factors = [sp.expand(sp.together(f)) for f in sp.Mul.make_args(sp.factor(-slope.xreplace(shifted)))]
        if not sp.Mul(*factors).is_positive:
            raise SideConditionError(
                f"{fact.rhs} is not known to fall in {variable}, so {root} bounds nothing."
            )
        sentences.append(f"the bound falls as ${variable}$ grows, so its crossing bounds the true one")
    return tuple(sentences)


def _check_solve(result: sp.Rel, fact: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> str:
    """Put the root back: exactly into the polynomial equation, and to 50 digits into the formula."""
    residual = sp.expand(
        _equation(fact.rhs, variable, sp.sympify(level, strict=True)).subs(variable, result.rhs)
    )
    if sp.cancel(residual) != 0:
        raise CheckFailed(f"Put back into the equation, {result.rhs} leaves {residual}.")
    for point in random_points(result.rhs.free_symbols):
        at_root = sp.sympify(fact.rhs, strict=True).subs(variable, result.rhs)
        require_close(
            number(at_root, point),
            number(sp.sympify(level, strict=True), {}),
            "The formula at its root and the level",
        )
    return "put back: the equation holds exactly, and the formula is at the level to 50 digits"


solve = Rule(
    name="solving for a size",
    statement="The size at which a quantity reaches a level is the positive root of their equation.",
    apply=_solve,
    conditions=_solve_conditions,
    check=_check_solve,
)
