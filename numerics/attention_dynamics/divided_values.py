"""Values divided by their lengths before they are mixed: what a step does to lengths and directions (8.2).

Contexts are sums of alpha_ij v_j/|v_j|, values are parameters themselves, and weights are held. Gradients are
automatic, of the forward pass alone. At `unit` all values have length one, else they are as drawn.

| point | value |
|---|---|
| `of` = `length` | largest |cos| of a value and its step: how much of a step goes along the value |
| `of` = `direction` | least cos, over values, of a direction's turn with and without the division |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed
from ..trials import Source
from .derivatives import gradient
from .model import (
    Instance,
    Sizes,
    class_scores,
    contexts,
    cross_entropy,
    forward,
    predictions,
    sample_instances,
)

_SIZES: Final = Sizes(T=7, d_x=4, d_k=3, d_v=5, C=4)
_ROUNDING: Final = 1e-13


@lru_cache(maxsize=1)
def _drawn() -> Instance:
    group = DesignGroup.sized(shared={"sizes": "wide"}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.normalised_values", 1, group.key, 0, device="cpu")
    return sample_instances(_SIZES, (), Source(generator=generator))


def lengthless(v: Tensor) -> Tensor:
    """v_j/|v_j|."""
    return v / v.square().sum(dim=-1, keepdim=True).sqrt()


def value_steps(v: Tensor, *, divided: bool) -> Tensor:
    """Minus the gradient by the values; weights are those of the instance."""
    drawn = _drawn()
    alpha = forward(drawn.head, drawn.x, drawn.y, causal=False).alpha

    def loss(values: Tensor) -> Tensor:
        g = contexts(alpha, lengthless(values) if divided else values)
        return cross_entropy(predictions(class_scores(drawn.head.W_O, drawn.head.bias, g)), drawn.y)

    return -gradient(loss, v).detach()


def turns(v: Tensor, step: Tensor) -> Tensor:
    """The part of a step that turns the value."""
    unit = lengthless(v)
    return step - unit * (unit * step).sum(dim=-1, keepdim=True)


@computed(
    title="Steps of values that are divided by their lengths: along them, and their turn",
    points=({"of": of, "lengths": lengths} for of in ("length", "direction") for lengths in ("unit", "any")),
)
def normalised_values(lengths: str, of: str) -> ExactValue:
    """How much of a step goes along its value, or whether values turn as they do without the division."""
    drawn = _drawn()
    v = forward(drawn.head, drawn.x, drawn.y, causal=False).v
    v = lengthless(v) if lengths == "unit" else v
    step = value_steps(v, divided=True)
    if of == "length":
        found = torch.cosine_similarity(v, step, dim=-1).abs().max()
    else:
        others = turns(v, value_steps(v, divided=False))
        found = torch.cosine_similarity(turns(v, step), others, dim=-1).min()
    return ExactValue(value=float(found), error_bound=_ROUNDING)
