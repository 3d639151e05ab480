"""What a simulator is handed: the trials to draw, and where their random numbers come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from .quantity import DesignGroup, Value


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where random numbers come from, and what they become; they lie on the generator's device."""

    generator: torch.Generator
    dtype: torch.dtype = torch.float64

    @property
    def device(self) -> torch.device:
        """Where the generator draws."""
        return self.generator.device

    def empty(self, *sizes: int) -> Tensor:
        """Memory for numbers."""
        return torch.empty(sizes, device=self.device, dtype=self.dtype)

    def normal(self, *sizes: int) -> Tensor:
        """Independent standard normals."""
        return self.empty(*sizes).normal_(generator=self.generator)

    def uniform(self, *sizes: int) -> Tensor:
        """Independent uniforms on [0, 1)."""
        return self.empty(*sizes).uniform_(generator=self.generator)

    def whole(self, low: int, high: int, *sizes: int) -> Tensor:
        """Independent whole numbers, uniform on low, ..., high, in the source's type."""
        return self.empty(*sizes).random_(low, high + 1, generator=self.generator)

    def like(self, parameter: Tensor) -> Tensor:
        """A parameter on the source's device, in its type."""
        return parameter.to(device=self.device, dtype=self.dtype)


@dataclass(frozen=True, kw_only=True)
class Trials:
    """So many independent trials of a group, to be drawn from a source."""

    group: DesignGroup
    n_trials: int
    source: Source

    @property
    def points(self) -> tuple[Mapping[str, Value], ...]:
        """The points that share the trials."""
        return self.group.points

    def sizes(self, name: str) -> tuple[int, ...]:
        """The integer coordinate `name` of every point, in order."""
        return self.group.sizes(name)

    @property
    def common(self) -> dict[str, Value]:
        """The coordinates that all points have in common."""
        first, *others = self.points
        return {name: x for name, x in first.items() if all(point.get(name) == x for point in others)}

    @property
    def generator(self) -> torch.Generator:
        """The source's generator."""
        return self.source.generator

    @property
    def device(self) -> torch.device:
        """The source's device."""
        return self.source.device

    @property
    def dtype(self) -> torch.dtype:
        """The source's type of numbers."""
        return self.source.dtype
