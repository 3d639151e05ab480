"""The limits of the machine that simulations meet, one thread: products, memory, random numbers, maxima."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
import torch
from theorycheck.numerics.monte_carlo import block_generator

from .record import Row
from .timing import cpu_seconds

SIZE: Final = 1024
"""Rows and columns of the matrices that are multiplied."""

SKINNY: Final = 5
"""Columns of the narrow factor, as of scores against a few answers."""

LENGTH: Final = 2**22
"""Numbers that are drawn, copied or searched: beyond every cache but the last."""


def rows() -> list[Row]:
    """Each limit: seconds of one call, and operations, bytes or numbers a second."""
    return [_row(*limit) for limit in _limits()]


def normals_a_second() -> float:
    """How many normal numbers torch draws: a simulation can be no faster than what it must draw."""
    numbers = torch.empty(LENGTH)
    generator = block_generator(0, "benchmark", 1, "instance", 0, "cpu")
    return LENGTH / cpu_seconds(partial(numbers.normal_, generator=generator))


def _limits() -> list[tuple[str, Callable[[], object], str, float]]:
    generator = block_generator(0, "benchmark", 1, "instance", 0, "cpu")
    numpys = np.random.Generator(np.random.SFC64(0))
    numbers = torch.randn(LENGTH, generator=generator)
    copy = torch.empty_like(numbers)
    square = numbers[: SIZE * SIZE].reshape(SIZE, SIZE)
    table = numbers.reshape(-1, 64)
    flop, skinny = 2.0 * SIZE**3, 2.0 * SIZE * SIZE * SKINNY
    return [
        *(
            (f"product, {name}", partial(torch.matmul, a, a), "flop/s", flop)
            for name, a in (
                ("float32", square),
                ("float64", square.double()),
                ("bfloat16", square.bfloat16()),
            )
        ),
        (
            "product with 5 columns, float32",
            partial(torch.matmul, square, square[:, :SKINNY]),
            "flop/s",
            skinny,
        ),
        ("copy", partial(copy.copy_, numbers), "bytes/s", 8.0 * LENGTH),
        ("normals, torch", partial(copy.normal_, generator=generator), "numbers/s", LENGTH),
        ("normals, NumPy SFC64", partial(numpys.standard_normal, LENGTH, np.float32), "numbers/s", LENGTH),
        ("argmax of rows of 64", partial(table.argmax, dim=1), "numbers/s", LENGTH),
        ("amax of rows of 64", partial(table.amax, dim=1), "numbers/s", LENGTH),
    ]


def _row(route: str, work: Callable[[], object], unit: str, amount: float) -> Row:
    seconds = cpu_seconds(work)
    return Row(work="limits", route=route, seconds=seconds, faster=1.0, also={unit: amount / seconds})
