"""The tangent of a cross-entropy, variations over the data: what the check of each rule refuses."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, SideConditionError
from theorycheck.theory.rules import cross_entropy, variation
from theorycheck.theory.rules.cross_entropy import x

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


def failed(rule, *definitions, **options):
    chain, given = started(*definitions)
    return chain.apply("step", rule, *given, **options).failed


def test_a_tangent_from_above_is_seen():
    given = (LOGIT, b + t), (g, sp.log(p / q))
    assert not failed(cross_entropy.tangent, *given)
    higher = broken(cross_entropy.tangent, lambda f: f.func(f.lhs, f.rhs + 3, evaluate=False))
    assert failed(higher, *given)


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
