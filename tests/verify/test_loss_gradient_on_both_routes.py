"""The derived gradient, entry by entry, against automatic differentiation in double precision."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import sympy as sp
import torch
from theorycheck.numerics.associative_memory.gradients import loss
from theorycheck.theory.associative_memory import gradients as theory
from theorycheck.theory.derivation import Derivation

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


def derived_slope(derivation: Derivation) -> sp.Expr:
    """The derivative by W_ij, the last step that the chain rule produced."""
    return next(s for s in reversed(derivation.steps) if s.rule.name == "chain rule").result.rhs


def entry(slope: sp.Expr, arrays: dict[str, np.ndarray], i: int, j: int, *, normalised: bool) -> float:
    """The derived expression at one entry, its letters given numbers."""
    hidden = arrays["W"] @ arrays["e"]
    logits = arrays["u"] @ (hidden / np.linalg.norm(hidden) if normalised else hidden)
    known = {**arrays, "h": hidden, "p": np.exp(logits) / np.exp(logits).sum()}
    at = {theory.i: i, theory.j: j, theory.y: 1, theory.M: SIZES["M"], theory.d: SIZES["d"]}
    explicit = slope.subs(at).doit()
    values = {x: known[str(x.base)][tuple(int(k) - 1 for k in x.indices)] for x in explicit.atoms(sp.Indexed)}
    return float(explicit.subs(values))


@pytest.mark.parametrize(
    ("derive", "normalised"), [(theory.gradient_gap, False), (theory.layer_norm_gap, True)]
)
def test_the_derived_gradient_is_the_automatic_one(
    derive: Callable[..., Derivation], normalised: bool
) -> None:
    arrays = numbers()
    slope, expected = derived_slope(derive()), automatic(arrays, normalised=normalised)
    found = np.array(
        [[entry(slope, arrays, i, j, normalised=normalised) for j in (1, 2, 3)] for i in (1, 2, 3)]
    )
    assert np.abs(found - expected).max() < TOLERANCE
    # A sign, the other logits, or a transposed gradient would show.
    for wrong in (-expected, automatic(arrays, normalised=not normalised), expected.T):
        assert np.abs(found - wrong).max() > 1e6 * TOLERANCE
