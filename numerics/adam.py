"""Adam (Kingma, Ba, 2015), with the decoupled weight decay of AdamW (Loshchilov, Hutter, 2019) or none."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

MOMENTUM = (0.9, 0.999)
"""Weights of the past in the means of gradients and of their squares."""
FLOOR = 1e-8


@dataclass(kw_only=True)
class Adam:
    """Moves one tensor; `rates` are step sizes that spread over it, such as one for each run."""

    rates: Tensor | float
    decay: float = 0.0
    steps: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """No gradient has been seen."""
        self.first, self.second = torch.zeros(()), torch.zeros(())

    def stepped(self, theta: Tensor, gradient: Tensor) -> Tensor:
        """The tensor after a step."""
        self.steps += 1
        one, two = MOMENTUM
        self.first = self.first * one + gradient * (1 - one)
        self.second = self.second * two + gradient.square() * (1 - two)
        mean, power = self.first / (1 - one**self.steps), self.second / (1 - two**self.steps)
        kept = theta * (1 - self.decay * self.rates) if self.decay else theta
        return kept - self.rates * mean / (power.sqrt() + FLOOR)
