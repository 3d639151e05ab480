"""The derived gradient, entry by entry, against automatic differentiation in double precision."""

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.gradients import loss
from theorycheck.theory.associative_memory import gradients as theory
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.tactics.gradients import formula

SIZES = {"M": 4, "d": 3}
TOLERANCE = 1e-10


def numbers() -> dict[str, np.ndarray]:
    """One draw of W, u and e."""
    rng = np.random.default_rng(11)
    return {"W": rng.normal(size=(3, 3)), "u": rng.normal(size=(4, 3)), "e": rng.normal(size=3)}


def automatic(arrays: dict[str, np.ndarray], *, normalised: bool) -> np.ndarray:
    W, u, e = (torch.tensor(arrays[name]) for name in "Wue")
    W.requires_grad_()
    (gradient,) = torch.autograd.grad(loss(W, u, e, 0, normalised=normalised), W)
    return gradient.numpy()


def derived(premises: theory.Logits, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """The formula that the tactic finds for the derivative by W_ij, at numbers."""
    slope = formula(premises.gradient)
    symbols = {own for _, own in slope.declarations}
    known = {own: arrays[own.data[0]] for own in symbols if own.head == "fixed"}
    sizes = {own: SIZES[own.data[0]] for own in symbols if own.head == "size"}
    places = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]
    at = [{**known, **sizes, theory.i: a, theory.j: b, theory.y: 1} for a, b in places]
    return np.reshape([float(Evaluator(values).value(slope)) for values in at], (3, 3))


@pytest.mark.parametrize(("premises", "normalised"), [(theory.PLAIN, False), (theory.LAYER_NORM, True)])
def test_the_derived_gradient_is_the_automatic_one(premises, normalised):
    arrays = numbers()
    found, expected = derived(premises, arrays), automatic(arrays, normalised=normalised)
    assert np.abs(found - expected).max() < TOLERANCE
    # A sign, the other logits, or a transposed gradient would show.
    for wrong in (-expected, automatic(arrays, normalised=not normalised), expected.T):
        assert np.abs(found - wrong).max() > 1e6 * TOLERANCE
