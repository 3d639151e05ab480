"""A plot of a claim as an inline SVG: scales, few plain labels, formulas, and marks with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from markupsafe import Markup
from matplotlib.ticker import LogLocator, MaxNLocator

from . import svg
from .axes import labelled_sizes, limits, log_label, padded, spans_log
from .numerals import numeral
from .subplots import PlotData, Subplot

WIDTH, LEFT, RIGHT, HEAD, FOOT, LEGEND_ROW = 340.0, 40.0, 10.0, 24.0, 34.0, 12.5
"""Points; a figure is as wide as a narrow screen, so that its type has the size of the text there."""

INNER: Final = WIDTH - LEFT - RIGHT
HEIGHTS: Final = {"value": 170.0, "ratio": 80.0, "local": 95.0}
HEIGHT: Final = 210.0
"""Of the subplot of a figure."""

LABEL_LENGTH: Final = 26
"""Characters of a legend's label up to which two stand side by side."""

MOST_LABELS: Final = 5
STEPS: Final = (1, 2, 2.5, 5, 10)
DECADES: Final = 100.0
"""A log axis that spans more than this factor is labelled by powers of ten, else by 1, 2 and 5 as well."""

DEEPEST: Final = 1e-3
"""How far beyond the measured values or limits a log axis follows the formulas."""

DASH: Final = 14.0
"""Length of a formula known at a single size."""

HIDDEN: Final = 1.4
"""Points above and below its middle that every mark covers: an interval that ends there is not seen."""

BASELINE: Final = 3.1
"""From the middle of a line of text down to where it stands."""


Swatch = Callable[[float, float], str]
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
        part = ((math.log(value) if self.is_log else value) - low) / (high - low)
        return self.length * (1 - part if self.is_upward else part)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        return (math.log(self.low), math.log(self.high)) if self.is_log else (self.low, self.high)

    def ticks(self) -> list[float]:
        """Few plain values within the ends."""
        if self.is_log:
            subs = (1.0,) if self.high >= DECADES * self.low else (1.0, 2.0, 5.0)
            found = LogLocator(subs=subs, numticks=MOST_LABELS).tick_values(self.low, self.high)
        else:
            found = MaxNLocator(MOST_LABELS - 1, steps=STEPS).tick_values(self.low, self.high)
        return [float(value) for value in found if self.low <= value <= self.high]

    def labels(self) -> list[tuple[float, str]]:
        """The ticks with their labels; those of a linear axis have the same number of decimals."""
        ticks = self.ticks()
        if self.is_log:
            return [(value, log_label(value)) for value in ticks]
        return list(zip(ticks, _alike(ticks), strict=True))


@lru_cache(maxsize=512)
def plot_svg(data: PlotData) -> Markup:
    """The plot as an `<svg>` element, drawn once for all claims that show it."""
    tops, top = [], HEAD
    for subplot in data.subplots:
        tops.append(top)
        top += HEIGHTS[subplot.kind] + HEAD
    bottom = top - HEAD
    along = Scale(
        low=limits(data.sizes)[0], high=limits(data.sizes)[1], length=INNER,
        is_log=spans_log(data.sizes),
    )  # fmt: skip
    elements = [_subplot(subplot, along, at) for subplot, at in zip(data.subplots, tops, strict=True)]
    elements.append(sizes_below(data.sizes, along, bottom, data.variable))
    legend, foot = legend_below([_entry(label, mark) for label, mark in data.legend], bottom + FOOT)
    return svg.picture(WIDTH, foot, [*elements, *legend], data.description)


def sizes_below(sizes: Sequence[float], along: Scale, bottom: float, variable: str) -> str:
    """The sizes of the grid under the last subplot, as many as have room, and the variable's name."""
    shown = [(LEFT + along(size), size) for size in labelled_sizes(sizes)]
    return svg.part("".join([
        svg.strokes([[(x, 0), (x, 3.5)] for x, _ in shown], "frame"),
        svg.aligned((svg.text(x, 13, numeral(size)) for x, size in shown), "mid"),
        svg.aligned([svg.text(LEFT + INNER / 2, 24, variable)], "mid"),
    ]), svg.units(bottom))  # fmt: skip


def frame(upward: Scale, top: float, heading: str) -> str:
    """Guides with their labels, the two hairlines of the frame, and the heading above."""
    bottom = top + upward.length
    heights = [(top + upward(value), label) for value, label in upward.labels()]
    return svg.part("".join([
        svg.strokes([[(LEFT, y), (LEFT + INNER, y)] for y, _ in heights], "guide"),
        svg.aligned((svg.text(LEFT - 5, y + BASELINE, label) for y, label in heights), "end"),
        svg.strokes([[(LEFT, top), (LEFT, bottom), (LEFT + INNER, bottom)]], "frame"),
        svg.text(0, top - 7, heading) if heading else "",
    ]))  # fmt: skip


def legend_below(entries: Sequence[Entry], top: float) -> tuple[list[str], float]:
    """Swatches with labels in one column or two, and where they end."""
    columns = 2 if max((len(label) for label, _ in entries), default=0) <= LABEL_LENGTH else 1
    rows = math.ceil(len(entries) / columns)
    found = []
    for index, (label, drawn) in enumerate(entries):
        x, y = LEFT + INNER / 2 * (index // rows), LEGEND_ROW * (index % rows + 0.5)
        found.append(drawn(x + 10, y))
        found.append(svg.text(x + 25, y + BASELINE, label))
    return [svg.part("".join(found), svg.units(top))], top + LEGEND_ROW * rows + 2


def swatch(css: str = "", mark: str = "", strength: float = 1.0) -> Swatch:
    """A short line of a class, a mark, or one on the other, for the legend."""

    def drawn(x: float, y: float) -> str:
        line = svg.strokes([[(x - 9, y), (x + 9, y)]], css, strength) if css else ""
        return line + (svg.marks([(x, y)], mark) if mark else "")

    return drawn


def _entry(label: str, mark: str | None) -> Entry:
    """A formula, a series with its mark, or words alone, in the legend."""
    return label, swatch() if mark is None else swatch(mark=mark) if mark else swatch(label)


def _subplot(subplot: Subplot, along: Scale, top: float) -> str:
    low, high = _ends(subplot)
    height = HEIGHTS[subplot.kind]
    upward = Scale(low=low, high=high, length=height, is_log=subplot.is_log, is_upward=True)
    within = svg.window(LEFT, top, INNER, height, [*_formulas(subplot, along, upward)])
    return frame(upward, top, subplot.name) + within + _measured(subplot, along, upward, top)


def _ends(subplot: Subplot) -> tuple[float, float]:
    """The ends of the axis: what was measured, and the formulas as far as a log axis follows them."""
    seen = [y for p in subplot.points for y in (p.y, p.low, p.high) if y is not None]
    ends = [*seen, *(y for line in subplot.lines for _, y in line.points), *subplot.within]
    if subplot.is_log:
        measured = [y for p in subplot.points if (y := p.y if p.y > 0 else p.high)] or [1.0]
        floor, ceiling = DEEPEST * min(measured), max(measured) / DEEPEST
        ends = [min(max(y, floor), ceiling) for y in (*ends, *measured) if y > 0]
    return padded(min(ends, default=0.0), max(ends, default=0.0), is_log=subplot.is_log)


def _formulas(subplot: Subplot, along: Scale, upward: Scale) -> list[str]:
    """The formulas' lines; one that is known at a single size is a short dash."""
    found = []
    for route in dict.fromkeys(line.route for line in subplot.lines):
        lines = dict.fromkeys(
            tuple((along(x), upward(y)) for x, y in line.points if y > 0 or not subplot.is_log)
            for line in subplot.lines
            if line.route == route
        )
        found.append(svg.strokes([_widened(line) for line in lines if line], route))
    return found


def _widened(line: Sequence[svg.Place]) -> Sequence[svg.Place]:
    if len(line) > 1:
        return line
    ((x, y),) = line
    return [(x - DASH / 2, y), (x + DASH / 2, y)]


def _measured(subplot: Subplot, along: Scale, upward: Scale, top: float) -> str:
    """Marks with intervals; an interval that reaches zero on a log axis is drawn down to the axis.

    There a zero becomes an arrow down from its upper limit.
    """
    seen = [point for point in subplot.points if point.y > 0 or not subplot.is_log]
    intervals = []
    places: dict[str, list[svg.Place]] = {}
    for point in seen:
        low = max(point.y if point.low is None else point.low, upward.low)
        high = point.y if point.high is None else point.high
        x, middle, ends = LEFT + along(point.x), upward(point.y), (upward(low), upward(high))
        if any(abs(end - middle) > HIDDEN for end in ends):
            intervals.append([(x, top + end) for end in ends])
        places.setdefault(point.mark, []).append((x, top + middle))
    drawn = [svg.strokes(intervals, "interval"), *(svg.marks(at, mark) for mark, at in places.items())]
    limits_only = [
        (LEFT + along(p.x), top + upward(p.high))
        for p in subplot.points
        if subplot.is_log and p.y <= 0 and p.high
    ]
    return "".join([*drawn, svg.marks(limits_only, svg.ARROW)])


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
