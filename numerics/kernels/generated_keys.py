"""Crosstalk power of the first item, a program a trial: keys and values are drawn where they are used.

Runs on CUDA devices, and under Triton's interpreter (`TRITON_INTERPRET=1`) anywhere. Four coordinates come of
one counter, so a vector is four tiles, one a lane: coordinate 4 g + l is lane l of group g.
"""

from __future__ import annotations

from math import pi
from typing import Final

import torch
import triton
import triton.language as tl
from jaxtyping import Float
from torch import Tensor

from ..philox import LANES, Stream

LARGEST: Final = 8192
"""Largest dimension: a vector lives in the registers of one program."""

_TILE: Final = 2048
"""Numbers of a lane in one tile of items."""


@triton.jit  # type: ignore[untyped-decorator, unused-ignore]
def _normal_pair(a, b, turn: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    radius = tl.sqrt(-2 * tl.log((a.to(tl.float32) + 0.5) * 2.3283064365386963e-10))
    angle = b.to(tl.float32) * turn
    return radius * tl.cos(angle), radius * tl.sin(angle)


@triton.jit  # type: ignore[untyped-decorator, unused-ignore]
def _vectors(  # type: ignore[no-untyped-def]  # noqa: ANN202
    key,  # noqa: ANN001
    groups,  # noqa: ANN001
    rows,  # noqa: ANN001
    trial,  # noqa: ANN001
    salt,  # noqa: ANN001
    d: tl.constexpr,
    part: tl.constexpr,
    turn: tl.constexpr,
):
    """Four lanes of normal vectors, rows by groups; coordinates from d on are zero."""
    nothing = (rows[:, None] * 0 + groups[None, :] * 0).to(tl.uint32)
    c0 = nothing + (groups[None, :] + (part << 30)).to(tl.uint32)
    c1 = nothing + rows[:, None].to(tl.uint32)
    c2 = nothing + trial.to(tl.uint32)
    c3 = nothing + salt.to(tl.uint32)
    a, b, c, e = tl.philox(key, c0, c1, c2, c3)
    w, x = _normal_pair(a, b, turn)
    y, z = _normal_pair(c, e, turn)
    at = 4 * groups[None, :]
    w = tl.where(at < d, w, 0.0)
    x = tl.where(at + 1 < d, x, 0.0)
    y = tl.where(at + 2 < d, y, 0.0)
    z = tl.where(at + 3 < d, z, 0.0)
    return w, x, y, z


# A word that happens to be 1 must stay a number of the device.
@triton.jit(do_not_specialize=["key", "first", "salt", "n"])  # type: ignore[untyped-decorator, unused-ignore]
def _kernel(  # type: ignore[no-untyped-def]  # noqa: ANN202 - pointers, words and sizes
    out,  # noqa: ANN001
    key,  # noqa: ANN001
    first,  # noqa: ANN001
    salt,  # noqa: ANN001
    n,  # noqa: ANN001
    d_k: tl.constexpr,
    d_v: tl.constexpr,
    key_groups: tl.constexpr,
    value_groups: tl.constexpr,
    items: tl.constexpr,
    turn: tl.constexpr,
):
    trial = first + tl.program_id(0).to(tl.int64)
    of_keys, of_values = tl.arange(0, key_groups), tl.arange(0, value_groups)
    q, r, s, t = _vectors(key, of_keys, tl.arange(0, 1), trial, salt, d_k, 0, turn)
    own = tl.sum(q * q + r * r + s * s + t * t, axis=1)
    e = tl.zeros([value_groups], tl.float32)
    f = tl.zeros([value_groups], tl.float32)
    g = tl.zeros([value_groups], tl.float32)
    h = tl.zeros([value_groups], tl.float32)
    for start in range(1, n, items):
        rows = start + tl.arange(0, items)
        w, x, y, z = _vectors(key, of_keys, rows, trial, salt, d_k, 0, turn)
        overlap = tl.sum(w * q + x * r + y * s + z * t, axis=1)
        overlap *= tl.rsqrt(own * tl.sum(w * w + x * x + y * y + z * z, axis=1))
        w, x, y, z = _vectors(key, of_values, rows, trial, salt, d_v, 1, turn)
        overlap *= tl.rsqrt(tl.sum(w * w + x * x + y * y + z * z, axis=1))
        overlap = tl.where(rows < n, overlap, 0.0)[:, None]
        e += tl.sum(overlap * w, axis=0)
        f += tl.sum(overlap * x, axis=0)
        g += tl.sum(overlap * y, axis=0)
        h += tl.sum(overlap * z, axis=0)
    tl.store(out + tl.program_id(0), tl.sum(e * e + f * f + g * g + h * h, axis=0))


def first_noise(
    stream: Stream, n_trials: int, n: int, dimensions: tuple[int, int], *, device: torch.device
) -> Float[Tensor, " trials"]:
    """|eta_1|^2 of every trial. Raises ValueError for a dimension beyond `LARGEST`."""
    if max(dimensions) > LARGEST:
        raise ValueError(
            f"Vectors are kept in registers, at most {LARGEST} wide, and {dimensions} are asked for."
        )
    out = torch.empty(n_trials, device=device, dtype=torch.float32)
    groups = [triton.next_power_of_2(triton.cdiv(d, LANES)) for d in dimensions]
    _kernel[(n_trials,)](
        out,
        stream.key,
        stream.first,
        stream.salt,
        n,
        *dimensions,
        *groups,
        items=max(1, min(triton.next_power_of_2(n), _TILE // max(groups))),
        turn=2 * pi * 2.0**-32,
    )
    return out
