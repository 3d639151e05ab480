"""When specialisation emerges in the toy of Section 7.1, and what dropout on the weights does to it (8.2).

Setting of `toy`, at a scale and step at which the toy sharpens. A row's entropy falls from start to end; the
time of sharpening is from a tenth of that fall to nine tenths of it, averaged over rows. With dropout every
weight is left out with probability `DROPOUT` at each step, and the others are scaled up to the same mean; a
head is judged without it.

| output | meaning |
|---|---|
| `most while sharpening` | 1 where more than half of the loss's fall is in that time, and both do fall |
| `evenness by dropout` | entropy of the column usage over log T at the end, minus that without dropout |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .gradients import printed_gradients, residuals, score_gradient, value_gradient
from .model import Head, Instance, Pass, class_scores, contexts, forward, predictions, sample_instances
from .schedules import descended, entropies
from .toy import SIZES, STEPS

DROPOUT: Final = 0.2
EARLY, LATE = 0.1, 0.9
_HALF: Final = 0.5

Curve = Float[Tensor, "steps trials"]


def first_at_least(curve: Curve, share: float) -> Int[Tensor, " trials"]:
    """The first step at which a curve has done this share of its whole way."""
    done = (curve[0] - curve) >= share * (curve[0] - curve[-1])
    found: Tensor = done.to(curve).argmax(dim=0)
    return found


def gain_while_sharpening(entropy: Curve, loss: Curve) -> Float[Tensor, " trials"]:
    """The share of the loss's fall while the entropy falls; 0 where one of them does not."""
    ends = torch.stack([first_at_least(entropy, share) for share in (EARLY, LATE)])
    first, last = loss.gather(0, ends)
    falls = (entropy[-1] < entropy[0]) & (loss[-1] < loss[0])
    return torch.where(falls, (first - last) / torch.where(falls, loss[0] - loss[-1], 1.0), 0.0)


def dropped_gradients(drawn: Instance, head: Head, kept: Tensor) -> Head:
    """Gradients of the loss with weights times `kept`, by the closed forms of Section 3."""
    state = forward(head, drawn.x, drawn.y, causal=False)
    weights = state.alpha * kept
    g = contexts(weights, state.v)
    delta = residuals(predictions(class_scores(head.W_O, head.bias, g)), drawn.y)
    u = delta @ head.W_O
    # The derivative by a weight is that by what is kept of it.
    by_score = score_gradient(state.alpha, (u @ state.v.mT) * kept) / math.sqrt(SIZES.d_k)
    return Head(
        W_Q=(by_score @ state.k).mT @ drawn.x,
        W_K=(by_score.mT @ state.q).mT @ drawn.x,
        W_V=value_gradient(weights, u).mT @ drawn.x,
        W_O=delta.mT @ g,
        bias=delta.sum(dim=-2),
    )


_TRIALS: Final = 128
_SHARED: Final[Mapping[str, Value]] = {"steps": STEPS}


@simulator(
    title="Gains of the toy while it sharpens, and the effect of dropout on its weights",
    outputs=("most while sharpening", "evenness by dropout"),
    groups=(
        DesignGroup.sized(
            shared=_SHARED, points=({**_SHARED, "scale": 0.5, "eta": 0.1},), trials_per_block=_TRIALS
        ),
    ),
    dtype="float64",
)
def specialisation(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """All components, with and without dropout from one start."""
    columns = []
    for point in trials.points:
        scale, eta = float(point["scale"]), float(point["eta"])
        drawn = sample_instances(SIZES, (trials.n_trials,), trials.source, scale=scale)
        rates = {
            name: torch.tensor(eta, dtype=trials.dtype, device=trials.device) for name in vars(drawn.head)
        }
        passes, plain, dropped = [], drawn.head, drawn.head
        for _ in range(STEPS):
            passes.append(forward(plain, drawn.x, drawn.y, causal=False))
            slope = printed_gradients(plain, drawn.x, drawn.y, causal=False).head
            plain = descended(plain, slope, rates)
            uniform = trials.source.uniform(trials.n_trials, SIZES.T, SIZES.T)
            kept = (uniform >= DROPOUT).to(trials.dtype) / (1 - DROPOUT)
            dropped = descended(dropped, dropped_gradients(drawn, dropped, kept), rates)
        passes.append(forward(plain, drawn.x, drawn.y, causal=False))
        columns.append(_outputs(passes, forward(dropped, drawn.x, drawn.y, causal=False)))
    return torch.stack(columns, dim=1)


def _outputs(passes: list[Pass], dropped: Pass) -> Float[Tensor, "trials 2"]:
    entropy = torch.stack([entropies(state.alpha).mean(dim=-1) for state in passes])
    share = gain_while_sharpening(entropy, torch.stack([state.loss for state in passes]))
    evenness = (_usage_entropy(dropped.alpha) - _usage_entropy(passes[-1].alpha)) / math.log(SIZES.T)
    return torch.stack(((share > _HALF).to(share), evenness), dim=-1)


def _usage_entropy(alpha: Float[Tensor, "... T T"]) -> Float[Tensor, ...]:
    """Entropy of the columns' shares of all weight."""
    return entropies(alpha.mean(dim=-2))
