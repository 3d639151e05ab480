"""Small heads at which sentences about the updates are tried, with their derivatives.

Scores and values are parameters themselves. Weights are rational (scores are logarithms of rational
odds), and so are predictions: the bias is what gives query 1 the predictions that are asked for, and all
queries of an instance share their context unless told otherwise. Derivatives are automatic, of the forward
pass alone: u_i = dL_i/dg_i, b_ij = u_i . v_j, a value step is dv_j = -sum_i dL_i/dv_j, a score step ds_ij =
-dL/ds_ij, both at step size 1. A rate is the derivative along a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from .derivatives import gradient
from .model import class_scores, contexts, position_losses, predictions, weights

Array = Float[Tensor, "..."]
Row = tuple[int | float, ...]

ROUNDING: Final = 1e-13
"""Bound on the error of a derivative at an instance: some 100 operations on numbers below 10."""


@dataclass(frozen=True, kw_only=True)
class Instance:
    """Odds exp(s_ij) by query, values, rows of W_O, predictions of query 1 up to a factor, and targets."""

    odds: tuple[Row, ...]
    values: tuple[Row, ...]
    readout: tuple[Row, ...]
    predicted: Row
    targets: tuple[int, ...]


ONE_QUERY: Final = Instance(
    odds=((1,),), values=((0,),), readout=((1,), (2,)), predicted=(1, 1), targets=(0,)
)
"""u = 1/2; both rows of W_O have the sign of u."""

TWO_VALUES: Final = Instance(
    odds=((1, 1), (1, 1)), values=((1,), (-1,)), readout=((1,), (-1,)), predicted=(1, 1), targets=(0, 0)
)
"""Two equal queries: u = -1, b = (-1, 1), mean 0."""

THREE_VALUES: Final = Instance(
    odds=((1, 2, 1),) * 3,
    values=((1,), (3,), (-7,)),
    readout=((1,), (-1,)),
    predicted=(1, 1),
    targets=(0, 0, 0),
)
"""Three equal queries: u = -1, advantages (1, 3, -7) at weights (1/4, 1/2, 1/4)."""

TWO_USERS: Final = Instance(
    odds=((2, 1), (2, 1)), values=((0,), (0,)), readout=((1,), (-1,)), predicted=(1, 1), targets=(0, 0)
)
"""Both queries put 2/3 on value 1, and both have u = -1."""

OPPOSED: Final = Instance(
    odds=((2, 1), (1, 2)), values=((0,), (0,)), readout=((1,), (-1,)), predicted=(1, 1), targets=(0, 1)
)
"""Opposite targets, u = (-1, 1); query 1 puts 2/3 on value 1 and query 2 puts 1/3 on it."""

BALANCED: Final = Instance(
    odds=((1, 1), (1, 1)), values=((0,), (0,)), readout=((1,), (-1,)), predicted=(1, 1), targets=(0, 1)
)
"""Opposite targets and equal weights: the errors cancel in every value's sum."""

MEAN_ROW: Final = Instance(
    odds=((1,),), values=((0,),), readout=((0,), (1,), (-1,)), predicted=(1, 1, 1), targets=(0,)
)
"""The target's row of W_O is the mean of all rows under p: u = 0 at a loss of log 3."""

SHARED_VALUES: Final = Instance(
    odds=((1, 1), (3, 1)), values=((0,), (4,)), readout=((log(2),), (0,)), predicted=(1, 1), targets=(0, 0)
)
"""Contexts 2 and 1 differ by one bit: u = -log 2 (1/2, 2/3), and query 1 is best served by value 2."""

BEST_OF_THREE: Final = Instance(
    odds=((1, 8, 3),) * 3,
    values=((12,), (9,), (-28,)),
    readout=((1,), (-1,)),
    predicted=(1, 1),
    targets=(0, 0, 0),
)
"""Three equal queries: u = -1, advantages (12, 9, -28) at weights (1/12, 2/3, 1/4)."""

CROSSED: Final = Instance(
    odds=((1, 3), (3, 1)), values=((2,), (0,)), readout=((log(2),), (0,)), predicted=(1, 1), targets=(0, 1)
)
"""Contexts 1/2 and 3/2, u = log 2 (-1/2, 2/3): value 1 serves query 1, and query 2 uses it more."""

INSTANCES: Final = {
    "one query": ONE_QUERY,
    "two values": TWO_VALUES,
    "three values": THREE_VALUES,
    "two users": TWO_USERS,
    "opposed": OPPOSED,
    "balanced": BALANCED,
    "mean row": MEAN_ROW,
    "shared values": SHARED_VALUES,
    "best of three": BEST_OF_THREE,
    "crossed": CROSSED,
}


class Point:
    """An instance with what its forward pass and automatic differentiation give."""

    def __init__(self, instance: Instance) -> None:
        """Arrays in double precision; the bias that gives query 1 its predictions."""
        self.s = torch.tensor(instance.odds, dtype=torch.float64).log()
        self.v = torch.tensor(instance.values, dtype=torch.float64)
        self.W_O = torch.tensor(instance.readout, dtype=torch.float64)
        self.y = torch.tensor(instance.targets)
        self.alpha = weights(self.s, causal=False)
        self.g = contexts(self.alpha, self.v)
        wanted = torch.tensor(instance.predicted, dtype=torch.float64)
        self.bias = wanted.log() - self.W_O @ self.g[0]
        self.u = self.errors(self.v, self.s).detach()
        self.b = self.u @ self.v.mT

    def losses(self, g: Array) -> Array:
        """-log p of the target for every query."""
        return position_losses(predictions(class_scores(self.W_O, self.bias, g)), self.y)

    def loss(self, v: Array, s: Array) -> Array:
        """The loss as a function of values and scores."""
        return self.losses(contexts(weights(s, causal=False), v)).sum()

    def errors(self, v: Array, s: Array) -> Array:
        """u_i = dL/dg_i."""
        found: Array = gradient(self.losses, contexts(weights(s, causal=False), v))
        return found

    @property
    def value_step(self) -> Array:
        """dv_j of gradient descent at step size 1."""
        found: Array = -gradient(lambda v: self.loss(v, self.s), self.v).detach()
        return found

    @property
    def score_step(self) -> Array:
        """ds_ij of gradient descent at step size 1."""
        found: Array = -gradient(lambda s: self.loss(self.v, s), self.s).detach()
        return found


@lru_cache(maxsize=16)
def named_instance(name: str) -> Point:
    """The instance of that name with its derivatives."""
    return Point(INSTANCES[name])
