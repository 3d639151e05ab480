"""How cost grows: seconds a trial and memory of a chunk along N, d, M, n and the number of trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import torch
from msgspec.structs import replace
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.marginal import recall_error_marginal
from theorycheck.numerics.associative_memory.model import filled_group
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, Value, quantities

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
        *(_of_memory("marginal law", recall_error_marginal, filled_group, name) for name in ALONG),
        _of_groups("key_overlap"),
        _of_trials(),
    ]
    return [row for curve in curves for row in curve]


def _simulated(name: str) -> list[Row]:
    """The simulation of the definition; what it must draw of normal numbers is (N + M) d a trial."""
    found = _of_memory("simulation", recall_error, plain_group, name)
    normals = normals_a_second()
    return [
        replace(row, also=row.also | {"of the limit": _drawn(name, row.route) / normals / row.seconds})
        for row in found
    ]


def _drawn(name: str, route: str) -> float:
    point = {**MEMORY, name: int(route.rpartition(" ")[2])}
    return float((int(point["N"]) + int(point["M"])) * int(point["d"]))


def _of_memory(
    route: str, quantity: SampledQuantity, make: Callable[..., DesignGroup], name: str
) -> list[Row]:
    groups = {f"{name} = {size}": make([{**MEMORY, name: size}], TRIALS) for size in ALONG[name]}
    return _curve(f"a trial of the error along {name}, {route}", quantity, groups)


def _of_groups(name: str) -> list[Row]:
    quantity = quantities("conditioning")[name]
    if not isinstance(quantity, SampledQuantity):
        raise TypeError(f"{name} is computed; a curve is of what is drawn.")
    groups = {", ".join(f"{k} = {v}" for k, v in group.shared.items()): group for group in quantity.groups}
    return _curve(f"a trial of {name}", quantity, groups)


def _of_trials() -> list[Row]:
    groups = {f"{trials} trials": plain_group([MEMORY], trials) for trials in (8, 32, 128, 512)}
    return _curve("a trial of the error along the number of trials", recall_error, groups)


def _curve(work: str, quantity: SampledQuantity, groups: Mapping[str, DesignGroup]) -> list[Row]:
    found = [(route, group, _seconds(quantity, group)) for route, group in groups.items()]
    first = found[0][2]
    return [
        Row(
            work=work,
            route=route,
            seconds=seconds,
            faster=first / seconds,
            also={"MB a chunk": group.bytes_per_chunk / 2**20},
        )
        for route, group, seconds in found
    ]


def _seconds(quantity: SampledQuantity, group: DesignGroup) -> float:
    torch.set_num_threads(1)
    return cpu_seconds(partial(sample_block, quantity, group, 0, 0, "cpu")) / group.trials_per_block
