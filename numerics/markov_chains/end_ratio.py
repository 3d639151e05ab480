"""Gaussian starts of the reduced flow: how many flow to the rarer end, over what the quadrature gives.

The one comparison of the roads of `flow_starts` that is a number: one where flow and criterion agree.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, SampledQuantity
from .end_shares import rare_share_of
from .flow import is_global
from .flow_ends import end
from .flow_starts import OTHER_SIDES, SIDES, chain_of, normal_starts, start_groups


def sample_end_ratio(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 1"]:
    """Whether the flow ends at the rarer end, over the probability of that by quadrature."""
    chain, like = chain_of(group.shared), torch.empty(0, device=device, dtype=dtype)
    reached = is_global(chain, end(chain, normal_starts(group, n_trials, 2, generator, like)))
    rare = reached if chain.eigenvalue < 0 else 1 - reached
    share = rare_share_of({**group.shared, "k": float(group.shared["sigma"]) ** -2}).value
    return (rare / share).reshape(-1, 1, 1)


end_ratio: Final = SampledQuantity(
    name="markov_chains.end_ratio",
    version=1,
    title="Share of Gaussian starts that flow to the rarer end, over its probability by quadrature",
    outputs=("ratio",),
    binary=False,
    groups=start_groups((1.0, 2.0), SIDES + OTHER_SIDES, trials=2048),
    sample=sample_end_ratio,
    dtype="float64",
)
