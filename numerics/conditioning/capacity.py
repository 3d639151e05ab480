"""How crosstalk grows while the memory fills: the curves whose thresholds are capacities.

The sizes n of a group are nested: its points are prefixes of one draw of items.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw, sample_keys, sample_sphere
from ..simulator import simulator
from ..trials import Trials
from .memory import own_part, sample_items

D_V: Final = 16
"""Dimension of the values, held fixed while d_k grows."""

_QUERIES: Final = 32
_ITEMS_AT_ONCE: Final = 256

# Quarters of d_k. A draw costs d_k^2 and its average of 32 queries varies little, so that 128 trials
# a group fix the largest mean to about 0.5 %.
_QUARTERS: Final = (1, 2, 3, 4, 5, 6, 8)
_GROWTH_TRIALS: Final = {16: 1024, 32: 512, 64: 256, 128: 64, 256: 32, 512: 16, 1024: 4, 2048: 4}

# Means over values vary less, and about the threshold is where they are wanted.
_NEAR_QUARTERS: Final = (2, 3, 4, 5, 6)
_NEAR_TRIALS: Final = {16: 256, 32: 128, 64: 64, 128: 32, 256: 16, 512: 8, 1024: 8, 2048: 8}

# About .35 to 1.6 sqrt(d_k).
_TOTAL_NOISE_SIZES: Final = {
    16: (2, 3, 4, 5, 6, 7),
    32: (2, 3, 5, 6, 8, 9),
    64: (3, 5, 7, 9, 11, 13),
    128: (4, 7, 10, 12, 15, 18),
    256: (6, 10, 14, 18, 22, 26),
    512: (8, 14, 19, 25, 31, 36),
    1024: (11, 19, 27, 35, 43, 51),
    2048: (16, 27, 38, 50, 61, 72),
}

# About .5 to 2.5 sqrt(d_k).
_COHERENT_SIZES: Final = {
    16: (2, 3, 5, 6, 8, 10),
    32: (3, 5, 7, 9, 11, 14),
    64: (4, 7, 10, 13, 16, 20),
    128: (6, 9, 14, 18, 23, 28),
    256: (8, 13, 19, 26, 32, 40),
    512: (11, 18, 27, 36, 45, 57),
    1024: (16, 26, 38, 51, 64, 80),
    2048: (23, 36, 54, 72, 91, 113),
}


def _growth_group(d_k: int, quarters: tuple[int, ...], trials_per_block: int) -> DesignGroup:
    """Sizes at declared quarters of d_k."""
    sizes = [quarter * d_k // 4 for quarter in quarters]
    return DesignGroup.sized(
        shared={"d_k": d_k}, points=[{"n": n} for n in sizes], trials_per_block=trials_per_block
    )


@simulator(
    title="Crosstalk power |eta_i|^2 as the memory fills (d_v = 16)",
    outputs=("power",),
    groups=(_growth_group(d_k, _QUARTERS, trials) for d_k, trials in _GROWTH_TRIALS.items()),
)
def noise_growth(d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Average of |eta_i|^2 over the first min(32, n) items, when n items are stored."""
    state = torch.zeros((trials.n_trials, d_k, D_V), device=trials.device, dtype=trials.dtype)
    query_keys = torch.empty((trials.n_trials, 0, d_k), device=trials.device, dtype=trials.dtype)
    query_values = torch.empty((trials.n_trials, 0, D_V), device=trials.device, dtype=trials.dtype)
    columns = []
    stored = 0
    for n in trials.sizes("n"):
        for count in _batches(n - stored):
            keys, values = sample_items(key_law, (trials.n_trials, count), (d_k, D_V), trials.source)
            state.baddbmm_(keys.mT, values)
            missing = _QUERIES - query_keys.shape[1]
            query_keys = torch.cat((query_keys, keys[:, :missing]), dim=1)
            query_values = torch.cat((query_values, values[:, :missing]), dim=1)
        stored = n
        eta = torch.bmm(query_keys, state) - own_part(query_keys, query_values)
        columns.append(eta.square().sum(dim=-1).mean(dim=-1))
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    title="Crosstalk power |eta_i|^2 as the memory fills, in mean over values",
    outputs=("power",),
    groups=(_growth_group(d_k, _NEAR_QUARTERS, trials) for d_k, trials in _NEAR_TRIALS.items()),
)
def noise_growth_given_keys(d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The same average, its mean over values taken by hand: that of sum_{j != i} <k_i, k_j>^2.

    Values are independent, of length one and of mean zero: E |sum_j w_j v_j|^2 = sum_j w_j^2.
    """
    sizes = trials.sizes("n")
    stored = min(_QUERIES, max(sizes))
    queries = sample_sphere((trials.n_trials, stored), d_k, trials.source)
    among = torch.bmm(queries, queries.mT).square()
    among.diagonal(dim1=1, dim2=2).zero_()
    beyond = torch.zeros_like(among[:, :, 0])
    columns = []
    for n in sizes:
        for count in _batches(n - stored):
            keys = sample_sphere((trials.n_trials, count), d_k, trials.source)
            beyond += torch.bmm(queries, keys.mT).square().sum(dim=2)
        stored = max(stored, n)
        columns.append((among[:, :n, :n].sum(dim=2) + beyond[:, :n]).mean(dim=1))
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    title="Crosstalk power summed over all stored items (d_v = 16)",
    outputs=("total",),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k}, points=[{"n": n} for n in sizes], trials_per_block=2**16 // d_k
        )
        for d_k, sizes in _TOTAL_NOISE_SIZES.items()
    ),
)
def total_noise(d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """sum_i |eta_i|^2 over all n stored items."""
    sizes = trials.sizes("n")
    keys, values = sample_items(key_law, (trials.n_trials, max(sizes)), (d_k, D_V), trials.source)
    # Few items are stored: their overlaps serve all sizes.
    overlap = torch.bmm(keys, keys.mT)
    overlap.diagonal(dim1=1, dim2=2).zero_()
    columns = [torch.bmm(overlap[:, :n, :n], values[:, :n]).square().sum(dim=(1, 2)) for n in sizes]
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    title="Coherent crosstalk: mean over items of sum_{j != i} |<k_i, k_j>|",
    outputs=("absolute",),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k}, points=[{"n": n} for n in sizes], trials_per_block=2**15 // d_k
        )
        for d_k, sizes in _COHERENT_SIZES.items()
    ),
)
def coherent_crosstalk(
    d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials points 1"]:
    """Average over i of sum_{j != i} |<k_i, k_j>|: the crosstalk of values that all agree."""
    sizes = trials.sizes("n")
    keys = sample_keys(key_law, (trials.n_trials, max(sizes)), d_k, trials.source)
    overlap = torch.bmm(keys, keys.mT).abs()
    overlap.diagonal(dim1=1, dim2=2).zero_()
    columns = [overlap[:, :n, :n].sum(dim=(1, 2)) / n for n in sizes]
    return torch.stack(columns, dim=1).unsqueeze(-1)


def _batches(count: int) -> Iterator[int]:
    """Parts of `count` items that are stored one after another, to bound memory."""
    while count > 0:
        yield min(count, _ITEMS_AT_ONCE)
        count -= _ITEMS_AT_ONCE
