r"""Gradient flow of the reduced model, the bias eliminated or moving, and what it keeps.

With the bias eliminated, $b = b^*(e, w)$, the parameters (e, w), or (e, w, a) with attention, descend the
least loss over b.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import asinh, exp, log, sqrt, tanh
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain
from .reduced import best_intercept, normalised_excess, slope

States = Float[Tensor, "*batch variables"]
Numbers = Float[Tensor, "*batch"]

_ROUNDING: Final = 1e-11
"""What is left of differences of numbers of order ten after a thousand steps."""


def slope_of(state: States) -> Numbers:
    """The slope at (e, w) or (e, w, a)."""
    return slope(*state.unbind(-1))


def plain_velocity(chain: Chain, e: float, w: float, b: float, rate: float) -> tuple[float, float, float]:
    """Minus the gradient by e, w and b, that by b times `rate`."""
    one, bend = chain.p / (chain.p + chain.q), 1 + 2 * w * abs(w)
    c = b - e**2 / 2
    at_one = one * (_sigmoid(e**2 * bend + c) - (1 - chain.q))
    by_intercept = (1 - one) * (_sigmoid(c) - chain.p) + at_one
    return (by_intercept - 2 * at_one * bend) * e, -4 * at_one * e**2 * abs(w), -rate * by_intercept


def plain_best_velocity(chain: Chain, e: float, w: float, a: float = 0.0) -> tuple[float, float, float]:
    """Minus the gradient of the least loss over b by (e, w, a); slopes above -1400."""
    one, bend = chain.p / (chain.p + chain.q), 1 + 2 * w * abs(w)
    s, tilt = e**2 * bend * (1 + a), (1 - 2 * one) / (2 * sqrt(one * (1 - one)))
    after_one = (log(one / (1 - one)) + s) / 2 - asinh(tilt * exp(-s / 2))
    left = -one * (_sigmoid(after_one) - (1 - chain.q))
    return left * 2 * e * bend * (1 + a), left * 4 * e**2 * abs(w) * (1 + a), left * e**2 * bend


def _sigmoid(x: float) -> float:
    return (1 + tanh(x / 2)) / 2


def is_global(chain: Chain, state: States) -> Float[Tensor, "*batch"]:
    """1 where less than half of H(pi) - R is left, at the best bias, else 0."""
    return (normalised_excess(chain, slope_of(state)) < 1 / 2).to(state.dtype)


def energy(e: float, w: float) -> float:
    """e^2 - w^2 - sgn(w) ln|w|.

    >>> energy(2.0, 1.0), energy(2.0, -1.0)
    (3.0, 3.0)
    """
    return e**2 - w**2 - (log(abs(w)) if w > 0 else -log(abs(w)))


def attention_energy(e: float, a: float) -> float:
    """e^2 - 2 (1 + a)^2."""
    return e**2 - 2 * (1 + a) ** 2


STARTS: Final[Mapping[str, tuple[float, float, float]]] = {
    "right": (0.8, 0.4, 0.3),
    "left": (0.9, -0.4, 0.3),
    "far left": (0.7, -1.1, -0.2),
}
"""e, w and, with attention, a."""
_TIME: Final = 40.0
_RATES: Final = (4, 8, 16, 32, 64, 128, 256, 512)


@lru_cache(maxsize=64)
def _followed(p: float, q: float, start: tuple[float, ...], tolerance: float) -> tuple[float, ...]:
    """The state at the end of `_TIME`, bias eliminated."""
    chain = Chain(p=p, q=q)

    def field(_: float, x: NDArray[np.float64]) -> tuple[float, ...]:
        return plain_best_velocity(chain, *x.tolist())[: len(x)]

    found = solve_ivp(field, (0.0, _TIME), np.array(start), method="DOP853", rtol=tolerance, atol=tolerance)
    return tuple(float(x) for x in found.y[:, -1])


_BELOW: Final = (0.2, 0.6)
_ABOVE: Final = (0.6, 0.7)


@computed(
    title="Change of an invariant along the reduced flow, bias eliminated",
    points=(
        {"p": p, "q": q, "start": start, "invariant": kind}
        for p, q in (_BELOW, _ABOVE)
        for start in STARTS
        for kind in ("energy", "energy with attention", "attention")
    ),
)
def flow_drift(**at: Value) -> ExactValue:
    """|change| of an invariant over the flow, bias eliminated.

    `invariant` is `energy` (parameters e, w), `energy with attention` or `attention` (e, w, a).
    """
    kind = str(at["invariant"])
    start = STARTS[str(at["start"])][: 2 if kind == "energy" else 3]
    changes = []
    for tolerance in (1e-10, 1e-12):
        final = _followed(float(at["p"]), float(at["q"]), start, tolerance)
        kept = [
            attention_energy(x[0], x[2]) if kind == "attention" else energy(x[0], x[1])
            for x in (start, final)
        ]
        changes.append(abs(kept[1] - kept[0]))
    return ExactValue(value=changes[1], error_bound=changes[0] + _ROUNDING)


@lru_cache(maxsize=64)
def _moved(
    p: float, q: float, rate: float, start: tuple[float, float], tolerance: float
) -> tuple[float, float]:
    """Change of the energy, and the integral of e^2 over the bias, from the best bias on."""
    chain = Chain(p=p, q=q)
    s = slope(*torch.tensor(start, dtype=torch.float64).unbind())
    bias = float(best_intercept(chain, s)) + start[0] ** 2 / 2

    def field(_: float, x: NDArray[np.float64]) -> tuple[float, ...]:
        e, w, b, _ = x.tolist()
        by_e, by_w, by_b = plain_velocity(chain, e, w, b, rate)
        return by_e, by_w, by_b, e**2 * by_b

    found = solve_ivp(
        field, (0.0, _TIME), np.array([*start, bias, 0.0]), method="LSODA", rtol=tolerance, atol=tolerance
    )
    e, w, _, area = (float(x) for x in found.y[:, -1])
    return energy(e, w) - energy(*start), area


@computed(
    title="Change of the energy along the reduced flow, bias moving",
    points=(
        {"p": p, "q": q, "start": start, "rate": rate}
        for p, q in (_BELOW, _ABOVE)
        for start in ("right", "left")
        for rate in (1, *_RATES)
    ),
)
def energy_change(p: float, q: float, rate: int, start: str) -> ExactValue:
    """|E(T) - E(0)| where b starts at its best and follows at `rate` times the speed of e and w."""
    coarse, fine = (_moved(p, q, float(rate), STARTS[start][:2], tolerance)[0] for tolerance in (1e-9, 1e-11))
    return ExactValue(value=abs(fine), error_bound=10 * abs(fine - coarse) + _ROUNDING)


@computed(
    title="Change of the energy less what the moving bias accounts for",
    points=(
        {"p": p, "q": q, "start": start, "rate": rate}
        for p, q in (_BELOW, _ABOVE)
        for start in ("right", "left")
        for rate in (1, 8, 64)
    ),
)
def energy_balance(**at: Value) -> ExactValue:
    """|E(T) - E(0) + (2/rate) times the integral of e^2 over b|."""
    start, rate = STARTS[str(at["start"])][:2], float(at["rate"])
    (_, _), (change, area) = found = [
        _moved(float(at["p"]), float(at["q"]), rate, start, tolerance) for tolerance in (1e-9, 1e-11)
    ]
    moved = sum(
        weight * abs(fine - coarse) for weight, coarse, fine in zip((1, 2 / rate), *found, strict=True)
    )
    return ExactValue(value=abs(change + 2 / rate * area), error_bound=10 * moved + _ROUNDING)
