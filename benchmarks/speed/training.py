"""Trainings of the associative memory, batched over trials, beside a loop over trials with backward.

The same trainings (SGD and sign steps, N = 100, M = 5, d = 50) in score space and in weight space.
Seconds are of one update of one trial.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import torch
from theorycheck.numerics.associative_memory.training import Optimiser, ScoreTraining, WeightTraining
from theorycheck.numerics.associative_memory.tuning import Draw, Setting, sample_draw
from theorycheck.numerics.monte_carlo import block_generator
from theorycheck.numerics.trials import Source
from torch import Tensor

from .record import Row, compared
from .timing import cpu_seconds

TRIALS: Final = 64
RATE: Final = 1.0
CASES: Final = ((Optimiser.SGD, 1), (Optimiser.SGD, 16), (Optimiser.SIGN, 16))
LOOPED: Final = 2
"""Trials of the loop; its time is proportional to them."""


def looped(draw: Draw, batch: int, optimiser: Optimiser) -> None:
    """One trial after the other, the gradient by backward."""
    task = draw.task
    for trial in range(LOOPED):
        weights = draw.start[trial, 0].clone().requires_grad_()
        for tokens in torch.split(draw.tokens[trial], batch):
            scores = task.e[trial, tokens] @ weights.T @ task.u[trial].T
            loss = torch.nn.functional.cross_entropy(scores, task.answers[tokens], reduction="sum")
            (slope,) = torch.autograd.grad(loss, weights)
            with torch.no_grad():
                weights -= RATE * (slope.sign() / len(weights) if optimiser.signs else slope)


def batched(run: ScoreTraining | WeightTraining, tokens: Tensor, batch: int) -> None:
    """All trials at once."""
    for part in torch.split(tokens, batch, dim=1):
        run.step(part)


def rows() -> list[Row]:
    """Every optimiser and batch size."""
    return [row for context in CASES for row in _compare(*context)]


def _compare(optimiser: Optimiser, batch: int) -> list[Row]:
    setting = Setting(d=50, T=1024, B=batch, optimiser=optimiser)
    generator = block_generator(0, "benchmark", 1, "instance", 0, "cpu")
    draw = sample_draw(setting, TRIALS, Source(generator=generator, dtype=torch.float32))
    steps = setting.T // batch
    seconds = {"loop": cpu_seconds(partial(looped, draw, batch, optimiser)) / (LOOPED * steps)}
    weights = WeightTraining(draw.task, (RATE,), optimiser, draw.start)
    seconds["weights"] = cpu_seconds(partial(batched, weights, draw.tokens, batch)) / (TRIALS * steps)
    if optimiser is Optimiser.SGD:
        scores = ScoreTraining(draw.task, (RATE,))
        seconds["scores"] = cpu_seconds(partial(batched, scores, draw.tokens, batch)) / (TRIALS * steps)
    return compared(f"update of a trial, {optimiser}, batch {batch}", seconds)
