"""Algebra of statements: collecting terms, variances, ratios, and setting a symbol to a number."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Variance
from .points import require_equal
from .vectors import with_right


def _collect(fact: sp.Rel) -> sp.Rel:
    return with_right(fact, sp.factor(sp.together(fact.rhs)))


def _variance(second: sp.Eq, first: sp.Eq) -> sp.Eq:
    return sp.Eq(Variance(first.lhs.args[0]), second.rhs - first.rhs**2, evaluate=False)


def _variance_conditions(second: sp.Eq, first: sp.Eq) -> tuple[str, ...]:
    if second.lhs.args[0] != first.lhs.args[0] ** 2:
        raise SideConditionError(f"{second.lhs} is not the second moment of the variable of {first.lhs}.")
    return ("the second moment is finite",)


def _ratio(above: sp.Eq, below: sp.Eq) -> sp.Eq:
    return sp.Eq(above.lhs / below.lhs, above.rhs / below.rhs, evaluate=False)


def _specialise(fact: sp.Rel, *, symbol: sp.Symbol, value: sp.Rational) -> sp.Rel:
    return fact.func(*(side.subs(symbol, value) for side in fact.args), evaluate=False)


collect = Rule(
    name="collecting terms",
    statement="A rational expression equals its factored form.",
    apply=_collect,
    check=lambda result, fact: require_equal(fact.rhs, result.rhs),
)

variance = Rule(
    name="variance",
    statement=r"$\mathrm{Var}\, x = \mathbb{E} x^2 - (\mathbb{E} x)^2$.",
    apply=_variance,
    conditions=_variance_conditions,
)

ratio = Rule(
    name="ratio",
    statement="The ratio of two quantities is the ratio of their values.",
    apply=_ratio,
)

specialise = Rule(
    name="special case",
    statement="A statement for every value of a symbol holds for one value.",
    apply=_specialise,
)
