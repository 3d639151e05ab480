r"""Solving for a symbol that occurs once, by undoing one operation after another; and stationary points."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import number, random_points, require_close, whole_points


def isolated(formula: sp.Expr, variable: sp.Symbol, level: sp.Expr) -> sp.Expr:
    """The value of the variable at which the formula is at the level.

    Raises `SideConditionError` where the variable occurs more than once.
    """
    if formula == variable:
        return level
    parts = [part for part in formula.args if part.has(variable)]
    if len(parts) != 1:
        raise SideConditionError(f"{variable} occurs more than once in {formula}.")
    (inner,) = parts
    if isinstance(formula, sp.Mul | sp.Add):
        rest = formula.func(*(part for part in formula.args if part != inner))
    if isinstance(formula, sp.Mul):
        return isolated(inner, variable, level / rest)
    if isinstance(formula, sp.Add):
        return isolated(inner, variable, level - rest)
    base, exponent = formula.as_base_exp()
    if isinstance(formula, sp.Pow) and inner == base:
        return isolated(base, variable, level ** (1 / exponent))
    if isinstance(formula, sp.Pow) and inner == exponent:
        return isolated(exponent, variable, sp.log(level) / sp.log(base))
    if isinstance(formula, sp.log):
        return isolated(inner, variable, sp.exp(level))
    raise SideConditionError(f"{formula} cannot be undone.")


def _put_in(fact: sp.Rel, known: sp.Eq) -> sp.Rel:
    return fact.func(*(side.subs(known.lhs, known.rhs) for side in fact.args), evaluate=False)


def _put_in_conditions(fact: sp.Eq, known: sp.Eq) -> tuple[str, ...]:
    if not known.lhs.is_Symbol or known.rhs.has(known.lhs):
        raise SideConditionError(f"{known} does not say what a symbol is.")
    return (f"${sp.latex(known.lhs)}$ is what the definition says",)


def _check_put_in(result: sp.Eq, fact: sp.Eq, known: sp.Eq) -> str:
    if result.func is not fact.func:
        raise CheckFailed(f"{result} bounds from the other side than {fact}.")
    # A number of items may be an exponent of what is negative elsewhere.
    points = whole_points if known.lhs.is_integer else random_points
    for point in points(result.rhs.free_symbols | known.rhs.free_symbols):
        before = number(fact.rhs, {**point, known.lhs: known.rhs.subs(point)})
        require_close(before, number(result.rhs, point), f"At {point} the formula before and after")
    return "the formula before and after, at random rational points"


put_in = Rule(
    name="a symbol's definition",
    statement="A symbol may be replaced by what it is defined to be.",
    apply=_put_in,
    conditions=_put_in_conditions,
    check=_check_put_in,
)
