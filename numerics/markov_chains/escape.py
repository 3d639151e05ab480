r"""Leaving $\theta_\pi$: gradient flow and gradient descent on the exact loss from random starts close by.

All parameters are displaced at random by a distance of one part in a million. The rate is the growth of the
logarithm of $|(e, a)|$ over a stretch of time in which it is still small; times are counted in units of one
over the curvature that the automatic Hessian has along its least eigenvector. Flow runs by classical
Runge-Kutta steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import log
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import entropy_rate, marginal_entropy
from .curvature import ROUNDING, chain_of, hessian_of, layer_of, point_of
from .layer import Flat, context_loss, contexts
from .layer_gradient import gradient

_STARTS: Final = 8
_DISTANCE: Final = 1e-6
_STEPS: Final = 48
"""Runge-Kutta steps over the whole time, and half as many as are counted."""
_SETTLED: Final = 4.0
_END: Final = 8.0
"""Begin and end of the stretch: other directions have died out, the distance is three thousandfold."""
_TIMES: Final = tuple(8.0 * k for k in range(21))
_STEP: Final = 1.0
_AWAY: Final = 0.1

Step = Callable[[Flat], Flat]


def displaced(
    at: Mapping[str, Value], count: int = _STARTS, distance: float = _DISTANCE
) -> Float[Tensor, "starts parameters"]:
    """Random points at a distance from the point of a point."""
    layer = layer_of(at)
    generator = block_generator(0, "markov_chains.escape", 1, "instance", 3, "cpu")
    moves = torch.randn(count, layer.size, generator=generator, dtype=torch.float64)
    moved: Tensor = point_of(at) + distance * moves / moves.norm(dim=-1, keepdim=True)
    return moved


def velocity_of(at: Mapping[str, Value]) -> Step:
    """Minus the gradient of the loss."""
    layer, given = layer_of(at), contexts(chain_of(at), layer_of(at).N)
    masses = given.masses.unsqueeze(0)
    return lambda theta: -gradient(layer, theta, given, masses)


def runge_kutta(velocity: Step, size: float) -> Step:
    """One classical step of the flow."""

    def step(theta: Flat) -> Flat:
        one = velocity(theta)
        two = velocity(theta + size / 2 * one)
        three = velocity(theta + size / 2 * two)
        four = velocity(theta + size * three)
        return theta + size / 6 * (one + 2 * two + 2 * three + four)

    return step


def _growth(at: Mapping[str, Value], step: Step, steps: int) -> Float[Tensor, " starts"]:
    """The growth of log|(e, a)| from the settled time to the end, which `steps` reach."""
    layer, theta = layer_of(at), displaced(at)
    read = layer.mask("e", "a")
    settled = round(steps * _SETTLED / _END)
    for number in range(steps):
        if number == settled:
            start = theta[:, read].norm(dim=-1)
        theta = step(theta)
    return torch.log(theta[:, read].norm(dim=-1) / start)


def _fastest(at: Mapping[str, Value]) -> float:
    """Minus the least eigenvalue of the automatic Hessian."""
    return -float(torch.linalg.eigvalsh(hessian_of(at))[0])


_SADDLES: Final[tuple[dict[str, Value], ...]] = tuple(
    {"p": p, "q": q, "weights": "untied", "N": 4} for p, q in ((0.9, 0.7), (0.6, 0.8), (0.2, 0.2), (0.3, 0.5))
)


@computed(title="Rate at which gradient flow leaves the marginal point, weights not tied", points=_SADDLES)
def saddle_escape(**at: Value) -> ExactValue:
    """How fast the flow leaves, the median of the starts; the bound is their spread, and half steps."""
    time = _END / _fastest(at)
    coarse, fine = (
        _rate(_growth(at, runge_kutta(velocity_of(at), time / steps), steps), time * (1 - _SETTLED / _END))
        for steps in (_STEPS, 2 * _STEPS)
    )
    return ExactValue(value=fine.value, error_bound=fine.error_bound + abs(fine.value - coarse.value))


@computed(
    title="Rate at which gradient descent leaves the marginal point, weights not tied",
    points=({**point, "eta": eta} for point in _SADDLES for eta in (0.5, 2.0, 8.0)),
)
def saddle_descent(**at: Value) -> ExactValue:
    """How fast gradient descent leaves, its step size eta counted as time."""
    velocity, eta = velocity_of(at), float(at["eta"])
    steps = max(2, round(_END / log(1 + eta * _fastest(at))))
    grown = _growth(at, lambda theta: theta + eta * velocity(theta), steps)
    return _rate(grown, eta * (steps - round(steps * _SETTLED / _END)))


def _rate(grown: Tensor, time: float) -> ExactValue:
    rates = grown / time
    middle = rates.median()
    return ExactValue(value=float(middle), error_bound=float((rates - middle).abs().max()))


@computed(
    title="Normalised excess along gradient flow from near the marginal point",
    points=(
        {"p": 0.9, "q": 0.7, "weights": weights, "N": 4, "t": t}
        for weights in ("tied", "untied")
        for t in _TIMES
    ),
)
def escape_path(**at: Value) -> ExactValue:
    """The normalised excess (L - R)/(H(pi) - R) along the flow at time t, from one start a tenth away.

    The bound is the change when steps are twice as long.
    """
    point = tuple((name, at[name]) for name in ("p", "q", "weights", "N"))
    number = _TIMES.index(float(at["t"]))
    fine, coarse = (_path(point, size)[number] for size in (_STEP, 2 * _STEP))
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 1000 * ROUNDING)


@lru_cache(maxsize=16)
def _path(point: tuple[tuple[str, Value], ...], size: float) -> tuple[float, ...]:
    """The normalised excess at all times, by steps of one size."""
    at = dict(point)
    layer, chain = layer_of(at), chain_of(at)
    rate = entropy_rate(chain)
    step, theta = runge_kutta(velocity_of(at), size), displaced(at, count=1, distance=_AWAY)
    found = []
    for _ in _TIMES:
        loss = float(context_loss(layer, theta, chain)[0])
        found.append((loss - rate) / (marginal_entropy(chain) - rate))
        for _ in range(round((_TIMES[1] - _TIMES[0]) / size)):
            theta = step(theta)
    return tuple(found)
