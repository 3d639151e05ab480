r"""The smallest feedback loop: one query, two positions with scalar values (Section 4.4).

Scores and values are free. $g = \alpha_1 v_1 + \alpha_2 v_2$ is the log-odds of two classes, and $L = -p
\log \sigma(g) - (1-p) \log \sigma(-g)$ with p the share of the first class; $z = s_1 - s_2$, $D = v_1 - v_2$.
Gradient flow, Eqs. (23) and (16) without step size, runs by classical Runge-Kutta steps; at p = 1 they grow
with time, as the residual falls like 1/t. Far out the flow runs over the time that runs by the residual, by
an implicit solver.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cosh, exp
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials
from .gradients import score_gradient

Pairs = Float[Tensor, "*batch 2"]
States = Float[Tensor, "*batch 4"]

_FOCUSED: Final = 0.9
_TIMES: Final = {1.0: (10.0, 100.0, 1000.0, 10000.0), 0.9: (10.0, 100.0)}
_FIRST_STEP: Final = 0.05
_GROWTH: Final = 0.05
_LARGEST_STEP: Final = 0.5
"""Where the context comes to rest, the flow keeps a rate of order one."""
_GRID: Final = tuple(k / 2 for k in range(-6, 7))
_LOGS: Final = tuple(2**k for k in range(4, 13))
_START: Final = (0.5, 1.0)


def flow(s: Pairs, v: Pairs, p: float) -> tuple[Pairs, Pairs]:
    """Velocities of scores and values: minus Eq. (23) and minus Eq. (16)."""
    alpha = torch.softmax(s, dim=-1)
    u = torch.sigmoid((alpha * v).sum(-1, keepdim=True)) - p
    return -score_gradient(alpha, u * v), -alpha * u


def run_flow(s: Pairs, v: Pairs, p: float, times: tuple[float, ...], *, fine: int = 1) -> list[States]:
    """Scores and values, side by side, at each time; `fine` divides all steps."""

    def velocity(x: Tensor) -> Tensor:
        return torch.cat(flow(x[..., :2], x[..., 2:], p), dim=-1)

    def size(now: float) -> float:
        return (_grown(now) if p == 1 else min(_grown(now), _LARGEST_STEP)) / fine

    return _integrated(velocity, torch.cat((s, v), dim=-1), times, size)


def _grown(now: float) -> float:
    """A step in proportion to the time that has passed."""
    return _FIRST_STEP + _GROWTH * now


def _integrated(
    velocity: Callable[[Tensor], Tensor],
    state: Tensor,
    times: tuple[float, ...],
    size: Callable[[float], float],
) -> list[Tensor]:
    """The state at each time by classical Runge-Kutta steps."""
    now, found = 0.0, []
    for end in times:
        while now < end:
            step = min(size(now), end - now)
            one = velocity(state)
            two = velocity(state + step / 2 * one)
            three = velocity(state + step / 2 * two)
            four = velocity(state + step * three)
            state = state + step / 6 * (one + 2 * two + 2 * three + four)
            now = end if step == end - now else now + step
        found.append(state)
    return found


def differences(state: States) -> tuple[Tensor, Tensor]:
    """Z and D of scores and values side by side."""
    return state[..., 0] - state[..., 1], state[..., 2] - state[..., 3]


@simulator(
    title="The smallest loop from random starts: focused, the larger weight, the predicted side",
    outputs=("focused", "weight", "side"),
    groups=(
        DesignGroup.sized(shared={"p": p}, points=tuple({"t": t} for t in times), trials_per_block=1024)
        for p, times in _TIMES.items()
    ),
    dtype="float64",
)
def smallest_loop(p: float, *, trials: Trials) -> Float[Tensor, "trials times 3"]:
    """From scores and values N(0, 1): a weight above .9, the larger weight, the side of D + 2 sinh(z/2)."""
    start = trials.source.normal(trials.n_trials, 4)
    times = tuple(float(point["t"]) for point in trials.points)
    z, D = differences(start)
    side = D + 2 * torch.sinh(z / 2) > 0
    found = []
    for state in run_flow(start[:, :2], start[:, 2:], p, times):
        reached = differences(state)[0]
        larger = torch.sigmoid(reached.abs())
        parts = ((larger > _FOCUSED).to(trials.dtype), larger, ((reached > 0) == side).to(trials.dtype))
        found.append(torch.stack(parts, dim=-1))
    return torch.stack(found, dim=1)


@simulator(
    title="Two queries with opposite targets over two positions: focused, apart, both",
    outputs=("focused", "apart", "specialized"),
    binary=True,
    groups=(
        DesignGroup.sized(shared={}, points=tuple({"t": t} for t in _TIMES[1.0]), trials_per_block=1024),
    ),
    dtype="float64",
)
def two_queries(*, trials: Trials) -> Float[Tensor, "trials times 3"]:
    """Two queries with opposite targets: both weights above .9, on different positions, and both of these.

    Scores and values are N(0, 1) at the start; the positions and their values are shared.
    """
    start = trials.source.normal(trials.n_trials, 6)
    target = torch.tensor([1.0, 0.0], device=trials.device, dtype=trials.dtype)

    def velocity(x: Tensor) -> Tensor:
        alpha, v = torch.softmax(x[:, :4].reshape(-1, 2, 2), dim=-1), x[:, 4:]
        u = torch.sigmoid((alpha @ v.unsqueeze(-1)).squeeze(-1)) - target
        by_score = score_gradient(alpha, u.unsqueeze(-1) * v.unsqueeze(-2))
        return -torch.cat((by_score.flatten(1), (alpha.mT @ u.unsqueeze(-1)).squeeze(-1)), dim=-1)

    found = []
    for state in _integrated(velocity, start, tuple(float(point["t"]) for point in trials.points), _grown):
        s = state[:, :4].reshape(-1, 2, 2)
        focused = (torch.softmax(s, dim=-1).amax(dim=-1) > _FOCUSED).all(dim=-1)
        apart = s.argmax(dim=-1).diff(dim=-1).squeeze(-1) != 0
        found.append(torch.stack((focused, apart, focused & apart), dim=-1).to(trials.dtype))
    return torch.stack(found, dim=1)


@computed(
    title="Change of D^2/2 - cosh z along the loop, over cosh z",
    points=({"p": p, "D": D} for p in (1.0, 0.9) for D in (-2.0, 1.0)),
)
def loop_drift(**at: Value) -> ExactValue:
    """|D^2/2 - cosh z - its value at the start| at time 10, over cosh z, from z = 1/2 and D = `D`."""
    values = []
    for fine in (8, 16):
        start = torch.tensor([0.25, -0.25, float(at["D"]) / 2, -float(at["D"]) / 2], dtype=torch.float64)
        state = run_flow(start[:2], start[2:], float(at["p"]), (10.0,), fine=fine)[0]
        (z, D), (z0, D0) = (tuple(map(float, differences(x))) for x in (state, start))
        values.append(abs(D**2 / 2 - cosh(z) - D0**2 / 2 + cosh(z0)) / cosh(z))
    # An error of order step^4 falls sixteenfold under half the steps; what is left is that of rounding.
    return ExactValue(value=values[1], error_bound=values[0] + 1e-13)


@lru_cache(maxsize=2)
def _reached(t: float) -> NDArray[np.float64]:
    """The weight of the first position at time t from every start of the grid, with v_1 + v_2 = 0."""
    z, D = torch.meshgrid(*(torch.tensor(_GRID, dtype=torch.float64),) * 2, indexing="ij")
    s, v = (torch.stack((x / 2, -x / 2), dim=-1) for x in (z, D))
    coarse, fine = (torch.sigmoid(differences(run_flow(s, v, 1.0, (t,), fine=k)[0])[0]) for k in (1, 2))
    return torch.stack((fine, (fine - coarse).abs())).numpy()


@computed(
    title="Weight of the first position after the smallest loop",
    points=({"t": 1000.0, "z": z, "D": D} for z in _GRID for D in _GRID),
)
def loop_phase(t: float, z: float, D: float) -> ExactValue:
    """The weight of the first position at time t, from z and D at the start."""
    value, change = _reached(t)[:, _GRID.index(z), _GRID.index(D)]
    return ExactValue(value=float(value), error_bound=float(change) + 1e-12)


@lru_cache(maxsize=2)
def _tail(tolerance: float) -> NDArray[np.float64]:
    """1 - alpha of the larger weight at each log t of the grid, p = 1.

    The state is z, D and v_1 + v_2 over the time tau that runs by the residual, and log(1 + t).
    """

    def velocity(_: float, x: NDArray[np.float64]) -> list[float]:
        z, D, total, log_time = x
        g = (total + D * np.tanh(z / 2)) / 2
        # dt/dtau = 1/(1 - sigma(g)) = 1 + e^g.
        return [
            D / (2 * cosh(z / 2) ** 2),
            np.tanh(z / 2),
            1.0,
            exp(-log_time) + exp(min(g - log_time, 50.0)),
        ]

    def beyond(_: float, x: NDArray[np.float64]) -> float:
        return float(x[3] - _LOGS[-1])

    beyond.terminal = True  # type: ignore[attr-defined]
    span = (0.0, 2.0 * _LOGS[-1])
    found = solve_ivp(
        velocity,
        span,
        np.array([*_START, 0.0, 0.0]),
        method="Radau",
        rtol=tolerance,
        atol=tolerance,
        events=beyond,
    )
    z = np.interp(_LOGS, found.y[3], found.y[0])
    return np.asarray(1 / (1 + np.exp(z)))


@computed(
    title="One minus the larger weight of the smallest loop over log t", points=({"l": l} for l in _LOGS)
)
def loop_tail(l: int) -> ExactValue:
    """1 minus the larger weight at log t = `l`, from z = 1/2, D = 1, v_1 + v_2 = 0."""
    k = _LOGS.index(l)
    coarse, fine = (float(_tail(tolerance)[k]) for tolerance in (1e-7, 1e-9))
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 1e-9)
