"""Steps down a gradient: gradient descent, and Adam (Kingma, Ba, 2015) with or without the decoupled weight
decay of AdamW (Loshchilov, Hutter, 2019).

An optimiser moves one tensor, in place, as a new one at each step takes longer than the arithmetic. Its
`rates` are step sizes that spread over the tensor, such as one for each of many runs: torch's take one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import torch
from torch import Tensor

MOMENTUM: Final = (0.9, 0.999)
"""Weights of the past in the means of gradients and of their squares."""
FLOOR: Final = 1e-8


@dataclass(frozen=True, kw_only=True)
class GradientDescent:
    """Goes down the gradient itself."""

    rates: Tensor | float

    def step(self, theta: Tensor, gradient: Tensor) -> None:
        """The step from theta to theta - rates gradient."""
        theta.sub_(self.rates * gradient)


@dataclass(kw_only=True)
class Adam:
    """Goes down the mean of gradients so far over the root of the mean of their squares."""

    rates: Tensor | float
    decay: float = 0.0
    steps: int = field(default=0, init=False)
    first: Tensor = field(init=False)
    second: Tensor = field(init=False)
    scratch: Tensor = field(init=False)

    def step(self, theta: Tensor, gradient: Tensor) -> None:
        """The step from theta to theta - rates (mean/(sqrt(mean of squares) + FLOOR) + decay theta)."""
        if not self.steps:
            self.first, self.second, self.scratch = (torch.zeros_like(gradient) for _ in range(3))
        self.steps += 1
        one, two = MOMENTUM
        self.first.lerp_(gradient, 1 - one)
        self.second.mul_(two).addcmul_(gradient, gradient, value=1 - two)
        # The means start from zero, and these are their total weights so far.
        seen, squares_seen = 1 - one**self.steps, 1 - two**self.steps
        scale = torch.sqrt(self.second, out=self.scratch)
        scale.mul_(seen / squares_seen**0.5).add_(seen * FLOOR)
        move = torch.div(self.first, scale, out=scale)
        if self.decay:
            move.add_(theta, alpha=self.decay)
        theta.sub_(move.mul_(self.rates))
