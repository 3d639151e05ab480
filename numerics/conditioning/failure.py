"""Failure of retrieval: an item fails when its crosstalk has |eta_i|^2 > tau (here d_v = d_k)."""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw
from ..simulator import simulator
from ..trials import Trials
from .memory import crosstalk, sample_items

_TAU: Final = 1.0

# Sizes with n (n - 1) <= d_k, where a union bound over items can say something, and half of d_k.
_FEW_ITEMS: Final = {
    16: (2, 4, 8),
    32: (2, 3, 6, 16),
    64: (2, 4, 8, 32),
    128: (3, 6, 11, 64),
    256: (4, 8, 16, 128),
    512: (6, 12, 23, 256),
}
_FEW_TRIALS: Final = {16: 1024, 32: 512, 64: 256, 128: 128, 256: 64, 512: 16}
_MANY_TRIALS: Final = {16: 1024, 32: 512, 64: 128, 128: 32, 256: 16, 512: 8}

_SURVIVAL_THRESHOLDS: Final = (0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
_SURVIVAL_TRIALS: Final = {8: 4096, 16: 2048, 32: 512, 64: 128, 128: 32}


def first_power(n: int, d_k: int, *, trials: Trials, key_law: KeyLaw) -> Float[Tensor, " trials"]:
    """|eta|^2 of the first item of every draw, without the crosstalk of the others."""
    keys, values = sample_items(key_law, (trials.n_trials, n), (d_k, d_k), trials.source)
    eta = torch.bmm(torch.bmm(keys[:, :1], keys[:, 1:].mT), values[:, 1:])
    return eta.square().sum(dim=(1, 2))


def _group(n: int, d_k: int, trials_per_block: int) -> DesignGroup:
    """The group of one point."""
    return DesignGroup.sized(shared={"n": n, "d_k": d_k, "tau": _TAU}, trials_per_block=trials_per_block)


@simulator(
    title="Probability that some stored item has |eta_i|^2 > tau (d_v = d_k)",
    outputs=("any",),
    binary=True,
    groups=(_group(n, d_k, _FEW_TRIALS[d_k]) for d_k, sizes in _FEW_ITEMS.items() for n in sizes),
)
def retrieval_failure(
    n: int, d_k: int, tau: float, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials 1 1"]:
    """Indicator that some item fails."""
    items = sample_items(key_law, (trials.n_trials, n), (d_k, d_k), trials.source)
    fails = crosstalk(*items).square().sum(dim=-1) > tau
    return fails.any(dim=1).to(trials.dtype)[:, None, None]


@simulator(
    version=2,
    title="Probability that one stored item has |eta_i|^2 > tau (d_v = d_k)",
    outputs=("first",),
    binary=True,
    groups=(
        _group(quarter * d_k // 4, d_k, trials)
        for d_k, trials in _MANY_TRIALS.items()
        for quarter in (1, 2, 3)
    ),
)
def item_failure(
    n: int, d_k: int, tau: float, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials 1 1"]:
    """Indicator that the first item fails; the items are exchangeable."""
    fails = first_power(n, d_k, trials=trials, key_law=key_law) > tau
    return fails.to(trials.dtype)[:, None, None]


def _thresholds(group: DesignGroup) -> tuple[float, ...]:
    return tuple(float(point["tau"]) for point in group.points)


def _survival_group(n: int, d_k: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"n": n, "d_k": d_k},
        points=[{"tau": tau} for tau in _SURVIVAL_THRESHOLDS],
        trials_per_block=_SURVIVAL_TRIALS[d_k],
    )


@simulator(
    title="Survival of the crosstalk power: P(|eta|^2 > tau) (d_v = d_k)",
    outputs=("survival",),
    groups=(
        _survival_group(others + 1, d_k) for d_k in _SURVIVAL_TRIALS for others in (d_k // 4, d_k // 2, d_k)
    ),
    histogram_edges=_thresholds,
)
def noise_survival(
    n: int, d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, " trials"]:
    """|eta|^2 of the first item, whose survival P(|eta|^2 > tau) a group's thresholds count."""
    return first_power(n, d_k, trials=trials, key_law=key_law)
