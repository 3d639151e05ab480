"""Index calculus: results worked by hand, and checks that notice a wrong result."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, SideConditionError
from theorycheck.theory.rules.components import (
    gather,
    gathered,
    insert,
)
from theorycheck.theory.rules.iterates import constant_rate

M, d = (sp.Symbol(name, positive=True) for name in "Md")
i, j, k, z, y = (sp.Symbol(name, integer=True, positive=True) for name in "ijkzy")
s, p, u, v = (sp.IndexedBase(name) for name in "spuv")
eta = sp.Symbol("eta", positive=True)


def chain() -> Chain:
    return Chain(name="test", title="Test", premises=())


def test_a_sum_uses_its_delta_up() -> None:
    assert gathered(sp.Sum(sp.KroneckerDelta(k, i) * u[k], (k, 1, d))) == u[i]
    assert gathered(sp.Sum(3, (k, 1, d))) == 3 * d


def test_sums_are_one_whatever_their_order_and_names() -> None:
    one = sp.Sum(u[k] * sp.Sum(v[z], (z, 1, M)), (k, 1, d))
    other = sp.Sum(sp.Sum(v[i] * u[j], (j, 1, d)), (i, 1, M))
    assert gathered(one - other) == 0
    assert gathered(one - 2 * other) != 0


def test_an_index_that_is_put_in_is_not_caught_by_a_sum() -> None:
    steps = chain()
    fact = steps.define("a sum over z", sp.Symbol("x"), sp.Sum(u[z] * s[y], (z, 1, M)))
    family = steps.define("a family", s[k], sp.Sum(v[z] * sp.KroneckerDelta(z, k), (z, 1, M)))
    result = steps.apply("put in", insert, fact, family)
    assert not result.failed
    assert gathered(result.result.rhs) == gathered(v[y] * sp.Sum(u[z], (z, 1, M)))


def test_a_tampered_gathering_is_noticed() -> None:
    fact = sp.Eq(sp.Symbol("x"), sp.Sum(u[k] * (1 - sp.KroneckerDelta(k, i)), (k, 1, d)), evaluate=False)
    keeps = sp.Eq(fact.lhs, sp.Sum(u[k], (k, 1, d)), evaluate=False)
    with pytest.raises(CheckFailed):
        gather.check(keeps, fact)


def step(right: sp.Expr) -> sp.Eq:
    n = sp.Symbol("n", integer=True, nonnegative=True)
    return sp.Eq(sp.Function("y")(n + 1), right, evaluate=False)


def test_iterates_grow_at_what_a_step_adds_far_out() -> None:
    n = sp.Symbol("n", integer=True, nonnegative=True)
    y_n = sp.Function("y")(n)
    fact = step(y_n * sp.exp(eta / (1 + y_n / M)))
    result = constant_rate.apply(fact, count=n)
    assert result.rhs == M * eta
    assert constant_rate.check(result, fact, count=n)
    with pytest.raises(CheckFailed):
        constant_rate.check(sp.Eq(result.lhs, 2 * result.rhs, evaluate=False), fact, count=n)


def test_a_map_that_shrinks_has_no_rate() -> None:
    n = sp.Symbol("n", integer=True, nonnegative=True)
    y_n = sp.Function("y")(n)
    with pytest.raises(SideConditionError, match="not known to exceed"):
        constant_rate.conditions(step(y_n * sp.exp(-eta / (1 + y_n))), count=n)
