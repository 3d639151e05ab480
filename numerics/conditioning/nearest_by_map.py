"""Clean-up by argmax under ReLU: errors of the nearest stored value, by what features keep of their mean.

Values have as many dimensions as keys, d_v = d_k, and both are uniform on unit spheres; the features of a key
are its positive parts, raw or less their mean (`centring`). A query errs as in `nearest`.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials
from .features import sample_features
from .nearest import own_and_best_other

_QUERIES: Final = 64
# The sizes at which one query in twenty errs, by d_k.
_LOADS: Final = {
    "raw": {32: 7, 64: 15, 128: 31, 256: 61, 512: 122},
    "centred": {16: 9, 32: 35, 64: 140, 128: 560},
}
_TRIALS: Final = {
    "raw": {32: 512, 64: 256, 128: 128, 256: 64, 512: 32},
    "centred": {16: 512, 32: 128, 64: 24, 128: 4},
}
_ABOUT: Final = (0.6, 0.75, 0.9, 1.05, 1.25, 1.5)


@simulator(
    title="Fraction of queries whose nearest stored value is not their own, under ReLU (d_v = d_k)",
    outputs=("error",),
    groups=(
        DesignGroup.sized(
            shared={"feature_map": "relu", "scale": "unit", "centring": centring, "d_k": d},
            points=[{"n": n} for n in sorted({max(2, round(part * load)) for part in _ABOUT})],
            trials_per_block=_TRIALS[centring][d],
        )
        for centring, loads in _LOADS.items()
        for d, load in loads.items()
    ),
)
def argmax_error_by_map(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Fractions of the first items that err, at each size n of a memory that grows."""
    most, d_k = max(trials.sizes("n")), int(trials.group.shared["d_k"])
    features = sample_features(trials.group, trials.n_trials, most, trials.source)
    values, columns = sample_sphere((trials.n_trials, most), d_k, trials.source), []
    for n in trials.sizes("n"):
        state = torch.bmm(features[:, :n].mT, values[:, :n])
        outputs = torch.bmm(features[:, : min(n, _QUERIES)], state)
        own, other = own_and_best_other(torch.bmm(outputs, values[:, :n].mT))
        columns.append((own <= other).to(trials.dtype).mean(dim=1))
    return torch.stack(columns, dim=1).unsqueeze(-1)
