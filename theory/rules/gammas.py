"""Quotients of Gamma functions whose arguments differ by whole numbers are polynomials."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .points import require_equal
from .vectors import with_right


def _cancelled(formula: sp.Expr) -> sp.Expr:
    above, below = sp.fraction(formula)
    tops, bottoms = (
        [f.args[0] for f in sp.Mul.make_args(part) if isinstance(f, sp.gamma)] for part in (above, below)
    )
    value = formula
    for top in tops:
        steps = next((d for b in bottoms if (d := sp.expand(top - b)).is_Integer and d >= 0), None)
        if steps is not None:
            bottom = sp.expand(top - steps)
            bottoms = [b for b in bottoms if sp.expand(b - bottom) != 0]
            rising = sp.Mul(*(bottom + k for k in range(int(steps))))
            value = value / sp.gamma(top) * sp.gamma(bottom) * rising
    return sp.factor(value)


def _cancel(fact: sp.Rel) -> sp.Rel:
    return with_right(fact, _cancelled(fact.rhs))


def _cancel_conditions(fact: sp.Rel) -> tuple[str, ...]:
    left = _cancelled(fact.rhs).atoms(sp.gamma)
    if left:
        raise SideConditionError(f"The Gamma functions {left} do not cancel.")
    return ("the arguments differ by whole numbers",)


cancel_gammas = Rule(
    name="quotients of Gamma functions",
    statement=r"$\Gamma(a + m)/\Gamma(a) = a (a+1) \cdots (a+m-1)$.",
    apply=_cancel,
    conditions=_cancel_conditions,
    check=lambda result, fact: require_equal(fact.rhs, result.rhs),
)
