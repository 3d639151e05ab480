"""Attention weights beside the responsibilities of a Gaussian mixture (Eq. 44), both from their definitions.

Components are N(k_j, sqrt(d_k) I), priors equal or in proportion to exp(|k_j|^2 / (2 sqrt(d_k))), and the
datum is the query. Keys are of different norms, or all of one.
"""

from __future__ import annotations

import math
from typing import Final

import torch

from ..quantity import ExactValue, Value
from ..simulator import computed
from .gradients import ROUNDING
from .model import scores, weights

_KEYS: Final = {
    "different": ((0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0), (0.0, 2.0, 0.0, -1.0)),
    "equal": ((1.0, 0.0, 0.0, 0.0), (0.0, 0.6, 0.8, 0.0), (0.0, 0.0, -1.0, 0.0)),
}


@computed(
    title="Largest attention weight minus responsibility of a Gaussian mixture",
    points=({"prior": prior, "norms": norms} for prior in ("exponential", "equal") for norms in _KEYS),
)
def responsibility_gap(**at: Value) -> ExactValue:
    """The largest attention weight minus responsibility, of a query and three keys in four dimensions."""
    k = torch.tensor(_KEYS[str(at["norms"])], dtype=torch.float64)
    q = torch.tensor(((1.0, 0.0, 0.5, 0.0),), dtype=torch.float64)
    variance = math.sqrt(k.shape[-1])
    density = torch.exp(-(q - k).square().sum(dim=-1) / (2 * variance))
    tilt = k.square().sum(dim=-1) / (2 * variance)
    prior = torch.exp(tilt) if at["prior"] == "exponential" else torch.ones_like(tilt)
    joint = prior * density
    alpha = weights(scores(q.expand(3, 4), k), causal=False)[0]
    return ExactValue(value=float((alpha - joint / joint.sum()).abs().max()), error_bound=32 * ROUNDING)
