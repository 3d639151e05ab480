"""Gradients of one attention head: the closed forms of Section 3, automatic and by complex steps.

The closed forms are those of the source (Eqs. 13-32), with W_O and b, which it leaves out.
`blocked` has the same by blocks of queries, for long sequences. `automatic_gradients` and
`difference_gradients` know the forward pass alone. A gap is the largest entry of printed minus other
gradient over the largest of the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Inexact
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed
from ..trials import Source
from .model import (
    Head,
    Inputs,
    Matrix,
    Sizes,
    Targets,
    class_scores,
    contexts,
    cross_entropy,
    forward,
    predictions,
    sample_instances,
    scores,
    weights,
)

Array = Inexact[Tensor, "..."]

_STEP: Final = 1e-30
"""Of a complex step: no difference is taken, so nothing cancels, and its square is below rounding."""

ROUNDING: Final = 2.0**-52


@dataclass(frozen=True, kw_only=True)
class Gradients:
    """The derivative of the loss by every object of the forward pass; u is that by g, b that by alpha."""

    logits: Array
    g: Array
    alpha: Array
    v: Array
    s: Array
    q: Array
    k: Array
    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array
    bias: Array

    @property
    def head(self) -> Head:
        """Those by the parameters."""
        return Head(**{f.name: getattr(self, f.name) for f in fields(Head)})


def residuals(p: Array, y: Targets) -> Array:
    """p_i - e_{y_i} (Eq. 13)."""
    return p - torch.nn.functional.one_hot(y, p.shape[-1]).to(p.dtype)


def upstream(W_O: Matrix, p: Array, y: Targets) -> Array:
    """u_i = W_O^T (p_i - e_{y_i}) (Eq. 14)."""
    return residuals(p, y) @ W_O


def compatibility(u: Array, v: Array) -> Array:
    """b_ij = u_i . v_j (Eq. 11)."""
    return u @ v.mT


def score_gradient(alpha: Array, b: Array) -> Array:
    """alpha_ij (b_ij - E_{alpha_i} b) (Eq. 23)."""
    return alpha * (b - (alpha * b).sum(dim=-1, keepdim=True))


def value_gradient(alpha: Array, u: Array) -> Array:
    """sum_i alpha_ij u_i (Eq. 16)."""
    return alpha.mT @ u


def printed_gradients(head: Head, x: Inputs, y: Targets, *, causal: bool) -> Gradients:
    """Eqs. (13)-(32), and sum_i (p_i - e_{y_i}) g_i^T, sum_i (p_i - e_{y_i}) for W_O and b."""
    state = forward(head, x, y, causal=causal)
    root = math.sqrt(head.W_Q.shape[-2])
    delta = residuals(state.p, y)
    u = upstream(head.W_O, state.p, y)
    b = compatibility(u, state.v)
    by_score = score_gradient(state.alpha, b)
    by_query, by_key = by_score @ state.k / root, by_score.mT @ state.q / root
    return Gradients(
        logits=delta,
        g=u,
        alpha=b,
        v=value_gradient(state.alpha, u),
        s=by_score,
        q=by_query,
        k=by_key,
        W_Q=by_query.mT @ x,
        W_K=by_key.mT @ x,
        W_V=u.mT @ state.alpha @ x,
        W_O=delta.mT @ state.g,
        bias=delta.sum(dim=-2),
    )


def automatic_gradients(head: Head, x: Inputs, y: Targets, *, causal: bool) -> Gradients:
    """The same objects by automatic differentiation of the forward pass."""
    leaves = Head(**{f.name: getattr(head, f.name).detach().clone().requires_grad_() for f in fields(Head)})
    state = forward(leaves, x, y, causal=causal)
    names = [f.name for f in fields(Gradients)]
    points = [getattr(leaves if hasattr(leaves, name) else state, name) for name in names]
    return Gradients(**dict(zip(names, torch.autograd.grad(state.loss.sum(), points), strict=True)))


def difference_gradients(head: Head, x: Inputs, y: Targets, *, causal: bool) -> Gradients:
    """The same objects by complex steps, Im L(z + i h)/h, one entry at a time; for single instances."""
    double = torch.complex128
    whole = Head(**{f.name: getattr(head, f.name).to(double) for f in fields(Head)})
    inputs = x.to(double)
    state = forward(whole, inputs, y, causal=causal)

    def of_logits(logits: Array) -> Array:
        return cross_entropy(predictions(logits), y)

    def of_contexts(g: Array) -> Array:
        return of_logits(class_scores(whole.W_O, whole.bias, g))

    def of_weights(alpha: Array) -> Array:
        return of_contexts(contexts(alpha, state.v))

    def of_scores(s: Array) -> Array:
        return of_weights(weights(s, causal=causal))

    def of_parameter(name: str) -> Array:
        def loss(W: Array) -> Array:
            return forward(replace(whole, **{name: W}), inputs, y, causal=causal).loss

        return _stepped(loss, getattr(whole, name))

    return Gradients(
        logits=_stepped(of_logits, state.logits),
        g=_stepped(of_contexts, state.g),
        alpha=_stepped(of_weights, state.alpha),
        v=_stepped(lambda v: of_contexts(contexts(state.alpha, v)), state.v),
        s=_stepped(of_scores, state.s),
        q=_stepped(lambda q: of_scores(scores(q, state.k)), state.q),
        k=_stepped(lambda k: of_scores(scores(state.q, k)), state.k),
        **{f.name: of_parameter(f.name) for f in fields(Head)},
    )


def _stepped(loss: Callable[[Array], Array], at: Array) -> Array:
    """The derivative of `loss` by every entry, each on a copy of its own."""
    steps = torch.eye(at.numel(), dtype=at.dtype).reshape(-1, *at.shape)
    found: Tensor = loss(at + 1j * _STEP * steps).imag / _STEP
    return found.reshape(at.shape)


_SIZES: Final = {"toy": Sizes(), "wide": Sizes(T=7, d_x=4, d_k=3, d_v=5, C=4)}
_MASKS: Final = ("full", "causal")


@lru_cache(maxsize=4)
def _route_gradients(size: str, mask: str) -> tuple[Gradients, Gradients, Gradients]:
    """Printed, automatic and by complex steps, at an instance keyed by the point."""
    group = DesignGroup.sized(shared={"size": size, "mask": mask}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.gradients", 1, group.key, 0, device="cpu")
    drawn = sample_instances(_SIZES[size], (), Source(generator=generator))
    bias = torch.randn(drawn.head.bias.shape, generator=generator, dtype=drawn.x.dtype)
    head, causal = replace(drawn.head, bias=bias), mask == "causal"
    routes = (printed_gradients, automatic_gradients, difference_gradients)
    printed, automatic, steps = (route(head, drawn.x, drawn.y, causal=causal) for route in routes)
    return printed, automatic, steps


@computed(
    title="Printed gradient minus that of the forward pass, over the largest entry",
    points=(
        {"by": f.name, "route": route, "mask": mask, "size": size}
        for f in fields(Gradients)
        for route in ("automatic", "steps")
        for mask in _MASKS
        for size in _SIZES
    ),
)
def gradient_gap(size: str, mask: str, route: str, by: str) -> ExactValue:
    """Largest entry of printed minus automatic gradient, or the one by steps, over the largest entry."""
    printed, *others = _route_gradients(size, mask)
    other = others[("automatic", "steps").index(route)]
    one, two = (getattr(gradients, by) for gradients in (printed, other))
    sizes = _SIZES[size]
    # Chains of sums over positions, dimensions and classes.
    bound = 8 * (sizes.T + sizes.d_x + sizes.d_k + sizes.d_v + sizes.C) * ROUNDING
    return ExactValue(value=float((one - two).abs().max() / two.abs().max()), error_bound=bound)
