r"""Where paths of the reduced flow end, for many starts at once.

Where only the end matters the flow runs on a clock of its own, which changes no orbit: the length of its
path, or (bias moving) a time that slows where the loss is steep. The fields are those of `flow`, to which
tests hold them, in NumPy with the variables first: on a thousand starts its steps take a fifth of torch's
time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.special import expit

from .chain import Chain
from .flow import States

Array = NDArray[np.float64]
"""Axes variables, starts; a number of each start lacks the first."""

STEPS: Final = 250
_REACH: Final = 2.0
"""The length that is followed: this many times the distance of the start from zero, and `_FIXED`."""
_FIXED: Final = 5.0
_LEAST: Final = 1e-300
_SLOW: Final = 0.2
"""Below this e the path's length advances in proportion to e."""
_BIAS_STEPS: Final = 1000
_BIAS_STEP: Final = 1.6
_LOOK: Final = 50
_SETTLED: Final = 1e-7
"""A state slower than this has come to rest: it would leave again only from as close to a saddle."""
_OVERFLOW: Final = 1400.0
"""Just below twice the largest logarithm of a double."""


def end(chain: Chain, start: States, *, fine: int = 1) -> States:
    """Where the path from each start leads, followed by its length, ever shorter near e = 0.

    No orbit crosses e = 0, as e multiplies its own velocity. `fine` divides the steps.
    """
    state = _columns(start)
    step = (_REACH * np.sqrt((state**2).sum(axis=0)) + _FIXED) / (STEPS * fine)
    before = residual(chain, slope(state))
    for _ in range(STEPS * fine):
        after = _stepped(partial(along, sign=-np.sign(before)), state, step)
        left = residual(chain, slope(after))
        # Past the least loss the flow would turn back: such a step is tried again at half its size.
        passed = before * left < 0
        state, before = np.where(passed, state, after), np.where(passed, before, left)
        step = np.where(passed, step / 2, step)
    return _rows(state, start)


def end_of_moving(chain: Chain, start: States, rate: float, *, fine: int = 1) -> States:
    """(e, w, b) after a long time of the flow in which b moves too; who has come to rest is left there."""
    field = partial(slowed, chain, rate)
    state = _columns(start)
    moving, step = np.arange(state.shape[1]), np.full(state.shape[1], _BIAS_STEP / fine)
    for number in range(_BIAS_STEPS * fine):
        if number % _LOOK == 0:
            moving = moving[np.abs(field(state[:, moving])).max(axis=0) > _SETTLED]
        state[:, moving] = _stepped(field, state[:, moving], step[moving])
    return _rows(state, start)


def slope(state: Array) -> Array:
    """The slope at (e, w) or (e, w, a)."""
    e, w = state[0], state[1]
    found: Array = e**2 * (1 + 2 * w * np.abs(w)) * (1 + state[2] if len(state) > 2 else 1.0)  # noqa: PLR2004
    return found


def residual(chain: Chain, s: Array) -> Array:
    """The loss's derivative by the slope at the best intercept."""
    zero, one = (float(x) for x in chain.stationary)
    tilt, tame = (zero - one) / (2 * sqrt(zero * one)), np.maximum(s, -_OVERFLOW)
    # Where the exponential would overflow, asinh of it is its logarithm.
    beyond = np.copysign(1.0, tilt) * (tame - s) / 2
    after_one = (np.log(one / zero) + s) / 2 - np.arcsinh(tilt * np.exp(-tame / 2)) - beyond
    found: Array = one * (expit(after_one) - (1 - chain.q))
    return found


def along(state: Array, sign: Array) -> Array:
    """The direction in which the slope grows, or falls where `sign` is -1, shorter near e = 0."""
    e, w = state[0], state[1]
    size, factor = np.abs(w), (1 + state[2] if len(state) > 2 else 1.0)  # noqa: PLR2004 - e, w, a
    bend = 1 + 2 * w * size
    steep = np.empty_like(state)
    steep[0], steep[1] = 2 * e * bend * factor, 4 * e**2 * size * factor
    if len(state) > 2:  # noqa: PLR2004 - e, w, a
        steep[2] = e**2 * bend
    length = np.maximum(np.sqrt(np.einsum("vs,vs->s", steep, steep)), _LEAST)
    found: Array = steep * (sign / length * np.minimum(np.abs(e) / _SLOW, 1.0))
    return found


def slowed(chain: Chain, rate: float, state: Array) -> Array:
    """The velocity with a moving bias over one, the rate and how steep and bent the slope is."""
    (zero, one), (e, w, b) = (float(x) for x in chain.stationary), state
    square, size = e**2, np.abs(w)
    bend = 1 + 2 * w * size
    by_e, by_w, c = 2 * e * bend, 4 * square * size, b - square / 2
    at_one = one * (expit(square * bend + c) - (1 - chain.q))
    by_intercept = zero * (expit(c) - chain.p) + at_one
    clock = 1 + rate + 2 * w**2 + by_e**2 + by_w**2 + square
    velocity = (by_intercept * e - at_one * by_e, -at_one * by_w, -rate * by_intercept)
    return np.asarray(np.stack(velocity) / clock)


def _stepped(field: Callable[[Array], Array], state: Array, step: Array) -> Array:
    """A classical Runge-Kutta step."""
    one = field(state)
    two = field(state + step / 2 * one)
    three = field(state + step / 2 * two)
    four = field(state + step * three)
    found: Array = state + step / 6 * (one + 2 * (two + three) + four)
    return found


def _columns(start: States) -> Array:
    return np.array(start.reshape(-1, start.shape[-1]).T.numpy(), dtype=np.float64, order="C")


def _rows(state: Array, like: States) -> States:
    return torch.from_numpy(state.T.copy()).reshape(like.shape).to(like)
