"""Index calculus: results worked by hand, and checks that notice a wrong result."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, SideConditionError
from theorycheck.theory.rules.components import (
    Partial,
    chain_rule,
    differentiate,
    gather,
    gathered,
    indicator,
    insert,
)
from theorycheck.theory.rules.entries import require_same_entries
from theorycheck.theory.rules.iterates import constant_rate
from theorycheck.theory.rules.softmax import name_softmax, softmax

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


def test_the_bound_index_of_a_sum_may_share_the_name_of_the_derivative() -> None:
    steps = chain()
    total = steps.define("a sum", sp.Symbol("x"), sp.Sum(s[z] ** 2, (z, 1, M)))
    slope = steps.apply("differentiate", differentiate, total, by=s[z])
    assert slope.result.rhs == 2 * s[z]
    assert not slope.failed


def test_the_softmax_and_its_derivative() -> None:
    steps = chain()
    named = softmax(p, s, z, M)
    model = steps.define("softmax", named.lhs, named.rhs)
    one = steps.define("one of them", sp.Symbol("x"), sp.exp(s[y]) / sp.Sum(sp.exp(s[z]), (z, 1, M)))
    slope = steps.apply("differentiate", differentiate, one, by=s[z])
    slope = steps.apply("name", name_softmax, slope, model)
    slope = steps.apply("name again", name_softmax, slope, model)
    expected = p[y] * (sp.KroneckerDelta(y, z) - p[z])
    assert require_same_entries(slope.result.rhs, expected, (model.result,))
    with pytest.raises(CheckFailed):
        require_same_entries(slope.result.rhs, -expected, (model.result,))


def test_what_is_no_softmax_is_not_named() -> None:
    steps = chain()
    wrong = steps.define("half of it", p[z], sp.exp(s[z]) / (2 * sp.Sum(sp.exp(s[k]), (k, 1, M))))
    with pytest.raises(SideConditionError, match="exponential over the sum"):
        steps.apply("name", name_softmax, wrong, wrong)


def test_the_chain_rule_needs_links_that_fit() -> None:
    steps = chain()
    outer = steps.define("outer", Partial(sp.Symbol("x"), s[z]), s[z])
    inner = steps.define("inner", Partial(v[k], u[i]), sp.KroneckerDelta(k, i))
    with pytest.raises(SideConditionError, match="no derivative by"):
        steps.apply("chain", chain_rule, outer, inner, count=M)


def test_a_chain_rule_over_a_wrong_number_of_components_fails() -> None:
    steps = chain()
    total = steps.define("total", sp.Symbol("x"), sp.Sum(s[z] ** 2, (z, 1, M)))
    family = steps.define("family", s[z], sp.Sum(u[k] * v[k] * s[z] ** 0, (k, 1, d)) * z)
    outer = steps.apply("outer", differentiate, total, by=s[z])
    inner = steps.apply("inner", differentiate, family, by=v[i])
    assert not steps.apply("chain", chain_rule, outer, inner, total, family, count=M).failed
    assert steps.apply("chain", chain_rule, outer, inner, total, family, count=d).failed


def test_an_exponential_of_an_indicator_takes_two_values() -> None:
    steps = chain()
    fact = steps.define("sum", sp.Symbol("x"), sp.Sum(sp.exp(eta * sp.KroneckerDelta(z, y)), (z, 1, M)))
    two = steps.apply("two values", indicator, fact)
    total = steps.apply("gather", gather, two)
    assert sp.expand(total.result.rhs - (M - 1 + sp.exp(eta))) == 0
    assert not total.failed


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
