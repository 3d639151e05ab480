"""What can be measured, and how its evidence is cut into groups, blocks and chunks.

A *group* is one point, or the points that share trials. A *block* is a fixed number of trials of one
group: the unit of evidence. A *chunk* is the part of a block held in memory at once. All three
are fixed by the quantity, never by a claim, a device or the memory at hand, so that a key names
the same numbers everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final

from .lock import cut, stored

if TYPE_CHECKING:
    from torch import Tensor

    from .code_digest import Code
    from .normal_form import Part

Value = int | float | str
"""What a coordinate of a point may be: a size, a threshold, or the name of a variant."""


GENERATOR_VERSION: Final = 1
"""Changes whenever the same key would give other random numbers."""

GPU_CHUNK_BYTES: Final = 2**28
"""Memory of a chunk on a GPU: its launches cost as much for a megabyte."""

LIBRARY_ROUNDING = 2.0**-46
"""Relative rounding of library functions and sums that any inexact value is granted: 64 units in the last
place. Processors differ by so little where nothing cancels; where something does, the stated bound tells."""


@dataclass(frozen=True, kw_only=True)
class DesignGroup:
    """Points that share trials; `points` hold full coordinates, those of `shared` included.

    `bytes_per_chunk` is the memory a chunk needs at its peak, for whoever limits memory; it is 0 until a
    quantity that the group becomes part of cuts it into chunks.
    """

    shared: Mapping[str, Value]
    points: tuple[Mapping[str, Value], ...]
    trials_per_block: int
    trials_per_chunk: int
    bytes_per_chunk: int

    def __post_init__(self) -> None:
        """Raise ValueError for a group without points or trials, or a point that contradicts `shared`."""
        if not self.points or not 1 <= self.trials_per_chunk <= self.trials_per_block:
            raise ValueError(
                f"A group needs points and 1 <= trials_per_chunk <= trials_per_block; got"
                f" {len(self.points)} points, {self.trials_per_chunk} and {self.trials_per_block} trials."
            )
        for point in self.points:
            if any(point.get(name) != value for name, value in self.shared.items()):
                raise ValueError(
                    f"Point {dict(point)} lacks or contradicts the shared coordinates {dict(self.shared)}."
                )

    @classmethod
    def sized(
        cls,
        *,
        shared: Mapping[str, Value],
        points: Sequence[Mapping[str, Value]] = ({},),
        trials_per_block: int,
    ) -> DesignGroup:
        """A group by what its points add to `shared`; its quantity cuts it into chunks (`lock`)."""
        return cls(
            shared=shared,
            points=tuple({**shared, **point} for point in points),
            trials_per_block=trials_per_block,
            trials_per_chunk=trials_per_block,
            bytes_per_chunk=0,
        )

    def chunk(self, device_type: str) -> tuple[int, int]:
        """Trials and bytes of a chunk on a type of device; a GPU is full with chunks that are far larger.

        >>> group = DesignGroup.sized(shared={}, trials_per_block=96)
        >>> group = replace(group, trials_per_chunk=8, bytes_per_chunk=2**20)
        >>> group.chunk("cpu"), group.chunk("cuda")
        ((8, 1048576), (64, 8388608))
        """
        trials, size = self.trials_per_chunk, self.bytes_per_chunk
        while device_type != "cpu" and 2 * trials <= self.trials_per_block and 2 * size <= GPU_CHUNK_BYTES:
            trials, size = 2 * trials, 2 * size
        return trials, size

    @property
    def key(self) -> str:
        """Canonical JSON text of all that fixes the numbers of a block of this group."""
        content = {
            "shared": dict(self.shared),
            "cells": [dict(point) for point in self.points],
            "trials_per_block": self.trials_per_block,
            "trials_per_chunk": self.trials_per_chunk,
        }
        return json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)

    def sizes(self, name: str) -> tuple[int, ...]:
        """The integer coordinate `name` of every point, in order."""
        return tuple(int(point[name]) for point in self.points)


class _Cut:
    """The groups of a quantity, cut into chunks when they are first asked for.

    A group that the lock file does not have is tried out, and what a sampler calls may be defined below it.
    """

    def __get__(self, quantity: SampledQuantity | None, _: object = None) -> tuple[DesignGroup, ...]:
        """All groups. Raises AttributeError for the class, which has none by default."""
        if quantity is None:
            raise AttributeError
        own = vars(quantity)
        if not all(group.bytes_per_chunk for group in own["groups"]):
            own["groups"] = tuple(one if one.bytes_per_chunk else cut(quantity, one) for one in own["groups"])
        groups: tuple[DesignGroup, ...] = own["groups"]
        return groups

    def __set__(self, quantity: SampledQuantity, groups: tuple[DesignGroup, ...]) -> None:
        """Groups, cut or not."""
        vars(quantity)["groups"] = groups


_CUT: Final[Any] = _Cut()


@dataclass(frozen=True, kw_only=True)
class SampledQuantity:
    """A quantity estimated from independent trials.

    `sample` draws them from `Trials`: axes (trials, points, outputs), or (trials,) for a histogram.
    Moments are kept of the points * len(outputs) numbers of a trial, point by point. `binary` marks 0/1
    values, whose means are proportions. With `histogram_edges` a trial is one number, the points of a group
    are the edges, and the proportion at an edge is P(value > edge). `rounding` bounds what rounding alone
    makes of an output that is zero in exact arithmetic: means within it are zero. `quick_rounds` is the most
    rounds of a quick run where a block is slow; other runs take all of theirs. `form` is the normal form of
    what samples, where that is not the function's own.
    """

    name: str
    version: int
    title: str
    outputs: tuple[str, ...]
    groups: tuple[DesignGroup, ...] = _CUT
    sample: Callable[..., Tensor]
    binary: bool = False
    dtype: str = "float32"
    histogram_edges: Callable[[DesignGroup], tuple[float, ...]] | None = None
    rounding: Mapping[str, float] = field(default_factory=dict)
    quick_rounds: int | None = None
    form: tuple[Part, ...] = ()

    @cached_property
    def code(self) -> Code:
        """What draws its trials."""
        edges = () if self.histogram_edges is None else (self.histogram_edges,)
        return _code(self, (self.sample, *edges), sampled=True)


@dataclass(frozen=True, kw_only=True)
class ExactValue:
    """A computed number and a bound on its absolute error; zero says that its arithmetic is exact."""

    value: float
    error_bound: float

    @property
    def on_any_processor(self) -> ExactValue:
        """The number with a bound that holds for the library functions of every processor."""
        rounding = LIBRARY_ROUNDING * abs(self.value) if self.error_bound else 0.0
        return replace(self, error_bound=self.error_bound + rounding)


@dataclass(frozen=True, kw_only=True)
class ExactQuantity:
    """A quantity computed without sampling error: by enumeration, quadrature or exact arithmetic."""

    name: str
    version: int
    title: str
    points: tuple[Mapping[str, Value], ...]
    evaluate: Callable[[Mapping[str, Any]], ExactValue]
    form: tuple[Part, ...] = ()

    @cached_property
    def code(self) -> Code:
        """What computes its values."""
        return _code(self, (self.evaluate,), sampled=False)


Quantity = SampledQuantity | ExactQuantity


def _code(quantity: Quantity, functions: tuple[Callable[..., object], ...], *, sampled: bool) -> Code:
    from .code_digest import code, code_of

    if quantity.form:
        return code(quantity.form, sampled=sampled, name=quantity.name.partition("@")[0])
    return code_of(functions, sampled=sampled)


@cache
def quantities(topic: str) -> Mapping[str, Quantity]:
    """All quantities of a topic by their names, from the modules of its package, in their order.

    Raises ValueError for two quantities of one name.
    """
    found: dict[str, Quantity] = {}
    for module in _modules(topic):
        for name, value in _of_module(topic, module):
            if found.setdefault(name, value) is not value:
                raise ValueError(f"Two quantities are called {value.name}; a name is for one of them.")
    return found


@cache
def quantity(topic: str, name: str) -> Quantity:
    """One quantity of a topic, for which a module is imported whose text defines it by name, else all are.

    Raises KeyError for a name that the topic does not have.
    """
    for module in _naming(topic).get(name, ()):
        for known, value in _of_module(topic, module):
            if known == name:
                return value
    return quantities(topic)[name]


@cache
def _naming(topic: str) -> Mapping[str, Sequence[str]]:
    """The modules whose text defines each name: that of a function below its decorator, or one given."""
    # A helper of the same name has no decorator.
    named = re.compile(rf'^(?:@.*|\))\ndef (\w+)\(|\bname="(?:{topic}\.)?(\w+)"', re.MULTILINE)
    found: dict[str, list[str]] = {}
    for module in _modules(topic):
        spec = find_spec(module)
        text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
        for name in dict.fromkeys(function or given for function, given in named.findall(text)):
            found.setdefault(name, []).append(module)
    return found


def _modules(topic: str) -> Iterator[str]:
    # A lock file that was altered is told here, before a group is looked up in it.
    stored(topic)
    package = import_module(f"{__package__}.{topic}")
    return (module.name for module in iter_modules(package.__path__, f"{package.__name__}."))


def _of_module(topic: str, module: str) -> Iterator[tuple[str, Quantity]]:
    """The quantities of a topic that a module has, by their names there."""
    for value in vars(import_module(module)).values():
        if isinstance(value, Quantity) and value.name.startswith(f"{topic}."):
            yield value.name.removeprefix(f"{topic}."), value
