"""A picture of panels as an inline SVG, laid out by matplotlib and painted by the page's style sheet."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.ticker import FixedLocator, FuncFormatter, Locator, LogLocator, MaxNLocator, NullLocator

from .axes import labelled_sizes, limits, log_label, padded, spans_log
from .numerals import numeral
from .panels import Panel, Picture
from .svg import CLAIMED, DERIVED, FRAME, GUIDE, INTERVAL, MARK, PREFIX, SETTINGS, inline

WIDTH, LEFT, RIGHT, HEAD, FOOT, LEGEND_ROW = 340.0, 40.0, 10.0, 24.0, 38.0, 14.0
"""Points; a figure is as wide as a narrow screen, so that its type has the size of the text there."""

HEIGHTS: Final = {"value": 170.0, "ratio": 80.0, "local": 95.0}
LABEL_LENGTH: Final = 26
"""Characters of a legend's label up to which two stand side by side."""

MOST_LABELS: Final = 5
STEPS: Final = (1, 2, 2.5, 5, 10)
DECADES: Final = 100.0
"""A log axis that spans more than this factor is labelled by powers of ten, else by 1, 2 and 5 as well."""

DEEPEST: Final = 1e-3
"""How far beyond the measured values or limits a log axis follows the formulas."""

STYLE: Final[dict[Any, Any]] = {
    "font.size": 8.5,
    "figure.frameon": False,
    "axes.facecolor": "none",
    "axes.edgecolor": FRAME,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelsize": 8.5,
    "grid.color": GUIDE,
    "xtick.color": FRAME,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "ytick.major.size": 0,
    "ytick.major.pad": 5,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
}
"""A frame of two hairlines with horizontal guides."""

COLOURS: Final = {"claimed": CLAIMED, "derived": DERIVED}
MARK_SIZE: Final = 4.6
DASH_SIZE: Final = 14.0
"""Length of a formula known at a single size."""

ARROW: Final = Path(
    [(-3.5, 0), (3.5, 0), (0, 0), (0, -12), (-2, -9), (0, -12), (2, -9)],
    [Path.MOVETO, Path.LINETO, Path.MOVETO, Path.LINETO, Path.MOVETO, Path.LINETO, Path.LINETO],
)
"""The mark of an upper limit, in points."""


def drawing(picture: Picture, anchor: str) -> Markup:
    """The picture as an `<svg>` element; every id in it begins with `anchor`."""
    return Markup(_drawing(picture).replace(PREFIX, anchor))  # noqa: S704 - escaped by `inline`


@lru_cache(maxsize=64)
def _drawing(picture: Picture) -> str:
    """The picture without its anchor, drawn once for all claims that show it."""
    with mpl.rc_context(SETTINGS | STYLE):
        figure, frames = _frames(picture)
        for axes, panel in zip(frames, picture.panels, strict=True):
            _frame(axes, panel, picture)
            _formulas(axes, panel)
            _measured(axes, panel)
        frames[-1].set_xlabel(picture.variable, labelpad=2)
        return inline(figure, picture.description)


def _frames(picture: Picture) -> tuple[Figure, list[Axes]]:
    """A figure with a legend below the empty panels."""
    columns = 2 if max(len(label) for label, _ in picture.legend) <= LABEL_LENGTH else 1
    rows = math.ceil(len(picture.legend) / columns)
    heights = [HEIGHTS[panel.kind] for panel in picture.panels]
    foot = FOOT + LEGEND_ROW * rows
    total = sum(heights) + HEAD * len(heights) + foot
    figure = Figure(figsize=(WIDTH / 72, total / 72))
    grid = {
        "left": LEFT / WIDTH, "right": 1 - RIGHT / WIDTH, "bottom": foot / total, "top": 1 - HEAD / total,
        "height_ratios": heights, "hspace": HEAD * len(heights) / sum(heights),
    }  # fmt: skip
    frames = figure.subplots(len(heights), squeeze=False, gridspec_kw=grid)
    figure.legend(
        handles=[_swatch(label, mark) for label, mark in picture.legend], loc="lower left",
        bbox_to_anchor=(LEFT / WIDTH, 0), ncols=columns,
        handlelength=2.1, borderpad=0.2, borderaxespad=0, labelspacing=0.45,
    )  # fmt: skip
    return figure, list(frames[:, 0])


def _swatch(label: str, mark: str) -> Line2D:
    """The entry of a formula, or of a series with its mark, in the legend."""
    if not mark:
        return Line2D([], [], color=COLOURS[label], label=label)
    return Line2D([], [], color=MARK, label=label, ls="none", marker=mark, ms=MARK_SIZE)


def _frame(axes: Axes, panel: Panel, picture: Picture) -> None:
    """The panel's name above its scales; sizes are labelled below the last panel."""
    at = (-LEFT / (WIDTH - LEFT - RIGHT), 1 + 7 / HEIGHTS[panel.kind])
    axes.text(*at, panel.name, transform=axes.transAxes)
    axes.set_xscale("log" if spans_log(picture.sizes) else "linear")
    axes.set_xlim(*limits(picture.sizes))
    axes.xaxis.set_major_locator(FixedLocator(labelled_sizes(picture.sizes)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: numeral(size)))
    axes.xaxis.set_visible(panel is picture.panels[-1])
    _values(axes, panel)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(NullLocator())


def _values(axes: Axes, panel: Panel) -> None:
    """The scale of the values with few plain labels."""
    low, high = _ends(panel)
    axes.set_yscale("log" if panel.is_log else "linear")
    axes.set_ylim(low, high)
    locator: Locator = MaxNLocator(MOST_LABELS - 1, steps=STEPS)
    if panel.is_log:
        subs = (1.0,) if high >= DECADES * low else (1.0, 2.0, 5.0)
        locator = LogLocator(subs=subs, numticks=MOST_LABELS)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: log_label(value)))
    seen = [value for value in locator.tick_values(low, high) if low <= value <= high]
    axes.yaxis.set_major_locator(FixedLocator(seen))


def _ends(panel: Panel) -> tuple[float, float]:
    """Ends of an axis that holds all intervals, and the formulas unless they go far beyond them."""
    ends = [end for p in panel.points for end in (p.y, p.low, p.high) if end is not None]
    ends += [*panel.within, *(y for line in panel.lines for _, y in line.points)]
    if panel.is_log:
        measured = [y for p in panel.points if (y := p.y if p.y > 0 else p.high)] or [1.0]
        floor, ceiling = DEEPEST * min(measured), max(measured) / DEEPEST
        ends = [min(max(y, floor), ceiling) for y in (*ends, *measured) if y > 0]
    return padded(min(ends, default=0.0), max(ends, default=0.0), is_log=panel.is_log)


def _formulas(axes: Axes, panel: Panel) -> None:
    """The formulas' lines; one that is known at a single size is a short dash."""
    for road, colour in COLOURS.items():
        lines = [
            [(x, y) for x, y in line.points if y > 0 or not panel.is_log]
            for line in panel.lines
            if line.road == road
        ]
        axes.add_collection(
            LineCollection([line for line in lines if len(line) > 1], colors=colour, zorder=2)
        )
        if alone := [line[0] for line in lines if len(line) == 1]:
            axes.plot(*zip(*alone, strict=True), color=colour, marker="_", ms=DASH_SIZE, ls="none", zorder=2)


def _measured(axes: Axes, panel: Panel) -> None:
    """Marks with intervals; an interval that reaches zero on a log axis is drawn down to the axis.

    There a zero becomes an arrow down from its upper limit.
    """
    seen = [point for point in panel.points if point.y > 0 or not panel.is_log]
    floor = axes.get_ylim()[0]
    low = [max(point.y if point.low is None else point.low, floor) for point in seen]
    high = [point.y if point.high is None else point.high for point in seen]
    axes.vlines([point.x for point in seen], low, high, color=INTERVAL, zorder=3)
    for mark in sorted({point.mark for point in seen}):
        places = [(point.x, point.y) for point in seen if point.mark == mark]
        axes.plot(*zip(*places, strict=True), color=MARK, ls="none", marker=mark, ms=MARK_SIZE, zorder=4)
    limits_only = [(p.x, p.high) for p in panel.points if panel.is_log and p.y <= 0 and p.high]
    if limits_only:
        axes.plot(*zip(*limits_only, strict=True), color=INTERVAL, ls="none", marker=ARROW, ms=24, zorder=4)
