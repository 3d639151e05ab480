"""Figures of the document as charts: curves, heat maps and scatters.

A heat map has one hue whose strength is the value, so that it keeps its order in grey and in both
colour schemes; curves differ by mark and strength, formulas are dashed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Final

from .. import document
from ..claim import Value
from ..document import FigurePoint, FigureRecord
from ..figure import FigureKind
from .axes import Axis, padded
from .chart import BAND, INNER, Chart, Dot, Entry, Line, Panel, Point, Tile, draw, upward
from .colormap import colormap_of
from .drawing import MARKS, Drawing
from .figure_tables import lines_of, ordered, pairs_of
from .numerals import digits_for, set_numeral

HEIGHT: Final = 210.0
HEADING_WIDTH: Final = 62
"""Characters of a heading that fit on a line, on a narrow screen too."""

DASHES: Final = 4
"""Kinds of dashes that the stylesheet has."""

FAINTEST: Final = 0.4
"""The strength of the first of several ordered lines."""


def figure_drawing(figure: FigureRecord) -> Drawing:
    """The figure with its alternative text."""
    return draw(_CHARTS[figure.kind](figure) if figure.points else _empty(figure))


def written(point: FigurePoint) -> str:
    """The number with its error, as the drawing tells it."""
    value = set_numeral(point.mean, digits_for(point.mean, point.stderr))
    return f"{value} ± {set_numeral(point.stderr, 2)}" if point.stderr else value


def _empty(figure: FigureRecord) -> Chart:
    """The heading alone: where no threshold was found, the caption says what is missing."""
    nothing = Axis(low=0.0, high=1.0, length=0.0, is_log=False)
    panel = Panel(heading=_heading(figure.value), axis=nothing)
    return Chart(panels=(panel,), axis=nothing, legend=(), description=figure.alternative)


def _curves(figure: FigureRecord) -> Chart:
    sizes = sorted({_at(point, figure.x) for point in figure.points})
    series = lines_of(figure)
    steps = len(series) - 1 if ordered(series) else 0
    guides, named = _guides(figure)
    points = {
        name: [Point(x=_at(one, figure.x), y=one.mean, mark=MARKS[index % len(MARKS)]) for one in seen]
        for index, (name, seen) in enumerate(series.items())
    }
    everything = tuple(point for mine in points.values() for point in mine)
    is_log = _is_log(figure.y, [point.y for point in everything])
    axis = upward(everything, guides, length=HEIGHT, is_log=is_log, within=_ends(figure.points))
    lines, entries = [], []
    for index, (name, seen) in enumerate(series.items()):
        strength = FAINTEST + (1 - FAINTEST) * index / steps if steps else 1.0
        shown = [one for one in seen if axis.shows(one.mean)]
        path = tuple((_at(one, figure.x), one.mean) for one in shown)
        line = Line(css="line", paths=(path,) if len(path) > 1 else (), strength=strength)
        lines += [_band(figure, shown, axis), line]
        if name is not None:
            label = f"{figure.series} = {_word(name)}" if figure.series in seen[0].at else _word(name)
            entries.append(Entry(label=label, css="line", mark=points[name][0].mark, strength=strength))
    return Chart(
        panels=(
            Panel(heading=_heading(figure.value), axis=axis, lines=(*guides, *lines), points=everything),
        ),
        axis=_axis(sizes, figure.x, labelled=sizes),
        legend=(*entries, *named),
        description=figure.alternative,
    )


def _heat_map(figure: FigureRecord) -> Chart:
    across, along = tiled([_at(point, figure.x) for point in figure.points], figure.x)
    up, axis = tiled([_at(point, figure.y) for point in figure.points], figure.y, is_upward=True)
    colormap = colormap_of([point.mean for point in figure.points])
    tiles = tuple(
        Tile(
            x=across[_at(point, figure.x)],
            y=up[_at(point, figure.y)],
            strength=colormap(point.mean),
            told=_told(figure, point),
        )
        for point in figure.points
    )
    guides, named = _guides(figure)
    panel = Panel(heading=_heading(figure.value), axis=axis, lines=tuple(guides), tiles=tiles)
    return Chart(
        panels=(panel,), axis=along, legend=tuple(named), description=figure.alternative, colormap=colormap
    )


def _scatter(figure: FigureRecord) -> Chart:
    names = figure.x.name, figure.y.name
    pairs = [pair for pair in pairs_of(figure) if set(names) <= set(pair)]
    along, axis = (
        _axis(_ends([pair[of.name] for pair in pairs]), of, is_upward=is_upward)
        for of, is_upward in ((figure.x, False), (figure.y, True))
    )
    third = [pair[figure.series].mean for pair in pairs if figure.series in pair] if figure.series else []
    colormap = colormap_of(third) if third else None
    dots = []
    for pair in pairs:
        x, y = (pair[name] for name in names)
        strength = colormap(pair[figure.series].mean) if colormap and figure.series in pair else 1.0
        errors = x.stderr or 0.0, y.stderr or 0.0
        dots.append(Dot(x=x.mean, y=y.mean, errors=errors, strength=strength, told=_both(x, y)))
    guides, named = _guides(figure)
    panel = Panel(heading=_heading(figure.y.name), axis=axis, lines=tuple(guides), dots=tuple(dots))
    return Chart(
        panels=(panel,),
        axis=along,
        legend=tuple(named),
        description=figure.alternative,
        colormap=colormap,
        colour=str(figure.series) if colormap else "",
    )


_CHARTS: Final[dict[FigureKind, Callable[[FigureRecord], Chart]]] = {
    FigureKind.CURVES: _curves,
    FigureKind.HEAT_MAP: _heat_map,
    FigureKind.SCATTER: _scatter,
}


def _heading(text: str) -> tuple[str, ...]:
    return tuple(wrap(text, HEADING_WIDTH)) or ("",)


def _at(point: FigurePoint, axis: document.Axis) -> float:
    return float(point.at[axis.name])


def _word(value: Value) -> str:
    return value if isinstance(value, str) else set_numeral(value)


def _ends(points: Sequence[FigurePoint]) -> list[float]:
    """The values with one standard error to each side."""
    return [point.mean + sign * (point.stderr or 0.0) for point in points for sign in (-1, 0, 1)]


def _is_log(axis: document.Axis, values: Sequence[float]) -> bool:
    return axis.log and any(value > 0 for value in values)


def _axis(
    values: Sequence[float], of: document.Axis, *, is_upward: bool = False, labelled: Sequence[float] = ()
) -> Axis:
    """The axis that holds the values, of which a logarithmic one leaves out those that are not positive."""
    is_log = _is_log(of, values)
    shown = [value for value in values if value > 0 or not is_log]
    low, high = padded(min(shown), max(shown), is_log=is_log)
    return _between(low, high, labelled, of.name, is_log=is_log, is_upward=is_upward)


def _between(
    low: float, high: float, labelled: Sequence[float], name: str, *, is_log: bool, is_upward: bool
) -> Axis:
    """The axis of the panel's height, or of its width."""
    return Axis(
        low=low,
        high=high,
        length=HEIGHT if is_upward else INNER,
        is_log=is_log,
        is_upward=is_upward,
        values=tuple(labelled),
        name=name,
    )


def tiled(
    found: Iterable[float], of: document.Axis, *, is_upward: bool = False
) -> tuple[dict[float, tuple[float, float]], Axis]:
    """The ends of the tile of each value, which meet halfway between neighbours, and their axis."""
    values = sorted(set(found))
    is_log = of.log and values[0] > 0
    middle = [math.sqrt(a * b) if is_log else (a + b) / 2 for a, b in pairwise(values)]
    if middle:
        first = values[0] ** 2 / middle[0] if is_log else 2 * values[0] - middle[0]
        last = values[-1] ** 2 / middle[-1] if is_log else 2 * values[-1] - middle[-1]
    else:
        first, last = padded(values[0], values[0], is_log=is_log)
    edges = (first, *middle, last)
    axis = _between(first, last, values, of.name, is_log=is_log, is_upward=is_upward)
    return dict(zip(values, pairwise(edges), strict=True)), axis


def _band(figure: FigureRecord, points: Sequence[FigurePoint], axis: Axis) -> Line:
    """Plus and minus one standard error around a line; none around exact values."""
    if len(points) < 2 or any(not point.stderr for point in points):  # noqa: PLR2004 - a band has two ends
        return Line(css=BAND, paths=())
    above, below = (
        [(_at(one, figure.x), max(axis.low, one.mean + sign * (one.stderr or 0.0))) for one in points]
        for sign in (1, -1)
    )
    return Line(css=BAND, paths=((*above, *reversed(below)),))


def _guides(figure: FigureRecord) -> tuple[list[Line], list[Entry]]:
    """The dashed formulas, each on a margin of paper, and their entries in the legend."""
    names = list(dict.fromkeys(guide.name for guide in figure.guides))
    css = {name: f"guide-{number % DASHES}" for number, name in enumerate(names)}
    lines = [
        Line(css=css[guide.name], paths=(tuple((x, y) for x, y in guide.points),), apart=True)
        for guide in figure.guides
    ]
    return lines, [Entry(label=name, css=css[name]) for name in names]


def _told(figure: FigureRecord, point: FigurePoint) -> str:
    x, y = point.at[figure.x.name], point.at[figure.y.name]
    return f"{figure.x.name} = {_word(x)}, {figure.y.name} = {_word(y)}: {written(point)}"


def _both(x: FigurePoint, y: FigurePoint) -> str:
    place = ", ".join(f"{name} = {_word(value)}" for name, value in x.at.items())
    return f"{place}: {x.series} {written(x)}, {y.series} {written(y)}"
