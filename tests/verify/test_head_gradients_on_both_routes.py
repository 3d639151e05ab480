"""Derived gradients of one head against automatic differentiation, and mutants located to their step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from itertools import product

import numpy as np
import pytest
import sympy as sp
import torch
from theorycheck.numerics.attention_dynamics.blocked import blocked_gradients
from theorycheck.numerics.attention_dynamics.gradients import (
    automatic_gradients,
    difference_gradients,
    printed_gradients,
)
from theorycheck.numerics.attention_dynamics.model import Head, Sizes, forward, sample_instances, visible
from theorycheck.numerics.trials import Source
from theorycheck.theory.attention_dynamics import gradients as theory
from theorycheck.theory.attention_dynamics import model as letters
from theorycheck.theory.derivation import Chain, Derivation, Rule, Step
from theorycheck.theory.rules.components import Partial

SIZES = Sizes(T=3, d_x=2, d_k=2, d_v=3, C=2)
NUMBERS = {letters.T: 3, letters.d_x: 2, letters.d_k: 2, letters.d_v: 3, letters.C: 2}
TOLERANCE = 1e-10
DERIVED = {
    "logits": theory.logit_gap,
    "g": theory.upstream_gap,
    "alpha": theory.weight_gap,
    "v": theory.value_gap,
    "s": theory.score_gap,
    "q": theory.query_gap,
    "k": theory.key_gap,
    "W_Q": theory.query_matrix_gap,
    "W_K": theory.key_matrix_gap,
    "W_V": theory.value_matrix_gap,
    "W_O": theory.output_matrix_gap,
    "bias": theory.bias_gap,
}


def tables(causal: bool) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Numbers for the letters of the theory, and automatic gradients."""
    drawn = sample_instances(SIZES, (), Source(generator=torch.Generator().manual_seed(2)))
    state = forward(drawn.head, drawn.x, drawn.y, causal=causal)
    found = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=causal)
    named = {letter: getattr(state, letter).numpy() for letter in "qkvsgp"}
    named |= {r"\alpha": state.alpha.numpy(), "x": drawn.x.numpy(), "u": found.g.numpy()}
    named |= {f"W^{letter}": getattr(drawn.head, f"W_{letter}").numpy() for letter in "QKVO"}
    named["Y"] = torch.nn.functional.one_hot(drawn.y, SIZES.C).double().numpy()
    named["m"] = visible(SIZES.T, causal=causal).double().numpy()
    return named, {f.name: getattr(found, f.name).numpy() for f in fields(found)}


def derivative(derivation: Derivation) -> sp.Eq:
    """The last derivative of the loss in the chain."""
    steps = (step.result for step in derivation.steps)
    return [r for r in steps if isinstance(r.lhs, Partial) and r.lhs.args[0] == letters.loss][-1]


def entries(fact: sp.Eq, named: dict[str, np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """The derived expression at every entry."""
    indices, found = fact.lhs.args[1].indices, np.zeros(shape)
    for place in product(*map(range, shape)):
        at = {index: k + 1 for index, k in zip(indices, place, strict=True)}
        explicit = fact.rhs.subs(at | NUMBERS).doit()
        values = {
            x: float(named[str(x.base)][tuple(int(k) - 1 for k in x.indices)])
            for x in explicit.atoms(sp.Indexed)
        }
        found[place] = float(explicit.subs(values))
    return found


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", ["logits", "g", "alpha", "v", "s", "W_V", "W_O", "bias"])
def test_the_derived_gradient_is_the_automatic_one(name: str, causal: bool) -> None:
    named, automatic = tables(causal)
    found = entries(derivative(DERIVED[name]()), named, automatic[name].shape)
    size = np.abs(automatic[name]).max()
    assert np.abs(found - automatic[name]).max() < TOLERANCE * size
    for wrong in (-automatic[name], tables(not causal)[1][name]):
        assert np.abs(found - wrong).max() > 1e6 * TOLERANCE * size


@pytest.mark.slow
@pytest.mark.parametrize("name", ["q", "k", "W_Q", "W_K"])
def test_so_are_those_of_the_routing(name: str) -> None:
    named, automatic = tables(causal=True)
    found = entries(derivative(DERIVED[name]()), named, automatic[name].shape)
    assert np.abs(found - automatic[name]).max() < TOLERANCE * np.abs(automatic[name]).max()


ETA = 0.1
SLOW = pytest.mark.slow


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(
    "name", ["W_V", "W_O", "bias", pytest.param("W_Q", marks=SLOW), pytest.param("W_K", marks=SLOW)]
)
def test_one_update_is_the_same_on_five_routes(name: str, causal: bool) -> None:
    drawn = sample_instances(SIZES, (), Source(generator=torch.Generator().manual_seed(2)))
    given = (drawn.head, drawn.x, drawn.y)
    routes = (printed_gradients, automatic_gradients, difference_gradients)
    slopes = [getattr(route(*given, causal=causal), name).numpy() for route in routes]
    slopes.append(getattr(blocked_gradients(*given, causal=causal, block=2)[1], name).numpy())
    slopes.append(entries(derivative(DERIVED[name]()), tables(causal)[0], slopes[0].shape))
    before = getattr(drawn.head, name).numpy()
    after = [before - ETA * slope for slope in slopes]
    size = np.abs(after[0] - before).max()
    for other in after[1:]:
        assert np.abs(other - after[0]).max() < TOLERANCE * size
    # A step up, a larger one, and one under the other mask are others.
    masked = getattr(printed_gradients(*given, causal=not causal), name).numpy()
    for wrong in (before + ETA * slopes[0], before - 2 * ETA * slopes[0], before - ETA * masked):
        assert np.abs(wrong - after[0]).max() > 1e6 * TOLERANCE * size


def turned(label: str) -> Callable[..., Step]:
    """`Chain.apply` with the sign of one step's result turned."""
    apply = Chain.apply

    def tampered(self: Chain, name: str, rule: Rule, *given: Step, **options: object) -> Step:
        if name != label:
            return apply(self, name, rule, *given, **options)

        def wrong(*inputs: sp.Basic, **rest: object) -> sp.Eq:
            right = rule.apply(*inputs, **rest)
            return sp.Eq(right.lhs, -right.rhs, evaluate=False)

        faulty = Rule(
            name=rule.name,
            statement=rule.statement,
            apply=wrong,
            conditions=rule.conditions,
            check=rule.check,
        )
        return apply(self, name, faulty, *given, **options)

    return tampered


LABELS = [
    step.label for step in theory.query_gap().steps if step.rule.check is not None and step.label[0] != "p"
]


@pytest.mark.parametrize("label", sorted(set(LABELS) - {"subtract it", "gather the sums"}))
def test_a_sign_flipped_in_a_step_is_located_there(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chain, "apply", turned(label))
    first = next(step for step in theory.query_gap().steps if step.failed)
    assert first.label == label


def test_a_sign_in_the_printed_formula_leaves_twice_the_gradient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theory, "advantage", lambda query, position: -letters.alpha[query, position])
    assert theory.score_gap().formula != 0


def test_heads_of_both_routes_have_the_same_parameters() -> None:
    assert {f.name for f in fields(Head)} <= set(DERIVED)
