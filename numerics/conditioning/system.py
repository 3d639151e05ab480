"""Failure of a system of L layers with H heads: all heads of some layer fail at once.

Heads are fresh and independent: each stores n items of its own and is queried with one of them. A
head fails, under three readings,

- by noise: |eta|^2 > 1 (d_v = d_k);
- by collision: keys are one-hot, and another item holds the query's coordinate;
- by a near-collision: some other key has |<k, k_j>| > 1/2.

The points of a group share trials: fewer layers, fewer heads and fewer items are parts of one system.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_one_hot_indices, sample_sphere
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .collapsed import noise_walk, sample_overlaps
from .one_hot import system_failure_probability

_TAU: Final = 1.0
_NEAR: Final = 0.5
_LAYERS: Final = (1, 2, 4, 8)
_HEADS: Final = (1, 2, 3)

# Sizes at which a head fails by noise in about 2 to 90 % of the trials.
_NOISE_SIZES: Final = {
    8: (4, 5, 6, 8, 10, 12),
    12: (6, 7, 9, 11, 13, 16),
    16: (8, 10, 12, 14, 17, 20),
    24: (13, 16, 19, 22, 25, 28),
    32: (18, 22, 26, 30, 34, 38),
}
_NOISE_TRIALS: Final = {8: 256, 12: 128, 16: 64, 24: 48, 32: 32}
_COLLAPSED_TRIALS: Final = {8: 256, 12: 192, 16: 128, 24: 96, 32: 96}
_ONE_HOT_DIMENSIONS: Final = (16, 32, 64, 128, 256, 512, 1024)
_LIGHT_DIMENSIONS: Final = (2048, 8192, 32768, 131072)
"""So many slots that collisions are rare, which only exact numbers reach."""
_NEAR_DIMENSIONS: Final = (4, 6, 8, 12, 16, 20)
_NEAR_SIZES: Final = (2, 3, 5, 9, 17, 33)


HeadFails = Callable[[DesignGroup, int, tuple[int, ...], Source], Bool[Tensor, "heads sizes"]]
"""Which of so many independent heads fail, at each size n of the group."""


def fails_by_noise(
    group: DesignGroup, n_heads: int, sizes: tuple[int, ...], source: Source
) -> Bool[Tensor, "heads sizes"]:
    """Whether the first item has |eta|^2 > 1 among the first n items."""
    d_k = int(group.shared["d_k"])
    keys, values = sample_sphere((2, n_heads, max(sizes)), d_k, source)
    overlap = torch.bmm(keys[:, :1], keys[:, 1:].mT)
    columns = []
    for n in sizes:
        eta = torch.bmm(overlap[:, :, : n - 1], values[:, 1:n])
        columns.append(eta.square().sum(dim=(1, 2)) > _TAU)
    return torch.stack(columns, dim=1)


def fails_by_noise_walk(
    group: DesignGroup, n_heads: int, sizes: tuple[int, ...], source: Source
) -> Bool[Tensor, "heads sizes"]:
    """The same from the overlaps of keys and of values, exact in law (`collapsed`)."""
    d_k = int(group.shared["d_k"])
    overlaps = sample_overlaps((2, max(sizes) - 1, n_heads), d_k, source)
    powers = enumerate(noise_walk(*overlaps), start=2)
    return torch.stack([power > _TAU for n, power in powers if n in sizes], dim=1)


def fails_by_collision(
    group: DesignGroup, n_heads: int, sizes: tuple[int, ...], source: Source
) -> Bool[Tensor, "heads sizes"]:
    """Whether another of the first n items holds the first item's coordinate."""
    d_k = int(group.shared["d_k"])
    indices = sample_one_hot_indices((n_heads, max(sizes)), d_k, source.generator)
    same = indices[:, 1:] == indices[:, :1]
    return torch.stack([same[:, : n - 1].any(dim=1) for n in sizes], dim=1)


def fails_by_near_collision(
    group: DesignGroup, n_heads: int, sizes: tuple[int, ...], source: Source
) -> Bool[Tensor, "heads sizes"]:
    """Whether another of the first n keys has |<k, k_j>| > 1/2 with the first."""
    keys = sample_sphere((n_heads, max(sizes)), int(group.shared["d_k"]), source)
    near = torch.bmm(keys[:, 1:], keys[:, 0, :, None]).squeeze(-1).abs() > _NEAR
    return torch.stack([near[:, : n - 1].any(dim=1) for n in sizes], dim=1)


def sample_system(trials: Trials, *, head_fails: HeadFails) -> Float[Tensor, "trials points 1"]:
    """Indicators that in some of L layers all H heads fail, in every point (n, L, H)."""
    layers, heads, sizes = max(trials.sizes("L")), max(trials.sizes("H")), sorted(set(trials.sizes("n")))
    fails = head_fails(trials.group, trials.n_trials * layers * heads, tuple(sizes), trials.source).reshape(
        trials.n_trials, layers, heads, len(sizes)
    )
    columns = [
        fails[:, : int(point["L"]), : int(point["H"]), sizes.index(int(point["n"]))].all(dim=2).any(dim=1)
        for point in trials.points
    ]
    return torch.stack(columns, dim=1).unsqueeze(-1).to(trials.dtype)


def _groups(
    d_k: int, sizes: tuple[int, ...], trials_per_block: int, **more: float
) -> tuple[DesignGroup, ...]:
    """A group for each number of heads: a joint fit in n, d_k and L takes one."""
    return tuple(
        DesignGroup.sized(
            shared={"d_k": d_k, "H": heads, **more},
            points=[{"n": n, "L": layers} for n in sizes for layers in _LAYERS],
            trials_per_block=trials_per_block,
        )
        for heads in _HEADS
    )


@simulator(
    title="Probability that all H heads of some layer have |eta|^2 > 1 (d_v = d_k)",
    outputs=("fails",),
    binary=True,
    groups=(
        group
        for d_k, sizes in _NOISE_SIZES.items()
        for group in _groups(d_k, sizes, _NOISE_TRIALS[d_k], tau=_TAU)
    ),
)
def system_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """System failure where a head fails by noise."""
    return sample_system(trials, head_fails=fails_by_noise)


@simulator(
    title="Probability that all H heads of some layer have |eta|^2 > 1 (d_v = d_k), exact in law",
    outputs=("fails",),
    binary=True,
    groups=(
        group
        for d_k, sizes in _NOISE_SIZES.items()
        for group in _groups(d_k, sizes, _COLLAPSED_TRIALS[d_k], tau=_TAU)
    ),
)
def system_failure_collapsed(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """System failure where a head fails by noise, from overlaps."""
    return sample_system(trials, head_fails=fails_by_noise_walk)


def _one_hot_sizes(d_k: int) -> tuple[int, ...]:
    """One other item and more, up to d_k / 2 others."""
    return tuple(d_k // part + 1 for part in (16, 8, 4, 2))


@simulator(
    title="Probability that in some layer the one-hot query of every head collides",
    outputs=("fails",),
    binary=True,
    groups=(
        group
        for d_k in _ONE_HOT_DIMENSIONS
        for group in _groups(d_k, _one_hot_sizes(d_k), min(4096, 2**15 // d_k))
    ),
)
def one_hot_system_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """System failure where a head fails by collision of one-hot keys."""
    return sample_system(trials, head_fails=fails_by_collision)


@simulator(
    title="Probability that in some layer the query of every head has a key with |<k, k_j>| > 1/2 beside it",
    outputs=("fails",),
    binary=True,
    groups=(group for d_k in _NEAR_DIMENSIONS for group in _groups(d_k, _NEAR_SIZES, min(256, 2**11 // d_k))),
)
def near_collision_system_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """System failure where a head fails by a near-collision."""
    return sample_system(trials, head_fails=fails_by_near_collision)


@computed(
    title="Probability that in some layer the one-hot query of every head collides, in integers",
    points=(
        *(point for group in one_hot_system_failure.groups for point in group.points),
        *(
            {"d_k": d_k, "H": heads, "n": n, "L": layers}
            for d_k in _LIGHT_DIMENSIONS
            for heads in (1, 2, 3)
            for n in (5, 9, 17, 33)
            for layers in (1, 2, 4, 8)
        ),
    ),
)
def one_hot_system_failure_exact(**at: Value) -> ExactValue:
    """P(in some of L layers the query of each of H heads collides)."""
    return system_failure_probability(at)
