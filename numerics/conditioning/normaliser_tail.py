"""The tail of the error under the sum of weights, given all overlaps but one: a law in place of a draw.

Under the identity map the sum of weights takes both signs; the error is large where it is near zero. A
draw seldom brings it there; given the other overlaps the last one does so with a known probability.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from scipy.special import betainc
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials
from .capacity import D_V
from .collapsed import sample_overlaps

_DIMENSIONS: Final = (32, 64, 128)
_THRESHOLDS: Final = (5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
"""Above 4, the largest square distance of two values."""
_TRIALS: Final = 1024


@simulator(
    title="P(|o/sum - v|^2 > t) under the identity map (d_v = 16), given all overlaps but one",
    outputs=("survival",),
    groups=(
        DesignGroup.sized(
            shared={"normaliser": "sum", "feature_map": "identity", "d_k": d_k, "n": d_k},
            points=[{"t": t} for t in _THRESHOLDS],
            trials_per_block=_TRIALS,
        )
        for d_k in _DIMENSIONS
    ),
)
def normalised_tail(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """P(error > t) under the sum of weights given all but the last overlap w, for t above any |v - v_1|^2.

    With a = o - s v_1 and b = v - v_1, of the sums o and s without the last item, the error is
    |a + w b|^2/(s + w)^2: above t between the roots of a quadratic in w.
    """
    weights = sample_overlaps((trials.n_trials, 1, n - 2), d_k, trials.source)
    values = sample_sphere((trials.n_trials, n), D_V, trials.source)
    others = (values[:, 1:] - values[:, :1]).double()
    a, b = torch.bmm(weights.double(), others[:, :-1]).squeeze(1), others[:, -1]
    total = 1 + weights.double().sum(dim=2)
    t = torch.tensor(
        [float(point["t"]) for point in trials.points], device=trials.device, dtype=torch.float64
    )
    inner, b_square = (a * b).sum(dim=1, keepdim=True), b.square().sum(dim=1, keepdim=True)
    parallelogram = a.square().sum(dim=1, keepdim=True) * b_square - inner.square()
    # (b'a - t s)^2 + (t - b'b)(a'a - t s^2) without its cancellation.
    root = (t * (a - total * b).square().sum(dim=1, keepdim=True) - parallelogram).clamp_min(0).sqrt()
    low, high = ((inner - t * total + sign * root) / (t - b_square) for sign in (-1, 1))
    return (_overlap_below(high, d_k) - _overlap_below(low, d_k)).to(trials.dtype).unsqueeze(-1)


def _overlap_below(x: Float[Tensor, "trials points"], d: int) -> Float[Tensor, "trials points"]:
    """P(<u, v> <= x) for uniform unit vectors of R^d: the square of an overlap is Beta(1/2, (d - 1)/2)."""
    square = torch.from_numpy(np.asarray(betainc(0.5, (d - 1) / 2, x.square().clamp_max(1).cpu().numpy())))
    return (1 + x.sign() * square.to(x)) / 2
