"""SGD with batches of one against its approximation by a scheme q (Fig. 4), on the same tokens.

SGD starts from W = 0 and visits the tokens x_1, ..., x_t. The approximation visits the same tokens and moves
one number for each: q(x) gains gamma / (1 + exp(q(x))/M) (Eq. 20); then W = sum_x q(x) u_f(x) e_x^T (Eq. 4).

| output | meaning |
|---|---|
| `sgd`, `map` | error of either |
| `gap` | `map` minus `sgd`, paired |
| `distance` | |`sgd` - `map`| in the single run |
| `disagreement` | p-weight of the tokens that only one of them gets right |
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .training import Scores, ScoreTraining, Task, own_and_competitor, sample_task, sample_tokens
from .tuning import ALPHA, M, N

STEPS: Final = (1.0, 10.0)
MARKS: Final = (4, 16, 64, 256, 1024)
LONG_MARKS: Final = (16, 64, 256, 1024, 4096, 10_000)
"""Tokens after which a training as long as the source's is looked at."""

OUTPUTS: Final = ("sgd", "map", "gap", "distance", "disagreement")
_TRIALS: Final = {10: 128, 100: 128, 400: 32}
"""Trials of a block for each d: a step of the training takes as long for few of them as for one."""


def scheme(
    task: Task, tokens: Int[Tensor, "trials t"], rates: Float[Tensor, "1 rates 1 1"], offset: float
) -> Float[Tensor, "trials rates N"]:
    """The numbers q(x) after visits to `tokens`, from q = 0; `offset` is the one under exp(q), M as printed.

    A visit moves the visited number alone, so that q(x) depends on how often x was visited.
    """
    trials, N, _ = task.e.shape
    visits = tokens.new_zeros((trials, N)).scatter_add_(1, tokens, torch.ones_like(tokens))
    iterates = [torch.zeros_like(rates.ravel())]
    for _ in range(int(visits.max())):
        iterates.append(iterates[-1] + rates.ravel() / (1 + torch.exp(iterates[-1]) / offset))
    return torch.stack(iterates)[visits].mT


def scheme_scores(
    q: Float[Tensor, "trials rates N"],
    task: Task,
    gram_u: Float[Tensor, "trials 1 M M"],
    gram_e: Float[Tensor, "trials N N"],
) -> Scores:
    """u_y . W e_x with W = sum_x q(x) u_f(x) e_x^T."""
    return (gram_u[..., task.answers] * q.unsqueeze(2)) @ gram_e.unsqueeze(1)


def _group(d: int, marks: tuple[int, ...]) -> DesignGroup:
    shared: dict[str, Value] = {"N": N, "M": M, "alpha": ALPHA, "d": d}
    return DesignGroup.sized(
        shared=shared,
        points=tuple({**shared, "eta": eta, "t": t} for eta in STEPS for t in marks),
        trials_per_block=_TRIALS[d],
    )


@simulator(
    version=3,
    title="Error of SGD with batches of one, and of its approximation by the map (20)",
    outputs=OUTPUTS,
    groups=(_group(d, MARKS) for d in _TRIALS),
)
def update_approximation(d: int, *, trials: Trials) -> Float[Tensor, "trials points 5"]:
    """Both trainings on one stream of tokens, for all step sizes."""
    task = sample_task(N, M, d, ALPHA, trials.n_trials, trials.source)
    marks = sorted(set(trials.sizes("t")))
    tokens = sample_tokens(task, marks[-1], trials.generator)
    sgd = ScoreTraining(task, STEPS)
    found: dict[int, Tensor] = {}
    for seen, t in pairwise((0, *marks)):
        sgd.train(tokens[:, seen:t])
        q = scheme(task, tokens[:, :t], sgd.rates, float(M))
        found[t] = _compared(sgd.scores, scheme_scores(q, task, sgd.gram_u, sgd.gram_e), task)
    columns = [found[int(point["t"])][:, STEPS.index(float(point["eta"]))] for point in trials.points]
    return torch.stack(columns, dim=1)


def _compared(sgd: Scores, scheme: Scores, task: Task) -> Float[Tensor, "trials rates 5"]:
    """The outputs from both tables of scores."""
    wrong = [_wrong(scores, task) for scores in (sgd, scheme)]
    one, other = (w.to(task.law) @ task.law for w in wrong)
    apart = (wrong[0] != wrong[1]).to(task.law) @ task.law
    return torch.stack((one, other, other - one, (one - other).abs(), apart), dim=-1)


def _wrong(scores: Scores, task: Task) -> Tensor:
    own, competitor = own_and_competitor(scores, task)
    return own <= competitor


update_approximation_long = replace(
    update_approximation,
    name="associative_memory.update_approximation_long",
    version=1,
    title="Error of SGD with batches of one, and of its approximation by the map (20), to 10,000 tokens",
    groups=tuple(_group(d, LONG_MARKS) for d in (10, 100)),
)
