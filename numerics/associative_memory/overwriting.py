"""Large steps overwrite, small steps store slowly (Fig. 6): SGD with batches of one, update by update.

N = 10, M = 5, alpha = 1.5, d = 5, W = 0 at the start. Both step sizes see the same embeddings and tokens.

| output | meaning |
|---|---|
| `stored` | of the updates on a token that was wrong, the share after which it is right |
| `erased` | tokens an update turns from right to wrong, on average over all updates |
| `rare` | share of the five rarest tokens that are right at the end |
| `stored_more`, `erased_more`, `rare_more` | the same at this step size minus that at the smallest |

`score_table` is one run as the figure shows it: u_y . W e_x before and after an update on a token that was
wrong, the first such after 32 others.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .training import Scores, ScoreTraining, Task, own_and_competitor, sample_task, sample_tokens

N: Final = 10
M: Final = 5
D: Final = 5
ALPHA: Final = 1.5
UPDATES: Final = 256
STEPS: Final = (0.1, 1.0, 10.0)
OUTPUTS: Final = ("stored", "erased", "rare", "stored_more", "erased_more", "rare_more")
WHEN: Final = ("before", "after")
_TRIALS: Final = 64
_SHOWN: Final = 32
"""Updates before the one that is shown may come."""

_ROUNDING: Final = 1e-10


@simulator(
    version=2,
    title="What an update of SGD stores and erases",
    outputs=OUTPUTS,
    groups=(
        DesignGroup.sized(
            shared={"N": N, "M": M, "alpha": ALPHA, "d": D},
            points=[{"eta": eta} for eta in STEPS],
            trials_per_block=_TRIALS,
        ),
    ),
)
def overwriting(*, trials: Trials) -> Float[Tensor, "trials points 6"]:
    """Every update of a training judged by what it stores and what it erases."""
    task = sample_task(N, M, D, ALPHA, trials.n_trials, trials.source)
    tokens = sample_tokens(task, UPDATES, trials.generator)
    run = ScoreTraining(task, STEPS)
    before = right(run.scores, task)
    hits, stored, erased = (
        torch.zeros((trials.n_trials, len(STEPS)), device=trials.device, dtype=trials.dtype) for _ in range(3)
    )
    for t in range(UPDATES):
        batch = tokens[:, t : t + 1]
        run.step(batch)
        after = right(run.scores, task)
        index = batch.unsqueeze(1).expand(-1, len(STEPS), -1)
        missed = 1 - before.gather(2, index).squeeze(2)
        hits += missed
        stored += missed * after.gather(2, index).squeeze(2)
        erased += (before * (1 - after)).sum(dim=2)
        before = after
    # The first token is wrong at W = 0, where all scores tie, so that nothing is divided by zero.
    values = torch.stack((stored / hits, erased / UPDATES, before[..., N // 2 :].mean(dim=2)), dim=-1)
    both = torch.cat((values, values - values[:, :1]), dim=-1)
    return both[:, [STEPS.index(float(point["eta"])) for point in trials.points]]


@computed(
    title="Scores of every token and answer before and after one update (Fig. 6)",
    points=(
        {"eta": eta, "when": when, "x": x, "y": y}
        for eta in (STEPS[0], STEPS[-1])
        for when in WHEN
        for x in range(1, N + 1)
        for y in range(M)
    ),
)
def score_table(eta: float, when: str, y: int, x: int) -> ExactValue:
    """u_y . W e_x, x counted from 1, of the run's table."""
    table = one_update(eta)[WHEN.index(when)]
    value = float(table[y, x - 1])
    return ExactValue(value=value, error_bound=_ROUNDING * (1 + abs(value)))


@cache
def one_update(eta: float) -> tuple[Float[Tensor, "M N"], Float[Tensor, "M N"]]:
    """The scores before and after the update that is shown; embeddings and tokens do not depend on eta."""
    generator = block_generator(0, "associative_memory.score_table", 1, "run", 0, "cpu")
    task = sample_task(N, M, D, ALPHA, 1, Source(generator=generator))
    tokens = sample_tokens(task, UPDATES, generator)
    run = ScoreTraining(task, (eta,))
    for t in range(UPDATES):
        before, asked = run.scores.clone(), tokens[:, t : t + 1]
        run.step(asked)
        if t >= _SHOWN and not right(before, task)[0, 0, int(asked)]:
            break
    return before[0, 0], run.scores[0, 0].clone()


def right(scores: Scores, task: Task) -> Float[Tensor, "trials rates N"]:
    """1 where the right answer's score exceeds all others."""
    own, competitor = own_and_competitor(scores, task)
    return (own > competitor).to(scores)
