"""Weights q(x) of the T samples that a memory has seen: counts of a Zipf law, and what is stored of them.

The empirical schemes are q(x) = 1[x seen] (Eq. 10), a power of the frequency (Eq. 11), and that power on
the P most frequent inputs seen (Eq. 12); where counts tie at the P-th place, chance decides.
"""

from __future__ import annotations

from math import isinf

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..trials import Source
from .model import Memory, Vector, ideal_scheme


def sample_counts(
    sizes: tuple[int, ...], law: Vector, n_trials: int, generator: torch.Generator
) -> Float[Tensor, "trials sizes N"]:
    """How often each x is among the first T of one stream of samples, for each T of `sizes`, ascending.

    Between two sizes the counts are multinomial: N binomials by halving [1, N], not T draws.
    """
    steps = np.diff((0, *sizes))
    totals = torch.as_tensor(steps, dtype=torch.float64, device=generator.device).expand(n_trials, -1)
    return _halved(totals.unsqueeze(-1), law, generator).cumsum(dim=1)


def _halved(
    totals: Float[Tensor, "trials sizes 1"], law: Vector, generator: torch.Generator
) -> Float[Tensor, "trials sizes N"]:
    """Multinomial counts: the total is split between halves of the tokens until each has its own."""
    width = 1 << (len(law) - 1).bit_length()
    mass = np.zeros(width)
    mass[: len(law)] = law
    counts = totals
    while counts.shape[-1] < width:
        halves = mass.reshape(2 * counts.shape[-1], -1).sum(axis=1).reshape(-1, 2)
        whole = halves.sum(axis=1)
        share = np.divide(halves[:, 0], whole, out=np.zeros(len(whole)), where=whole > 0)
        left = torch.binomial(
            counts.contiguous(),
            torch.as_tensor(share, device=counts.device).expand_as(counts).contiguous(),
            generator=generator,
        )
        counts = torch.stack((left, counts - left), dim=-1).flatten(start_dim=-2)
    return counts[..., : len(law)]


def scheme_weights(
    memory: Memory, counts: Float[Tensor, "trials N"] | None, source: Source
) -> Float[Tensor, "trials_or_one N"]:
    """q(x) up to a factor: of the law itself for T infinite, of `counts` otherwise."""
    if counts is None or isinf(memory.T):
        return torch.as_tensor(ideal_scheme(memory), device=source.device).to(source.dtype).unsqueeze(0)
    seen = counts > 0
    weights = torch.where(seen, counts**memory.rho, 0.0)
    if memory.stored < memory.N:
        # Whole counts differ by one at least, so a fraction breaks ties and nothing else.
        order = counts + torch.rand(
            counts.shape, generator=source.generator, device=source.device, dtype=counts.dtype
        )
        kept = order.topk(int(memory.stored), dim=-1, sorted=False).indices
        weights = weights * torch.zeros_like(weights).scatter_(-1, kept, 1.0)
    # A factor of each draw changes nothing and keeps float32 from its ends.
    return (weights / weights.amax(dim=-1, keepdim=True).clamp_min(1e-300)).to(source.dtype)
