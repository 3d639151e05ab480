"""The numbers of figures as tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..claim import Value
from ..document import FigurePoint, FigureRecord, Guide
from ..figure import FigureKind


@dataclass(frozen=True, kw_only=True)
class Table:
    """A figure's numbers: what the rows are, the columns' names, and for each row its value and points."""

    corner: str
    across: str | None
    columns: tuple[Value, ...]
    rows: tuple[tuple[Value, tuple[FigurePoint | None, ...]], ...]


def lines_of(figure: FigureRecord) -> dict[Value | None, list[FigurePoint]]:
    """The points of each line in the order of `x`, lines in the order of their values."""
    found: dict[Value | None, list[FigurePoint]] = {}
    for point in figure.points:
        found.setdefault(point.series, []).append(point)
    series_in_order = sorted(found, key=_size) if ordered(found) else list(found)
    return {
        series: sorted(found[series], key=lambda point: float(point.at[figure.x.name]))
        for series in series_in_order
    }


def pairs_of(figure: FigureRecord) -> list[dict[str, FigurePoint]]:
    """The outputs at each point of a scatter."""
    found: dict[tuple[tuple[str, Value], ...], dict[str, FigurePoint]] = {}
    for point in figure.points:
        found.setdefault(tuple(point.at.items()), {})[str(point.series)] = point
    return list(found.values())


def ordered(series: Iterable[Value | None]) -> bool:
    """Whether the lines have an order of their own: those of a variable's numbers."""
    return all(isinstance(value, int | float) for value in series)


def hides_zeros(figure: FigureRecord) -> bool:
    """Whether a logarithmic axis leaves out numbers that are zero or below."""
    return (
        figure.kind is FigureKind.CURVES and figure.y.log and any(point.mean <= 0 for point in figure.points)
    )


def guide_name(guide: Guide) -> str:
    """A formula's name with the formula, unless the name is the formula already; plain text with `$...$`."""
    if guide.name.replace("^", "**") == guide.law:
        return f"${guide.latex}$"
    return guide.name if "=" in guide.name else f"{guide.name}: ${guide.latex}$"


def table(figure: FigureRecord) -> Table:
    """The numbers as they are drawn: lines or columns across, `x` or, for a heat map, `y` down."""
    if figure.kind is FigureKind.SCATTER:
        return _of_pairs(figure)
    if figure.kind is FigureKind.HEAT_MAP:
        return _of_tiles(figure)
    lines = lines_of(figure)
    at = {(point.at[figure.x.name], series): point for series, points in lines.items() for point in points}
    rows = sorted({place for place, _ in at}, key=float)
    return Table(
        corner=figure.x.name,
        across=figure.series,
        columns=tuple("value" if series is None else series for series in lines),
        rows=tuple((row, tuple(at.get((row, series)) for series in lines)) for row in rows),
    )


def _of_tiles(figure: FigureRecord) -> Table:
    """The rows from above down, as the map has them."""
    at = {(point.at[figure.y.name], point.at[figure.x.name]): point for point in figure.points}
    rows = sorted({row for row, _ in at}, key=float, reverse=True)
    columns = sorted({column for _, column in at}, key=float)
    return Table(
        corner=figure.y.name,
        across=figure.x.name,
        columns=tuple(columns),
        rows=tuple((row, tuple(at.get((row, column)) for column in columns)) for row in rows),
    )


def _of_pairs(figure: FigureRecord) -> Table:
    names = [name for name in (figure.x.name, figure.y.name, figure.series) if name]
    pairs = pairs_of(figure)
    varying = [
        name
        for name in (pairs[0][figure.x.name].at if pairs else ())
        if len({pair[figure.x.name].at[name] for pair in pairs}) > 1
    ]
    rows = []
    for pair in pairs:
        place = pair[figure.x.name].at
        label = ", ".join(f"{name} = {place[name]}" for name in varying)
        rows.append((label, tuple(pair.get(name) for name in names)))
    return Table(corner="at", across=None, columns=tuple(names), rows=tuple(rows))


def _size(value: Value | None) -> float:
    return value if isinstance(value, int | float) else 0.0
