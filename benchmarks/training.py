"""Speed of training: `python benchmarks/training.py`.

Prints updates a second of the same trainings (SGD and sign steps, N = 100, M = 5, d = 50), batched over
trials in score space and in weight space, beside a loop over trials with automatic gradients.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import torch
from lawcheck.numerics.associative_memory.training import Optimiser, ScoreTraining, WeightTraining
from lawcheck.numerics.associative_memory.tuning import Draw, Setting, sample_draw
from rich.console import Console
from rich.table import Table
from torch import Tensor

TRIALS: Final = 64
REPEATS: Final = 3
RATE: Final = 1.0
LOOPED: Final = 2
"""Trials of the loop; its time is proportional to them."""


def looped(draw: Draw, batch: int, optimiser: Optimiser) -> None:
    """One trial after the other, the gradient by backward."""
    task = draw.task
    for trial in range(LOOPED):
        weights = draw.start[trial, 0].clone().requires_grad_()
        for tokens in draw.tokens[trial].split(batch):
            scores = task.e[trial, tokens] @ weights.T @ task.u[trial].T
            torch.nn.functional.cross_entropy(scores, task.answers[tokens], reduction="sum").backward()
            with torch.no_grad():
                step = weights.grad.sign() / len(weights) if optimiser.signs else weights.grad
                weights -= RATE * step
                weights.grad = None


def batched(run: ScoreTraining | WeightTraining, tokens: Tensor, batch: int) -> None:
    """All trials at once."""
    for part in tokens.split(batch, dim=1):
        run.step(part)


def updates_a_second(work: Callable[[], None], updates: int) -> float:
    """The best of a few runs, as neighbours on the machine only slow one down."""
    best = 0.0
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        best = max(best, updates / (time.perf_counter() - start))
    return best


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    table = Table("optimiser", "batch", "road", "updates/s", "times the loop")
    for optimiser, batch in ((Optimiser.SGD, 1), (Optimiser.SGD, 16), (Optimiser.SIGN, 16)):
        setting = Setting(d=50, T=1024, B=batch, optimiser=optimiser)
        generator = torch.Generator().manual_seed(0)
        draw = sample_draw(setting, TRIALS, generator, device=torch.device("cpu"), dtype=torch.float32)
        steps = setting.T // batch
        loop = updates_a_second(lambda d=draw, b=batch, o=optimiser: looped(d, b, o), LOOPED * steps)
        roads: dict[str, ScoreTraining | WeightTraining] = {
            "weights": WeightTraining(draw.task, (RATE,), optimiser, draw.start)
        }
        if optimiser is Optimiser.SGD:
            roads["scores"] = ScoreTraining(draw.task, (RATE,))
        table.add_row(str(optimiser), str(batch), "loop", f"{loop:,.0f}", "1")
        for name, run in roads.items():
            speed = updates_a_second(lambda r=run, d=draw, b=batch: batched(r, d.tokens, b), TRIALS * steps)
            table.add_row(str(optimiser), str(batch), name, f"{speed:,.0f}", f"{speed / loop:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
