"""Gaussian starts of the reduced flow: how many flow to the rarer end, over what the quadrature gives.

The one comparison of the routes of `flow_starts` that is a number: one where flow and criterion agree.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from ..simulator import simulator
from ..trials import Trials
from .end_shares import rare_share
from .flow import is_global
from .flow_ends import end
from .flow_starts import OTHER_SIDES, SIDES, chain_of, normal_starts, start_groups


@simulator(
    title="Share of Gaussian starts that flow to the rarer end, over its probability by quadrature",
    outputs=("ratio",),
    groups=start_groups((1.0, 2.0), SIDES + OTHER_SIDES, trials=2048),
    dtype="float64",
)
def end_ratio(sigma: float, *, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """Whether the flow ends at the rarer end, over the probability of that by quadrature."""
    chain, like = chain_of(trials.group.shared), torch.empty(0, device=trials.device, dtype=trials.dtype)
    reached = is_global(
        chain, end(chain, normal_starts(trials.group, trials.n_trials, 2, trials.generator, like))
    )
    rare = reached if chain.eigenvalue < 0 else 1 - reached
    share = rare_share.evaluate({**trials.group.shared, "k": sigma**-2}).value
    return (rare / share).reshape(-1, 1, 1)
