"""Derivatives of a cross-entropy, means over a chain: what the check of each rule refuses."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, SideConditionError, Status
from theorycheck.theory.rules import cross_entropy, two_state, variation
from theorycheck.theory.rules.cross_entropy import x, y

b, g, s, t, h = sp.symbols("b g s t h", real=True)
p, q = sp.symbols("p q", positive=True)
k, n = sp.symbols("k n", integer=True, positive=True)
square, r = sp.symbols("rho r", positive=True)
MATRIX = sp.ImmutableMatrix([[1 - p, p], [q, 1 - q]])
NAME = sp.MatrixSymbol("P", 2, 2)
LOGIT = sp.Symbol("logit", real=True)


def started(*definitions):
    chain = Chain(name="t", title="t", premises=())
    return chain, [chain.define(str(left), left, right) for left, right in definitions]


def broken(rule, wrong):
    """The rule with a result changed by `wrong`; its own check must see it."""
    return replace(rule, apply=lambda *given, **options: wrong(rule.apply(*given, **options)))


def scaled(fact):
    return fact.func(fact.lhs, fact.rhs * 2 + 1, evaluate=False)


def failed(rule, *definitions, **options):
    chain, given = started(*definitions)
    return chain.apply("step", rule, *given, **options).failed


SLOPED = (LOGIT, b + s * t * x[1] + t)
MEAN = (LOGIT, (y - t) * x[k])


@pytest.mark.parametrize(
    ("rule", "definitions", "options"),
    [
        (cross_entropy.loss_derivative, (SLOPED,), {"by": (t,), "zero": (t, s)}),
        (cross_entropy.loss_derivative, (SLOPED,), {"by": (s, t), "zero": (t, s)}),
        (cross_entropy.loss_derivative, (SLOPED,), {"by": (t, t), "zero": (t, s)}),
        (two_state.chain_mean, (MEAN, (NAME, MATRIX)), {}),
        (two_state.at_bias, ((LOGIT, b + p), (b, sp.log(p / q))), {}),
    ],
)
def test_a_wrong_result_is_seen(rule, definitions, options):
    assert not failed(rule, *definitions, **options)
    assert failed(broken(rule, scaled), *definitions, **options)


def test_a_tangent_from_above_is_seen():
    given = (LOGIT, b + t), (g, sp.log(p / q))
    assert not failed(cross_entropy.tangent, *given)
    higher = broken(cross_entropy.tangent, lambda f: f.func(f.lhs, f.rhs + 3, evaluate=False))
    assert failed(higher, *given)


def test_derivatives_are_only_by_what_vanishes():
    chain, (found,) = started(SLOPED)
    with pytest.raises(SideConditionError, match="said to vanish"):
        chain.apply("step", cross_entropy.loss_derivative, found, by=(t,), zero=(s,))


def test_the_mean_of_two_tokens_at_once_is_refused():
    chain, given = started((LOGIT, x[1] * x[2]), (NAME, MATRIX))
    with pytest.raises(SideConditionError, match="two lags"):
        chain.apply("step", two_state.chain_mean, *given)


def test_rows_that_do_not_add_up_are_refused():
    chain, given = started((LOGIT, x[1]), (NAME, sp.ImmutableMatrix([[p, p], [q, q]])))
    with pytest.raises(SideConditionError, match="transition matrix"):
        chain.apply("step", two_state.chain_mean, *given)


def test_lags_are_added_up_and_other_weights_refused():
    fact, weights = (LOGIT, g * p * (1 - p - q) ** k), (g, sp.KroneckerDelta(k, 1) - q / n)
    assert not failed(two_state.over_lags, fact, weights, lag=k, count=3)
    assert failed(broken(two_state.over_lags, scaled), fact, weights, lag=k, count=3)
    chain, given = started(fact, (g, 1 / k))
    with pytest.raises(SideConditionError, match="own token"):
        chain.apply("step", two_state.over_lags, *given, lag=k, count=3)


def test_a_bound_on_the_variation_that_is_too_small_is_seen():
    chain = Chain(name="t", title="t", premises=())
    near = chain.define("near", sp.Le(s, r, evaluate=False))
    options = {"added": h, "square": square}
    assert not chain.apply("right", variation.layer_variation, near, **options).failed
    smaller = broken(variation.layer_variation, lambda f: sp.Le(f.lhs, f.rhs / 5, evaluate=False))
    assert chain.apply("wrong", smaller, near, **options).failed


def test_a_bound_on_the_variation_that_lacks_a_term_is_seen():
    chain = Chain(name="t", title="t", premises=())
    near = chain.define("near", sp.Le(s, r, evaluate=False))
    whole = chain.apply("right", variation.layer_variation, near, added=h, square=square).result
    terms = sp.expand(whole.rhs).args
    assert len(terms) == 4
    for term in terms:
        less = broken(variation.layer_variation, lambda f, t=term: sp.Le(f.lhs, f.rhs - t, evaluate=False))
        assert chain.apply("wrong", less, near, added=h, square=square).failed


@pytest.mark.parametrize("part", range(3))
def test_layers_at_random_see_what_they_exceed(monkeypatch, part):
    def less(radius, length):
        return tuple(most / 100 if k == part else most for k, most in enumerate(carried(radius, length)))

    carried = variation._carried
    monkeypatch.setattr(variation, "_carried", less)
    rule = broken(variation.layer_variation, lambda f: f)
    if part == 2:
        rule = broken(rule, lambda f: sp.Le(f.lhs, f.rhs / 100, evaluate=False))
    chain = Chain(name="t", title="t", premises=())
    near = chain.define("near", sp.Le(s, r, evaluate=False))
    found = chain.apply("wrong", rule, near, added=h, square=square)
    assert found.failed
    assert "times as much as allowed" in found.check


def test_the_cost_of_a_variation_is_attained():
    chain = Chain(name="t", title="t", premises=())
    base = sp.Symbol("b_0", real=True)
    logit = chain.define("logit", LOGIT, b + square * x[1] + h)
    transition, bias = chain.define("P", NAME, MATRIX), chain.define("b", base, sp.log(p / q))
    near = chain.define("near", sp.Le(s, r, evaluate=False))
    varied = chain.apply("vary", variation.layer_variation, near, added=h, square=square)
    above = chain.apply("tangent", cross_entropy.tangent, logit, bias)
    given = above, varied, transition, bias
    assert not chain.apply("right", variation.against_variation, *given).failed
    lower = broken(variation.against_variation, lambda f: sp.Ge(f.lhs, f.rhs - square, evaluate=False))
    assert chain.apply("wrong", lower, *given).failed
    other = chain.define("other odds", base, sp.log(2 * p / q))
    with pytest.raises(SideConditionError, match="not weighed"):
        chain.apply("refused", variation.against_variation, above, varied, transition, other)


def test_the_statuses_are_those_of_rules():
    chain, (found,) = started((LOGIT, b + t))
    found = chain.apply("slope", cross_entropy.loss_derivative, found, by=(t,), zero=(t,))
    assert chain.close(found).status is Status.DERIVED
