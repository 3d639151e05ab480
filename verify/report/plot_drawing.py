"""A plot of a claim: scales, few plain labels, formulas, and marks with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from textwrap import wrap
from typing import Final

from .axes import labelled_sizes, limits, log_label, padded, spans_log, ticks, within_reach
from .drawing import (
    ARROW,
    Anchor,
    Drawing,
    Element,
    Group,
    Place,
    Window,
    Words,
    group,
    marks,
    strokes,
    words,
)
from .numerals import numeral
from .subplots import BAND, PlotData, Subplot

WIDTH, LEFT, RIGHT, HEAD, FOOT, LEGEND_ROW = 340.0, 40.0, 10.0, 24.0, 34.0, 12.5
"""Points; a figure is as wide as a narrow screen, so that its type has the size of the text there."""

INNER: Final = WIDTH - LEFT - RIGHT

GUTTER: Final = 96.0
"""Beside the axes of a plot, for the labels of its lines."""

LINE: Final = 10.5
HEADING: Final = 84
"""Points of a line of a heading, and the characters that fit on it."""

TOGETHER: Final = 4.0
"""Points within which two lines end at one place, and share a label."""
HEIGHTS: Final = {"value": 170.0, "ratio": 80.0, "local": 95.0}
HEIGHT: Final = 210.0
"""Of the subplot of a figure."""

LABEL_LENGTH: Final = 26
"""Characters of a legend's label up to which two stand side by side."""

DEEPEST: Final = 1e-3
"""How far beyond the measured values or limits a log axis follows the formulas."""

DASH: Final = 14.0
"""Length of a formula known at a single size."""

HIDDEN: Final = 1.4
"""Points above and below its middle that every mark covers: an interval that ends there is not seen."""

FAR: Final = 1e6
"""Lengths of an axis beyond which nothing is drawn: what stands there is cut off."""

BASELINE: Final = 3.1
"""From the middle of a line of text down to where it stands."""


Swatch = Callable[[float, float], Group]
"""What stands before a label of the legend, drawn around a place."""

Entry = tuple[str, Swatch]


@dataclass(frozen=True, kw_only=True)
class Scale:
    """Where the values between `low` and `high` stand along an axis of a length, in points."""

    low: float
    high: float
    length: float
    is_log: bool
    is_upward: bool = False

    def __call__(self, value: float) -> float:
        """The place of a value from the axis' beginning: left, or top for an upward axis."""
        low, high = self._ends
        shown = within_reach(value, is_log=self.is_log)
        part = ((math.log(shown) if self.is_log else shown) - low) / (high - low)
        part = within_reach(part, reach=FAR)
        return self.length * (1 - part if self.is_upward else part)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        return (math.log(self.low), math.log(self.high)) if self.is_log else (self.low, self.high)

    def labels(self) -> list[tuple[float, str]]:
        """The ticks with their labels; those of a linear axis have the same number of decimals."""
        shown = ticks(self.low, self.high, is_log=self.is_log)
        if self.is_log:
            return [(value, log_label(value)) for value in shown]
        return list(zip(shown, _alike(shown), strict=True))


@lru_cache(maxsize=512)
def draw(data: PlotData) -> Drawing:
    """The plot, drawn once for all claims that show it."""
    tops, top = [], HEAD
    for subplot in data.subplots:
        top += LINE * (len(_heading(subplot)) - 1)
        tops.append(top)
        top += HEIGHTS[subplot.kind] + HEAD
    bottom = top - HEAD
    along = Scale(
        low=limits(data.sizes)[0], high=limits(data.sizes)[1], length=INNER,
        is_log=spans_log(data.sizes),
    )  # fmt: skip
    elements = [_subplot(subplot, along, at) for subplot, at in zip(data.subplots, tops, strict=True)]
    elements.append(sizes_below(data.sizes, along, bottom, data.variable))
    legend, foot = legend_below([(label, swatch(mark=mark)) for label, mark in data.legend], bottom + FOOT)
    return Drawing(
        width=WIDTH + GUTTER, height=foot, elements=(*elements, legend), description=data.description
    )


def sizes_below(sizes: Sequence[float], along: Scale, bottom: float, variable: str) -> Group:
    """The sizes of the grid under the last subplot, as many as have room, and the variable's name."""
    shown = [(LEFT + along(size), size) for size in labelled_sizes(sizes)]
    labels = [*((x, 13.0, numeral(size)) for x, size in shown), (LEFT + INNER / 2, 24.0, variable)]
    ticks = strokes([[(x, 0), (x, 3.5)] for x, _ in shown], "frame")
    return group([ticks, words(labels, Anchor.MIDDLE)], bottom)


def frame(upward: Scale, top: float, heading: str) -> Group:
    """Guides with their labels, the two hairlines of the frame, and the heading above."""
    bottom = top + upward.length
    heights = [(top + upward(value), label) for value, label in upward.labels()]
    return group([
        strokes([[(LEFT, y), (LEFT + INNER, y)] for y, _ in heights], "guide"),
        words(((LEFT - 5, y + BASELINE, label) for y, label in heights), Anchor.END),
        strokes([[(LEFT, top), (LEFT, bottom), (LEFT + INNER, bottom)]], "frame"),
        *([Words(0, top - 7, heading)] if heading else []),
    ])  # fmt: skip


def legend_below(entries: Sequence[Entry], top: float) -> tuple[Group, float]:
    """Swatches with labels in one column or two, and where they end."""
    columns = 2 if max((len(label) for label, _ in entries), default=0) <= LABEL_LENGTH else 1
    rows = math.ceil(len(entries) / columns)
    found: list[Element] = []
    for index, (label, drawn) in enumerate(entries):
        x, y = LEFT + INNER / 2 * (index // rows), LEGEND_ROW * (index % rows + 0.5)
        found += [drawn(x + 10, y), Words(x + 25, y + BASELINE, label)]
    return group(found, top), top + LEGEND_ROW * rows + 2


def swatch(css: str = "", mark: str = "", strength: float = 1.0) -> Swatch:
    """A short line of a class, a mark, or one on the other, for the legend."""

    def drawn(x: float, y: float) -> Group:
        line = [strokes([[(x - 9, y), (x + 9, y)]], css, strength)] if css else []
        return group([*line, *([marks([(x, y)], mark)] if mark else [])])

    return drawn


def _subplot(subplot: Subplot, along: Scale, top: float) -> Group:
    low, high = _ends(subplot)
    height = HEIGHTS[subplot.kind]
    upward = Scale(low=low, high=high, length=height, is_log=subplot.is_log, is_upward=True)
    within = Window(LEFT, top, INNER, height, tuple(_formulas(subplot, along, upward)))
    heading = _heading(subplot)
    above = words((0.0, top - 7 - LINE * (len(heading) - 1 - row), line) for row, line in enumerate(heading))
    named = group(_labels(subplot, along, upward), top)
    return group([frame(upward, top, ""), above, within, named, *_measured(subplot, along, upward, top)])


def _heading(subplot: Subplot) -> list[str]:
    return wrap(subplot.name, HEADING) or [""]


def _labels(subplot: Subplot, along: Scale, upward: Scale) -> list[Words]:
    """The names of the lines beside their right ends, moved apart; lines that end together share one."""
    ends: dict[str, float] = {}
    for line in subplot.lines:
        shown = [(along(x), upward(y)) for x, y in line.points if y > 0 or not subplot.is_log]
        if line.label and shown:
            ends.setdefault(line.label, min(max(shown)[1], upward.length))
    merged: list[tuple[float, list[str]]] = []
    for label, y in sorted(ends.items(), key=lambda one: one[1]):
        if merged and y - merged[-1][0] < TOGETHER:
            merged[-1][1].append(label)
        else:
            merged.append((y, [label]))
    rows = _spread([y for y, _ in merged], [len(labels) for _, labels in merged])
    return [
        Words(LEFT + INNER + 5, row + LINE * at + BASELINE, label)
        for row, (_, labels) in zip(rows, merged, strict=True)
        for at, label in enumerate(labels)
    ]


def _spread(ends: Sequence[float], rows: Sequence[int]) -> list[float]:
    """Where labels of so many rows stand, none above the ones before."""
    found: list[float] = []
    free = 0.0
    for end, count in zip(ends, rows, strict=True):
        found.append(max(end - LINE * (count - 1) / 2, free))
        free = found[-1] + LINE * count
    return found


def _ends(subplot: Subplot) -> tuple[float, float]:
    """The ends of the axis: what was measured, and the formulas as far as a log axis follows them."""
    seen = [y for p in subplot.points for y in (p.y, p.low, p.high) if y is not None]
    lines = [line for line in subplot.lines if line.route != BAND]
    ends = [*seen, *(y for line in lines for _, y in line.points), *subplot.within]
    if subplot.is_log:
        measured = [y for p in subplot.points if (y := p.y if p.y > 0 else p.high)] or [1.0]
        floor, ceiling = DEEPEST * min(measured), max(measured) / DEEPEST
        ends = [min(max(y, floor), ceiling) for y in (*ends, *measured) if y > 0]
    return padded(min(ends, default=0.0), max(ends, default=0.0), is_log=subplot.is_log)


def _formulas(subplot: Subplot, along: Scale, upward: Scale) -> list[Element]:
    """The formulas' lines; one that is known at a single size is a short dash."""
    found: list[Element] = []
    for route in dict.fromkeys(line.route for line in subplot.lines):
        lines = dict.fromkeys(
            tuple((along(x), upward(y)) for x, y in line.points if y > 0 or not subplot.is_log)
            for line in subplot.lines
            if line.route == route
        )
        found.append(strokes([_widened(line) for line in lines if line], route))
    return found


def _widened(line: Sequence[Place]) -> Sequence[Place]:
    if len(line) > 1:
        return line
    ((x, y),) = line
    return [(x - DASH / 2, y), (x + DASH / 2, y)]


def _measured(subplot: Subplot, along: Scale, upward: Scale, top: float) -> Iterable[Element]:
    """Marks with intervals; an interval that reaches zero on a log axis is drawn down to the axis.

    There a zero becomes an arrow down from its upper limit.
    """
    seen = [point for point in subplot.points if point.y > 0 or not subplot.is_log]
    intervals = []
    places: dict[str, list[Place]] = {}
    for point in seen:
        low = max(point.y if point.low is None else point.low, upward.low)
        high = point.y if point.high is None else point.high
        x, middle, ends = LEFT + along(point.x), upward(point.y), (upward(low), upward(high))
        if any(abs(end - middle) > HIDDEN for end in ends):
            intervals.append([(x, top + end) for end in ends])
        places.setdefault(point.mark, []).append((x, top + middle))
    drawn: list[Element] = [strokes(intervals, "interval")]
    drawn += [marks(at, mark) for mark, at in places.items()]
    limits_only = [
        (LEFT + along(p.x), top + upward(p.high))
        for p in subplot.points
        if subplot.is_log and p.y <= 0 and p.high
    ]
    return [*drawn, marks(limits_only, ARROW)]


def _alike(values: Sequence[float]) -> list[str]:
    """Numbers of a linear axis with as many decimals as tell all of them exactly."""
    for decimals in range(13):
        written = [f"{value:.{decimals}f}" for value in values]
        exact = all(
            math.isclose(float(text), value, rel_tol=1e-9, abs_tol=1e-9 * max(map(abs, values), default=0))
            for text, value in zip(written, values, strict=True)
        )
        if exact and max(map(len, written), default=0) <= LONGEST_LABEL:
            return written
    return [numeral(value) for value in values]


LONGEST_LABEL: Final = 8
"""Characters of a label that has room beside the axis."""
