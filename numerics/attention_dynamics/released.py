r"""The experiment of Table 1 and Fig. 9 (Section 7.2) under the law of the source's released script.

The script's chain: moves the shorter way round eight, weighed by the inverse distance, with 0.3 on the
diagonal before the row is normalised and again after, so that P(stay) = 177/506. All else is as in
`schedules`: new embeddings N(0, I) for every trial, mean loss, 1000 steps of 0.01, and of 0.1 for W_V under
the schedule `values`.

| schedule | which parameters move |
|---|---|
| `sgd`, `values` | all |
| `sgd, held`, `values, held` | all but W_Q and W_K, which stay as they were drawn |
| `sgd, equal`, `values, equal` | all but W_Q = W_K = 0, so that attention weights are equal |

Attention that does not move needs one pass: with $c_i = \sum_j \alpha_{ij} x_j$ the context is $W_V c_i$.
Components are those of `schedules` (a gain is that over `sgd` of the same attention), and

| output | meaning |
|---|---|
| `share of the gain`, `share of the fresh gain` | the gain over that of `values` with attention that moves |
| `divergence` | mean KL(this schedule's prediction, SGD's) on the training sequence |
| `nearer` | mean KL(this schedule's prediction, equal ones) minus `divergence` |
| `sign by matrices` | share of weights that move with the sign of their advantage as W_Q, W_K step |
| `sign by scores` | the same as the scores themselves take a step |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .blocked import blocked_gradients
from .model import Head, forward, projected
from .schedules import (
    BLOCK,
    D_K,
    GAINS,
    SIGNS,
    STEPS,
    TRACKED,
    Task,
    Training,
    Values,
    descended,
    first_at_most,
    measures,
    sample_head,
    step_sizes,
    still_to_go,
)
from .sticky import sample_means, sample_sequences, transition_law

MARKS: Final = (500, 1000)
ATTENTIONS: Final = ("", ", held", ", equal")
SCHEDULES: Final = tuple(f"{name}{attention}" for attention in ATTENTIONS for name in ("sgd", "values"))
SHARES: Final = ("share of the gain", "share of the fresh gain")
SIMILAR: Final = ("divergence", "nearer")
PREDICTED: Final = ("sign by matrices", "sign by scores")
OUTPUTS: Final = (
    *TRACKED,
    *GAINS,
    "steps to level",
    "speed-up",
    "weights first",
    *SHARES,
    *SIMILAR,
    *PREDICTED,
)


@lru_cache(maxsize=4)
def released_law(dtype: torch.dtype) -> Float[Tensor, "8 8"]:
    """The transition law of the released script.

    >>> round(float(released_law(torch.float64)[0, 0]) * 506, 9)
    177.0
    """
    return torch.tensor(transition_law("circular 8", "inverse", "before and split"), dtype=dtype)


@dataclass(kw_only=True)
class HeldTraining:
    """Trainings whose attention does not move; `c` are inputs averaged by it, on the training sequence."""

    head: Head
    c: Float[Tensor, "trials 1 T d_x"]
    y: Tensor
    rates: Mapping[str, Tensor]

    def step(self) -> Values:
        """One step of gradient descent by W_V, W_O and the bias; the mean loss before it."""
        head = self.head
        g = projected(head.W_V, self.c)
        logits = g @ head.W_O.mT + head.bias.unsqueeze(-2)
        logs = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
        targets = self.y.unsqueeze(-1).expand(*logs.shape[:-1], 1)
        delta = logs.exp().scatter_add(-1, targets, torch.full_like(logs[..., :1], -1.0))
        gradient = Head(
            W_Q=torch.zeros_like(head.W_Q),
            W_K=torch.zeros_like(head.W_K),
            W_V=(delta @ head.W_O).mT @ self.c,
            W_O=delta.mT @ g,
            bias=delta.sum(dim=-2),
        )
        self.head = descended(head, gradient, self.rates)
        return -logs.gather(-1, targets).mean(dim=(-2, -1))


def _group(T: int, scale: float, *, trials: int) -> DesignGroup:
    shared: Mapping[str, Value] = {"T": T, "scale": scale}
    points = tuple({**shared, "schedule": name, "step": step} for name in SCHEDULES for step in MARKS)
    return DesignGroup.sized(shared=shared, points=points, trials_per_block=trials)


@simulator(
    title="The EM-like schedule beside SGD on the released script's chain",
    outputs=OUTPUTS,
    groups=(_group(500, 0.1, trials=2), _group(2000, 0.1, trials=5)),
    quick_rounds=3,
)
def released_training(T: int, scale: float, *, trials: Trials) -> Float[Tensor, "trials points components"]:
    """What is tracked of every schedule at every mark."""
    mu = sample_means(trials.n_trials, trials.source)
    P = released_law(trials.dtype).to(trials.device)
    seen, fresh = (sample_sequences(P, mu, T, trials.generator) for _ in range(2))
    task = Task(seen=seen, fresh=fresh, P=P)
    drawn = sample_head(trials.n_trials, scale, trials.source)
    found: dict[tuple[str, int], Tensor] = {}
    gains: dict[int, Tensor] = {}
    for attention in ATTENTIONS:
        names = (f"sgd{attention}", f"values{attention}")
        start, run = _begun(task, drawn, attention, T, mu)
        curve, heads = _trained(run)
        left = still_to_go(start, heads, task)
        for step, head in heads.items():
            rows = _rows(head, start, task, curve, step, left[step])
            # Rows are those of SGD and of the larger steps on W_V; gains are tracked for the second.
            place = [OUTPUTS.index(name) for name in ("loss gain", "fresh gain")]
            if not attention:
                gains[step] = rows[:, 1, place]
            shares = rows[:, :, place] / gains[step].unsqueeze(1)
            rows[:, :, [OUTPUTS.index(name) for name in SHARES]] = shares
            for k, name in enumerate(names):
                found[name, step] = rows[:, k]
    return torch.stack([found[str(point["schedule"]), int(point["step"])] for point in trials.points], dim=1)


def _begun(
    task: Task, drawn: Head, attention: str, T: int, like: Tensor
) -> tuple[Head, Training | HeldTraining]:
    """The head at its start for SGD and for the larger steps on W_V, and its training."""
    copies = {f.name: torch.stack((getattr(drawn, f.name),) * 2, dim=1) for f in fields(Head)}
    start = Head(**copies)
    rates = step_sizes(("sgd", "values"), float(T), like)
    if not attention:
        return start, Training(head=start, task=task, rates=rates)
    if attention == ", equal":
        start = replace(start, W_Q=torch.zeros_like(start.W_Q), W_K=torch.zeros_like(start.W_K))
    one = Head(**{f.name: getattr(start, f.name)[:, 0] for f in fields(Head)})
    alpha = forward(one, task.seen.x, task.seen.y, causal=True).alpha
    c = (alpha @ task.seen.x).unsqueeze(1)
    return start, HeldTraining(head=start, c=c, y=task.seen.y.unsqueeze(1), rates=rates)


def _trained(run: Training | HeldTraining) -> tuple[Tensor, dict[int, Head]]:
    """Losses before every step, (steps, trials, schedules), and the heads at the marks."""
    losses, heads = [], {}
    for step in range(STEPS + 1):
        if step in MARKS:
            heads[step] = run.head
        losses.append(run.step())
    return torch.stack(losses), heads


def _rows(head: Head, start: Head, task: Task, curve: Tensor, step: int, left: Tensor) -> Tensor:
    """The outputs of both schedules, (trials, 2, components); shares of gains are left at zero."""
    columns = [_of(head, place) for place in range(2)]
    starts = [_of(start, place) for place in range(2)]
    tracked = [measures(now, begin, task) for now, begin in zip(columns, starts, strict=True)]
    values = {name: torch.cat([part[name] for part in tracked], dim=1) for name in TRACKED}
    gained = [sign * (values[name][:, :1] - values[name]) for name, sign in SIGNS.items()]
    steps = first_at_most(curve, curve[step][:, :1].expand_as(curve[step]))
    similar = _similarity(columns, task)
    predicted = [
        torch.cat(parts, dim=1) for parts in zip(*(_signs(now, task) for now in columns), strict=True)
    ]
    blank = torch.zeros_like(steps)
    parts = [*values.values(), *gained, steps, step / steps, left, blank, blank, *similar, *predicted]
    return torch.stack(parts, dim=-1)


def _of(head: Head, place: int) -> Head:
    """The head of one schedule; its axis stays."""
    return Head(**{f.name: getattr(head, f.name)[:, place : place + 1] for f in fields(Head)})


def _similarity(heads: list[Head], task: Task) -> tuple[Tensor, Tensor]:
    """KL(schedule, SGD) and KL(schedule, equal) minus that, mean over positions."""
    x, y = task.seen.x.unsqueeze(1), task.seen.y.unsqueeze(1)
    p = torch.cat([forward(head, x, y, causal=True).p for head in heads], dim=1)
    apart = torch.special.xlogy(p, p / p[:, :1]).sum(dim=-1).mean(dim=-1)
    flat = torch.special.xlogy(p, p * p.shape[-1]).sum(dim=-1).mean(dim=-1)
    return apart, flat - apart


def _signs(head: Head, task: Task) -> tuple[Tensor, Tensor]:
    """Shares of weights that move with the sign of their advantage, by a step of matrices and of scores."""
    x, y = task.seen.x.unsqueeze(1), task.seen.y.unsqueeze(1)
    now = forward(head, x, y, causal=True)
    one_hot = torch.nn.functional.one_hot(y, now.p.shape[-1]).to(now.p)
    u = (now.p - one_hot) @ head.W_O
    b = u @ now.v.mT
    advantage = (now.alpha * b).sum(dim=-1, keepdim=True) - b
    _, slope = blocked_gradients(head, x, y, causal=True, block=BLOCK)
    q, k = -projected(slope.W_Q, x), -projected(slope.W_K, x)
    moved = (q @ now.k.mT + now.q @ k.mT) / math.sqrt(D_K)
    seen = torch.ones_like(now.alpha[0, 0], dtype=torch.bool).tril()
    seen[0] = False

    def share(ds: Tensor) -> Tensor:
        rate = ds - (now.alpha * ds).sum(dim=-1, keepdim=True)
        return ((rate > 0) == (advantage > 0))[..., seen].to(b).mean(dim=-1)

    return share(moved), share(now.alpha * advantage)
