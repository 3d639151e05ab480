"""How often retrieval succeeds while the memory fills: an item succeeds when |eta_i|^2 <= 1.

Three quantities of one event: the fraction of queries that succeed, whether all stored items do, and
the map of failures over the plane of n and d_k. The sizes n of a group are nested, as in `capacity`.
Values are of a fixed dimension d_v = 16 or of the dimension of the keys (`values` = fixed or tied).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw
from ..simulator import simulator
from ..trials import Trials
from .capacity import D_V
from .memory import own_part, sample_items

_TAU: Final = 1.0
_QUERIES: Final = 256

# Parts of d_k about the size at which one query in ten fails.
_SUCCESS_SIZES: Final = {"fixed": (0.4, 0.5, 0.6, 0.7, 0.8, 0.95), "tied": (0.3, 0.45, 0.6, 0.75, 0.9, 1.05)}
_SUCCESS_TRIALS: Final = {
    "fixed": {16: 256, 32: 128, 64: 64, 128: 32, 256: 8, 512: 4, 1024: 2, 2048: 1},
    "tied": {16: 256, 32: 128, 64: 64, 128: 16, 256: 4, 512: 1},
}

# The n/d_k at which all items succeed in half of the trials, and sizes around it: the change from
# almost never to almost always is sharp.
_HALF_LOADS: Final = {
    "fixed": {16: 0.6, 32: 0.53, 64: 0.51, 128: 0.48, 256: 0.46, 512: 0.44, 1024: 0.42, 2048: 0.405},
    "tied": {16: 0.6, 32: 0.59, 64: 0.62, 128: 0.64, 256: 0.71, 512: 0.75},
}
_ABOUT: Final = (0.78, 0.87, 0.95, 1.04, 1.13, 1.24)
_MEMORY_TRIALS: Final = {16: 512, 32: 256, 64: 128, 128: 64, 256: 8, 512: 2, 1024: 2, 2048: 1}

_MAP_DIMENSIONS: Final = (8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256)
_MAP_SIZES: Final = (2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512)
_MAP_TRIALS: Final = 8


def noise_powers(
    trials: Trials, *, key_law: KeyLaw = "sphere", queries: int | None = None
) -> Iterator[Float[Tensor, "trials queries"]]:
    """|eta_i|^2 of the first `queries` items (of all, by default) at each size n of the group."""
    sizes = trials.sizes("n")
    d_k, d_v = int(trials.group.shared["d_k"]), int(trials.group.shared["d_v"])
    keys, values = sample_items(key_law, (trials.n_trials, max(sizes)), (d_k, d_v), trials.source)
    state = torch.zeros((trials.n_trials, d_k, d_v), device=trials.device, dtype=trials.dtype)
    stored = 0
    for n in sizes:
        state.baddbmm_(keys[:, stored:n].mT, values[:, stored:n])
        asked = slice(0, min(n, queries or n))
        eta = torch.bmm(keys[:, asked], state) - own_part(keys[:, asked], values[:, asked])
        yield eta.square().sum(dim=-1)
        stored = n


def _group(values: str, d_k: int, sizes: tuple[int, ...], trials_per_block: int) -> DesignGroup:
    d_v = D_V if values == "fixed" else d_k
    return DesignGroup.sized(
        shared={"values": values, "d_k": d_k, "d_v": d_v, "tau": _TAU},
        points=[{"n": n} for n in sizes],
        trials_per_block=trials_per_block,
    )


def _success_groups() -> tuple[DesignGroup, ...]:
    return tuple(
        _group(values, d_k, tuple(round(part * d_k) for part in _SUCCESS_SIZES[values]), trials)
        for values, all_trials in _SUCCESS_TRIALS.items()
        for d_k, trials in all_trials.items()
    )


@simulator(
    version=2,
    title="Fraction of queries with |eta|^2 <= 1 as the memory fills",
    outputs=("success",),
    groups=_success_groups(),
)
def query_success(*, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Fraction of the first min(256, n) items with |eta_i|^2 <= 1, when n items are stored."""
    powers = noise_powers(trials, key_law=key_law, queries=_QUERIES)
    columns = [(power <= _TAU).to(trials.dtype).mean(dim=1) for power in powers]
    return torch.stack(columns, dim=1).unsqueeze(-1)


def _memory_groups() -> tuple[DesignGroup, ...]:
    found = []
    for values, loads in _HALF_LOADS.items():
        for d_k, load in loads.items():
            sizes = tuple(sorted({round(part * load * d_k) for part in _ABOUT}))
            found.append(_group(values, d_k, sizes, _MEMORY_TRIALS[d_k]))
    return tuple(found)


@simulator(
    version=2,
    title="Probability that some of n stored items has |eta_i|^2 > 1, as the memory fills",
    outputs=("any",),
    binary=True,
    groups=_memory_groups(),
)
def memory_failure(*, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Indicators that some of n stored items has |eta_i|^2 > 1."""
    powers = noise_powers(trials, key_law=key_law)
    columns = [(power > _TAU).any(dim=1) for power in powers]
    return torch.stack(columns, dim=1).unsqueeze(-1).to(trials.dtype)


@simulator(
    version=2,
    title="Fraction of queries with |eta|^2 > 1 over the plane of n and d_k",
    outputs=("fails",),
    groups=(_group("fixed", d_k, _MAP_SIZES, _MAP_TRIALS) for d_k in _MAP_DIMENSIONS),
)
def failure_map(*, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Fraction of the first min(256, n) items with |eta_i|^2 > 1, when n items are stored."""
    success = query_success.sample(trials, key_law=key_law)
    return 1 - success
