"""A fused product and row maximum: scores x_i . k_y are compared as they come and never stored.

A program takes a band of rows and a share of the classes; shares are as many as keep every multiprocessor
busy where the bands are few, and their maxima are joined by a maximum over shares.

Runs on CUDA devices, and under Triton's interpreter (`TRITON_INTERPRET=1`) anywhere.
"""

from __future__ import annotations

from typing import Final

import torch
import triton
import triton.language as tl
from jaxtyping import Float, Int
from torch import Tensor

ROWS: Final = 128
COLUMNS: Final = 128
_DEPTH_BYTES: Final = 128
"""Bytes of a row in one step of the product: a line of the cache."""

_PROGRAMS: Final = 2
"""Programs for each multiprocessor."""


@triton.jit  # type: ignore[untyped-decorator, unused-ignore]
def _kernel(  # type: ignore[no-untyped-def]  # noqa: ANN202 - pointers and block sizes
    x,  # noqa: ANN001
    keys,  # noqa: ANN001
    answers,  # noqa: ANN001
    own,  # noqa: ANN001
    competitor,  # noqa: ANN001
    count,  # noqa: ANN001
    classes,  # noqa: ANN001
    share,  # noqa: ANN001
    dimension,  # noqa: ANN001
    rows_of_block: tl.constexpr,
    columns_of_block: tl.constexpr,
    depth_of_block: tl.constexpr,
    precision: tl.constexpr,
):
    rows = tl.program_id(0) * rows_of_block + tl.arange(0, rows_of_block)
    answer = tl.load(answers + rows, mask=rows < count, other=-1)
    mine = tl.full([rows_of_block], float("-inf"), tl.float32)
    best = tl.full([rows_of_block], float("-inf"), tl.float32)
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, classes)
    for first in range(begin, end, columns_of_block):
        columns = first + tl.arange(0, columns_of_block)
        scores = tl.zeros([rows_of_block, columns_of_block], tl.float32)
        for start in range(0, dimension, depth_of_block):
            at = start + tl.arange(0, depth_of_block)
            here = (rows < count)[:, None] & (at < dimension)[None, :]
            there = (columns < end)[None, :] & (at < dimension)[:, None]
            a = tl.load(x + rows.to(tl.int64)[:, None] * dimension + at[None, :], mask=here, other=0.0)
            b = tl.load(keys + columns.to(tl.int64)[None, :] * dimension + at[:, None], mask=there, other=0.0)
            scores = tl.dot(a, b, scores, input_precision=precision)
        is_own = columns[None, :] == answer[:, None]
        competitors = (columns < end)[None, :] & (columns[None, :] != answer[:, None])
        mine = tl.maximum(mine, tl.max(tl.where(is_own, scores, float("-inf")), axis=1))
        best = tl.maximum(best, tl.max(tl.where(competitors, scores, float("-inf")), axis=1))
    place = tl.program_id(1) * count + rows
    tl.store(own + place, mine, mask=rows < count)
    tl.store(competitor + place, best, mask=rows < count)


def own_and_competitor(
    x: Float[Tensor, "rows d"],
    keys: Float[Tensor, "classes d"],
    answers: Int[Tensor, " rows"],
    *,
    precision: str = "tf32",
    shares: int | None = None,
) -> tuple[Float[Tensor, " rows"], Float[Tensor, " rows"]]:
    """Each row's score with its own class and the largest with another; float32 sums of rounded products.

    `precision` is that of the products: "tf32" or "ieee" for float32; bfloat16 stays as it is. `shares` of
    the classes are chosen for the device where none are given; they move no number.
    """
    x, keys = x.contiguous(), keys.contiguous()
    bands, tiles = triton.cdiv(len(x), ROWS), triton.cdiv(len(keys), COLUMNS)
    wanted = shares or triton.cdiv(_PROGRAMS * _multiprocessors(x.device), bands)
    share = triton.cdiv(tiles, min(wanted, tiles)) * COLUMNS
    found = torch.empty((2, triton.cdiv(len(keys), share), len(x)), device=x.device, dtype=torch.float32)
    _kernel[(bands, found.shape[1])](
        x,
        keys,
        answers,
        *found,
        len(x),
        len(keys),
        share,
        x.shape[1],
        rows_of_block=ROWS,
        columns_of_block=COLUMNS,
        depth_of_block=_DEPTH_BYTES // x.element_size(),
        precision=precision,
        num_warps=8,
    )
    own, competitor = found.amax(dim=1)
    return own, competitor


def _multiprocessors(device: torch.device) -> int:
    """How many programs run beside each other at least; one under the interpreter."""
    if device.type != "cuda":
        return 1
    return int(torch.cuda.get_device_properties(device).multi_processor_count)
