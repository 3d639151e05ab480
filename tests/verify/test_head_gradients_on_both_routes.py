"""Derived gradients of one head against automatic differentiation."""

from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest
import torch
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Sizes, forward, sample_instances, visible
from theorycheck.numerics.trials import Source
from theorycheck.theory.attention_dynamics import gradients as theory
from theorycheck.theory.attention_dynamics import model as letters
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.kernel import Theorem
from theorycheck.theory.node import Term

SIZES = Sizes(T=3, d_x=2, d_k=2, d_v=3, C=2)
NUMBERS = {letters.T: 3, letters.d_x: 2, letters.d_k: 2, letters.d_v: 3, letters.C: 2}
TOLERANCE = 1e-10
DERIVED: dict[str, Callable[[letters.Head], Theorem]] = {
    "logits": theory.by_logits,
    "g": theory.upstream,
    "alpha": theory.by_weights,
    "v": theory.by_values,
    "s": theory.by_scores,
    "q": theory.by_queries,
    "k": theory.by_keys,
    "W_Q": theory.by_query_matrix,
    "W_K": theory.by_key_matrix,
    "W_V": theory.by_value_matrix,
    "W_O": theory.by_output_matrix,
    "bias": theory.by_bias,
}


def tables(causal: bool) -> tuple[dict[Term, object], dict[str, np.ndarray]]:
    """Numbers for the letters of the theory, and automatic gradients."""
    drawn = sample_instances(SIZES, (), Source(generator=torch.Generator().manual_seed(2)))
    state = forward(drawn.head, drawn.x, drawn.y, causal=causal)
    found = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=causal)
    named: dict[Term, object] = dict(NUMBERS)
    made = {"logits": "logits", "contexts": "g", "alpha": "alpha", "scores": "s", "queries": "q"}
    for letter, name in (made | {"keys": "k", "values": "v"}).items():
        named[getattr(letters, letter)] = getattr(state, name).numpy()
    for name in ("W_Q", "W_K", "W_V", "W_O", "bias"):
        named[getattr(letters, name)] = getattr(drawn.head, name).numpy()
    named[letters.x] = drawn.x.numpy()
    named[letters.targets] = torch.nn.functional.one_hot(drawn.y, SIZES.C).double().numpy()
    named[letters.seen] = visible(SIZES.T, causal=causal).double().numpy() - np.eye(SIZES.T)
    return named, {f.name: getattr(found, f.name).numpy() for f in fields(found)}


def derived(name: str, named: dict[Term, object]) -> np.ndarray:
    """The derived gradient at these numbers."""
    formula = DERIVED[name](letters.HEAD).proposition.args[1]
    return np.asarray(Evaluator(named).value(formula))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", DERIVED)
def test_the_derived_gradient_is_the_automatic_one(name, causal):
    named, automatic = tables(causal)
    found = derived(name, named)
    size = np.abs(automatic[name]).max()
    assert np.abs(found - automatic[name]).max() < TOLERANCE * size
    for wrong in (-automatic[name], tables(not causal)[1][name]):
        assert np.abs(found - wrong).max() > 1e6 * TOLERANCE * size
