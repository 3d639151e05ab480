"""Names and known sums: results worked by hand, and what does not fit is refused or left in sight."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, SideConditionError
from theorycheck.theory.rules.components import chain_rule, differentiate
from theorycheck.theory.rules.naming import attention, name, name_weights
from theorycheck.theory.rules.totals import equate, sum_out

T, d = (sp.Symbol(letter, positive=True) for letter in "Td")
i, j, r, n = (sp.Symbol(letter, integer=True, positive=True) for letter in "ijrn")
s, m, v, u = (sp.IndexedBase(letter) for letter in "smvu")
alpha = sp.IndexedBase(r"\alpha")


def chain() -> Chain:
    return Chain(name="test", title="Test", premises=())


def weights(steps: Chain, sink: sp.Expr = sp.S.Zero):
    softmax = attention(alpha, s, m, (i, j), T, sink=sink)
    return steps.define("weights", softmax.lhs, softmax.rhs)


@pytest.mark.parametrize("sink", [sp.S.Zero, sp.S.One])
def test_the_jacobian_of_masked_weights(sink: sp.Expr) -> None:
    steps = chain()
    family = weights(steps, sink)
    slope = steps.apply("differentiate", differentiate, family, by=s[r, n])
    slope = steps.apply("name", name_weights, slope, family)
    same_row, same = sp.KroneckerDelta(i, r), sp.KroneckerDelta(j, n)
    assert sp.expand(slope.result.rhs - same_row * alpha[i, j] * (same - alpha[i, n])) == 0
    assert not slope.failed


def test_an_exponential_without_its_mask_is_no_weight() -> None:
    steps = chain()
    family = weights(steps)
    bare = steps.define("bare", sp.Symbol("x"), sp.exp(s[i, j]))
    with pytest.raises(SideConditionError, match="without its mask"):
        steps.apply("name", name_weights, bare, family)


def test_a_name_leaves_what_its_definition_does_not_say() -> None:
    steps = chain()
    fact = steps.define("fact", sp.Symbol("x"), sp.Sum(v[j] + u[j], (j, 1, T)))
    total = steps.define("total", sp.Symbol("S"), sp.Sum(v[j], (j, 1, T)))
    result = steps.apply("name", name, fact, total).result.rhs
    assert result.coeff(sp.Symbol("S")) == 1
    assert len(result.atoms(sp.Sum)) == 1


def test_a_sum_over_weights_is_one_only_where_nothing_else_has_the_index() -> None:
    one = sp.Eq(sp.Sum(alpha[i, n], (n, 1, T)), sp.S.One, evaluate=False)
    free = sp.Eq(sp.Symbol("x"), sp.Sum(alpha[i, j] * v[i], (i, 1, T), (j, 1, T)), evaluate=False)
    bound = sp.Eq(sp.Symbol("x"), sp.Sum(alpha[i, j] * v[j], (i, 1, T), (j, 1, T)), evaluate=False)
    columns = sp.Eq(sp.Symbol("x"), sp.Sum(alpha[i, j] * v[j], (i, 1, T)), evaluate=False)
    assert len(sum_out.apply(free, one).rhs.limits) == 1
    assert len(sum_out.apply(bound, one).rhs.limits) == 2
    assert len(sum_out.apply(columns, one).rhs.atoms(sp.Sum)) == 1
    with pytest.raises(CheckFailed):
        sum_out.check(sp.Eq(free.lhs, 2 * sum_out.apply(free, one).rhs, evaluate=False), free, one)


def test_two_expressions_are_equal_only_of_one_quantity() -> None:
    steps = chain()
    one, two = (steps.define(letter, sp.Symbol(letter), v[i]) for letter in "xy")
    with pytest.raises(SideConditionError, match="not one quantity"):
        steps.apply("equal", equate, one, two)


def test_a_chain_rule_runs_through_two_indices() -> None:
    steps = chain()
    total = steps.define("total", sp.Symbol("x"), sp.Sum(s[i, j] ** 2, (i, 1, T), (j, 1, d)))
    family = steps.define("family", s[i, j], v[i] * u[j])
    outer = steps.apply("outer", differentiate, total, by=s[i, j])
    inner = steps.apply("inner", differentiate, family, by=v[n])
    through = steps.apply("chain", chain_rule, outer, inner, total, family, count=(T, d))
    assert not through.failed
    assert steps.apply("turned", chain_rule, outer, inner, total, family, count=(d, T)).failed
    with pytest.raises(SideConditionError, match="2 indices"):
        steps.apply("short", chain_rule, outer, inner, total, family, count=T)
