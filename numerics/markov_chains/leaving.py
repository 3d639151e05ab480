r"""How long AdamW stays at the loss of the marginal, where weights are tied and p + q > 1 (S8).

The trainings of `training` on batches of fresh sequences, from starts of several sizes, by steps of a stated
size and decay rather than a tuned one. A run is at the marginal with an excess of .9 to 1.1.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..optimisers import Adam
from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .layer import contexts
from .layer_gradient import gradient
from .training import SIDES, N, Optimiser, Setting, excess, sample_masses, sample_weights

_HORIZONS: Final = {0.003: (100, 300), 0.01: (100, 300, 1000)}
"""By the size of a step."""
_RUNS: Final = 64
_STAYS: Final = (0.9, 1.1)
_STARTS: Final = (
    *({"scale": scale, "rate": 0.01, "decay": 0.01} for scale in (0.001, 0.01, 0.1)),
    *({"scale": 0.01, "rate": 0.01, "decay": decay} for decay in (0.0, 0.1)),
    *({"scale": scale, "rate": 0.003, "decay": 0.01} for scale in (0.001, 0.01)),
)


@simulator(
    title="Runs of AdamW that are at the marginal, tied weights, by start, step size, decay and horizon",
    outputs=("stays",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"p": p, "q": q, **start},
            points=[{"t": t} for t in _HORIZONS[start["rate"]]],
            trials_per_block=_RUNS,
        )
        for p, q in SIDES
        if p + q > 1
        for start in _STARTS
    ),
    dtype="float64",
    quick_rounds=2,
)
def adamw_stays(
    p: float, q: float, scale: float, rate: float, decay: float, *, trials: Trials
) -> Float[Tensor, "trials horizons 1"]:
    """Whether each run is at the marginal at each horizon."""
    setting = Setting(tied=True, p=p, q=q, optimiser=Optimiser.ADAMW, scale=scale)
    given = contexts(setting.chain, N)
    theta = sample_weights(setting, trials.n_trials, trials.generator)
    optimiser = Adam(rates=rate, decay=decay)
    horizons, found = trials.sizes("t"), []
    for step in range(1, max(horizons) + 1):
        masses = sample_masses(setting.chain, trials.n_trials, trials.generator)
        optimiser.step(theta, gradient(setting.layer, theta, given, masses))
        if step in horizons:
            found.append(excess(setting, theta))
    low, high = _STAYS
    left = torch.stack(found, dim=1)
    return ((left >= low) & (left <= high)).unsqueeze(-1).to(device=trials.device, dtype=trials.dtype)
