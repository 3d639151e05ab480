r"""What one step of gradient descent does to values and scores, by what is free to move (Eqs. 33-36).

| route | what steps | move of a value | move of a score |
|---|---|---|---|
| `free` | $v_j$ and $s_{ij}$ themselves | Eq. (33) | Eq. (34) |
| `projections` | $q_i$ and $k_j$ themselves | | the product of both after Eqs. (35), (36) |
| `shared` | $W_Q, W_K, W_V$, the trained model | $\Delta W_V x_j$ | the same after steps of $W_Q$ and $W_K$ |

Inputs have mean square length 1 per position: N(0, I/d_x), or orthonormal. Each route steps its parameters
by the automatic gradient and computes values and scores anew; the step is small, so that moves of scores are
of first order. A cosine is that of all moves as one vector; a share is that of pairs (i, j) whose score
moves with the sign of their advantage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .gradients import ROUNDING, automatic_gradients, value_gradient
from .model import Instance, Sizes, forward, projected, sample_instances, scores

_T: Final = 8
_WIDTHS: Final = (2, 4, 8, 16, 32, 64, 128, 256)
_LONG: Final = (32, 128)
_KEY_WIDTHS: Final = (16, 64, 256, 1024)
_STEP: Final = 1e-6
"""Second-order parts of a move are smaller by this factor."""

_SIZES: Final = {"toy": Sizes(), "wide": Sizes(T=7, d_x=4, d_k=3, d_v=5, C=4)}
_OUTPUTS: Final = (
    "value_cosine",
    "query_cosine",
    "key_cosine",
    "score_cosine",
    "projection_cosine",
    "score_share",
    "projection_share",
    "free_share",
)


def sample_unit_instances(sizes: Sizes, inputs: str, n_trials: int, source: Source) -> Instance:
    """Inputs of mean square length 1; matrices of N(0, 1) entries, so that values have N(0, 1) coordinates.

    Raises ValueError for orthonormal inputs that are more than their dimensions.
    """
    drawn = sample_instances(sizes, (n_trials,), source)
    if inputs == "gaussian":
        return replace(drawn, x=drawn.x / sizes.d_x**0.5)
    if sizes.d_x < sizes.T:
        raise ValueError(f"At most d_x = {sizes.d_x} inputs can be orthonormal; got T = {sizes.T}.")
    rows, _ = torch.linalg.qr(drawn.x.mT)
    return replace(drawn, x=rows.mT)


def cosine(one: Tensor, other: Tensor) -> Float[Tensor, " trials"]:
    """The cosine of two arrays, each trial's as one vector."""
    return torch.cosine_similarity(one.flatten(1), other.flatten(1), dim=1, eps=1e-300)


def _group(inputs: str, T: int, d_x: int, d_k: int = 4) -> DesignGroup:
    return DesignGroup.sized(
        shared={"inputs": inputs, "T": T, "d_x": d_x, "d_k": d_k},
        trials_per_block=max(32, min(256, 2**14 // max(T * T, d_k, d_x))),
    )


@simulator(
    title="One step of shared matrices beside free values and scores: cosines, and signs of the advantage",
    outputs=_OUTPUTS,
    groups=(
        *(_group("gaussian", _T, d_x) for d_x in _WIDTHS),
        *(_group("gaussian", T, 16) for T in _LONG),
        *(_group("orthonormal", _T, d_x) for d_x in (8, 32)),
        *(_group("orthonormal", _T, _T, d_k) for d_k in _KEY_WIDTHS),
    ),
    dtype="float64",
)
def shared_update(inputs: str, T: int, d_x: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials 1 8"]:
    """Cosines of moves with those of (33) and (34), and shares of pairs that move as their advantage says."""
    sizes = Sizes(T=T, d_x=d_x, d_k=d_k, d_v=4, C=4)
    drawn = sample_unit_instances(sizes, inputs, trials.n_trials, trials.source)
    state = forward(drawn.head, drawn.x, drawn.y, causal=False)
    slope = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=False)
    steps = ((drawn.head.W_Q, slope.W_Q), (drawn.head.W_K, slope.W_K), (drawn.head.W_V, slope.W_V))
    q, k, v = (projected(W - _STEP * by_matrix, drawn.x) for W, by_matrix in steps)
    shared = scores(q, k) - state.s
    projections = scores(state.q - _STEP * slope.q, state.k - _STEP * slope.k) - state.s
    free = -_STEP * slope.s
    b = slope.alpha
    advantage = (state.alpha * b).sum(dim=-1, keepdim=True) - b

    def share(moved: Tensor) -> Tensor:
        return (moved * advantage > 0).to(trials.dtype).mean(dim=(1, 2))

    found = (
        cosine(v - state.v, -slope.v),
        cosine(q - state.q, -slope.q),
        cosine(k - state.k, -slope.k),
        cosine(shared, free),
        cosine(projections, free),
        share(shared),
        share(projections),
        share(free),
    )
    return torch.stack(found, dim=-1).unsqueeze(1)


@computed(
    title="Move of the values under a step of W_V, minus the free one smoothed by the inputs' Gram matrix",
    points=({"mask": mask, "size": size} for mask in ("full", "causal") for size in _SIZES),
)
def smoothed_update_gap(**at: Value) -> ExactValue:
    """Move of the values under a step of W_V, minus the smoothed one, over the largest."""
    sizes, causal = _SIZES[str(at["size"])], at["mask"] == "causal"
    group = DesignGroup.sized(shared=dict(at), trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.smoothed_update_gap", 1, group.key, 0, device="cpu")
    drawn = sample_instances(sizes, (), Source(generator=generator))
    state = forward(drawn.head, drawn.x, drawn.y, causal=causal)
    slope = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=causal)
    # The values are linear in W_V, so that a step of any size shows the same.
    moved = projected(drawn.head.W_V - slope.W_V, drawn.x) - state.v
    smoothed = -(drawn.x @ drawn.x.mT) @ value_gradient(state.alpha, slope.g)
    largest = float(smoothed.abs().max())
    # Chains of sums over positions and dimensions; the values cancel, which may be larger than the moves.
    chain = 8 * (sizes.T + sizes.d_x + sizes.d_v) * ROUNDING
    bound = chain * (1 + float(state.v.abs().max()) / largest)
    return ExactValue(value=float((moved - smoothed).abs().max()) / largest, error_bound=bound)
