r"""The square of a sum of vectors, and the linearity of its mean, with symbolic coefficients."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .realisation import require_same
from .vectors import Inner, Vector


def _pair(fact: sp.Eq, other: sp.Expr) -> sp.Expr:
    """<left-hand side, other> by bilinearity, for a finite sum of scalars times vectors."""
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        (vector,) = (f for f in sp.Mul.make_args(term) if isinstance(f, Vector))
        total += term / vector * Inner(vector, other)
    return total


def _own_square(fact: sp.Eq) -> sp.Eq:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        (vector,) = (f for f in sp.Mul.make_args(term) if isinstance(f, Vector))
        total += term / vector * _pair(fact, vector)
    return sp.Eq(Inner(fact.lhs, fact.lhs), sp.expand(total), evaluate=False)


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


own_square = Rule(
    name="squared norm of a combination",
    statement=r"$|\sum_a c_a x_a|^2 = \sum_{a, b} c_a c_b \langle x_a, x_b \rangle$.",
    apply=_own_square,
    check=lambda result, fact: require_same(Inner(fact.lhs, fact.lhs), result.rhs, fact),
)

expect = Rule(
    name="linearity of the mean",
    statement=r"$\mathbb{E} \sum_a c_a f_a = \sum_a c_a \mathbb{E} f_a$.",
    apply=_expect,
    conditions=_expect_conditions,
    check=_check_expect,
)
