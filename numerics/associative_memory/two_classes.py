"""One token of weight q among two classes: whether it is answered wrongly, from the definition.

Memory holds the token, one further token of its class with squared weight S, and one of the other class
with squared weight R; W is a sum of outer products, and both scores are taken. The points of a group share
their embeddings.
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

_TRIALS: Final = 16_384


@simulator(
    title="Error of one token among two classes",
    outputs=("wrong",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"d": d},
            points=[{"q": 1.0, "S": S, "R": R} for S, R in ((1.0, 2.0), (4.0, 1.0), (0.5, 9.0))],
            trials_per_block=_TRIALS,
        )
        for d in (2, 4, 8, 16)
    ),
)
def two_class_error(d: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """1[u_0 . W e <= u_1 . W e] with W = (q e + sqrt(S) e') u_0 + sqrt(R) e'' u_1 (outer products)."""
    columns = []
    e = trials.source.normal(trials.n_trials, 3, d)
    u = sample_sphere((trials.n_trials, 2), d, trials.source)
    # W e = sum_k w_k <e_k, e> u_f(k), without forming W.
    overlaps, gram = torch.einsum("tkd,td->tk", e, e[:, 0]), u @ u.mT
    for point in trials.points:
        q, own, competitor = (float(point[name]) for name in ("q", "S", "R"))
        weights = torch.tensor([q, own**0.5, competitor**0.5], device=trials.device, dtype=trials.dtype)
        scores = ((overlaps * weights).unsqueeze(1) * gram[:, :, [0, 0, 1]]).sum(dim=2)
        columns.append((scores[:, 0] <= scores[:, 1]).to(trials.dtype))
    return torch.stack(columns, dim=1).unsqueeze(-1)
