"""What a larger step for the values is, how gradients start, and what one head can reach (Sections 5.3, 7.2).

- A step of c eta on W_V is a step of eta on W' = W_V/sqrt(c) in a head whose values are sqrt(c) W' x: the
  two trainings are run side by side in double precision (`reparametrisation_gap`).
- Steps on W_V and then on the rest, each of a gradient of its own, beside joint ones (`alternation_gap`).
- Where W_Q or W_K is zero weights are equal, and the other's gradient is tried (`resting_gradient`).
- Norms of the gradient at a start of entries N(0, scale^2), by parameter (`initial_gradient`).
- A head set by hand: scores are beta times the product of two inputs in the seven dimensions in which the
  means differ, so that a position attends to those of its own symbol; values read off which symbol that
  is, and W_O holds 0.8 log P. Nothing is trained (`hand_set_excess`: its loss minus -log P(y_t | y_{t-1})).
- The sum of Eq. (9) in place of the mean, with the printed steps (`sum_of_losses`).
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .blocked import blocked_gradients
from .gradients import automatic_gradients, printed_gradients
from .model import Head, Instance, Sizes, forward, sample_instances
from .schedules import (
    D_K,
    D_V,
    FASTER,
    RATE,
    Training,
    sample_head,
    sample_task,
    spread_over,
    step_sizes,
    text_law,
)
from .sticky import SYMBOLS, sample_means

_PARAMETERS: Final = tuple(f.name for f in fields(Head))
_SIZES: Final = Sizes(T=12, d_x=6, d_k=4, d_v=5, C=4)
_SIDE_BY_SIDE: Final = 100
SHRINKING: Final = 0.8
_ROUNDING: Final = 1e-13
"""Of a gradient over another of its size."""


def reparametrised(
    drawn: Instance, factors: tuple[float, ...], rate: float, scaled: str, steps: int
) -> Float[Tensor, "2 factors"]:
    """Final losses for every factor: larger steps on `scaled`, and equal steps on the rescaled matrix."""
    found = []
    for factor in factors:
        direct, other = drawn.head, drawn.head
        root = math.sqrt(factor)
        other = replace(other, **{scaled: getattr(other, scaled) / root})
        for _ in range(steps):
            rates = {name: rate * (factor if name == scaled else 1.0) for name in _PARAMETERS}
            direct = direct.stepped(printed_gradients(direct, drawn.x, drawn.y, causal=True).head, rates)
            inside = replace(other, **{scaled: root * getattr(other, scaled)})
            slope = printed_gradients(inside, drawn.x, drawn.y, causal=True).head
            # The chain rule of W = sqrt(c) W'.
            slope = replace(slope, **{scaled: root * getattr(slope, scaled)})
            other = other.stepped(slope, dict.fromkeys(_PARAMETERS, rate))
        inside = replace(other, **{scaled: root * getattr(other, scaled)})
        found.append([forward(head, drawn.x, drawn.y, causal=True).loss for head in (direct, inside)])
    return torch.tensor(found, dtype=torch.float64).mT


@lru_cache(maxsize=1)
def _drawn() -> Instance:
    group = DesignGroup.sized(shared={"sizes": "small"}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.reparametrisation", 1, group.key, 0, device="cpu")
    return sample_instances(_SIZES, (), Source(generator=generator), scale=0.5)


@computed(
    title="Loss after larger steps on a matrix over that after equal steps on it rescaled, minus 1",
    points=(
        {"scaled": scaled, "factor": factor} for scaled in ("W_V", "W_O", "W_Q") for factor in (2.0, 10.0)
    ),
)
def reparametrisation_gap(factor: float, scaled: str) -> ExactValue:
    """Relative difference of the two final losses."""
    losses = reparametrised(_drawn(), (factor,), RATE, scaled, _SIDE_BY_SIDE)
    # Rounding grows along the training, by less than a thousandfold at these sizes.
    return ExactValue(value=float(losses[0, 0] / losses[1, 0] - 1), error_bound=1e-11)


@computed(
    title="Relative difference of the losses after alternating and after joint steps",
    points=({"eta": eta} for eta in (0.01, 0.1)),
)
def alternation_gap(**at: Value) -> ExactValue:
    """Relative distance of the loss after steps on W_V and then on the rest from that after joint ones.

    Each of the alternating steps has a gradient of its own; steps are on the mean loss.
    """
    drawn, eta = _drawn(), float(at["eta"]) / _SIZES.T
    others = {name: 0.0 if name == "W_V" else eta for name in _PARAMETERS}
    values = {name: FASTER * eta if name == "W_V" else 0.0 for name in _PARAMETERS}
    joint = alternating = drawn.head
    for _ in range(_SIDE_BY_SIDE):
        slope = printed_gradients(joint, drawn.x, drawn.y, causal=True).head
        joint = joint.stepped(slope, {name: others[name] + values[name] for name in _PARAMETERS})
        for rates in (values, others):
            slope = printed_gradients(alternating, drawn.x, drawn.y, causal=True).head
            alternating = alternating.stepped(slope, rates)
    one, two = (forward(head, drawn.x, drawn.y, causal=True).loss for head in (alternating, joint))
    return ExactValue(value=abs(float(one / two - 1)), error_bound=1e-11)


@computed(
    title="Gradient by one routing matrix where one is zero, over that by the values",
    points=({"by": by, "zero": zero} for by in ("W_Q", "W_K") for zero in ("W_Q", "W_K")),
)
def resting_gradient(zero: str, by: str) -> ExactValue:
    """Largest entry of the gradient by one matrix where one is zero, over that of the gradient by W_V."""
    drawn = _drawn()
    head = replace(drawn.head, **{zero: torch.zeros_like(getattr(drawn.head, zero))})
    found = automatic_gradients(head, drawn.x, drawn.y, causal=True)
    largest = getattr(found, by).abs().max() / found.W_V.abs().max()
    return ExactValue(value=float(largest), error_bound=_ROUNDING)


GRADIENT_OUTPUTS: Final = ("W_V", "W_O", "W_Q", "W_K", "log W_Q/W_V", "log W_K/W_V", "log W_O/W_V")


@simulator(
    title="Norms of the gradient at the start, by the scale 1/r of the entries",
    outputs=GRADIENT_OUTPUTS,
    groups=(
        DesignGroup.sized(
            shared={"T": 64},
            points=[{"r": float(r)} for r in (5, 10, 20, 40, 80, 160, 320, 640)],
            trials_per_block=16,
        ),
    ),
    dtype="float64",
)
def initial_gradient(T: int, *, trials: Trials) -> Float[Tensor, "trials points components"]:
    """Norms of the gradient of the mean loss, and log norms of routing over that of the values."""
    mu = sample_means(trials.n_trials, trials.source)
    task = sample_task(T, mu, trials.generator)
    unit = sample_head(trials.n_trials, 1.0, trials.source)
    found = []
    for point in trials.points:
        scale = 1 / float(point["r"])
        head = Head(**{name: scale * getattr(unit, name) for name in _PARAMETERS})
        _, gradient = blocked_gradients(head, task.seen.x, task.seen.y, causal=True)
        norms = {
            name: torch.linalg.matrix_norm(getattr(gradient, name)) / T
            for name in ("W_V", "W_O", "W_Q", "W_K")
        }
        logs = [(norms[name] / norms["W_V"]).log() for name in ("W_Q", "W_K", "W_O")]
        found.append(torch.stack([*norms.values(), *logs], dim=-1))
    return torch.stack(found, dim=1)


def hand_set_head(mu: Float[Tensor, "trials 8 d_x"], P: Float[Tensor, "8 8"], beta: float) -> Head:
    """Queries and keys in the span of the means' differences, values that read mu_y as e_y, W_O of log P."""
    centred = mu - mu.mean(dim=-2, keepdim=True)
    basis = torch.linalg.svd(centred, full_matrices=False).Vh[..., : SYMBOLS - 1, :]

    def padded(matrix: Tensor, rows: int) -> Tensor:
        return torch.nn.functional.pad(matrix, (0, 0, 0, rows - matrix.shape[-2]))

    # Keys of large products with the query are preferred, which lengthens contexts by about a quarter.
    W_O = SHRINKING * torch.nn.functional.pad(P.log().mT, (0, D_V - SYMBOLS)).expand(len(mu), -1, -1)
    return Head(
        W_Q=beta * math.sqrt(D_K) * padded(basis, D_K),
        W_K=padded(basis, D_K),
        W_V=padded(torch.linalg.pinv(mu.mT), D_V),
        W_O=W_O,
        bias=torch.zeros(len(mu), SYMBOLS, device=mu.device, dtype=mu.dtype),
    )


@simulator(
    title="Loss of a head set by hand, less that of who knows the law and the last symbol",
    outputs=("excess",),
    groups=(
        DesignGroup.sized(shared={"T": T}, points=[{"beta": 0.25}], trials_per_block=8) for T in (500, 2000)
    ),
)
def hand_set_excess(T: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The mean loss of the hand-set head minus -log P(y_t | y_{t-1}) on the same sequence."""
    mu = sample_means(trials.n_trials, trials.source)
    task = sample_task(T, mu, trials.generator)
    P = text_law(trials.dtype).to(trials.device)
    found = []
    for point in trials.points:
        head = hand_set_head(mu, P, float(point["beta"]))
        loss, _ = blocked_gradients(head, task.seen.x, task.seen.y, causal=True)
        found.append(loss / task.seen.y.shape[-1] - task.seen.surprise(P))
    return torch.stack(found, dim=1).unsqueeze(-1)


_SUM_STEPS: Final = 50


@simulator(
    title="Share of trainings that the printed steps on the sum of losses do not lead below log 8",
    outputs=("fails",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"T": T, "scale": 0.1, "loss": "sum"},
            points=[{"schedule": name} for name in ("sgd", "values")],
            trials_per_block=16,
        )
        for T in (128, 256)
    ),
)
def sum_of_losses(T: int, scale: float, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """1 where the loss after the training is not below that of equal predictions, or is no number."""
    schedules = tuple(str(point["schedule"]) for point in trials.points)
    mu = sample_means(trials.n_trials, trials.source)
    task = sample_task(T, mu, trials.generator)
    head = sample_head(trials.n_trials, scale, trials.source)
    run = Training(head=spread_over(head, schedules), task=task, rates=step_sizes(schedules, 1.0, mu))
    for _ in range(_SUM_STEPS):
        run.step()
    loss = run.step()
    return (~(loss < math.log(SYMBOLS))).to(trials.dtype).unsqueeze(-1)
