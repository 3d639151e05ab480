"""What step size, batch size, sign steps, a layer norm and a schedule do to the error (Fig. 7, Fig. 11).

N = 100 tokens, M = 5 answers, alpha = 2, f(x) = x mod M. The trainings of a trial share embeddings, stream
of tokens and start, so that a `gain` is a paired difference of errors: positive where what is named helps.

| quantity | gain |
|---|---|
| `step_size_effect` | error at eta/10 minus error at eta |
| `batch_size_effect` | error with batches of B minus error with batches of one |
| `optimiser_effect` | error of SGD minus error of the optimiser |
| `schedule_effect` | error at a constant step minus error under the schedule |

`steps` says how step sizes were chosen: "fixed", `eta` for both; "scaled", `eta` divided by the root of B,
which keeps the variance of an update (a sum over the batch); "tuned", each side with its own best step, found
on seeds of their own. The step in use is the output `rate`; `t` counts tokens seen, of T in all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .training import Optimiser, ScoreTraining, error, scores_of
from .tuning import ALPHA, Draw, M, N, Schedule, Setting, errors, sample_draw, tuned_rate

T: Final = 1024
MARKS: Final = (16, 64, 256, 1024)
DECADES: Final = (0.01, 0.1, 1.0, 10.0, 100.0)
BATCHES: Final = (4, 16, 64, 256)
TRIALS: Final = 64
TUNED: Final[Mapping[str, Value]] = {"steps": "tuned"}
OUTPUTS: Final = ("error", "gain", "rate")

Result = Float[Tensor, "trials points 3"]
Way = tuple[str, float]
"""How a step size is chosen, and the size it starts from."""


def _group(
    shared: Mapping[str, Value], points: Sequence[Mapping[str, Value]], trials: int = TRIALS
) -> DesignGroup:
    common = {"N": N, "M": M, "alpha": ALPHA, **shared}
    return DesignGroup.sized(
        shared=common, points=tuple({**common, **point} for point in points), trials_per_block=trials
    )


def _decades(d: int, etas: Sequence[float], marks: Sequence[int], trials: int) -> DesignGroup:
    points = [{"eta": eta, "t": t} for eta in etas for t in marks]
    return _group({"d": d}, points, trials)


@simulator(
    version=3,
    title="Error of SGD, batches of one, and what a step size ten times as large gains",
    outputs=OUTPUTS,
    groups=(
        _decades(10, (0.1, 1.0, 10.0), (T,), 8 * TRIALS),
        _decades(50, DECADES, MARKS, TRIALS),
        _decades(128, DECADES[1:], (T,), TRIALS),
    ),
)
def step_size_effect(*, trials: Trials) -> Result:
    """SGD at a decade of step sizes."""
    setting = _setting(trials.group.shared)
    draw = sample_draw(setting, trials.n_trials, trials.source)
    marks = sorted(set(trials.sizes("t")))
    decades = sorted({float(point["eta"]) for point in trials.points})
    found = errors(setting, draw, (decades[0] / 10, *decades), marks)
    columns = []
    for point in trials.points:
        mark, k = marks.index(int(point["t"])), decades.index(float(point["eta"])) + 1
        columns.append(_column(found[:, mark, k], found[:, mark, k - 1], decades[k - 1]))
    return torch.stack(columns, dim=1)


def _fixed(steps: str, eta: float) -> Mapping[str, Value]:
    """The coordinates of a way that is not tuned."""
    return {"steps": steps, "eta": eta}


def _batches(d: int) -> DesignGroup:
    """All ways of choosing the step size share the trials."""
    ways = (TUNED, _fixed("scaled", 1.0), _fixed("scaled", 10.0))
    return _group({"d": d}, [{**way, "B": B} for way in ways for B in BATCHES], 4 * TRIALS)


@simulator(
    version=3,
    title="Error of SGD with batches of B after 1024 tokens, and what batches of one gain",
    outputs=OUTPUTS,
    groups=(_batches(10), _batches(50)),
)
def batch_size_effect(*, trials: Trials) -> Result:
    """SGD with batches of B against batches of one, the ways of choosing a step size side by side."""
    base = _setting(trials.group.shared)
    draw = sample_draw(base, trials.n_trials, trials.source)
    ways = _ways(trials.group)
    rates = {B: [_rate(replace(base, B=B), way) for way in ways] for B in (1, *BATCHES)}
    found = {B: errors(replace(base, B=B), draw, rates[B], (T,))[:, 0] for B in rates}
    columns = []
    for point in trials.points:
        B, k = int(point["B"]), ways.index(_way(point))
        columns.append(_column(found[B][:, k], found[1][:, k], rates[B][k], sign=-1))
    return torch.stack(columns, dim=1)


@simulator(
    version=3,
    title="Error with sign steps or a layer norm, and what they gain over SGD",
    outputs=OUTPUTS,
    groups=(
        _group(
            {"d": d, "B": B, **steps, "optimiser": str(optimiser)},
            [{"t": t} for t in MARKS if t % B == 0],
            trials,
        )
        for optimiser in Optimiser
        for d, trials in ((10, 2 * TRIALS), (50, TRIALS))
        for B in (16, 64, 256)
        for steps in (TUNED, _fixed("fixed", 0.1), _fixed("fixed", 1.0))
    ),
)
def optimiser_effect(optimiser: str, *, trials: Trials) -> Result:
    """Sign steps and layer norm against SGD at one batch size."""
    base = _setting(trials.group.shared)
    draw = sample_draw(base, trials.n_trials, trials.source)
    marks = tuple(sorted(set(trials.sizes("t"))))
    setting = replace(base, optimiser=Optimiser(optimiser))
    way = _way(trials.group.shared)
    rate = _rate(setting, way)
    plain = errors(base, draw, (_rate(base, way),), marks)[:, :, 0]
    found = errors(setting, draw, (rate,), marks)[:, :, 0]
    at = [marks.index(t) for t in trials.sizes("t")]
    return torch.stack([_column(found[:, mark], plain[:, mark], rate) for mark in at], dim=1)


def _schedules(d: int, ways: Sequence[Mapping[str, Value]], trials: int) -> DesignGroup:
    falling = (Schedule.LINEAR, Schedule.DROP)
    points = [{**way, "schedule": str(schedule)} for way in ways for schedule in falling]
    return _group({"d": d}, points, trials)


@simulator(
    version=3,
    title="Error of SGD, batches of one, under a falling step size, and what it gains over a constant one",
    outputs=OUTPUTS,
    groups=(
        _schedules(10, (TUNED, _fixed("fixed", 10.0)), 4 * TRIALS),
        _schedules(50, (_fixed("fixed", 10.0),), 2 * TRIALS),
    ),
)
def schedule_effect(*, trials: Trials) -> Result:
    """A falling step size against a constant one, the ways of choosing a step size side by side."""
    base = _setting(trials.group.shared)
    draw = sample_draw(base, trials.n_trials, trials.source)
    runs = [(schedule, way) for way in _ways(trials.group) for schedule in Schedule]
    rates = [_rate(replace(base, schedule=schedule), way) for schedule, way in runs]
    found = scheduled_errors(draw, rates, [schedule for schedule, _ in runs])
    columns = []
    for point in trials.points:
        k = runs.index((Schedule(str(point["schedule"])), _way(point)))
        constant = runs.index((Schedule.CONSTANT, _way(point)))
        columns.append(_column(found[:, k], found[:, constant], rates[k]))
    return torch.stack(columns, dim=1)


def scheduled_errors(
    draw: Draw, rates: Sequence[float], schedules: Sequence[Schedule]
) -> Float[Tensor, "trials schedules"]:
    """The error of SGD, batches of one, at the end of the training under each schedule, all at once."""
    run = ScoreTraining(draw.task, rates, scores_of(draw.task, draw.start))
    shares = [seen / T for seen in range(T)]
    factors = run.rates.new_tensor([[schedule.factor(share) for schedule in schedules] for share in shares])
    run.train(draw.tokens, factors=factors)
    return error(run.scores, draw.task)


def _setting(shared: Mapping[str, Value]) -> Setting:
    return Setting(d=int(shared["d"]), T=T, B=int(shared.get("B", 1)))


def _way(at: Mapping[str, Value]) -> Way:
    """How the step size is chosen there; a tuned one has no `eta`."""
    return str(at["steps"]), float(at.get("eta", 0.0))


def _ways(group: DesignGroup) -> list[Way]:
    """The different ones of a group."""
    return list(dict.fromkeys(_way(point) for point in group.points))


def _rate(setting: Setting, way: Way) -> float:
    """The step size of a training under a way of choosing it."""
    steps, eta = way
    if steps == "tuned":
        return tuned_rate(setting)
    return eta / sqrt(setting.B) if steps == "scaled" else eta


def _column(
    error: Float[Tensor, " trials"], other: Float[Tensor, " trials"], rate: float, *, sign: int = 1
) -> Float[Tensor, "trials 3"]:
    """Error, gain over the other training, and step size."""
    return torch.stack((error, sign * (other - error), torch.full_like(error, rate)), dim=-1)
