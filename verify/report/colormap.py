"""A colormap: one hue whose strength is a value; tiles and dots that have it; the bar that explains it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..document import Axis
from .axes import padded, within_reach
from .drawing import Anchor, Element, Place, Tile, strokes, words
from .plot_drawing import HEIGHT, INNER, LEFT, Scale

STEPS, BAR_HEIGHT, BAR_FOOT = 32, 8.0, 26.0
"""Of the bar that explains the colormap."""

LOG_SPAN: Final = 100.0
"""Values above zero that span more than this factor are coloured by their logarithm."""


@dataclass(frozen=True, kw_only=True)
class Colormap:
    """The strength of a value, from 0 to 1."""

    low: float
    high: float
    is_log: bool

    def __call__(self, value: float) -> float:
        """The strength itself."""
        value = within_reach(value, is_log=self.is_log)
        if self.is_log:
            return (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, kw_only=True)
class Tiles:
    """Values along an axis whose tiles meet halfway between neighbours."""

    values: tuple[float, ...]
    edges: tuple[float, ...]
    scale: Scale

    @classmethod
    def of(cls, values: Sequence[float], axis: Axis, *, upward: bool) -> Tiles:
        """The tiles of ascending values."""
        is_log = axis.log and values[0] > 0
        middle = [math.sqrt(a * b) if is_log else (a + b) / 2 for a, b in pairwise(values)]
        if middle:
            first = values[0] ** 2 / middle[0] if is_log else 2 * values[0] - middle[0]
            last = values[-1] ** 2 / middle[-1] if is_log else 2 * values[-1] - middle[-1]
        else:
            first, last = padded(values[0], values[0], is_log=is_log)
        edges = (first, *middle, last)
        length = HEIGHT if upward else INNER
        scale = Scale(low=first, high=last, length=length, is_log=is_log, is_upward=upward)
        return cls(values=tuple(values), edges=edges, scale=scale)

    def span(self, value: float) -> tuple[float, float]:
        """Where the tile of a value begins and how long it is."""
        index = self.values.index(value)
        ends = sorted(map(self.scale, self.edges[index : index + 2]))
        return ends[0], ends[1] - ends[0]


def colormap_of(values: Sequence[float]) -> Colormap:
    """The strengths of values: from zero to one for shares, else from the smallest to the largest."""
    low, high = within_reach(min(values)), within_reach(max(values))
    if low > 0 and high > LOG_SPAN * low:
        return Colormap(low=within_reach(low, is_log=True), high=high, is_log=True)
    if low >= 0 and high <= 1 and high > 1 / 2:
        return Colormap(low=0.0, high=1.0, is_log=False)
    return Colormap(low=low, high=high if high > low else low + 1.0, is_log=False)


def tile(across: Place, down: Place, strength: float, told: str) -> Tile:
    """A tile by where it begins and how long it is, across and down; `told` is its number."""
    (x, width), (y, height) = across, down
    return Tile(x, y, width, height, strength, told)


def bar(colormap: Colormap, top: float) -> list[Element]:
    """The strengths from the lowest to the highest, with numbers below."""
    step = INNER / STEPS
    tiles = [Tile(LEFT + k * step, top, step, BAR_HEIGHT, (k + 0.5) / STEPS) for k in range(STEPS)]
    scale = Scale(low=colormap.low, high=colormap.high, length=INNER, is_log=colormap.is_log)
    labels = [(LEFT + scale(value), label) for value, label in scale.labels()]
    foot = top + BAR_HEIGHT
    outline = [(LEFT, top), (LEFT + INNER, top), (LEFT + INNER, foot), (LEFT, foot), (LEFT, top)]
    return [
        *tiles,
        strokes([outline, *([(x, foot), (x, foot + 2.5)] for x, _ in labels)], "frame"),
        words(((x, foot + 11, label) for x, label in labels), Anchor.MIDDLE),
    ]
