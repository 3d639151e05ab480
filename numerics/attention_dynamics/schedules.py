"""Training one head on the sticky chain (Section 7.2) by step sizes that differ by parameter.

All schedules of a trial start from the same head and see the same sequence, once a step, under the causal
mask, by blocked closed-form gradients. The text is taken so: symbols at the shorter way round eight, moves
weighed by the inverse distance, P(stay) = 0.3; embeddings N(0, I), new for every trial; entries of the
matrices N(0, scale^2), no bias at the start; the loss is the mean over positions (`sum`: the sum of Eq. 9).

| schedule | step size 0.01, and 0.1 for |
|---|---|
| `sgd` | nothing |
| `values` | W_V: the source's EM-like schedule |
| `outputs` | W_O |
| `routing` | W_Q and W_K |
| `all` | every parameter |
| `others` | every parameter but W_V: the reverse of the EM-like schedule |
| `values, frozen` | W_V, with W_Q = W_K = 0, so that all weights are equal and routing never moves |
| `sgd, frozen` | nothing, with W_Q = W_K = 0 |

A gain is SGD's value minus that of the schedule (the other way round for accuracy, focus, length,
alignment), at the same step of the same trial; with frozen routing SGD is frozen as well.

| output | meaning |
|---|---|
| `loss`, `accuracy`, `entropy` | mean over positions of the training sequence |
| `fresh` | mean loss on another sequence with the same embeddings |
| `excess` | the same less -log P(y_t given y_{t-1}) there |
| `focus` | 1 - H(alpha_i)/log i, mean over queries: 0 for equal weights, 1 for one-hot ones |
| `length` | distance of a value from its start, mean over positions |
| `alignment` | largest eigenvalue of the mean of a a^T, a a value's direction of displacement |
| `steps to level` | first step with a loss at most that of SGD at the step of the point (else `STEPS`) |
| `speed-up` | the step of the point over it |
| `weights first` | what values have still to go minus what weights have, in shares of the distance |
| `over values` | loss of the schedule `values` minus that of this one |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Source, Trials
from .blocked import blocked_gradients
from .model import Head, forward, projected
from .sticky import SYMBOLS, WIDTH, Sequences, sample_means, sample_sequences, transition_law

D_K: Final = 10
D_V: Final = 15
RATE: Final = 0.01
FASTER: Final = 10.0
STEPS: Final = 1000
MARKS: Final = (1, 50, 100, 300, 500, 1000)
BLOCK: Final = 64

FASTER_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "sgd": (),
    "values": ("W_V",),
    "outputs": ("W_O",),
    "routing": ("W_Q", "W_K"),
    "all": tuple(f.name for f in fields(Head)),
    "others": tuple(f.name for f in fields(Head) if f.name != "W_V"),
    "sgd, frozen": (),
    "values, frozen": ("W_V",),
}
FROZEN: Final = frozenset({"sgd, frozen", "values, frozen"})

Values = Float[Tensor, "trials schedules"]


@dataclass(frozen=True, kw_only=True)
class Task:
    """The sequence trained on, and another one with the same embeddings."""

    seen: Sequences
    fresh: Sequences
    P: Float[Tensor, "8 8"]


@lru_cache(maxsize=4)
def text_law(dtype: torch.dtype) -> Float[Tensor, "8 8"]:
    """P(stay) = 0.3, nearer symbols likelier, round a circle of eight."""
    return torch.tensor(transition_law("circular 8", "inverse", "split"), dtype=dtype)


def sample_head(n_trials: int, scale: float, source: Source) -> Head:
    """Entries N(0, scale^2), no bias."""

    def normal(*shape: int) -> Tensor:
        return scale * source.normal(n_trials, *shape)

    return Head(
        W_Q=normal(D_K, WIDTH),
        W_K=normal(D_K, WIDTH),
        W_V=normal(D_V, WIDTH),
        W_O=normal(SYMBOLS, D_V),
        bias=torch.zeros(n_trials, SYMBOLS, device=source.device, dtype=source.dtype),
    )


def sample_task(T: int, mu: Float[Tensor, "trials 8 d_x"], generator: torch.Generator) -> Task:
    """Two sequences of length T."""
    P = text_law(mu.dtype).to(mu.device)
    seen, fresh = (sample_sequences(P, mu, T, generator) for _ in range(2))
    return Task(seen=seen, fresh=fresh, P=P)


def step_sizes(schedules: tuple[str, ...], divisor: float, like: Tensor) -> dict[str, Tensor]:
    """Step sizes by parameter, one for each schedule, on the axes (trials, schedules, rows, columns)."""
    rates = {}
    for f in fields(Head):
        row = [
            0.0
            if name in FROZEN and f.name in {"W_Q", "W_K"}
            else RATE / divisor * (FASTER if f.name in FASTER_PARTS[name] else 1.0)
            for name in schedules
        ]
        axes = (1, -1, 1) if f.name == "bias" else (1, -1, 1, 1)
        rates[f.name] = torch.tensor(row, dtype=like.dtype, device=like.device).reshape(axes)
    return rates


def spread_over(head: Head, schedules: tuple[str, ...]) -> Head:
    """A copy of the head for each schedule; without routing where that is frozen."""
    copies = {
        f.name: getattr(head, f.name)
        .unsqueeze(1)
        .repeat(1, len(schedules), *([1] * (getattr(head, f.name).ndim - 1)))
        for f in fields(Head)
    }
    for place, name in enumerate(schedules):
        if name in FROZEN:
            copies["W_Q"][:, place] = 0.0
            copies["W_K"][:, place] = 0.0
    return Head(**copies)


def descended(head: Head, gradient: Head, rates: Mapping[str, Tensor]) -> Head:
    """The head after a step of gradient descent; step sizes may differ along leading axes."""
    return Head(
        **{name: getattr(head, name) - rate * getattr(gradient, name) for name, rate in rates.items()}
    )


@dataclass(kw_only=True)
class Training:
    """One batch of trainings on its way: trials by schedules."""

    head: Head
    task: Task
    rates: Mapping[str, Tensor]

    def step(self) -> Values:
        """One step of gradient descent; the mean loss before it."""
        x, y = self.task.seen.x.unsqueeze(1), self.task.seen.y.unsqueeze(1)
        x, y = (x.expand(-1, self.head.W_Q.shape[1], -1, -1), y.expand(-1, self.head.W_Q.shape[1], -1))
        loss, gradient = blocked_gradients(self.head, x, y, causal=True, block=BLOCK)
        self.head = descended(self.head, gradient, self.rates)
        return loss / y.shape[-1]


def measures(head: Head, start: Head, task: Task) -> dict[str, Values]:
    """What is tracked, of predictions on the training sequence unless it says fresh."""
    x, y = task.seen.x.unsqueeze(1), task.seen.y.unsqueeze(1)
    now = forward(head, x, y, causal=True)
    other = forward(head, task.fresh.x.unsqueeze(1), task.fresh.y.unsqueeze(1), causal=True)
    T = x.shape[-2]
    moved = projected(head.W_V, x) - projected(start.W_V, x)
    length = moved.norm(dim=-1)
    arrows = moved / length.clamp(min=1e-30).unsqueeze(-1)
    fresh = other.loss / T
    return {
        "loss": now.loss / T,
        "fresh": fresh,
        "excess": fresh - task.fresh.surprise(task.P).unsqueeze(1),
        "accuracy": (now.p.argmax(dim=-1) == y).to(fresh).mean(dim=-1),
        "entropy": entropies(now.p).mean(dim=-1),
        "focus": focus(now.alpha),
        "length": length.mean(dim=-1),
        "alignment": torch.linalg.matrix_norm(arrows, ord=2).square() / T,
    }


def entropies(p: Float[Tensor, "... n"]) -> Float[Tensor, ...]:
    """-sum p log p along the last axis."""
    found: Tensor = -torch.special.xlogy(p, p).sum(dim=-1)
    return found


def focus(alpha: Float[Tensor, "... T T"]) -> Float[Tensor, ...]:
    """Mean over queries from the second of 1 - H(alpha_i)/log i: 0 for equal weights, 1 for one-hot ones."""
    count = torch.arange(2, alpha.shape[-1] + 1, dtype=alpha.dtype, device=alpha.device)
    return (1 - entropies(alpha[..., 1:, :]) / count.log()).mean(dim=-1)


SIGNS: Final = {
    "loss": 1.0,
    "fresh": 1.0,
    "accuracy": -1.0,
    "entropy": 1.0,
    "focus": -1.0,
    "length": -1.0,
    "alignment": -1.0,
}
"""By which sign SGD's value minus the schedule's is a gain."""

TRACKED: Final = ("loss", "fresh", "excess", "accuracy", "entropy", "focus", "length", "alignment")
GAINS: Final = tuple(f"{name} gain" for name in SIGNS)
TIMES: Final = ("steps to level", "speed-up", "weights first", "over values")
OUTPUTS: Final = (*TRACKED, *GAINS, *TIMES)


_FROZEN_SCHEDULES: Final = ("sgd, frozen", "values, frozen")
_MOVING_SCHEDULES: Final = ("sgd", "values", "outputs", "routing", "all")


def _group(T: int, scale: float, schedules: tuple[str, ...], trials: int = 8) -> DesignGroup:
    shared: Mapping[str, Value] = {"T": T, "scale": scale, "loss": "mean"}
    points = tuple({**shared, "schedule": name, "step": step} for name in schedules for step in MARKS)
    return DesignGroup.sized(shared=shared, points=points, trials_per_block=trials)


@simulator(
    title="What larger steps for some parameters do on the sticky chain",
    outputs=OUTPUTS,
    groups=(
        _group(64, 0.1, ("sgd", "values"), trials=16),
        *(_group(64, scale, ("sgd", "values")) for scale in (0.05, 0.2)),
        _group(32, 0.1, _MOVING_SCHEDULES),
        _group(32, 0.1, _FROZEN_SCHEDULES),
        _group(256, 0.1, _MOVING_SCHEDULES, trials=12),
    ),
)
def schedule_effect(*, trials: Trials) -> Float[Tensor, "trials points components"]:
    """What is tracked, the gains over SGD and the times, at every mark of every schedule."""
    schedules = tuple(dict.fromkeys(str(point["schedule"]) for point in trials.points))
    against = [schedules.index("sgd, frozen" if name in FROZEN else "sgd") for name in schedules]
    competitors = [schedules.index("values, frozen" if name in FROZEN else "values") for name in schedules]
    run, start = _begun(trials.group, schedules, trials.n_trials, trials.source)
    losses, heads = [], {}
    for step in range(STEPS + 1):
        if step in MARKS:
            heads[step] = run.head
        losses.append(run.step())
    curve = torch.stack(losses)
    left = still_to_go(start, heads, run.task)
    found = {}
    for step, head in heads.items():
        values = measures(head, start, run.task)
        gains = [sign * (values[name][:, against] - values[name]) for name, sign in SIGNS.items()]
        steps = first_at_most(curve, curve[step][:, against])
        over = values["loss"][:, competitors] - values["loss"]
        columns = [*(values[name] for name in TRACKED), *gains, steps, step / steps, left[step], over]
        found[step] = torch.stack(columns, dim=-1)
    return torch.stack(
        [found[int(point["step"])][:, schedules.index(str(point["schedule"]))] for point in trials.points],
        dim=1,
    )


def _begun(
    group: DesignGroup, schedules: tuple[str, ...], n_trials: int, source: Source
) -> tuple[Training, Head]:
    """A training at its start, and that start."""
    T = int(group.shared["T"])
    mu = sample_means(n_trials, source)
    task = sample_task(T, mu, source.generator)
    head = sample_head(n_trials, float(group.shared["scale"]), source)
    start = spread_over(head, schedules)
    divisor = float(T) if group.shared["loss"] == "mean" else 1.0
    return Training(head=start, task=task, rates=step_sizes(schedules, divisor, mu)), start


def first_at_most(curve: Float[Tensor, "steps trials schedules"], level: Values) -> Values:
    """The first step, from 1 on, with a loss at most the level; `STEPS` where there is none."""
    reached = (curve[1:] <= level).to(curve)
    first = reached.argmax(dim=0).to(curve) + 1
    return torch.where(reached.amax(dim=0) > 0, first, float(STEPS))


def still_to_go(start: Head, heads: Mapping[int, Head], task: Task) -> dict[int, Values]:
    """At every mark, what values have still to go minus what attention weights have."""
    x, y = task.seen.x.unsqueeze(1), task.seen.y.unsqueeze(1)
    first, last = (forward(head, x, y, causal=True) for head in (start, heads[max(heads)]))

    def share(now: Tensor, begin: Tensor, end: Tensor) -> Values:
        # Weights that never move have nothing to go.
        whole = (begin - end).flatten(2).norm(dim=-1)
        left: Tensor = (now - end).flatten(2).norm(dim=-1) / torch.where(whole > 0, whole, 1.0)
        return left

    found = {}
    for step, head in heads.items():
        now = forward(head, x, y, causal=True)
        found[step] = share(now.v, first.v, last.v) - share(now.alpha, first.alpha, last.alpha)
    return found
