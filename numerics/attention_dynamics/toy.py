"""The toy of Section 7.1 over many seeds: T = 5, d_x = 3, d_k = d_v = 2, C = 3, 100 steps.

Inputs N(0, I), targets uniform, entries of the matrices N(0, scale^2), no bias at the start, no mask, one
step size eta for every parameter on the sum of losses. The text gives neither scale nor eta: both are points.

| output | meaning |
|---|---|
| `sharpens` | 1 where the mean entropy of the rows of weights and the loss are both lower at the end |
| `concentrates` | 1 where two positions hold at least 0.8 of a row's weight at the end, mean over queries |
| `smooth` | 1 where no step raises the loss |
| `improves` | 1 where the loss is lower at the end |
| `plane` | share of the variance of all values at all times in two principal components |
| `line` | largest principal share of the values' displacements from start to end |
| `line over chance` | the same minus that of a change of W_V with entries N(0, 1), of the same inputs |
| `entropy` | mean entropy of the rows over log T, at the end |
| `sharpening` | the same at the start minus at the end |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .gradients import printed_gradients
from .model import Head, Pass, Sizes, forward, projected, sample_instances
from .schedules import descended, entropies

SIZES: Final = Sizes()
STEPS: Final = 100
SCALES: Final = (0.01, 0.1, 0.5)
RATES: Final = (0.01, 0.1, 1.0)
MOSTLY: Final = 0.8
EVENTS: Final = ("sharpens", "concentrates", "smooth", "improves")
SHARES: Final = ("plane", "line", "line over chance", "entropy", "sharpening")

_ROUNDING: Final = 1e-12
"""A step that raises the loss by less is none."""


@dataclass(frozen=True, kw_only=True)
class Runs:
    """All passes of the trainings side by side, and a random change of values of the same inputs."""

    passes: tuple[Pass, ...]
    random_moves: Float[Tensor, "trials T d_v"]

    @property
    def losses(self) -> Float[Tensor, "steps points trials"]:
        """By step."""
        return torch.stack([state.loss for state in self.passes])

    def sharpness(self, step: int) -> Float[Tensor, "points trials"]:
        """Mean entropy of the rows over log T."""
        return entropies(self.passes[step].alpha).mean(dim=-1) / math.log(SIZES.T)


def sample_runs(trials: Trials) -> Runs:
    """Every point of the same draw, trained side by side."""
    drawn = sample_instances(SIZES, (trials.n_trials,), trials.source, scale=1.0)
    random_change = trials.source.normal(trials.n_trials, SIZES.d_v, SIZES.d_x)
    head, rates = _started(trials.group, drawn.head)
    passes = []
    for step in range(STEPS + 1):
        passes.append(forward(head, drawn.x, drawn.y, causal=False))
        if step < STEPS:
            slope = printed_gradients(head, drawn.x, drawn.y, causal=False).head
            head = descended(head, slope, rates)
    return Runs(passes=tuple(passes), random_moves=projected(random_change, drawn.x))


def events(runs: Runs) -> Float[Tensor, "trials points 4"]:
    """The components that are events."""
    losses = runs.losses
    lower = losses[-1] < losses[0]
    two = runs.passes[-1].alpha.topk(2, dim=-1).values.sum(dim=-1).mean(dim=-1)
    columns = (
        (runs.sharpness(-1) < runs.sharpness(0)) & lower,
        two >= MOSTLY,
        (losses.diff(dim=0) <= _ROUNDING).all(dim=0),
        lower,
    )
    return torch.stack([column.to(losses) for column in columns], dim=-1).transpose(0, 1)


def shares(runs: Runs) -> Float[Tensor, "trials points 5"]:
    """The components that are shares."""
    path = torch.stack([state.v for state in runs.passes], dim=-3)
    line = principal_share(runs.passes[-1].v - runs.passes[0].v)
    first, last = runs.sharpness(0), runs.sharpness(-1)
    chance = principal_share(runs.random_moves)
    columns = (plane_share(path.flatten(-3, -2)), line, line - chance, last, first - last)
    return torch.stack(columns, dim=-1).transpose(0, 1)


def _started(group: DesignGroup, unit: Head) -> tuple[Head, dict[str, Tensor]]:
    """The head at every cell's scale, and its step sizes; points lead."""
    like = unit.W_Q

    def column(name: str, ndim: int) -> Tensor:
        values = torch.tensor([float(point[name]) for point in group.points], dtype=like.dtype)
        return values.to(like.device).reshape(-1, *(1,) * (ndim - 1))

    parts = {f.name: getattr(unit, f.name) for f in fields(Head)}
    head = Head(**{name: column("scale", part.ndim + 1) * part for name, part in parts.items()})
    return head, {name: column("eta", part.ndim + 1) for name, part in parts.items()}


_TRIALS: Final = 128
_SHARED: Final[Mapping[str, Value]] = {"steps": STEPS}
_GROUPS: Final = (
    DesignGroup.sized(
        shared=_SHARED,
        points=tuple({**_SHARED, "scale": scale, "eta": eta} for scale in SCALES for eta in RATES),
        trials_per_block=_TRIALS,
    ),
)


@simulator(
    title="How often the toy does what is said of it",
    outputs=EVENTS,
    binary=True,
    groups=_GROUPS,
    dtype="float64",
)
def toy_events(*, trials: Trials) -> Float[Tensor, "trials points 4"]:
    """The components that are events."""
    return events(sample_runs(trials))


@simulator(title="Principal shares and sharpness of the toy", outputs=SHARES, groups=_GROUPS, dtype="float64")
def toy_shares(*, trials: Trials) -> Float[Tensor, "trials points 5"]:
    """The components that are shares."""
    return shares(sample_runs(trials))


def principal_share(moves: Float[Tensor, "... T d_v"]) -> Float[Tensor, ...]:
    """Largest squared singular value over the sum of all."""
    squares = torch.linalg.svdvals(moves).square()
    share: Tensor = squares[..., 0] / squares.sum(dim=-1)
    return share


def plane_share(points: Float[Tensor, "... n d_v"]) -> Float[Tensor, ...]:
    """The share of the variance in two principal components."""
    squares = torch.linalg.svdvals(points - points.mean(dim=-2, keepdim=True)).square()
    share: Tensor = squares[..., :2].sum(dim=-1) / squares.sum(dim=-1)
    return share
