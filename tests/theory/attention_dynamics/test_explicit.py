"""The gradients entry by entry: another premise, or a formula with a fault, leaves entries that differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.explicit import DERIVATIONS, Head
from theorycheck.theory.derivation import Derivation, SideConditionError, Status
from theorycheck.theory.rules.explicit import PRIME, Dual, explicit_gap

n = sp.Symbol("n", positive=True)
j, k = (sp.Symbol(letter, integer=True, positive=True) for letter in "jk")
y, z = (sp.IndexedBase(letter) for letter in "yz")


def gap(total: sp.Expr, printed: sp.Expr) -> int:
    facts = (sp.Eq(sp.Symbol("x"), total, evaluate=False), sp.Eq(z[j], printed, evaluate=False))
    return int(explicit_gap.apply(*facts, by=y[j], count=(n,), sizes=((n, 3),)).rhs)


@pytest.mark.parametrize("derive", DERIVATIONS.values(), ids=DERIVATIONS)
def test_printed_and_derived_are_one(derive: Callable[..., Derivation]) -> None:
    found = derive()
    assert found.formula == 0
    assert found.status is Status.INSTANCES
    assert derive(Head(weight=sp.Integer(2))).formula > 0


def test_derivatives_by_hand() -> None:
    assert gap(sp.Sum(y[k] ** 2, (k, 1, n)), 2 * y[j]) == 0
    assert gap(sp.Sum(sp.exp(2 * y[k]), (k, 1, n)), 2 * sp.exp(2 * y[j])) == 0
    assert gap(sp.log(sp.Sum(y[k], (k, 1, n))), 1 / sp.Sum(y[k], (k, 1, n))) == 0


@pytest.mark.parametrize("wrong", [-2 * y[j], y[j], 2 * y[j] ** 2, 2 * y[1], sp.S.Zero])
def test_faults_are_counted(wrong: sp.Expr) -> None:
    assert gap(sp.Sum(y[k] ** 2, (k, 1, n)), wrong) == (2 if wrong == 2 * y[1] else 3)


def test_the_field_divides() -> None:
    assert (Dual(7, 1) ** -1) * Dual(7) == Dual(1, -pow(7, -1, PRIME) % PRIME)


def test_what_is_not_rational_is_refused() -> None:
    with pytest.raises(SideConditionError, match="no rational function"):
        gap(sp.Sum(sp.sin(y[k]), (k, 1, n)), y[j])
