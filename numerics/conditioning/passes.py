"""Recall after a few passes of the delta rule of rate one over the same n items, uniform on spheres.

`delta_passes` takes the items one by one, as the rule does; `delta_two_passes` sums the updates of a pass.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ...theory.laws import Sphere
from ...theory.model import Model, Size, iid, indices
from ...theory.terms import Sum, Term, inner, norm2
from ..quantity import DesignGroup
from ..simulator import compiled, simulator
from ..trials import Trials
from .capacity import D_V
from .learning import delta_stored
from .memory import sample_items

_PASSES: Final = (1, 2, 4, 8, 16, 32)
_TRIALS: Final = {64: 32, 128: 16, 256: 4}

n, d_k, d_v = Size("n", minimum=2), Size("d_k"), Size("d_v")
i, j, l = indices("i j l", n)
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))


@simulator(
    title="Mean square error of recall after m passes of the delta rule over n = load d_k items (d_v = 16)",
    outputs=("error",),
    groups=(
        DesignGroup.sized(
            shared={"load": load, "d_k": d},
            points=[{"m": m} for m in _PASSES],
            trials_per_block=trials,
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


@compiled(
    title="Square error of recall after two passes of the delta rule with summed updates",
    outputs=("square",),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d, "d_v": D_V}, trials_per_block=2**15 // n)
        for n, d in ((2, 16), (4, 16), (8, 16), (16, 16), (8, 8), (8, 32), (8, 64))
    ),
)
def delta_two_passes() -> tuple[Term]:
    """|S_2^T k_i - v_i|^2 with S_1 = sum_j k_j v_j^T, S_2 = S_1 + sum_j k_j (v_j - S_1^T k_j)^T."""
    first = Sum(j, inner(k[i], k[j]) * v[j])
    second = Sum(j, inner(k[i], k[j]) * Sum(l, inner(k[j], k[l]) * v[l]))
    return (norm2(2 * first - second - v[i]),)
