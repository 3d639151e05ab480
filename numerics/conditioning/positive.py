"""Positive random features of two keys, from their definition: phi(x) = exp(<w, x> - |x|^2/2), w normal.

The product phi(x) phi(y) estimates the exponential of the overlap. Keys have length one and |x + y|^2 = s:
the first lies along the first axis, the second at that angle from it in the plane of the first two.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials

_SQUARES: Final = (0.25, 0.5, 0.75, 1.0)
"""Products are log-normal with this variance of the logarithm: beyond 1 a variance has no steady estimate."""
_DIMENSIONS: Final = (4, 16)
_TRIALS: Final = 2**15


@simulator(
    title="Product of two keys' positive random features at |x + y|^2 = s",
    outputs=("product", "square"),
    groups=(
        DesignGroup.sized(shared={"d_k": d_k}, points=[{"s": s} for s in _SQUARES], trials_per_block=_TRIALS)
        for d_k in _DIMENSIONS
    ),
)
def positive_product(d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """phi(x) phi(y) of one projection a draw and its square, at every s."""
    projection = trials.source.normal(trials.n_trials, d_k)
    overlaps = [float(point["s"]) / 2 - 1 for point in trials.points]
    first = torch.zeros(d_k, device=trials.device, dtype=trials.dtype)
    first[0] = 1
    second = torch.zeros((d_k, len(overlaps)), device=trials.device, dtype=trials.dtype)
    second[0] = torch.tensor(overlaps)
    second[1] = torch.tensor([sqrt(1 - c * c) for c in overlaps])
    one = torch.exp(projection @ first - first.square().sum() / 2)
    other = torch.exp(projection @ second - second.square().sum(dim=0) / 2)
    product = one[:, None] * other
    return torch.stack((product, product.square()), dim=-1)
