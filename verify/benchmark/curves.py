"""How cost grows: seconds a trial and memory of a chunk along N, d, M, n and the number of trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import torch
from msgspec.structs import replace

from ..numerics.associative_memory import recall_error, recall_error_marginal
from ..numerics.associative_memory.error import plain_sheet
from ..numerics.associative_memory.marginal import marginal_sheet
from ..numerics.conditioning import QUANTITIES
from ..numerics.monte_carlo import sample_block
from ..numerics.quantity import SampledQuantity, Sheet, Value
from .machine import normals_a_second
from .record import Row
from .timing import cpu_seconds

TRIALS: Final = 8
MEMORY: Final[Mapping[str, Value]] = {"scheme": "power", "rho": 1.0, "d": 100, "N": 1000, "M": 5}
ALONG: Final[Mapping[str, tuple[int, ...]]] = {
    "N": (1000, 4000, 16000, 64000),
    "d": (64, 256, 1024, 4096),
    "M": (5, 20, 80, 320),
}


def rows() -> list[Row]:
    """A row for each size, its seconds a trial beside those of the smallest."""
    curves = [
        *(_simulated(name) for name in ALONG),
        *(_of_memory("marginal law", recall_error_marginal, marginal_sheet, name) for name in ALONG),
        _of_sheets("key_overlap"),
        _of_trials(),
    ]
    return [row for curve in curves for row in curve]


def _simulated(name: str) -> list[Row]:
    """The simulation of the definition; what it must draw of normal numbers is (N + M) d a trial."""
    found = _of_memory("simulation", recall_error, plain_sheet, name)
    normals = normals_a_second()
    return [
        replace(row, also=row.also | {"of the limit": _drawn(name, row.road) / normals / row.seconds})
        for row in found
    ]


def _drawn(name: str, road: str) -> float:
    cell = {**MEMORY, name: int(road.rpartition(" ")[2])}
    return float((int(cell["N"]) + int(cell["M"])) * int(cell["d"]))


def _of_memory(road: str, quantity: SampledQuantity, make: Callable[..., Sheet], name: str) -> list[Row]:
    sheets = {f"{name} = {size}": make([{**MEMORY, name: size}], TRIALS) for size in ALONG[name]}
    return _curve(f"a trial of the error along {name}, {road}", quantity, sheets)


def _of_sheets(name: str) -> list[Row]:
    quantity = QUANTITIES[name]
    if not isinstance(quantity, SampledQuantity):
        raise TypeError(f"{name} is computed; a curve is of what is drawn.")
    sheets = {", ".join(f"{k} = {v}" for k, v in sheet.shared.items()): sheet for sheet in quantity.sheets}
    return _curve(f"a trial of {name}", quantity, sheets)


def _of_trials() -> list[Row]:
    sheets = {f"{trials} trials": plain_sheet([MEMORY], trials) for trials in (8, 32, 128, 512)}
    return _curve("a trial of the error along the number of trials", recall_error, sheets)


def _curve(work: str, quantity: SampledQuantity, sheets: Mapping[str, Sheet]) -> list[Row]:
    found = [(road, sheet, _seconds(quantity, sheet)) for road, sheet in sheets.items()]
    first = found[0][2]
    return [
        Row(
            work=work,
            road=road,
            seconds=seconds,
            faster=first / seconds,
            also={"MB a chunk": sheet.bytes_per_chunk / 2**20},
        )
        for road, sheet, seconds in found
    ]


def _seconds(quantity: SampledQuantity, sheet: Sheet) -> float:
    torch.set_num_threads(1)
    return cpu_seconds(partial(sample_block, quantity, sheet, 0, 0, "cpu")) / sheet.trials_per_block
