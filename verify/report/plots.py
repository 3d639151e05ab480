"""Plots of a claim: measured against claimed and derived, their ratio, local exponents.

For each variable with several numeric values one drawing of up to three panels shares that
variable's axis; cells that agree in the other variables form a series. Roads differ by line and
mark, series by mark, so that a grey print can be read. Sizes are labelled with those of the grid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from ..claim import Value
from ..document import CellRecord, ClaimRecord
from .axes import dodge, limits
from .findings import coordinates
from .numerals import numeral
from .panels import HEAD, HEIGHTS, LEFT, WIDTH, Line, Panel, Point, draw, horizontal, size_labels
from .svg import MARKS, drawing, outline, path, text

FOOT, LEGEND_ROW, LEGEND_HEAD = 32.0, 14.0, 12.0
LABEL_LENGTH: Final = 26
"""Characters of a legend's label up to which two stand side by side."""

WIDEST_RATIO: Final = 100.0
"""An interval that reaches further than this many times its reference tells nothing of the ratio."""

NARROWEST_RATIOS: Final = (0.999, 1.001)
"""What an axis of ratios shows at least, so that exact values are not magnified to rounding errors."""

MOST_SERIES: Final = len(MARKS)

LOG_RATIOS: Final = 10.0
"""Ratios that span more than this factor get a log axis."""


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A drawing along one variable, as an SVG element that carries its own alternative text."""

    variable: str
    svg: Markup


@dataclass(frozen=True, kw_only=True)
class Series:
    """Cells that agree in all but the plotted variable, in its order, and the places of their marks."""

    label: str
    mark: str
    cells: tuple[CellRecord, ...]
    sizes: tuple[float, ...]
    places: tuple[float, ...]

    def line(self, road: str) -> Line:
        """The claimed or the derived formula where it has a value."""
        values = zip(self.sizes, self.cells, strict=True)
        return Line(
            road=road, points=tuple((x, y) for x, cell in values if (y := _on_road(cell, road)) is not None)
        )


def plots(claim: ClaimRecord, anchor: str) -> tuple[Plot, ...]:
    """One drawing for each variable of the claim's cells that takes several numeric values.

    Cells that are exactly zero give none, and a variable that leaves more series than one can tell
    apart is left out where another leaves fewer. `anchor` is the claim's id in the page; it makes the ids
    inside the drawings unique.
    """
    if all(cell.mean == 0 and cell.ci == (0, 0) for cell in claim.cells):
        return ()
    variables = [name for name in coordinates(claim) if len(_sizes(claim.cells, name)) > 1]
    series = {name: _series(claim, name) for name in variables}
    most = max(MOST_SERIES, min(map(len, series.values()), default=0))
    return tuple(
        Plot(variable=name, svg=_drawing(claim, name, drawn, f"{anchor}-plot-{index}"))
        for index, (name, drawn) in enumerate(series.items())
        if len(drawn) <= most
    )


def _drawing(claim: ClaimRecord, variable: str, series: Sequence[Series], anchor: str) -> Markup:
    panels = _panels(claim, variable, series)
    sizes = _sizes(claim.cells, variable)
    across = horizontal(sizes)
    content: list[Markup] = []
    floor = 0.0
    for panel in panels:
        content += draw(panel, across, sizes, floor + HEAD)
        floor += HEAD + HEIGHTS[panel.kind]
    content += size_labels(across, sizes, variable, floor)
    legend, height = _legend(claim.cells, series, floor + FOOT + LEGEND_HEAD)
    return drawing((WIDTH, height), _description(claim, variable, series, panels), anchor, content + legend)


def _panels(claim: ClaimRecord, variable: str, series: Sequence[Series]) -> list[Panel]:
    """What to draw, from above: values; ratios where a road is known; local exponents where measured."""
    reference = _reference(claim.cells)
    exponent = claim.exponents.get(variable)
    panels = [_values(series)]
    if reference is not None:
        panels.append(_ratios(series, reference, _sizes(claim.cells, variable)))
    if exponent is not None and exponent.local:
        marks = [
            Point(x=local.at, y=local.value, low=local.ci[0], high=local.ci[1], mark=MARKS[0])
            for local in exponent.local
        ]
        levels = (("claimed", exponent.claimed), ("derived", exponent.derived))
        lines = [_level(road, y, _sizes(claim.cells, variable)) for road, y in levels if y is not None]
        panels.append(Panel(kind="local", name="local exponent", points=marks, lines=lines, is_log=False))
    return panels


def _values(series: Sequence[Series]) -> Panel:
    means = [cell.mean for one in series for cell in one.cells]
    points = [
        Point(x=x, y=cell.mean, low=cell.ci[0], high=cell.ci[1], mark=one.mark)
        for one in series
        for x, cell in zip(one.places, one.cells, strict=True)
    ]
    lines = [one.line(road) for road in ("claimed", "derived") for one in series]
    is_log = min(means) >= 0 and max(means) > 0
    return Panel(kind="value", name="value", points=points, lines=lines, is_log=is_log)


def _ratios(series: Sequence[Series], reference: str, sizes: Sequence[float]) -> Panel:
    points = [
        Point(x=x, y=cell.mean / y, low=_over(cell.ci[0], y), high=_over(cell.ci[1], y), mark=one.mark)
        for one in series
        for x, cell in zip(one.places, one.cells, strict=True)
        if (y := _on_road(cell, reference) or 0) > 0 and (cell.ci[1] or 0) <= WIDEST_RATIO * y
    ]
    ratios = [point.y for point in points if point.y > 0]
    is_log = bool(ratios) and max(ratios) > LOG_RATIOS * min(ratios) and min(p.y for p in points) >= 0
    lines = [_level(reference, 1.0, sizes)]
    return Panel(
        kind="ratio",
        name=f"measured ÷ {reference}",
        points=points,
        lines=lines,
        is_log=is_log,
        within=NARROWEST_RATIOS,
    )


def _level(road: str, value: float, sizes: Sequence[float]) -> Line:
    return Line(road=road, points=tuple((end, value) for end in limits(sizes)))


def _series(claim: ClaimRecord, variable: str) -> tuple[Series, ...]:
    """The cells grouped by all coordinates but `variable`; only those that vary are named.

    Where the other coordinates go along with `variable`, so that each cell would stand alone, all are
    one series.
    """
    others = [name for name in coordinates(claim) if name != variable]
    varying = [name for name in others if len({cell.at.get(name) for cell in claim.cells}) > 1]
    groups: dict[tuple[Value | None, ...], list[tuple[float, CellRecord]]] = {}
    for cell in claim.cells:
        size = cell.at.get(variable)
        if isinstance(size, int | float):
            groups.setdefault(tuple(cell.at.get(name) for name in varying), []).append((float(size), cell))
    if len(groups) > 1 and all(len(pairs) == 1 for pairs in groups.values()):
        varying, groups = [], {(): [pair for pairs in groups.values() for pair in pairs]}
    series = []
    for index, (key, pairs) in enumerate(sorted(groups.items(), key=lambda group: _order(group[0]))):
        sizes, cells = zip(*sorted(pairs, key=lambda pair: pair[0]), strict=True)
        label, mark = _named(varying, key), MARKS[index % len(MARKS)]
        places = dodge(sizes, index, len(groups))
        series.append(Series(label=label, mark=mark, cells=cells, sizes=sizes, places=places))
    return tuple(series)


def _legend(cells: Sequence[CellRecord], series: Sequence[Series], top: float) -> tuple[list[Markup], float]:
    """The rows of the legend from `top` down, and where they end."""
    roads = [road for road in ("claimed", "derived") if any(_on_road(c, road) is not None for c in cells)]
    named = [(one.label, one.mark) for one in series if one.label]
    entries = [("measured, with interval", MARKS[0]), *((road, "") for road in roads), *named]
    columns = 2 if max(len(label) for label, _ in entries) <= LABEL_LENGTH else 1
    rows = math.ceil(len(entries) / columns)
    content = []
    for index, (label, mark) in enumerate(entries):
        x = LEFT + (WIDTH - LEFT) / columns * (index // rows)
        y = top + LEGEND_ROW * (index % rows)
        swatch = path("mark", [outline((x + 9, y), mark)]) if mark else path(label, [outline((x, y), "h18")])
        content += [swatch, text((x + 24, y + 2.8), label)]
    return content, top + LEGEND_ROW * (rows - 1) + 8


def _description(claim: ClaimRecord, variable: str, series: Sequence[Series], panels: Sequence[Panel]) -> str:
    """The alternative text: what is drawn against what, and where the numbers stand."""
    parts = {
        "value": "measured values with intervals beside the claimed and derived formulas",
        "ratio": f"the ratio of measured to {_reference(claim.cells)}",
        "local": "local exponents with intervals beside the claimed exponent",
    }
    shown = "; ".join(parts[panel.kind] for panel in panels)
    others = " and ".join(name for name in coordinates(claim) if name != variable)
    by_series = f", by {others}" if any(one.label for one in series) else ""
    return f"Against {variable}{by_series}: {shown}. The numbers are in the table of cells."


def _reference(cells: Sequence[CellRecord]) -> str | None:
    """The road to divide by: derived where it is known, else claimed."""
    roads = ("derived", "claimed")
    return next((road for road in roads if any((_on_road(cell, road) or 0) > 0 for cell in cells)), None)


def _on_road(cell: CellRecord, road: str) -> float | None:
    value = cell.claimed if road == "claimed" else cell.derived
    return value if value is not None and math.isfinite(value) else None


def _sizes(cells: Sequence[CellRecord], name: str) -> list[float]:
    return sorted({float(v) for cell in cells if isinstance(v := cell.at.get(name), int | float)})


def _named(names: Sequence[str], values: Sequence[Value | None]) -> str:
    pairs = zip(names, values, strict=True)
    return ", ".join(f"{n} = {numeral(v) if isinstance(v, int | float) else v}" for n, v in pairs)


def _order(values: Sequence[Value | None]) -> list[tuple[bool, float, str]]:
    """A key that sorts numbers by size and before words."""
    return [
        (False, float(value), "") if isinstance(value, int | float) else (True, 0.0, str(value))
        for value in values
    ]


def _over(bound: float | None, by: float) -> float | None:
    return None if bound is None else bound / by
