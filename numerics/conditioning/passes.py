"""Recall after a few passes of the delta rule of rate one over the same n items, uniform on spheres.

The items are taken one by one, as the rule does; `delta_two_passes` of `terms` sums the updates of a pass.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .capacity import D_V
from .learning import delta_stored
from .memory import sample_items

_PASSES: Final = (1, 2, 4, 8, 16, 32)
_TRIALS: Final = {64: 32, 128: 16, 256: 4}


@simulator(
    title="Mean square error of recall after m passes of the delta rule over n = load d_k items (d_v = 16)",
    outputs=("error",),
    groups=(
        DesignGroup.sized(
            shared={"load": load, "d_k": d}, points=[{"m": m} for m in _PASSES], trials_per_block=trials
        )
        for load in (0.5, 1.0)
        for d, trials in _TRIALS.items()
    ),
    dtype="float64",
)
def delta_passes(load: float, d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The average over items of |S^T k_i - v_i|^2, from S = 0."""
    count, found = round(load * d_k), []
    keys, values = sample_items("sphere", (trials.n_trials, count), (d_k, D_V), trials.source)
    overlaps, missed = torch.bmm(keys, keys.mT), values
    for m in range(1, max(_PASSES) + 1):
        missed = missed - torch.bmm(overlaps, delta_stored(overlaps, missed))
        if m in trials.sizes("m"):
            found.append(missed.square().sum(dim=2).mean(dim=1))
    return torch.stack(found, dim=1).unsqueeze(-1)
