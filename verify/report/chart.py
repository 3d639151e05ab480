"""A chart: what a plot of a claim or a figure shows, in the units of its axes, and how it is drawn.

Panels stand above one another and share the axis below them. A panel has lines and bands, marks with
intervals, tiles and dots; whatever is made of a document is one of these, drawn in one way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from . import drawing
from .axes import Axis, padded
from .colormap import Colormap
from .drawing import (
    ARROW,
    Anchor,
    Drawing,
    Element,
    Group,
    Marks,
    Place,
    Window,
    Words,
    strokes,
    words,
)

WIDTH, LEFT, RIGHT, HEAD, FOOT, LEGEND_ROW = 340.0, 40.0, 10.0, 24.0, 34.0, 12.5
"""Points; a figure is as wide as a narrow screen, so that its type has the size of the text there."""

INNER: Final = WIDTH - LEFT - RIGHT

GUTTER: Final = 96.0
"""Beside the axes of a chart whose lines have labels, for these."""

LINE: Final = 10.5
"""Points of a line of a heading."""

TOGETHER: Final = 4.0
"""Points within which two lines end at one place, and share a label."""

LABEL_LENGTH: Final = 21
"""Characters of a legend's label up to which two stand side by side, on a narrow screen too."""

DEEPEST: Final = 1e-3
"""How far beyond the measured values or limits a log axis follows the formulas."""

DASH: Final = 14.0
"""Length of a formula known at a single size."""

HIDDEN: Final = 1.4
"""Points above and below its middle that every mark covers: an interval that ends there is not seen."""

BASELINE: Final = 3.1
"""From the middle of a line of text down to where it stands."""

STEPS, BAR_HEIGHT, BAR_FOOT = 32, 8.0, 26.0
"""Of the bar that explains a colormap."""

BAND: Final = "band"


@dataclass(frozen=True, kw_only=True)
class Line:
    """Lines of a class with the label beside their right end; one of a single point is a short dash.

    A `band` runs along its lower ends and back along its upper ones. One `apart` has a margin of paper.
    """

    css: str
    paths: tuple[tuple[Place, ...], ...]
    label: str = ""
    strength: float = 1.0
    apart: bool = False


@dataclass(frozen=True, kw_only=True)
class Point:
    """A measured value with its interval; an end that is not bounded, or not drawn, is `None`."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    mark: str


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A rectangle between two values of each axis, its strength, and what it tells."""

    x: Place
    y: Place
    strength: float
    told: str


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A dot with its standard errors along both axes, its strength, and what it tells."""

    x: float
    y: float
    errors: Place
    strength: float
    told: str


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What stands on one upward axis, below a heading."""

    heading: tuple[str, ...]
    axis: Axis
    lines: tuple[Line, ...] = ()
    points: tuple[Point, ...] = ()
    tiles: tuple[Tile, ...] = ()
    dots: tuple[Dot, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A label of the legend, behind a short line of a class, a mark, or one on the other."""

    label: str
    css: str = ""
    mark: str = ""
    strength: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Panels from above, the axis that they share, and what explains them."""

    panels: tuple[Panel, ...]
    axis: Axis
    legend: tuple[Entry, ...]
    description: str
    gutter: float = 0.0
    colormap: Colormap | None = None
    colour: str = ""


def upward(
    points: Sequence[Point],
    lines: Sequence[Line],
    *,
    length: float,
    is_log: bool,
    within: Sequence[float] = (),
) -> Axis:
    """The axis that holds what was measured, what is `within`, and formulas as far as it follows them."""
    ends = [y for point in points for y in (point.y, point.low, point.high) if y is not None]
    ends += [y for line in lines if line.css != BAND for path in line.paths for _, y in path]
    ends = [y for y in (*ends, *within) if math.isfinite(y)]
    if is_log:
        measured = [y for point in points if (y := point.y if point.y > 0 else point.high)] or [1.0]
        floor, ceiling = DEEPEST * min(measured), max(measured) / DEEPEST
        ends = [min(max(y, floor), ceiling) for y in (*ends, *measured) if y > 0]
    low, high = padded(min(ends, default=0.0), max(ends, default=0.0), is_log=is_log)
    return Axis(low=low, high=high, length=length, is_log=is_log, is_upward=True)


@lru_cache(maxsize=512)
def draw(chart: Chart) -> Drawing:
    """The chart, drawn once for all claims that show it."""
    elements: list[Element] = []
    top = 0.0
    for panel in chart.panels:
        top += HEAD + LINE * (len(panel.heading) - 1)
        elements.append(_panel(panel, chart.axis, top))
        top += panel.axis.length
    elements.append(below(chart.axis, top))
    top += FOOT
    if chart.colormap is not None:
        elements += [*_bar(chart.colormap, top), *([Words(0, top + 7, chart.colour)] if chart.colour else [])]
        top += BAR_FOOT
    legend, foot = legend_below(chart.legend, top)
    return Drawing(
        width=WIDTH + chart.gutter, height=foot, elements=(*elements, legend), description=chart.description
    )


def below(along: Axis, bottom: float) -> Group:
    """The labels of an axis under the last panel, and its name."""
    shown = [(LEFT + along(value), label) for value, label in along.labels()]
    labels = [*((x, 13.0, label) for x, label in shown), (LEFT + INNER / 2, 24.0, along.name)]
    ticks = strokes([[(x, 0), (x, 3.5)] for x, _ in shown], "frame")
    return Group((ticks, words(labels, Anchor.MIDDLE)), bottom)


def legend_below(entries: Sequence[Entry], top: float) -> tuple[Group, float]:
    """Swatches with labels in one column or two, and where they end."""
    columns = 2 if max((len(entry.label) for entry in entries), default=0) <= LABEL_LENGTH else 1
    rows = math.ceil(len(entries) / columns)
    found: list[Element] = []
    for index, entry in enumerate(entries):
        x, y = LEFT + INNER / 2 * (index // rows), LEGEND_ROW * (index % rows + 0.5)
        if entry.css:
            found.append(strokes([[(x + 1, y), (x + 19, y)]], entry.css, entry.strength))
        if entry.mark:
            found.append(Marks(((x + 10, y),), entry.mark))
        found.append(Words(x + 25, y + BASELINE, entry.label))
    return Group(tuple(found), top), top + LEGEND_ROW * rows + 2


def _panel(panel: Panel, along: Axis, top: float) -> Group:
    axis, last = panel.axis, top - 7
    heading = [(0.0, last - LINE * row, line) for row, line in enumerate(reversed(panel.heading))]
    within = [
        *(_tile(one, along, axis) for one in panel.tiles),
        *(element for line in panel.lines for element in _line(line, along, axis)),
        *(_dot(one, along, axis) for one in panel.dots if along.shows(one.x) and axis.shows(one.y)),
    ]
    return Group((
        _frame(axis, top, guides=not panel.tiles),
        words(heading[::-1]),
        Window(LEFT, top, INNER, axis.length, tuple(within)),
        Group(tuple(_labels(panel.lines, along, axis)), top),
        *_measured(panel.points, along, axis, top),
    ))  # fmt: skip


def _frame(axis: Axis, top: float, *, guides: bool) -> Group:
    """The labels of an upward axis with lines across or ticks beside it, and the hairlines of the frame."""
    bottom = top + axis.length
    heights = [(top + axis(value), label) for value, label in axis.labels()]
    across = [[(LEFT, y), (LEFT + INNER, y)] if guides else [(LEFT - 3, y), (LEFT, y)] for y, _ in heights]
    return Group((
        strokes(across, "guide" if guides else "frame"),
        words(((LEFT - 5, y + BASELINE, label) for y, label in heights), Anchor.END),
        strokes([[(LEFT, top), (LEFT, bottom), (LEFT + INNER, bottom)]], "frame"),
        *([] if guides else [Words(0, top + axis.length / 2 - 8, axis.name)]),
    ))  # fmt: skip


def _placed(path: Sequence[Place], along: Axis, axis: Axis) -> tuple[Place, ...]:
    """The places of a path that its axes show."""
    return tuple((along(x), axis(y)) for x, y in path if along.shows(x) and axis.shows(y))


def _line(line: Line, along: Axis, axis: Axis) -> Iterator[Element]:
    """Equal paths are drawn once; one that is known at a single size is a short dash."""
    paths = dict.fromkeys(_placed(path, along, axis) for path in line.paths)
    drawn = [_widened(path) for path in paths if path]
    if line.apart:
        yield strokes(drawn, "halo")
    yield strokes(drawn, line.css, line.strength)


def _widened(path: Sequence[Place]) -> Sequence[Place]:
    if len(path) > 1:
        return path
    ((x, y),) = path
    return [(x - DASH / 2, y), (x + DASH / 2, y)]


def _tile(tile: Tile, along: Axis, axis: Axis) -> Element:
    left, right = sorted(map(along, tile.x))
    top, bottom = sorted(map(axis, tile.y))
    return drawing.Tile(left, top, right - left, bottom - top, tile.strength, tile.told)


def _dot(dot: Dot, along: Axis, axis: Axis) -> Element:
    """A dot on a cross of one standard error to each side."""
    x, y = along(dot.x), axis(dot.y)
    across, upright = (
        [scale(max(value + sign * error, scale.low)) for sign in (-1, 1)]
        for scale, value, error in zip((along, axis), (dot.x, dot.y), dot.errors, strict=True)
    )
    cross = [[(end, y) for end in across], [(x, end) for end in upright]]
    return Group((strokes(cross, "interval"), drawing.Dot(x, y, dot.strength, dot.told)))


def _labels(lines: Sequence[Line], along: Axis, axis: Axis) -> list[Words]:
    """The names of the lines beside their right ends, moved apart; lines that end together share one."""
    ends: dict[str, float] = {}
    for line in lines:
        shown = [placed for path in line.paths if (placed := _placed(path, along, axis))]
        if line.label and shown:
            ends[line.label] = min(max(shown[0])[1], axis.length)
    merged: list[tuple[float, list[str]]] = []
    for label, y in sorted(ends.items(), key=lambda one: one[1]):
        if merged and y - merged[-1][0] < TOGETHER:
            merged[-1][1].append(label)
        else:
            merged.append((y, [label]))
    found, free = [], 0.0
    for y, labels in merged:
        # None stands above the ones before.
        first = max(y - LINE * (len(labels) - 1) / 2, free)
        free = first + LINE * len(labels)
        found += [Words(LEFT + INNER + 5, first + LINE * at + BASELINE, one) for at, one in enumerate(labels)]
    return found


def _measured(points: Sequence[Point], along: Axis, axis: Axis, top: float) -> Iterator[Element]:
    """Marks with intervals; an interval that reaches zero on a log axis is drawn down to the axis.

    There a zero becomes an arrow down from its upper limit.
    """
    intervals = []
    places: dict[str, list[Place]] = {}
    for point in points:
        x, high = LEFT + along(point.x), point.y if point.high is None else point.high
        if axis.shows(point.y):
            low = max(point.y if point.low is None else point.low, axis.low)
            middle, ends = axis(point.y), (axis(low), axis(high))
            if any(abs(end - middle) > HIDDEN for end in ends):
                intervals.append([(x, top + end) for end in ends])
            places.setdefault(point.mark, []).append((x, top + middle))
        elif axis.shows(high):
            places.setdefault(ARROW, []).append((x, top + axis(high)))
    yield strokes(intervals, "interval")
    arrows = places.pop(ARROW, [])
    yield from (Marks(tuple(at), mark) for mark, at in places.items())
    yield Marks(tuple(arrows), ARROW)


def _bar(colormap: Colormap, top: float) -> list[Element]:
    """The strengths from the lowest to the highest, with numbers below."""
    step, foot = INNER / STEPS, top + BAR_HEIGHT
    tiles = [
        drawing.Tile(LEFT + k * step, top, step, BAR_HEIGHT, (k + 0.5) / STEPS, "") for k in range(STEPS)
    ]
    axis = Axis(low=colormap.low, high=colormap.high, length=INNER, is_log=colormap.is_log)
    labels = [(LEFT + axis(value), label) for value, label in axis.labels()]
    outline = [(LEFT, top), (LEFT + INNER, top), (LEFT + INNER, foot), (LEFT, foot), (LEFT, top)]
    return [
        *tiles,
        strokes([outline, *([(x, foot), (x, foot + 2.5)] for x, _ in labels)], "frame"),
        words(((x, foot + 11, label) for x, label in labels), Anchor.MIDDLE),
    ]
