"""One panel of a plot: guides, lines of the formulas, intervals and marks, in this order from below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from . import svg
from .axes import Scale, labelled_sizes, labels, limits, padded, spans_log
from .numerals import numeral

WIDTH, LEFT, RIGHT, HEAD = 340.0, 40.0, 10.0, 24.0
"""A drawing is as wide as a narrow screen, so that its type has the size of the text there."""

HEIGHTS: Final = {"value": 170.0, "ratio": 80.0, "local": 95.0}

DEEPEST: Final = 1e-3
"""How far beyond the measured values or limits a log axis follows the formulas."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A formula along the panel, styled by its road; a single point becomes a short dash."""

    road: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class Point:
    """A measured value with its interval; an end that is not bounded is `None`."""

    x: float
    y: float
    low: float | None
    high: float | None
    mark: str


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What a panel shows; on a log scale values at zero are shown by their upper limits.

    The values `within` are in view in any case.
    """

    kind: str
    name: str
    points: Sequence[Point]
    lines: Sequence[Line]
    is_log: bool
    within: tuple[float, ...] = ()


def horizontal(sizes: Sequence[float]) -> Scale:
    """The scale that all panels of a drawing share."""
    low, high = limits(sizes)
    return Scale(low=low, high=high, start=LEFT, end=WIDTH - RIGHT, is_log=spans_log(sizes))


def size_labels(across: Scale, sizes: Sequence[float], variable: str, floor: float) -> list[Markup]:
    """Labels of the sizes below the lowest panel, and the variable's name below them."""
    shown = [svg.text((across(size), floor + 13), numeral(size), "middle") for size in labelled_sizes(sizes)]
    return [*shown, svg.text(((across.start + across.end) / 2, floor + 27), variable, "middle")]


def draw(panel: Panel, across: Scale, sizes: Sequence[float], top: float) -> list[Markup]:
    """The elements of the panel whose frame begins at `top`."""
    upward = _vertical(panel, top)
    marks = sorted({point.mark for point in panel.points})
    seen = [point for point in panel.points if point.y > 0 or not panel.is_log]
    width = across.end - across.start
    ticks = (svg.outline((across(size), upward.start), "v3") for size in labelled_sizes(sizes))
    frame = svg.line([(across.start, top), (across.start, upward.start), (across.end, upward.start)])
    inside = (
        svg.path(road, (_outline(line, across, upward, top) for line in panel.lines if line.road == road))
        for road in ("claimed", "derived")
    )
    return [
        svg.text((0, top - 7), panel.name),
        *_guides(upward, width),
        svg.path("frame", [frame, *ticks]),
        svg.window((across.start, top), (width, upward.start - top), inside),
        svg.path("bar", (_bar(point, across, upward) for point in panel.points)),
        *(
            svg.path("mark", (svg.outline((across(p.x), upward(p.y)), mark) for p in seen if p.mark == mark))
            for mark in marks
        ),
    ]


def _vertical(panel: Panel, top: float) -> Scale:
    """The scale that holds all intervals, and the formulas unless they go far beyond them."""
    ends = [end for p in panel.points for end in (p.y, p.low, p.high) if end is not None]
    ends += panel.within
    formulas = [y for line in panel.lines for _, y in line.points]
    if panel.is_log:
        seen = [p.y if p.y > 0 else p.high for p in panel.points]
        measured = [y for y in seen if y] or [1.0]
        floor, ceiling = DEEPEST * min(measured), max(measured) / DEEPEST
        ends = [min(max(y, floor), ceiling) for y in (*ends, *formulas, *measured) if y > 0]
    else:
        ends = [*ends, *formulas] or [0.0]
    low, high = padded(min(ends), max(ends), is_log=panel.is_log)
    return Scale(low=low, high=high, start=top + HEIGHTS[panel.kind], end=top, is_log=panel.is_log)


def _guides(upward: Scale, width: float) -> list[Markup]:
    shown = labels(upward.low, upward.high, is_log=upward.is_log)
    names = [svg.text((LEFT - 5, upward(value) + 2.8), name, "end") for value, name in shown]
    return [
        svg.path("guide", (svg.outline((LEFT, upward(value)), f"h{width:.0f}") for value, _ in shown)),
        *names,
    ]


def _outline(line: Line, across: Scale, upward: Scale, top: float) -> str:
    """The line in the coordinates of its window; on a log scale values at zero or below are left out."""
    points = [
        (across(x) - across.start, upward(y) - top) for x, y in line.points if y > 0 or not upward.is_log
    ]
    return svg.outline(points[0], "m-7 0h14") if len(points) == 1 else svg.line(points)


def _bar(point: Point, across: Scale, upward: Scale) -> str:
    """The interval; at zero on a log scale the upper limit with an arrow down.

    An interval that reaches zero on a log scale is drawn down to the axis.
    """
    x = across(point.x)
    if upward.is_log and point.y <= 0:
        limit = (x, upward(point.high)) if point.high else None
        return svg.outline(limit, svg.TICK) + svg.outline(limit, svg.ARROW) if limit else ""
    low, high = (point.y if end is None else end for end in (point.low, point.high))
    bottom = upward.start if upward.is_log and low <= upward.low else upward(low)
    return svg.line([(x, bottom), (x, upward(high))])
