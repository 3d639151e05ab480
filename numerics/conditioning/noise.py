"""Power of the crosstalk eta_i of a linear associative memory (definitions in `memory`)."""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw
from ..simulator import simulator
from ..trials import Trials
from .memory import crosstalk, sample_items

# Few items make |eta|^6 heavy-tailed: the trials below bring every mean to 0.15 % and every E|eta|^6 to
# 0.5 % in 32 blocks.
_TRIALS_PER_BLOCK: Final = {2: 3 * 2**14, 4: 3 * 2**12, 8: 3 * 2**10, 16: 2**11, 32: 2**10}

# All n at d_k = 32, all d_k at n = 8, and four corners of the grid.
_SIZES: Final = (
    *((n, 32, d_v) for d_v in (8, 32) for n in (2, 4, 8, 16, 32)),
    *((8, d_k, d_v) for d_v in (8, 32) for d_k in (8, 16, 64, 128, 256)),
    *((2, 8, 8), (32, 8, 8), (16, 128, 8), (32, 256, 8)),
)


@simulator(
    version=2,
    title="Power of the crosstalk: |eta|^2, |eta|^4, |eta|^6 and its square along fixed directions",
    outputs=("power", "square", "cube", "along"),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k, "d_v": d_v}, trials_per_block=_TRIALS_PER_BLOCK[n])
        for n, d_k, d_v in _SIZES
    ),
)
def noise_power(
    n: int, d_k: int, d_v: int, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials 1 4"]:
    """Averages over a draw's items of |eta|^2, |eta|^4, |eta|^6 and <eta, u>^2.

    The direction u is each of the first half of the axes in turn: a mean over all would be |eta|^2/d_v again.
    """
    eta = crosstalk(*sample_items(key_law, (trials.n_trials, n), (d_k, d_v), trials.source))
    power = eta.square().sum(dim=-1)
    square = power.square()
    averages = [
        x.mean(dim=1)
        for x in (power, square, square * power, eta[..., : (d_v + 1) // 2].square().mean(dim=-1))
    ]
    return torch.stack(averages, dim=-1).unsqueeze(1)
