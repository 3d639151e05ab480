"""Plots of a claim: measured against claimed and derived, their ratio, local exponents.

For each variable with several numeric values one figure of up to three panels shares that
variable's axis; cells that agree in the other variables form a series. Roads differ by line and
mark, series by marker, so that a grey print can be read. Sizes are labelled with those of the grid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final

import msgspec
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ..claim import Value
from ..document import Bounds, CellRecord, ClaimRecord, Exponent
from .axes import dodge, label_log_values, label_sizes, style
from .findings import coordinates
from .numerals import numeral
from .svg import CLAIMED, DERIVED, INK, MEASURED, PAPER, PREFIX, drawing_settings, inline

MARKERS: Final = "osD^vPX*<>hp"
WIDTH, LEFT, RIGHT, TOP, GAP = 4.7, 0.66, 0.2, 0.12, 0.16
"""Inches; a figure is as wide as a narrow screen, so that its type has the size of the text there."""

PANEL_HEIGHT: Final = {"value": 2.4, "ratio": 1.15, "local": 1.35}
LEGEND_ROW, AXIS_LABEL = 0.19, 0.46
LABEL_LENGTH: Final = 26
"""Characters of a legend's label up to which two stand side by side."""

CLAIMED_LINE: Final[dict[str, Any]] = {
    "color": CLAIMED,
    "lw": 2.6,
    "ls": (0, (2.2, 1.1)),
}
DERIVED_LINE: Final[dict[str, Any]] = {"color": DERIVED, "lw": 1.0}
"""Claimed is broad and dashed, derived thin and solid: where they coincide both are seen."""

WIDEST_RATIO: Final = 100.0
"""An interval that reaches further than this many times its reference tells nothing of the ratio."""

DEEPEST: Final = 1e-3
"""How far below the smallest measured value or limit a log axis follows the formulas."""

POINT: Final[dict[str, Any]] = {
    "ls": "none",
    "ms": 4.2,
    "mew": 1.0,
    "color": MEASURED,
    "mfc": PAPER,
    "mec": MEASURED,
}


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A figure along one variable, as an SVG element that carries its own alternative text."""

    variable: str
    svg: Markup


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """All of a claim that its plots show; the senses of one reading share one picture."""

    variables: list[str]
    cells: list[CellRecord]
    exponents: dict[str, Exponent]


@dataclass(frozen=True, kw_only=True)
class Series:
    """Cells that agree in all but the plotted variable, in its order, and the places of their marks."""

    label: str
    marker: str
    cells: tuple[CellRecord, ...]
    sizes: tuple[float, ...]
    places: tuple[float, ...]

    def road(self, name: str) -> tuple[float | None, ...]:
        """The values of the claimed or of the derived formula in the cells."""
        return tuple(_on_road(cell, name) for cell in self.cells)


def plots(claim: ClaimRecord, anchor: str) -> tuple[Plot, ...]:
    """One figure for each variable of the claim's cells that takes several numeric values.

    `anchor` is the claim's id in the page; it makes the ids inside the drawings unique.
    """
    picture = Picture(variables=coordinates(claim), cells=claim.cells, exponents=claim.exponents)
    return tuple(
        Plot(variable=name, svg=Markup(drawing.replace(PREFIX, f"{anchor}-plot-{index}")))  # from `inline`
        for index, (name, drawing) in enumerate(_drawings(msgspec.msgpack.encode(picture)))
    )


@lru_cache(maxsize=64)
def _drawings(encoded: bytes) -> tuple[tuple[str, str], ...]:
    """The variables of an encoded `Picture` with their drawings."""
    picture = msgspec.msgpack.decode(encoded, type=Picture)
    with drawing_settings():
        return tuple(
            (name, _drawing(picture, name))
            for name in picture.variables
            if len(_sizes(picture.cells, name)) > 1
        )


def _drawing(picture: Picture, variable: str) -> str:
    series = _series(picture, variable)
    panels = _panels(picture, variable, series)
    handles = _legend(picture.cells, series)
    columns = 2 if max(len(str(handle.get_label())) for handle in handles) <= LABEL_LENGTH else 1
    figure, frames = _frames(list(panels), math.ceil(len(handles) / columns))
    sizes = _sizes(picture.cells, variable)
    for draw, axes in zip(panels.values(), frames, strict=True):
        style(axes)
        draw(axes)
        label_sizes(axes, sizes, variable if axes is frames[-1] else None)
    figure.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(LEFT / WIDTH - 0.02, 0), ncols=columns,
        frameon=False, fontsize=8, labelcolor=INK, handlelength=2.2, columnspacing=1.4, borderpad=0,
        labelspacing=0.35,
    )  # fmt: skip
    return inline(figure, _description(picture, variable, series, list(panels)))


def _panels(picture: Picture, variable: str, series: Sequence[Series]) -> dict[str, Callable[[Axes], None]]:
    """What to draw, from above: values; ratios where a road is known; local exponents where measured."""
    panels: dict[str, Callable[[Axes], None]] = {"value": partial(_draw_values, series=series)}
    reference = _reference(picture.cells)
    if reference is not None:
        panels["ratio"] = partial(_draw_ratios, series=series, reference=reference)
    exponent = picture.exponents.get(variable)
    if exponent is not None and exponent.local:
        panels["local"] = partial(_draw_local_exponents, exponent=exponent)
    return panels


def _frames(panels: Sequence[str], legend_rows: int) -> tuple[Figure, list[Axes]]:
    """A figure with the panels below each other above room for the legend."""
    heights = [PANEL_HEIGHT[name] for name in panels]
    total = TOP + sum(heights) + GAP * (len(heights) - 1) + AXIS_LABEL + LEGEND_ROW * legend_rows
    figure = Figure(figsize=(WIDTH, total))
    figure.patch.set_visible(False)
    floors = [total - TOP - sum(heights[: i + 1]) - GAP * i for i in range(len(heights))]
    width = (WIDTH - LEFT - RIGHT) / WIDTH
    frames = [
        figure.add_axes((LEFT / WIDTH, floor / total, width, height / total))
        for floor, height in zip(floors, heights, strict=True)
    ]
    return figure, frames


def _series(picture: Picture, variable: str) -> tuple[Series, ...]:
    """The cells grouped by all coordinates but `variable`; only those that vary are named."""
    others = [name for name in picture.variables if name != variable]
    varying = [name for name in others if len({cell.at.get(name) for cell in picture.cells}) > 1]
    groups: dict[tuple[Value | None, ...], list[tuple[float, CellRecord]]] = {}
    for cell in picture.cells:
        size = cell.at.get(variable)
        if isinstance(size, int | float):
            groups.setdefault(tuple(cell.at.get(name) for name in varying), []).append((float(size), cell))
    series = []
    for index, (key, pairs) in enumerate(groups.items()):
        sizes, cells = zip(*sorted(pairs, key=lambda pair: pair[0]), strict=True)
        places = dodge(sizes, index, len(groups))
        marker = MARKERS[index % len(MARKERS)]
        series.append(
            Series(
                label=_named(varying, key),
                marker=marker,
                cells=cells,
                sizes=sizes,
                places=places,
            )
        )
    return tuple(series)


def _draw_values(axes: Axes, *, series: Sequence[Series]) -> None:
    means = [cell.mean for one in series for cell in one.cells]
    is_log = min(means) >= 0 and max(means) > 0
    axes.set_yscale("log" if is_log else "linear")
    for one in series:
        for road, line in (("claimed", CLAIMED_LINE), ("derived", DERIVED_LINE)):
            values = [math.nan if y is None or (is_log and y <= 0) else y for y in one.road(road)]
            alone = {"marker": "_", "ms": 15, "mew": line["lw"]} if len(values) == 1 else {}
            axes.plot(one.sizes, values, zorder=2, **line, **alone)
        _draw_measured(axes, one, is_log=is_log)
    if is_log:
        seen = [y for one in series for cell in one.cells for y in (cell.mean or cell.ci[1],) if y]
        axes.set_ylim(bottom=max(axes.get_ylim()[0], DEEPEST * min(seen)))
        label_log_values(axes)
    axes.set_ylabel("value", color=INK)


def _draw_measured(axes: Axes, series: Series, *, is_log: bool) -> None:
    """Marks with intervals; on a log axis a zero becomes a bar at its upper limit with an arrow down."""
    marks = list(zip(series.places, series.cells, strict=True))
    seen = [(x, cell) for x, cell in marks if cell.mean > 0 or not is_log]
    _draw_points(axes, [(x, cell.mean, cell.ci) for x, cell in seen], series.marker)
    zeros = [(x, cell.ci[1]) for x, cell in marks if is_log and cell.mean <= 0 and cell.ci[1]]
    for x, limit in zeros:
        axes.plot([x], [limit], marker="_", ms=7, color=MEASURED, mew=1.2, zorder=4)
        axes.annotate(
            "", (x, limit), (0, -14), textcoords="offset points", zorder=4,
            arrowprops={"arrowstyle": "<-", "color": MEASURED, "lw": 0.8, "shrinkA": 0, "shrinkB": 0},
        )  # fmt: skip


def _draw_points(axes: Axes, points: Iterable[tuple[float, float, Bounds]], marker: str) -> None:
    points = list(points)
    if not points:
        return
    x, y, intervals = zip(*points, strict=True)
    low = [mean if bounds[0] is None else bounds[0] for mean, bounds in zip(y, intervals, strict=True)]
    high = [mean if bounds[1] is None else bounds[1] for mean, bounds in zip(y, intervals, strict=True)]
    axes.vlines(x, low, high, color=MEASURED, lw=1.0, zorder=3)
    axes.plot(x, y, marker=marker, zorder=3, **POINT)


def _draw_ratios(axes: Axes, *, series: Sequence[Series], reference: str) -> None:
    axes.axhline(1.0, **(DERIVED_LINE if reference == "derived" else CLAIMED_LINE))
    ratios: list[float] = []
    for one in series:
        marks = zip(one.places, one.cells, one.road(reference), strict=True)
        points = [
            (x, cell.mean / y, _scaled(cell.ci, y))
            for x, cell, y in marks
            if y is not None and y > 0 and (cell.ci[1] or 0) <= WIDEST_RATIO * y
        ]
        _draw_points(axes, points, one.marker)
        ratios += [ratio for _, ratio, _ in points]
    if min(ratios, default=0) > 0 and max(ratios) > 10 * min(ratios):
        axes.set_yscale("log")
        label_log_values(axes)
    axes.set_ylabel(f"measured ÷ {reference}", color=INK, fontsize=8)


def _draw_local_exponents(axes: Axes, *, exponent: Exponent) -> None:
    if exponent.claimed is not None:
        axes.axhline(exponent.claimed, **CLAIMED_LINE)
    if exponent.derived is not None:
        axes.axhline(exponent.derived, **DERIVED_LINE)
    _draw_points(axes, [(local.at, local.value, local.ci) for local in exponent.local], "o")
    axes.set_ylabel("local exponent", color=INK, fontsize=8)


def _legend(cells: Sequence[CellRecord], series: Sequence[Series]) -> list[Line2D]:
    handles = [Line2D([], [], marker="o", label="measured, with interval", **POINT)]
    if any(cell.claimed is not None for cell in cells):
        handles.append(Line2D([], [], label="claimed", **CLAIMED_LINE))
    if any(cell.derived is not None for cell in cells):
        handles.append(Line2D([], [], label="derived", **DERIVED_LINE))
    named = [one for one in series if one.label]
    return handles + [Line2D([], [], marker=one.marker, label=one.label, **POINT) for one in named]


def _description(picture: Picture, variable: str, series: Sequence[Series], panels: Sequence[str]) -> str:
    """The alternative text: what is drawn against what, and where the numbers stand."""
    parts = {
        "value": "measured values with intervals beside the claimed and derived formulas",
        "ratio": f"the ratio of measured to {_reference(picture.cells)}",
        "local": "local exponents with intervals beside the claimed exponent",
    }
    shown = "; ".join(parts[panel] for panel in panels)
    others = " and ".join(name for name in picture.variables if name != variable)
    by_series = f", by {others}" if any(one.label for one in series) else ""
    return f"Against {variable}{by_series}: {shown}. The numbers are in the table of cells."


def _reference(cells: Sequence[CellRecord]) -> str | None:
    """The road to divide by: derived where it is known, else claimed."""
    known = (
        name for name in ("derived", "claimed") if any((_on_road(cell, name) or 0) > 0 for cell in cells)
    )
    return next(known, None)


def _on_road(cell: CellRecord, name: str) -> float | None:
    return cell.claimed if name == "claimed" else cell.derived


def _sizes(cells: Sequence[CellRecord], name: str) -> list[float]:
    return sorted({float(v) for cell in cells if isinstance(v := cell.at.get(name), int | float)})


def _named(names: Sequence[str], values: Sequence[Value | None]) -> str:
    pairs = zip(names, values, strict=True)
    return ", ".join(f"{n} = {numeral(v) if isinstance(v, int | float) else v}" for n, v in pairs)


def _scaled(interval: Bounds, by: float) -> Bounds:
    low, high = interval
    return (None if low is None else low / by, None if high is None else high / by)
