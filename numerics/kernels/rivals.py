"""A fused product and row maximum: scores x_i . k_y are compared as they come and never stored.

Runs on CUDA devices, and under Triton's interpreter (`TRITON_INTERPRET=1`) anywhere.
"""

from __future__ import annotations

from typing import Final

import torch
import triton
import triton.language as tl
from jaxtyping import Float, Int
from torch import Tensor

ROWS: Final = 64
COLUMNS: Final = 64
DEPTH: Final = 32


@triton.jit  # type: ignore[untyped-decorator, unused-ignore]
def _kernel(  # type: ignore[no-untyped-def]  # noqa: ANN202 - pointers and block sizes
    x,  # noqa: ANN001
    keys,  # noqa: ANN001
    answers,  # noqa: ANN001
    own,  # noqa: ANN001
    rival,  # noqa: ANN001
    count,  # noqa: ANN001
    classes,  # noqa: ANN001
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
    for first in range(0, classes, columns_of_block):
        columns = first + tl.arange(0, columns_of_block)
        scores = tl.zeros([rows_of_block, columns_of_block], tl.float32)
        for start in range(0, dimension, depth_of_block):
            at = start + tl.arange(0, depth_of_block)
            here = (rows < count)[:, None] & (at < dimension)[None, :]
            there = (columns < classes)[None, :] & (at < dimension)[:, None]
            a = tl.load(x + rows[:, None] * dimension + at[None, :], mask=here, other=0.0)
            b = tl.load(keys + columns[None, :] * dimension + at[:, None], mask=there, other=0.0)
            scores = tl.dot(a, b, scores, input_precision=precision)
        is_own = columns[None, :] == answer[:, None]
        rivals = (columns < classes)[None, :] & (columns[None, :] != answer[:, None])
        mine = tl.maximum(mine, tl.max(tl.where(is_own, scores, float("-inf")), axis=1))
        best = tl.maximum(best, tl.max(tl.where(rivals, scores, float("-inf")), axis=1))
    tl.store(own + rows, mine, mask=rows < count)
    tl.store(rival + rows, best, mask=rows < count)


def own_and_rival(
    x: Float[Tensor, "rows d"],
    keys: Float[Tensor, "classes d"],
    answers: Int[Tensor, " rows"],
    *,
    precision: str = "tf32",
) -> tuple[Float[Tensor, " rows"], Float[Tensor, " rows"]]:
    """Each row's score with its own class and the largest with another; float32 sums of rounded products.

    `precision` is that of the products: "tf32" or "ieee" for float32; bfloat16 stays as it is.
    """
    x, keys = x.contiguous(), keys.contiguous()
    own, rival = (torch.empty(len(x), device=x.device, dtype=torch.float32) for _ in range(2))
    _kernel[(triton.cdiv(len(x), ROWS),)](
        x,
        keys,
        answers,
        own,
        rival,
        len(x),
        len(keys),
        x.shape[1],
        rows_of_block=ROWS,
        columns_of_block=COLUMNS,
        depth_of_block=DEPTH,
        precision=precision,
    )
    return own, rival
