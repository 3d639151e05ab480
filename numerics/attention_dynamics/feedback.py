"""Section 4.4: each arrow of the feedback loop, how often it fails at random initialisation, and where.

A pair (i, j) starts the loop where b_ij lies below the mean of query i. Arrow 1: along a score step alpha_ij
grows. Arrow 2: a value step moves v_j away from u_i. Arrow 3: along a value step b_ij minus the mean falls
further, u_i held. Queries and values take their steps as free parameters, of size 1.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials
from .derivatives import rate
from .first_order import SCALES, SIZES, TRIALS
from .gradients import compatibility, score_gradient, upstream, value_gradient
from .instances import ROUNDING, named_instance
from .model import forward, sample_instances, weights

Array = Float[Tensor, "..."]
_LOWEST: Final = "lowest"


def arrows(s: Array, v: Array, u: Array) -> tuple[Array, Array, Array, Array]:
    """For every pair: b_ij minus its mean, the rates of alpha_ij, of b_ij and of b_ij minus its mean."""
    alpha, b = weights(s, causal=False), compatibility(u, v)
    score_step, value_step = -score_gradient(alpha, b), -value_gradient(alpha, u)
    grown = rate(lambda scores: weights(scores, causal=False), s, score_step)

    def centred(compatibilities: Array) -> Array:
        return compatibilities - (alpha * compatibilities).sum(dim=-1, keepdim=True)

    moved = compatibility(u, value_step)
    return centred(b), grown, moved, centred(moved)


@simulator(
    title="Failing arrows of the feedback loop",
    outputs=("weight", "value", "advantage", "loop"),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"size": name, "scale": scale},
            points=[{"value": _LOWEST}, {"value": "any"}],
            trials_per_block=TRIALS[name],
        )
        for name, sizes in SIZES.items()
        for scale in SCALES
    ),
    dtype="float64",
)
def feedback(scale: float, size: str, *, trials: Trials) -> Float[Tensor, "trials points 4"]:
    """Whether arrows 1, 2, 3, or any of them, fail for query 1 and its best value, or any below the mean."""
    sizes = SIZES[size]
    drawn = sample_instances(sizes, (trials.n_trials,), trials.source, scale=scale)
    state = forward(drawn.head, drawn.x, drawn.y, causal=False)
    gap, grown, moved, opened = arrows(state.s, state.v, upstream(drawn.head.W_O, state.p, drawn.y))
    fails = torch.stack([grown[:, 0] < 0, moved[:, 0] > 0, opened[:, 0] > 0], dim=-1)
    fails = torch.cat([fails, fails.any(dim=-1, keepdim=True)], dim=-1)
    columns = []
    for point in trials.points:
        # Positions are exchangeable, so that the first value below the mean is any of them.
        chosen = (
            gap[:, 0].argmin(dim=-1) if point["value"] == _LOWEST else (gap[:, 0] < 0).int().argmax(dim=-1)
        )
        columns.append(fails[torch.arange(trials.n_trials, device=trials.device), chosen])
    return torch.stack(columns, dim=1).to(trials.dtype)


@computed(
    title="Least rate of what an arrow of the feedback loop says grows",
    points=(
        {"arrow": 1, "instance": "two values"},
        {"arrow": 1, "instance": "best of three"},
        {"arrow": 2, "instance": "two values"},
        {"arrow": 2, "instance": "crossed"},
        {"arrow": 3, "instance": "two values"},
        {"arrow": 3, "instance": "shared values"},
    ),
)
def arrow(instance: str, arrow: int) -> ExactValue:
    """The least rate of alpha_ij, or minus the largest of b_ij or b_ij minus its mean, over starting pairs.

    Negative where the arrow fails. The last is taken over pairs for which arrow 2 holds.
    """
    here = named_instance(instance)
    gap, grown, moved, opened = arrows(here.s, here.v, here.u)
    match arrow:
        case 1:
            found = grown[gap < 0]
        case 2:
            found = -moved[gap < 0]
        case _:
            found = -opened[(gap < 0) & (moved < 0)]
    return ExactValue(value=float(found.min()), error_bound=ROUNDING)
