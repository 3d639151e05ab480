"""Trainings on the sum of losses over positions beside trainings on their mean, other than plain descent.

Under Adam without a floor, all parameters move. With layer normalisation of what W_V makes of the contexts'
inputs, W_V alone moves, by gradient descent: on the mean from W_V/sqrt(T), and from W_V itself.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Final

import torch
from torch import Tensor

from ..monte_carlo import block_generator
from ..optimisers import MOMENTUM
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed
from ..trials import Source
from .gradients import ROUNDING, automatic_gradients
from .model import Head, Instance, Sizes, class_scores, cross_entropy, forward, predictions, sample_instances

_SIZES: Final = Sizes(T=12, d_x=6, d_k=4, d_v=5, C=4)
_STEPS: Final = (1, 10, 50)
_RATE: Final = 0.02


def _drawn() -> Instance:
    group = DesignGroup.sized(shared={"sizes": "small"}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.loss_scale", 1, group.key, 0, device="cpu")
    return sample_instances(_SIZES, (), Source(generator=generator), scale=0.5)


def _rounding(steps: int) -> float:
    """Of a loss: a step multiplies an error by less than two at these sizes, up to a thousand in all."""
    return 64 * _SIZES.T * ROUNDING * min(2.0**steps, 1000.0)


def trained_by_adam(factor: float, steps: int, floor: float) -> float:
    """The loss after Adam on a multiple of it: m/(sqrt(v) + floor) of weighted means of gradients so far."""
    drawn, (one, two) = _drawn(), MOMENTUM
    names = [f.name for f in fields(Head)]
    now = {name: getattr(drawn.head, name) for name in names}
    past: dict[str, list[Tensor]] = {name: [] for name in names}
    for step in range(1, steps + 1):
        found = automatic_gradients(Head(**now), drawn.x, drawn.y, causal=True)
        for name in names:
            past[name].append(factor * getattr(found, name))
            g = torch.stack(past[name])
            ages = torch.arange(step - 1, -1, -1, dtype=g.dtype).reshape(-1, *[1] * (g.ndim - 1))
            mean, square = ((b**ages * h).sum(0) / (b**ages).sum() for b, h in ((one, g), (two, g**2)))
            now[name] = now[name] - _RATE * mean / (square.sqrt() + floor)
    return float(forward(Head(**now), drawn.x, drawn.y, causal=True).loss)


@computed(
    title="Loss after Adam on the sum of losses over that after Adam on their mean, minus 1",
    points=({"floor": floor, "step": step} for floor in (0.0, 0.01) for step in _STEPS),
)
def adam_scale_gap(floor: float, step: int) -> ExactValue:
    """The relative difference of the losses, by the floor that is added to the root of mean squares."""
    total, mean = (trained_by_adam(factor, step, floor) for factor in (1.0, 1 / _SIZES.T))
    return ExactValue(value=abs(total / mean - 1), error_bound=_rounding(step))


def trained_normalised(factor: float, shrunk: float, steps: int) -> float:
    """The loss with normalised contexts after steps on W_V for a multiple of it, from W_V/shrunk."""
    drawn = _drawn()
    head = drawn.head
    c = forward(head, drawn.x, drawn.y, causal=True).alpha @ drawn.x
    W = (head.W_V / shrunk).requires_grad_()

    def loss() -> Tensor:
        g = c @ W.mT
        g = g - g.mean(dim=-1, keepdim=True)
        g = g * math.sqrt(_SIZES.d_v) / torch.linalg.vector_norm(g, dim=-1, keepdim=True)
        return cross_entropy(predictions(class_scores(head.W_O, head.bias, g)), drawn.y)

    for _ in range(steps):
        (slope,) = torch.autograd.grad(factor * loss(), W)
        W = (W - _RATE * slope).detach().requires_grad_()
    return float(loss().detach())


@computed(
    title="Loss after steps on the sum of losses over that after steps on their mean, layer norm, minus 1",
    points=({"start": start, "step": step} for start in ("same", "smaller") for step in _STEPS),
)
def normalised_scale_gap(start: str, step: int) -> ExactValue:
    """The relative difference of the losses where the training on the mean starts from W_V or W_V/sqrt(T)."""
    shrunk = math.sqrt(_SIZES.T) if start == "smaller" else 1.0
    total = trained_normalised(1.0, 1.0, step)
    mean = trained_normalised(1 / _SIZES.T, shrunk, step)
    return ExactValue(value=abs(total / mean - 1), error_bound=_rounding(step))
