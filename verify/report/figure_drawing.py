"""Figures of the document: curves, heat maps and scatters.

A heat map has one hue whose strength is the value, so that it keeps its order in grey and in both
colour schemes; curves differ by mark and strength, formulas are dashed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from ..claim import Value
from ..document import Axis, FigurePoint, FigureRecord, Guide
from ..figure import FigureKind
from .axes import padded
from .colormap import BAR_FOOT, Tiles, bar, colormap_of, tile
from .drawing import MARKS, Anchor, Dot, Drawing, Element, Place, Window, Words, group, marks, strokes, words
from .figure_tables import lines_of, ordered, pairs_of
from .numerals import digits_for, numeral
from .plot_drawing import (
    BASELINE,
    FOOT,
    HEIGHT,
    INNER,
    LEFT,
    LINE,
    WIDTH,
    Entry,
    Scale,
    frame,
    legend_below,
    sizes_below,
    swatch,
)

HEADING_WIDTH: Final = 76
"""Characters of a heading that fit on a line."""

DASHES: Final = 4
"""Kinds of dashes that the stylesheet has."""

FAINTEST: Final = 0.4
"""The strength of the first of several ordered lines."""

LABEL_GAP: Final = 10.0
"""Points between labels above each other."""

DEEPEST: Final = 1e-3
"""How far below the values a log axis follows the formulas and the errors."""


@dataclass(frozen=True, kw_only=True)
class _Part:
    """What is drawn below the heading, its legend, and where it ends."""

    elements: Sequence[Element]
    entries: Sequence[Entry]
    bottom: float


def draw(figure: FigureRecord) -> Drawing:
    """The figure with its alternative text."""
    heading = wrap(figure.value if figure.kind is not FigureKind.SCATTER else figure.y.name, HEADING_WIDTH)
    top = LINE * len(heading) + 9
    # Where no threshold was found, its caption says what is missing.
    part = _DRAWN[figure.kind](figure, top) if figure.points else _Part(elements=(), entries=(), bottom=top)
    above = words((0.0, LINE * row + 8, line) for row, line in enumerate(heading))
    legend, foot = legend_below(part.entries, part.bottom)
    elements = (above, *part.elements, legend)
    return Drawing(width=WIDTH, height=foot, elements=elements, description=figure.alternative)


def written(point: FigurePoint) -> str:
    """The number with its error, as the drawing tells it."""
    error = point.stderr if point.stderr is not None else point.error_bound
    value = numeral(point.mean, digits_for(point.mean, point.stderr))
    return value if not error or point.stderr is None else f"{value} ± {numeral(error, 2)}"


def _curves(figure: FigureRecord, top: float) -> _Part:
    lines = lines_of(figure)
    sizes = sorted({_at(point, figure.x) for point in figure.points})
    along, upward = _scale(sizes, figure.x, INNER, is_upward=False), _upward(figure)
    within: list[Element] = []
    over: list[Element] = []
    entries: list[Entry] = []
    for index, (series, points) in enumerate(lines.items()):
        strength = 1.0
        if len(lines) > 1 and ordered(lines):
            strength = FAINTEST + (1 - FAINTEST) * index / (len(lines) - 1)
        mark = MARKS[index % len(MARKS)]
        seen = [point for point in points if point.mean > 0 or not figure.y.log]
        places = [(along(_at(point, figure.x)), upward(point.mean)) for point in seen]
        within.append(_band(figure, seen, along, upward))
        within.append(strokes([places] if len(places) > 1 else [], "line", strength))
        over.append(marks([(LEFT + x, top + y) for x, y in places], mark))
        if series is not None:
            label = f"{figure.series} = {_word(series)}" if figure.series in points[0].at else _word(series)
            entries.append((label, swatch("line", mark, strength)))
    drawn, named = _guides(figure.guides, along, upward)
    inside = Window(LEFT, top, INNER, HEIGHT, (*drawn, *within))
    below = sizes_below(sizes, along, top + HEIGHT, figure.x.name)
    elements = [frame(upward, top, ""), inside, *over, below]
    return _Part(elements=elements, entries=[*entries, *named], bottom=top + HEIGHT + FOOT)


def _heat_map(figure: FigureRecord, top: float) -> _Part:
    columns = Tiles.of(sorted({_at(point, figure.x) for point in figure.points}), figure.x, upward=False)
    rows = Tiles.of(sorted({_at(point, figure.y) for point in figure.points}), figure.y, upward=True)
    colormap = colormap_of([point.mean for point in figure.points])
    tiles = [
        tile(
            columns.span(_at(point, figure.x)),
            rows.span(_at(point, figure.y)),
            colormap(point.mean),
            _told(figure, point),
        )
        for point in figure.points
    ]
    drawn, named = _guides(figure.guides, columns.scale, rows.scale)
    inside = Window(LEFT, top, INNER, HEIGHT, (*tiles, *drawn))
    bottom = top + HEIGHT
    labels = _apart([(top + rows.scale(value), value) for value in rows.values])
    elements = [
        inside,
        strokes([[(LEFT, top), (LEFT, bottom), (LEFT + INNER, bottom)]], "frame"),
        strokes([[(LEFT - 3, y), (LEFT, y)] for y, _ in labels], "frame"),
        words(((LEFT - 5, y + BASELINE, numeral(value)) for y, value in labels), Anchor.END),
        Words(0, top + HEIGHT / 2 - 8, figure.y.name),
        sizes_below(columns.values, columns.scale, bottom, figure.x.name),
        *bar(colormap, bottom + FOOT),
    ]
    return _Part(elements=elements, entries=named, bottom=bottom + FOOT + BAR_FOOT)


def _scatter(figure: FigureRecord, top: float) -> _Part:
    pairs = [pair for pair in pairs_of(figure) if {figure.x.name, figure.y.name} <= set(pair)]
    xs, ys = ([pair[axis.name].mean for pair in pairs] for axis in (figure.x, figure.y))
    along = _scale([*xs, *_reaching(pairs, figure.x)], figure.x, INNER, is_upward=False)
    upward = _scale([*ys, *_reaching(pairs, figure.y)], figure.y, HEIGHT, is_upward=True)
    third = [pair[figure.series].mean for pair in pairs if figure.series in pair] if figure.series else []
    colormap = colormap_of(third) if third else None
    dots = []
    for pair in pairs:
        x, y = pair[figure.x.name], pair[figure.y.name]
        if (x.mean <= 0 and along.is_log) or (y.mean <= 0 and upward.is_log):
            continue
        part = colormap(pair[figure.series].mean) if colormap and figure.series in pair else 1.0
        cross = _error_cross(x, y, along, upward)
        dot = Dot(along(x.mean), upward(y.mean), part, _both(x, y))
        dots.append(group([strokes(cross, "interval"), dot]))
    drawn, named = _guides(figure.guides, along, upward)
    bottom = top + HEIGHT
    elements = [
        frame(upward, top, ""),
        Window(LEFT, top, INNER, HEIGHT, (*drawn, *dots)),
        *_labels_below(along, bottom, figure.x.name),
    ]
    if colormap is None:
        return _Part(elements=elements, entries=named, bottom=bottom + FOOT)
    explained = [*bar(colormap, bottom + FOOT), Words(0, bottom + FOOT + 7, str(figure.series))]
    return _Part(elements=[*elements, *explained], entries=named, bottom=bottom + FOOT + BAR_FOOT)


_DRAWN: Final = {FigureKind.CURVES: _curves, FigureKind.HEAT_MAP: _heat_map, FigureKind.SCATTER: _scatter}


def _at(point: FigurePoint, axis: Axis) -> float:
    return float(point.at[axis.name])


def _word(value: Value) -> str:
    return value if isinstance(value, str) else numeral(value)


def _scale(values: Sequence[float], axis: Axis, length: float, *, is_upward: bool) -> Scale:
    is_log = axis.log and any(value > 0 for value in values)
    shown = [value for value in values if value > 0 or not is_log]
    low, high = padded(min(shown), max(shown), is_log=is_log)
    return Scale(low=low, high=high, length=length, is_log=is_log, is_upward=is_upward)


def _upward(figure: FigureRecord) -> Scale:
    """The axis of the values: marks and errors, and formulas as far as a log axis follows them."""
    ends = [point.mean + part * (point.stderr or 0.0) for point in figure.points for part in (-1, 0, 1)]
    ends += [y for guide in figure.guides for _, y in guide.points if math.isfinite(y)]
    if figure.y.log:
        positive = [point.mean for point in figure.points if point.mean > 0]
        if positive:
            low, high = DEEPEST * min(positive), max(positive) / DEEPEST
            ends = [min(max(y, low), high) for y in ends if y > 0]
            ends = [y for y in ends if y > low] or positive
    return _scale(ends, figure.y, HEIGHT, is_upward=True)


def _band(figure: FigureRecord, points: Sequence[FigurePoint], along: Scale, upward: Scale) -> Element:
    """Plus and minus one standard error around a line; none around exact values."""
    if len(points) < 2 or any(not point.stderr for point in points):  # noqa: PLR2004 - a band has two ends
        return group([])
    floor = upward.low
    above = [(along(_at(c, figure.x)), upward(c.mean + (c.stderr or 0))) for c in points]
    below = [(along(_at(c, figure.x)), upward(max(floor, c.mean - (c.stderr or 0)))) for c in points]
    return strokes([[*above, *reversed(below)]], "band")


def _guides(guides: Sequence[Guide], along: Scale, upward: Scale) -> tuple[list[Element], list[Entry]]:
    """The dashed formulas, each on a margin of paper, and their entries in the legend."""
    names = list(dict.fromkeys(guide.name for guide in guides))
    drawn: list[Element] = []
    for guide in guides:
        reached = [
            (along(x), upward(y))
            for x, y in guide.points
            if math.isfinite(y) and (y > 0 or not upward.is_log) and (x > 0 or not along.is_log)
        ]
        css = f"guide-{names.index(guide.name) % DASHES}"
        drawn += [strokes([reached], "halo"), strokes([reached], css)] if reached else []
    return drawn, [(name, swatch(f"guide-{k % DASHES}")) for k, name in enumerate(names)]


def _told(figure: FigureRecord, point: FigurePoint) -> str:
    x, y = point.at[figure.x.name], point.at[figure.y.name]
    return f"{figure.x.name} = {_word(x)}, {figure.y.name} = {_word(y)}: {written(point)}"


def _both(x: FigurePoint, y: FigurePoint) -> str:
    place = ", ".join(f"{name} = {_word(value)}" for name, value in x.at.items())
    return f"{place}: {x.series} {written(x)}, {y.series} {written(y)}"


def _error_cross(x: FigurePoint, y: FigurePoint, along: Scale, upward: Scale) -> list[list[Place]]:
    """One standard error to each side, along both axes."""
    found = []
    for point, is_x in ((x, True), (y, False)):
        scale = along if is_x else upward
        ends = [scale(max(point.mean + sign * (point.stderr or 0.0), scale.low)) for sign in (-1, 1)]
        across = upward(y.mean) if is_x else along(x.mean)
        found.append([(end, across) if is_x else (across, end) for end in ends])
    return found


def _reaching(pairs: Sequence[dict[str, FigurePoint]], axis: Axis) -> list[float]:
    """The ends of the errors along an axis."""
    points = [pair[axis.name] for pair in pairs]
    return [point.mean + sign * (point.stderr or 0.0) for point in points for sign in (-1, 1)]


def _apart(labels: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Those of the labels that have room below each other, from the top down."""
    shown: list[tuple[float, float]] = []
    for y, value in sorted(labels):
        if not shown or y - shown[-1][0] >= LABEL_GAP:
            shown.append((y, value))
    return shown


def _labels_below(along: Scale, bottom: float, title: str) -> list[Element]:
    labels = [(LEFT + along(value), label) for value, label in along.labels()]
    return [
        strokes([[(x, bottom), (x, bottom + 3.5)] for x, _ in labels], "frame"),
        words(((x, bottom + 13, label) for x, label in labels), Anchor.MIDDLE),
        Words(LEFT + INNER / 2, bottom + 24, title, Anchor.MIDDLE),
    ]
