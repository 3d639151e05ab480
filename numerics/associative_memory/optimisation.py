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
on seeds of their own. The step in use is the component `rate`; `t` counts tokens seen, of T in all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import SampledQuantity, Sheet, Value
from .training import Optimiser, ScoreTraining, error, scores_of
from .tuning import ALPHA, Draw, M, N, Schedule, Setting, errors, sample_draw, tuned_rate

T: Final = 1024
MARKS: Final = (16, 64, 256, 1024)
DECADES: Final = (0.01, 0.1, 1.0, 10.0, 100.0)
BATCHES: Final = (4, 16, 64, 256)
TRIALS: Final = 64
BYTES_PER_NUMBER: Final = 4
COMPONENTS: Final = ("error", "gain", "rate")

Result = Float[Tensor, "trials cells 3"]


def sample_step_size_effect(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Result:
    """SGD at a decade of step sizes."""
    setting = _setting(sheet.shared)
    draw = sample_draw(setting, n_trials, generator, device=device, dtype=dtype)
    found = errors(setting, draw, (DECADES[0] / 10, *DECADES), MARKS)
    columns = []
    for cell in sheet.cells:
        mark, k = MARKS.index(int(cell["t"])), DECADES.index(float(cell["eta"])) + 1
        columns.append(_column(found[:, mark, k], found[:, mark, k - 1], DECADES[k - 1]))
    return torch.stack(columns, dim=1)


def sample_batch_size_effect(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Result:
    """SGD with batches of B against batches of one."""
    base = _setting(sheet.shared)
    draw = sample_draw(base, n_trials, generator, device=device, dtype=dtype)
    single = errors(base, draw, (_rate(base, sheet.shared),), (T,))[:, 0, 0]
    columns = []
    for cell in sheet.cells:
        setting = replace(base, B=int(cell["B"]))
        rate = _rate(setting, sheet.shared)
        columns.append(_column(errors(setting, draw, (rate,), (T,))[:, 0, 0], single, rate, sign=-1))
    return torch.stack(columns, dim=1)


def sample_optimiser_effect(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Result:
    """Sign steps and layer norm against SGD at one batch size."""
    base = _setting(sheet.shared)
    draw = sample_draw(base, n_trials, generator, device=device, dtype=dtype)
    marks = tuple(sorted(set(sheet.sizes("t"))))
    setting = replace(base, optimiser=Optimiser(str(sheet.shared["optimiser"])))
    rate = _rate(setting, sheet.shared)
    plain = errors(base, draw, (_rate(base, sheet.shared),), marks)[:, :, 0]
    found = errors(setting, draw, (rate,), marks)[:, :, 0]
    at = [marks.index(t) for t in sheet.sizes("t")]
    return torch.stack([_column(found[:, mark], plain[:, mark], rate) for mark in at], dim=1)


def sample_schedule_effect(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Result:
    """A falling step size against a constant one."""
    base = _setting(sheet.shared)
    draw = sample_draw(base, n_trials, generator, device=device, dtype=dtype)
    schedules = (Schedule.CONSTANT, *(Schedule(str(cell["schedule"])) for cell in sheet.cells))
    rates = [_rate(replace(base, schedule=schedule), sheet.shared) for schedule in schedules]
    found = scheduled_errors(draw, rates, schedules)
    columns = [_column(found[:, k], found[:, 0], rates[k]) for k in range(1, len(schedules))]
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


def _rate(setting: Setting, shared: Mapping[str, Value]) -> float:
    """The step size of a training under the sheet's way of choosing it."""
    if shared["steps"] == "tuned":
        return tuned_rate(setting)
    eta = float(shared["eta"])
    return eta / sqrt(setting.B) if shared["steps"] == "scaled" else eta


def _column(
    error: Float[Tensor, " trials"], other: Float[Tensor, " trials"], rate: float, *, sign: int = 1
) -> Float[Tensor, "trials 3"]:
    """Error, gain over the other training, and step size."""
    return torch.stack((error, sign * (other - error), torch.full_like(error, rate)), dim=-1)


def _sheet(shared: Mapping[str, Value], cells: Sequence[Mapping[str, Value]], rates: int) -> Sheet:
    """A trial holds embeddings, their Gram matrix, scores thrice, and W twice."""
    d = int(shared["d"])
    numbers = N * d + N * N + 3 * rates * M * N + 3 * d * d + T
    common = {"N": N, "M": M, "alpha": ALPHA, **shared}
    # A step touches the scores and one row of each Gram matrix, so that a whole block stays in the cache.
    return Sheet(
        shared=common,
        cells=tuple({**common, **cell} for cell in cells),
        trials_per_block=TRIALS,
        trials_per_chunk=TRIALS,
        bytes_per_chunk=TRIALS * BYTES_PER_NUMBER * numbers,
    )


def _steps(way: str, *sizes: float) -> tuple[dict[str, Value], ...]:
    """The coordinates of tuned steps, and those of each size chosen in another way."""
    fixed: list[dict[str, Value]] = [{"steps": way, "eta": eta} for eta in sizes]
    return ({"steps": "tuned"}, *fixed)


step_size_effect: Final = SampledQuantity(
    name="associative_memory.step_size_effect",
    version=2,
    title="Error of SGD, batches of one, and what a step size ten times as large gains",
    components=COMPONENTS,
    binary=False,
    sheets=tuple(
        _sheet({"d": d}, [{"eta": eta, "t": t} for eta in DECADES for t in MARKS], len(DECADES) + 1)
        for d in (10, 50, 128)
    ),
    sample=sample_step_size_effect,
)

batch_size_effect: Final = SampledQuantity(
    name="associative_memory.batch_size_effect",
    version=2,
    title="Error of SGD with batches of B after 1024 tokens, and what batches of one gain",
    components=COMPONENTS,
    binary=False,
    sheets=tuple(
        _sheet({"d": d, **steps}, [{"B": B} for B in BATCHES], 1)
        for d in (10, 50)
        for steps in _steps("scaled", 1.0, 10.0)
    ),
    sample=sample_batch_size_effect,
)

optimiser_effect: Final = SampledQuantity(
    name="associative_memory.optimiser_effect",
    version=2,
    title="Error with sign steps or a layer norm, and what they gain over SGD",
    components=COMPONENTS,
    binary=False,
    sheets=tuple(
        _sheet(
            {"d": d, "B": B, **steps, "optimiser": str(optimiser)},
            [{"t": t} for t in MARKS if t % B == 0],
            1,
        )
        for optimiser in Optimiser
        for d in (10, 50)
        for B in (16, 64, 256)
        for steps in _steps("fixed", 0.1, 1.0)
    ),
    sample=sample_optimiser_effect,
)

schedule_effect: Final = SampledQuantity(
    name="associative_memory.schedule_effect",
    version=2,
    title="Error of SGD, batches of one, under a falling step size, and what it gains over a constant one",
    components=COMPONENTS,
    binary=False,
    sheets=tuple(
        _sheet({"d": d, **steps}, [{"schedule": str(s)} for s in (Schedule.LINEAR, Schedule.DROP)], 1)
        for d in (10, 50)
        for steps in _steps("fixed", 10.0)
    ),
    sample=sample_schedule_effect,
)
