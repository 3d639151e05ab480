"""The linearity of the mean, with symbolic coefficients."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .realisation import require_same
from .vectors import Inner


def _expect(fact: sp.Eq) -> sp.Eq:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        random = [f for f in sp.Mul.make_args(term) if f.has(Inner)]
        scalar = term / sp.Mul(*random)
        total += scalar * Expectation(sp.Mul(*random)) if random else scalar
    return sp.Eq(Expectation(fact.lhs), total, evaluate=False)


def _expect_conditions(fact: sp.Eq) -> tuple[str, ...]:
    if fact.rhs.has(Expectation):
        raise SideConditionError(f"{fact.rhs} holds an expectation already.")
    return ("the mean of a finite sum is the sum of the means",)


def _check_expect(result: sp.Eq, fact: sp.Eq) -> str:
    return require_same(fact.rhs, result.rhs)


expect = Rule(
    name="linearity of the mean",
    statement=r"$\mathbb{E} \sum_a c_a f_a = \sum_a c_a \mathbb{E} f_a$.",
    apply=_expect,
    conditions=_expect_conditions,
    check=_check_expect,
)
