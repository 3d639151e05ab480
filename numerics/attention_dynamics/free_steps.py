"""Steps of the variables of Section 3 themselves, for which Eqs. (33)-(36) are gradient descent.

| component | variables that move, each by -eta times its gradient |
|---|---|
| `scores` | values by Eq. (33) and scores by Eq. (34) |
| `queries` | values by Eq. (33), queries and keys by Eqs. (35) and (36) |

The number is |dL / (-eta times the sum of their squared gradients) - 1|: the relative error of the change of
the loss that is predicted to first order. Random heads of Section 7.1, entries N(0, 1/4).
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .gradients import printed_gradients
from .model import (
    Head,
    Losses,
    Scores,
    Sizes,
    Targets,
    Vectors,
    class_scores,
    contexts,
    cross_entropy,
    forward,
    predictions,
    sample_instances,
    scores,
    weights,
)

STEP_SIZES: Final = tuple(2.0**-k for k in range(4, 13, 2))


def free_loss(head: Head, s: Scores, v: Vectors, y: Targets) -> Losses:
    """The loss as a function of free scores and values (Eqs. 5-9), every query seeing every position."""
    g = contexts(weights(s, causal=False), v)
    return cross_entropy(predictions(class_scores(head.W_O, head.bias, g)), y)


@simulator(
    title="Relative error of the first-order prediction for steps of free values, scores, queries and keys",
    outputs=("scores", "queries"),
    groups=(
        DesignGroup.sized(shared={}, points=tuple({"eta": eta} for eta in STEP_SIZES), trials_per_block=256),
    ),
    dtype="float64",
)
def free_steps(*, trials: Trials) -> Float[Tensor, "trials etas 2"]:
    """The relative error of the predicted change at every step size."""
    drawn = sample_instances(Sizes(), (trials.n_trials,), trials.source, scale=0.5)
    start = forward(drawn.head, drawn.x, drawn.y, causal=False)
    slope = printed_gradients(drawn.head, drawn.x, drawn.y, causal=False)

    def square(*gradients: Tensor) -> Tensor:
        return torch.stack([part.square().sum((1, 2)) for part in gradients]).sum(0)

    found = []
    for point in trials.points:
        eta = float(point["eta"])
        v = start.v - eta * slope.v
        routed = (
            (start.s - eta * slope.s, square(slope.v, slope.s)),
            (scores(start.q - eta * slope.q, start.k - eta * slope.k), square(slope.v, slope.q, slope.k)),
        )
        changes = [(free_loss(drawn.head, s, v, drawn.y) - start.loss, power) for s, power in routed]
        found.append(torch.stack([(change / (-eta * power) - 1).abs() for change, power in changes], dim=-1))
    return torch.stack(found, dim=1)
