"""Schedules of the sticky chain, each with its own best step size, compared on fresh data.

A schedule fixes which parameters take steps ten times as large; its base step is still free, and a comparison
at one base step for all mixes both. Here every schedule gets the base step of a fixed grid with the least
mean loss on fresh sequences at the end of the training. Every step sees a new sequence of `T` positions, with
the embeddings of the trial, as one that is seen again and again is learned by heart.

The base steps are found in a stage of its own. Its trials are keyed by the name `TUNING`, which is no
quantity's, so that no block of evidence has them under any root seed; they depend on the length and the
initial scale alone. What is reported is measured on blocks of `tuned_effect`, again on fresh sequences.

| output | meaning |
|---|---|
| `fresh` | mean loss on fresh sequences at the end, at the tuned base step |
| `gain` | that of SGD, tuned as well, minus it |
| `gain at one step` | the same where both have the smallest base step |
| `over filter` | fresh loss minus that of the Bayes filter on the same sequences |
| `nearer` | KL(p || equal predictions) minus KL(p || those of SGD), p the schedule's, both tuned |
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Source, Trials
from .blocked import blocked_gradients
from .filtering import beliefs
from .model import Head, Inputs, Targets, forward
from .schedules import BLOCK, RATE, descended, sample_head, spread_over, step_sizes, text_law
from .sticky import SYMBOLS, Sequences, sample_means, sample_sequences

TUNING: Final = "attention_dynamics.tuned_rates"
"""By this name the trials of the tuning stage are keyed; no quantity bears it."""

TUNING_TRIALS: Final = 8
RATES: Final = (0.08, 0.16, 0.32, 0.64, 1.28)
STEPS: Final = 150
SCHEDULES: Final = ("sgd", "values")
FRESH: Final = 8
"""Sequences on which a head is judged."""

Losses = Float[Tensor, "trials schedules"]


@dataclass(frozen=True, kw_only=True)
class Stream:
    """A head at its start, a sequence for every step, and those on which it is judged; piece by piece."""

    head: Head
    seen: tuple[Sequences, ...]
    fresh: tuple[Sequences, ...]
    mu: Float[Tensor, "trials 8 d_x"]


def tuned_rates(T: int, scale: float) -> dict[str, float]:
    """The base step of every schedule."""
    means = tuning_losses(T, scale).mean(dim=0)
    return {name: RATES[int(row.argmin())] for name, row in zip(SCHEDULES, means, strict=True)}


def tuning_generator(T: int, scale: float) -> torch.Generator:
    """Keyed by the stage's own name and the setting, and by no root seed."""
    return block_generator(0, TUNING, 1, repr((T, scale)), 0, "cpu")


@lru_cache(maxsize=8)
def tuning_losses(T: int, scale: float) -> Float[Tensor, "trials schedules rates"]:
    """Fresh losses of every schedule with every base step, on the trials of the tuning stage."""
    generator = tuning_generator(T, scale)
    stream = sample_stream(T, scale, TUNING_TRIALS, Source(generator=generator, dtype=torch.float32))
    names = tuple(name for name in SCHEDULES for _ in RATES)
    fresh = losses(predicted(trained(stream, names, RATES * len(SCHEDULES)), stream), stream)
    found: Tensor = fresh.nan_to_num(nan=torch.inf).reshape(TUNING_TRIALS, len(SCHEDULES), len(RATES))
    return found


def sample_stream(T: int, scale: float, n_trials: int, source: Source) -> Stream:
    """Pieces of one long sequence by which a head is trained, and of another."""
    mu = sample_means(n_trials, source)
    P = text_law(source.dtype).to(source.device)
    seen, fresh = (
        sample_sequences(P, mu, count * T, source.generator).pieces(count) for count in (STEPS, FRESH)
    )
    head = sample_head(n_trials, scale, source)
    return Stream(head=head, seen=seen, fresh=fresh, mu=mu)


def trained(stream: Stream, names: tuple[str, ...], base: Sequence[float]) -> Head:
    """The heads after `STEPS` steps of each column."""
    x, T = stream.seen[0].x, stream.seen[0].y.shape[-1]
    factors = torch.tensor(tuple(base), dtype=x.dtype, device=x.device) / RATE
    rates = {
        name: sizes * factors.reshape(1, -1, *(1,) * (sizes.ndim - 2))
        for name, sizes in step_sizes(names, float(T), x).items()
    }
    head = spread_over(stream.head, names)
    for piece in stream.seen:
        x, y = _columns(head, piece)
        head = descended(head, blocked_gradients(head, x, y, causal=True, block=BLOCK)[1], rates)
    return head


def predicted(head: Head, stream: Stream) -> Float[Tensor, "trials schedules positions 8"]:
    """Predictions of every column on the fresh sequences."""
    passes = (forward(head, *_columns(head, piece), causal=True).p for piece in stream.fresh)
    return torch.cat(tuple(passes), dim=-2)


def losses(p: Float[Tensor, "trials schedules positions 8"], stream: Stream) -> Losses:
    """Mean -log of the probability that predictions give the fresh symbols."""
    y = torch.cat([piece.y for piece in stream.fresh], dim=-1)
    targets = y.unsqueeze(1).unsqueeze(-1).expand(*p.shape[:-1], 1)
    found: Losses = -p.gather(-1, targets).log().mean(dim=(-2, -1))
    return found


def _group(T: int, trials: int) -> DesignGroup:
    shared: Mapping[str, Value] = {"T": T, "scale": 0.1, "steps": STEPS}
    return DesignGroup.sized(
        shared=shared,
        points=tuple({**shared, "schedule": name} for name in SCHEDULES),
        trials_per_block=trials,
    )


@simulator(
    title="Schedules with base steps tuned on other trials, on fresh sequences",
    outputs=("fresh", "gain", "gain at one step", "over filter", "nearer"),
    groups=(_group(32, 16), _group(64, 16)),
)
def tuned_effect(T: int, scale: float, *, trials: Trials) -> Float[Tensor, "trials points components"]:
    """All components, every schedule at the base step that the tuning stage found for it."""
    best, count = tuned_rates(T, scale), len(SCHEDULES)
    stream = sample_stream(T, scale, trials.n_trials, trials.source)
    base = [*(best[name] for name in SCHEDULES), *[RATES[0]] * count]
    p = predicted(trained(stream, SCHEDULES * 2, base), stream)
    P, sgd = (
        text_law(trials.dtype).to(trials.device),
        slice(SCHEDULES.index("sgd"), SCHEDULES.index("sgd") + 1),
    )
    least = torch.cat([beliefs(P, stream.mu, piece.x) @ P for piece in stream.fresh], dim=-2).unsqueeze(1)
    found = losses(p, stream)
    tuned, alike = found[:, :count], found[:, count:]
    p = p[:, :count]
    # KL(p || equal) - KL(p || q) is the mean of log q under p, less that of equal predictions.
    nearer = (p * p[:, sgd].log()).sum(dim=-1).mean(dim=-1) + math.log(SYMBOLS)
    columns = (tuned, tuned[:, sgd] - tuned, alike[:, sgd] - alike, tuned - losses(least, stream), nearer)
    places = [SCHEDULES.index(str(point["schedule"])) for point in trials.points]
    return torch.stack(columns, dim=-1)[:, places]


def _columns(head: Head, piece: Sequences) -> tuple[Inputs, Targets]:
    """A piece for every column."""
    columns = head.W_Q.shape[1]
    x, y = piece.x.unsqueeze(1), piece.y.unsqueeze(1)
    return x.expand(-1, columns, -1, -1), y.expand(-1, columns, -1)
