"""What the diagnostics of Sections 6.2 and 8 show where nothing has been learned, and what predicts a step.

| quantity | of what |
|---|---|
| `key_null` | cosines of random keys: mean modulus, mean, root mean square |
| `key_training` | the mean modulus before and after training, inputs and targets random as in Section 7.1 |
| `column_null` | column sums of uniform weights |
| `advantage_mean` | the advantage averaged under the weights |
| `prediction_error` | change of the loss in a step, beside its prediction to first order |
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..conditioning.overlap import key_overlap_quadrature
from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .gradients import ROUNDING, compatibility, printed_gradients, upstream
from .model import Head, Sizes, forward, sample_instances, weights

_KEYS: Final = 16
_TRAINED: Final = Sizes(T=8, d_x=16, d_k=8, d_v=4, C=4)
_TRAINING_STEPS: Final = (50, 200)
_RATE: Final = 0.05
_STEP_SIZES: Final = tuple(2.0**-k for k in range(4, 13, 2))


def mean_cosines(k: Float[Tensor, "*batch n d_k"]) -> tuple[Tensor, Tensor, Tensor]:
    """Mean modulus, mean and mean square of the cosines of all pairs of keys."""
    unit = k / torch.linalg.vector_norm(k, dim=-1, keepdim=True)
    row, column = torch.triu_indices(k.shape[-2], k.shape[-2], offset=1, device=k.device)
    cosines = (unit @ unit.mT)[..., row, column]
    return cosines.abs().mean(-1), cosines.mean(-1), cosines.square().mean(-1)


@simulator(
    title="Cosines of random keys: mean modulus, mean, mean square",
    outputs=("absolute", "signed", "square"),
    groups=(
        DesignGroup.sized(shared={"d_k": d_k}, trials_per_block=256) for d_k in (10, 32, 64, 100, 128, 156)
    ),
    dtype="float64",
)
def key_null(d_k: int, *, trials: Trials) -> Float[Tensor, "trials 1 3"]:
    """Cosines among some keys of independent normal coordinates."""
    keys = trials.source.normal(trials.n_trials, _KEYS, d_k)
    return torch.stack(mean_cosines(keys), dim=-1).unsqueeze(1)


@simulator(
    title="Mean modulus of the cosines of keys, before and after training on random targets",
    outputs=("before", "after", "drop"),
    groups=(
        DesignGroup.sized(
            shared={"d_k": _TRAINED.d_k},
            points=tuple({"step": step} for step in _TRAINING_STEPS),
            trials_per_block=128,
        ),
    ),
    dtype="float64",
)
def key_training(*, trials: Trials) -> Float[Tensor, "trials steps 3"]:
    """Mean modulus of the keys' cosines at the start, after each number of steps, and their difference."""
    drawn = sample_instances(_TRAINED, (trials.n_trials,), trials.source)
    head, found = drawn.head, []
    before = mean_cosines(drawn.x @ head.W_K.mT)[0]
    for step in range(1, max(_TRAINING_STEPS) + 1):
        slope = printed_gradients(head, drawn.x, drawn.y, causal=False).head
        head = _stepped(head, slope, _RATE)
        if step in _TRAINING_STEPS:
            after = mean_cosines(drawn.x @ head.W_K.mT)[0]
            found.append(torch.stack((before, after, before - after), dim=-1))
    return torch.stack(found, dim=1)


def _stepped(head: Head, slope: Head, rate: float | Tensor) -> Head:
    """All parameters moved against their gradient at one rate."""
    return Head(**{f.name: getattr(head, f.name) - rate * getattr(slope, f.name) for f in fields(Head)})


@computed(
    title="Column sums of uniform weights",
    points=(
        {"mask": mask, "T": T, "j": j}
        for mask in ("full", "causal")
        for T in (4, 16, 64, 256)
        for j in sorted({1, 2, T // 2, T - 1, T})
    ),
)
def column_null(T: int, mask: str, j: int) -> ExactValue:
    """The column sum of position j where all T queries weigh alike what they see."""
    causal = mask == "causal"
    alpha = weights(torch.zeros(T, T, dtype=torch.float64), causal=causal)
    return ExactValue(value=float(alpha.sum(0)[j - 1]), error_bound=2 * T * ROUNDING)


@computed(
    title="Largest row mean of the advantage",
    points=({"mask": mask, "weight": weight} for mask in ("full", "causal") for weight in ("alpha", "plain")),
)
def advantage_mean(mask: str, weight: str) -> ExactValue:
    """The largest mean of the advantage in a row, under the weights or plain, over the largest advantage."""
    causal = mask == "causal"
    group = DesignGroup.sized(shared={"mask": mask}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.advantage_mean", 1, group.key, 0, device="cpu")
    drawn = sample_instances(Sizes(T=7), (), Source(generator=generator))
    state = forward(drawn.head, drawn.x, drawn.y, causal=causal)
    b = compatibility(upstream(drawn.head.W_O, state.p, drawn.y), state.v)
    advantage = (state.alpha * b).sum(-1, keepdim=True) - b
    weighed = advantage * state.alpha if weight == "alpha" else advantage / Sizes(T=7).T
    largest = float(advantage.abs().max())
    return ExactValue(value=float(weighed.sum(-1).abs().max()) / largest, error_bound=100 * ROUNDING)


@simulator(
    title="Relative error of the first-order prediction of a step's change of the loss",
    outputs=("parameters", "printed"),
    groups=(
        DesignGroup.sized(shared={}, points=tuple({"eta": eta} for eta in _STEP_SIZES), trials_per_block=256),
    ),
    dtype="float64",
)
def prediction_error(*, trials: Trials) -> Float[Tensor, "trials etas 2"]:
    """Relative error of the predicted change of the loss.

    `parameters`: a step of all parameters is predicted by -eta |gradient|^2. `printed`: a step of W_Q, W_K
    and W_V by what Eqs. (33) and (34) lead to, -eta (sum_j |dL/dv_j|^2 + sum_ij (dL/ds_ij)^2).
    """
    drawn = sample_instances(Sizes(), (trials.n_trials,), trials.source, scale=0.5)
    start = forward(drawn.head, drawn.x, drawn.y, causal=False).loss
    slope = printed_gradients(drawn.head, drawn.x, drawn.y, causal=False)
    whole = slope.head
    inner = Head(
        W_Q=whole.W_Q,
        W_K=whole.W_K,
        W_V=whole.W_V,
        W_O=torch.zeros_like(whole.W_O),
        bias=torch.zeros_like(whole.bias),
    )
    power = sum(getattr(whole, f.name).square().flatten(1).sum(1) for f in fields(Head))
    printed = slope.v.square().sum((1, 2)) + slope.s.square().sum((1, 2))
    found = []
    for point in trials.points:
        eta = float(point["eta"])
        errors = []
        for moved, predicted in ((whole, power), (inner, printed)):
            stepped = _stepped(drawn.head, moved, eta)
            change = forward(stepped, drawn.x, drawn.y, causal=False).loss - start
            errors.append((change / (-eta * predicted) - 1).abs())
        found.append(torch.stack(errors, dim=-1))
    return torch.stack(found, dim=1)


key_null_quadrature: Final = replace(
    key_overlap_quadrature,
    name="attention_dynamics.key_null_quadrature",
    version=1,
    title="Mean modulus of the cosine of random keys by quadrature",
    points=tuple({"d_k": d_k} for d_k in (2, 4, 10, 16, 32, 64, 89, 100, 113, 128, 256, 1024)),
)
