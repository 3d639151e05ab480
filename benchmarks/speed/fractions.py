"""How near routes come to the machine's own limits, measured in the same run.

| row | what it is a share of |
|---|---|
| the verdict on every row of scores | `torch.matmul` of the same shape, which decides nothing |
| a sampler | numbers drawn, bytes copied and products taken a second, as torch does each alone |

A sampler needs what its definition does: each number is drawn once, written once and read once, and products
are taken in the cheaper order. Its first figure counts drawing and products together.
Rows are of the GPU where there is one, else of one thread of the processor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import torch
from theorycheck.evidence.routes import quantities
from theorycheck.numerics.competitors import wrong_and_tied
from theorycheck.numerics.conditioning.capacity import D_V
from theorycheck.numerics.monte_carlo import block_generator, sample_trials
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity

from .record import Row, compared
from .timing import device_seconds

SHAPES: Final = ((1024, 1000, 64), (1024, 1000, 256), (1024, 10_000, 256), (4096, 1024, 1024))
"""Rows, classes and dimension of the products."""

At = Mapping[str, float]
Needs = tuple[float, float]
"""Normal numbers and floating-point operations of a trial."""


def _of_first(at: At) -> Needs:
    return 2 * at["n"] * at["d_k"], 4 * at["n"] * at["d_k"]


def _of_all(at: At) -> Needs:
    n, d = at["n"], at["d_k"]
    return 2 * n * d, 4 * n * d * min(n, d)


def _of_normalised(at: At) -> Needs:
    width = at["n"] * (at["d_k"] + D_V)
    return width, 2 * width


def _of_streamed(at: At) -> Needs:
    N, M, d = at["N"], at["M"], at["d"]
    return (2 * N + M) * d, 2 * N * d + 4 * M * d * min(M, d) + 2 * N * M * d


NEEDED: Final[Mapping[tuple[str, str], Callable[[At], Needs]]] = {
    ("conditioning", "noise_survival"): _of_first,
    ("conditioning", "item_failure"): _of_all,
    ("conditioning", "retrieval_failure"): _of_all,
    ("conditioning", "normalised_error"): _of_normalised,
    ("associative_memory", "recall_error_streamed"): _of_streamed,
}
"""What the definitions of some quantities need."""

SIZE: Final = 1024
LENGTH: Final = 2**22


def rows() -> list[Row]:
    """Every share, on the GPU if there is one."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return [*_products(device), *_samplers(device)]


def _products(device: torch.device) -> list[Row]:
    found = []
    for count, classes, d in SHAPES:
        generator = _generator(device)
        x, keys = (torch.randn(size, d, generator=generator, device=device) for size in (count, classes))
        answers = torch.randint(classes, (count,), generator=generator, device=device)
        seconds = {
            "matmul": device_seconds(partial(torch.matmul, x, keys.T), device),
            "verdict on every row": device_seconds(partial(wrong_and_tied, x, keys, answers), device),
        }
        found += compared(f"{count} rows, {classes} classes, d = {d}", seconds)
    return found


def _samplers(device: torch.device) -> list[Row]:
    """One group of each quantity, the largest."""
    numbers = torch.empty(LENGTH, device=device)
    copy = torch.empty_like(numbers)
    normals = LENGTH / device_seconds(partial(numbers.normal_, generator=_generator(device)), device)
    moved = 8 * LENGTH / device_seconds(partial(copy.copy_, numbers), device)
    square = numbers[: SIZE * SIZE].reshape(SIZE, SIZE)
    products = 2 * SIZE**3 / device_seconds(partial(torch.matmul, square, square), device)
    found = []
    for (topic, name), needed in NEEDED.items():
        quantity = quantities(topic)[name]
        if not isinstance(quantity, SampledQuantity):
            raise TypeError(f"{name} is computed; a share of random numbers is of what is drawn.")
        group = max(quantity.groups, key=lambda each: each.bytes_per_chunk / each.trials_per_chunk)
        seconds = device_seconds(_chunk(quantity, group, device), device) / group.trials_per_chunk
        at = {key: float(value) for key, value in group.points[0].items() if isinstance(value, int | float)}
        drawn, taken = needed(at)
        also = {
            "of drawing and products": (drawn / normals + taken / products) / seconds,
            "of random numbers": drawn / normals / seconds,
            "of products": taken / products / seconds,
            "of memory": 8 * drawn / moved / seconds,
        }
        found.append(Row(work=f"a trial of {name}", route="blocks", seconds=seconds, faster=1.0, also=also))
    return found


def _chunk(quantity: SampledQuantity, group: DesignGroup, device: torch.device) -> Callable[[], object]:
    """One chunk of a group, its numbers following from each other."""
    return partial(sample_trials, quantity, group, group.trials_per_chunk, _generator(device))


def _generator(device: torch.device) -> torch.Generator:
    return block_generator(0, "benchmark", 1, "instance", 0, device)
