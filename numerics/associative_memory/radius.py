r"""P(|e| <= t |z|) for independent standard normals e in d and z in M dimensions.

t^2 is a ratio of chi-squares, so that this is a beta integral: with s = t^2/(1 + t^2),
F(t) = I_s(d/2, M/2). Where many are asked for, log F is interpolated in u = log t by cubics that meet its
values and its slopes; the table spans all but the ends of both tails, and what lies there is computed.
"""

from __future__ import annotations

from functools import lru_cache
from math import log, log1p
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from scipy.special import betainc, betaincc, betaincinv, betaln
from torch import Tensor

from .model import Vector

_NODES: Final = 1025
_FEW: Final = _NODES
"""Numbers of t below which a table does not pay."""

_UPPER: Final = 1e-14
_LOG_NOTHING: Final = -746.0
"""Logarithm of a chance below every floating-point number."""

_LOWER: Final = {1: 1e-30, 64: 1e-100}
"""The tails that the table leaves out; the lower one, by the least d, is as thin as it is steep."""


def radius_cdf(t: Float[Tensor, " windows"], d: int, M: int) -> Float[Tensor, " windows"]:
    """P(|e| <= t |z|) at every t."""
    numbers = t.cpu().numpy()
    found = _exact(numbers**2, d, M) if len(numbers) < _FEW else interpolated(numbers, d, M)
    return torch.as_tensor(found, device=t.device, dtype=t.dtype)


def interpolated(t: Vector, d: int, M: int) -> Vector:
    """P(|e| <= t |z|) from the table of d and M."""
    start, step, values, slopes = _table(d, M)
    with np.errstate(divide="ignore"):
        place = (np.log(t) - start) / step
    inside = (place >= 0) & (place < _NODES - 1)
    below = np.zeros_like(t)
    if not inside.all():
        ends = ~inside & (t > 0)
        ends[ends] = _log_bound(t[ends], d, M) > _LOG_NOTHING
        below[ends] = _exact(t[ends] ** 2, d, M)
        place = place[inside]
    k = place.astype(np.int64)
    x = place - k
    low, rise, left, right = values[k], values[k + 1] - values[k], slopes[k], slopes[k + 1]
    cubic = low + x * (left + x * (3 * rise - 2 * left - right + x * (left + right - 2 * rise)))
    below[inside] = np.exp(cubic)
    return below


@lru_cache(maxsize=64)
def _table(d: int, M: int) -> tuple[float, float, Vector, Vector]:
    """First u, its step, log F and its increase a step at every node."""
    # t -> 1/t exchanges d and M: the smaller of both shares keeps its digits.
    low = -_log_upper(_LOWER[max(least for least in _LOWER if least <= d)], M, d)
    high = _log_upper(_UPPER, d, M)
    u = np.linspace(low, high, _NODES)
    step = (high - low) / (_NODES - 1)
    values = np.log(_exact(np.exp(2 * u), d, M))
    # dF/du = 2 s^(d/2) (1 - s)^(M/2) / B(d/2, M/2).
    slope = log(2) - d / 2 * np.logaddexp(0, -2 * u) - M / 2 * np.logaddexp(0, 2 * u) - betaln(d / 2, M / 2)
    return low, step, values, step * np.exp(slope - values)


def _log_bound(t: Vector, d: int, M: int) -> Vector:
    """No less than log F: F <= s^(d/2) / (d/2 B(d/2, M/2)), and for M = 1 over the root of 1 - s more."""
    log_s = -np.log1p(t**-2.0)
    bound: Vector = d / 2 * log_s - log(d / 2) - betaln(d / 2, M / 2)
    return bound if M > 1 else bound - np.log(-np.expm1(log_s)) / 2


def _log_upper(tail: float, d: int, M: int) -> float:
    """The u with P(|e| > e^u |z|) = tail."""
    share = float(betaincinv(M / 2, d / 2, tail))
    return 0.5 * (log1p(-share) - log(share))


def _exact(square: Vector, d: int, M: int) -> Vector:
    """F as a function of t^2."""
    inside = square < 1
    below = np.empty_like(square)
    near, far = square[inside], square[~inside]
    # The smaller of the two shares keeps its digits, in 10^16 dimensions too.
    below[inside] = betainc(d / 2, M / 2, near / (1 + near))
    below[~inside] = betaincc(M / 2, d / 2, 1 / (1 + far))
    return below
