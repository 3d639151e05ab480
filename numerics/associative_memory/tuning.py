"""Whole trainings by their setting, and the step size each setting is best with.

Step sizes are tuned in a stage of its own: on 64 trials, 32 where W itself is trained, of a root seed that
no evidence uses, the step of a fixed grid with the least mean error at the end wins. A process tunes a
setting once, and always finds the same: the numbers are drawn on the CPU with a generator keyed by the
setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..monte_carlo import block_generator
from ..trials import Source
from .training import (
    Optimiser,
    ScoreTraining,
    Task,
    Weights,
    WeightTraining,
    error,
    sample_task,
    sample_tokens,
    sample_weights,
    scores_of,
)

N: Final = 100
M: Final = 5
ALPHA: Final = 2.0
"""The setting of the paper's figures on optimisation."""

RATES: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
TUNING_SEED: Final = 20231004
TUNING_TRIALS: Final = 64
TUNING_TRIALS_ON_WEIGHTS: Final = 32
"""Steps on W cost ten times as much as on scores."""

TUNING_FIRST: Final = 8
"""Trials that meet all step sizes: their matrices, nine each, stay in the cache."""

CLEARLY: Final = 3.0
"""Standard errors by which a step size is worse than the best before it is given up."""


class Schedule(StrEnum):
    """The factor on the step size after a share s of the training."""

    CONSTANT = "constant"
    LINEAR = "linear"
    DROP = "drop"

    def factor(self, share: float) -> float:
        """1; 1 - s; or a tenth from half of the training on."""
        if self is Schedule.LINEAR:
            return 1.0 - share
        return 0.1 if self is Schedule.DROP and share >= 0.5 else 1.0  # noqa: PLR2004 - half of it


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A training: `T` tokens in batches of `B`, from W of size `scale`."""

    d: int
    T: int
    B: int = 1
    optimiser: Optimiser = Optimiser.SGD
    schedule: Schedule = Schedule.CONSTANT
    scale: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Draw:
    """What the trainings of a trial share: embeddings, the stream of tokens, and W at the start."""

    task: Task
    tokens: Int[Tensor, "trials T"]
    start: Weights

    def part(self, trials: slice) -> Draw:
        """Some of the trials."""
        task = replace(self.task, e=self.task.e[trials], u=self.task.u[trials])
        return Draw(task=task, tokens=self.tokens[trials], start=self.start[trials])


def sample_draw(setting: Setting, n_trials: int, source: Source) -> Draw:
    """Everything random about a training; it does not depend on B, the optimiser or the schedule."""
    task = sample_task(N, M, setting.d, ALPHA, n_trials, source)
    start = sample_weights(task, setting.scale, source.generator)
    return Draw(task=task, start=start, tokens=sample_tokens(task, setting.T, source.generator))


def errors(
    setting: Setting, draw: Draw, rates: Sequence[float], marks: Sequence[int]
) -> Float[Tensor, "trials marks rates"]:
    """The error after each number of tokens in `marks`, whole batches in ascending order."""
    run = training(setting, draw, rates)
    found = []
    for seen, mark in pairwise((0, *marks)):
        factors = None
        if setting.schedule is not Schedule.CONSTANT:
            shares = [done / setting.T for done in range(seen, mark, setting.B)]
            factors = run.rates.new_tensor([[setting.schedule.factor(share)] for share in shares])
        run.train(draw.tokens[:, seen:mark], setting.B, factors)
        found.append(error(run.scores, draw.task))
    return torch.stack(found, dim=1)


def training(setting: Setting, draw: Draw, rates: Sequence[float]) -> ScoreTraining | WeightTraining:
    """The cheaper route that holds for the optimiser."""
    if setting.optimiser is Optimiser.SGD:
        return ScoreTraining(draw.task, rates, scores_of(draw.task, draw.start))
    return WeightTraining(draw.task, rates, setting.optimiser, draw.start)


@lru_cache(maxsize=256)
def tuned_rate(setting: Setting) -> float:
    """The step size of `RATES` with the least mean error at the end of the training.

    All trials decide; a step size that some of them show to be worse than the best is not trained further,
    and the last one left needs no more.
    """
    rates = list(RATES)
    found = torch.zeros((0, len(rates)))
    for draw in _tuning_draws(setting):
        found = torch.cat((found, errors(setting, draw, rates, (setting.T,))[:, 0]))
        kept = _still_open(found)
        rates, found = [rates[k] for k in kept], found[:, kept]
        if len(rates) == 1:
            break
    return rates[int(found.sum(dim=0).argmin())]


def _tuning_draws(setting: Setting) -> Iterator[Draw]:
    """The trials of the tuning stage, the first `TUNING_FIRST` apart."""
    # One stream of random numbers serves every batch size, optimiser and schedule.
    shared = replace(setting, B=1, optimiser=Optimiser.SGD, schedule=Schedule.CONSTANT)
    generator = block_generator(TUNING_SEED, "associative_memory.tuned_rate", 1, repr(shared), 0, "cpu")
    trials = TUNING_TRIALS if setting.optimiser is Optimiser.SGD else TUNING_TRIALS_ON_WEIGHTS
    whole = sample_draw(setting, trials, Source(generator=generator, dtype=torch.float32))
    yield from (whole.part(slice(0, TUNING_FIRST)), whole.part(slice(TUNING_FIRST, trials)))


def _still_open(found: Float[Tensor, "trials rates"]) -> list[int]:
    """The step sizes whose error exceeds the best one's by no more than `CLEARLY` standard errors, paired."""
    excess = found - found[:, found.sum(dim=0).argmin()].unsqueeze(1)
    limit = CLEARLY * excess.std(dim=0) / len(excess) ** 0.5
    return [k for k, near in enumerate(excess.mean(dim=0) <= limit) if near]
