"""Plots of a claim: measured against claimed and derived, their ratio, local exponents.

For each variable with local exponents, or else for the one with most values, one drawing of up to three
subplots shares that variable's axis; points that agree in the other variables form a series. Routes differ
by line and mark, series by mark, so that a grey print can be read. Sizes are labelled with those of the
grid. The figure of a claim shows its values alone beside the claimed, derived and fitted law, with a caption.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ..claim import Value
from ..document import ClaimRecord, Document, PointRecord
from ..errors import UsageError
from ..wording import Medium
from ..wording.formulas import set_name
from .axes import dodge, sizes_axis
from .chart import GUTTER, INNER, Chart, Entry, draw
from .drawing import MARKS, Drawing
from .numerals import set_numeral
from .panels import ROUTES, Series, local_panel, on_route, ratio_panel, value_panel
from .point_tables import coordinates

EXACT: Final = 1e-3
"""Ratios nearer to one than this lie on one line of their subplot."""


def plots(claim: ClaimRecord) -> dict[str, Drawing]:
    """One drawing for each variable with local exponents, or else for the one with most numeric values.

    Points that are exactly zero give none. Of variables that go together one is drawn, and one that
    leaves more series than one can tell apart is left out where another leaves fewer.
    """
    return {variable: draw(chart) for variable, chart in charts(claim).items()}


def charts(claim: ClaimRecord) -> dict[str, Chart]:
    """What the drawings of a claim show, by the variable along which they show it."""
    return {name: _chart(claim, name, series) for name, series in _drawn(claim).items()}


def chosen(claim: ClaimRecord, variable: str | None) -> Chart:
    """The chart along a variable, by default the first; raises UsageError where there is nothing to draw."""
    found = charts(claim)
    if not found or (variable is not None and variable not in found):
        along = "" if variable is None else f" along {variable}"
        hint = f"; choose {' or '.join(found)}." if found else "."
        raise UsageError(f"{claim.id} has nothing to draw{along}{hint}")
    return found[variable or next(iter(found))]


def first_law(claims: Iterable[ClaimRecord], document: Document) -> tuple[Drawing, str] | None:
    """Estimates beside the laws, of the first claim with any to draw, along its first variable; a caption."""
    for claim in claims:
        for chart in charts(claim).values():
            return draw(replace(chart, panels=chart.panels[:1])), caption(claim, document)
    return None


def caption(claim: ClaimRecord, document: Document, variable: str = "") -> str:
    """What a figure shows, complete in itself: quantity, settings, trials, level, seed, and its lines."""
    found = charts(claim)
    if not found:
        return ""
    drawn = found[variable or next(iter(found))]
    routes = {line.css for panel in drawn.panels for line in panel.lines if any(line.paths)}
    along = set_name(drawn.axis.name, Medium.MARKUP)
    count = len(claim.points)
    settings = "one setting" if count == 1 else f"{count} settings"
    sampled = any(point.stderr is not None for point in claim.points)
    trials = (
        f"{claim.scope.n_trials} trials, seed {document.seed}" if sampled else "computed with error bounds"
    )
    lines = {
        "claimed": "dashed: claimed",
        "derived": "solid: derived",
        "fitted": "dotted: fitted",
        "band": "shaded: slopes within the interval of the exponent",
    }
    named = "; ".join(words for route, words in lines.items() if route in routes)
    intervals = f"intervals hold for all settings together at level {set_numeral(claim.scope.level)}"
    return (
        f"{claim.label[:1].upper()}{claim.label[1:]} against {along}: {settings}, {trials}; {intervals}."
        + (f" {named[:1].upper()}{named[1:]}." if named else "")
    )


def _drawn(claim: ClaimRecord) -> dict[str, tuple[Series, ...]]:
    """The variables along which there is something to see, each with its series."""
    if all(point.mean == 0 and point.ci == (0, 0) for point in claim.points):
        return {}
    names = [name for name in coordinates(claim) if len(_sizes(claim.points, name)) > 1]
    told: list[str] = []
    for name in sorted(names, key=lambda name: not _local(claim, name)):
        if not any(_follows(claim, name, one) and _follows(claim, one, name) for one in told):
            told.append(name)
    series = {name: _series(claim, name) for name in names if name in told}
    most = max(len(MARKS), min(map(len, series.values()), default=0))
    told = [name for name in told if len(series[name]) <= most]
    chosen = [name for name in told if _local(claim, name)] or sorted(
        told, key=lambda name: (-len(_sizes(claim.points, name)), len(series[name]), names.index(name))
    )[:1]
    return {name: series[name] for name in names if name in chosen}


def _chart(claim: ClaimRecord, variable: str, series: Sequence[Series]) -> Chart:
    """What to draw, from above: values; ratios where a route is known; local exponents where measured."""
    sizes = _sizes(claim.points, variable)
    reference = _reference(claim.points)
    panels = {_VALUES: value_panel(claim, variable, series)}
    if reference is not None and not _is_exact(claim.points, reference):
        panels[f"the ratio of measured to {reference}"] = ratio_panel(series, reference, sizes)
    if _local(claim, variable):
        panels[_LOCAL] = local_panel(claim.exponents[variable], MARKS[0], sizes)
    named = [Entry(label=one.label, mark=one.mark) for one in series if one.label]
    several = [Entry(label=series[0].names)] if series[0].names else []
    return Chart(
        panels=tuple(panels.values()),
        axis=sizes_axis(sizes, INNER, variable),
        legend=(Entry(label="measured, with interval", mark=MARKS[0]), *several, *named),
        description=_description(claim, variable, panels, by_series=bool(named)),
        gutter=GUTTER,
    )


_VALUES: Final = "measured values with intervals beside the claimed, derived and fitted laws"
_LOCAL: Final = "local exponents with intervals beside the claimed exponent"


def _series(claim: ClaimRecord, variable: str) -> tuple[Series, ...]:
    """The points grouped by all coordinates but `variable` and those that it determines."""
    varying = [name for name in coordinates(claim) if not _follows(claim, name, variable)]
    groups: dict[tuple[Value | None, ...], list[tuple[float, PointRecord]]] = {}
    for point in claim.points:
        size = point.at.get(variable)
        if isinstance(size, int | float):
            groups.setdefault(tuple(point.at.get(name) for name in varying), []).append((float(size), point))
    series = []
    for index, (key, pairs) in enumerate(sorted(groups.items(), key=lambda group: _order(group[0]))):
        sizes, points = zip(*sorted(pairs, key=lambda pair: pair[0]), strict=True)
        label, mark = _named(varying, key), MARKS[index % len(MARKS)]
        places = dodge(sizes, index, len(groups))
        names = ", ".join(varying) if len(varying) > 1 else ""
        series.append(Series(label=label, names=names, mark=mark, points=points, sizes=sizes, places=places))
    return tuple(series)


def _follows(claim: ClaimRecord, name: str, variable: str) -> bool:
    """Whether the points' value of `variable` determines that of `name`."""
    pairs = {(point.at.get(variable), point.at.get(name)) for point in claim.points}
    return len(pairs) == len({at for at, _ in pairs})


def _local(claim: ClaimRecord, variable: str) -> bool:
    exponent = claim.exponents.get(variable)
    return exponent is not None and bool(exponent.local)


def _description(claim: ClaimRecord, variable: str, shown: Iterable[str], *, by_series: bool) -> str:
    """The alternative text: what is drawn against what, and where the numbers stand."""
    others = " and ".join(name for name in coordinates(claim) if name != variable)
    by_others = f", by {others}" if by_series else ""
    return f"Against {variable}{by_others}: {'; '.join(shown)}. The numbers are in the table of points."


def _is_exact(points: Sequence[PointRecord], reference: str) -> bool:
    """Whether each point is its formula to the width of a line, so that ratios would show nothing."""
    return all(
        (y := on_route(point, reference)) is not None
        and all(end is not None and abs(end - y) <= EXACT * abs(y) for end in point.ci)
        for point in points
    )


def _reference(points: Sequence[PointRecord]) -> str | None:
    """The route to divide by: derived where it is known, else claimed."""
    known = (
        route for route in reversed(ROUTES) if any((on_route(point, route) or 0) > 0 for point in points)
    )
    return next(known, None)


def _sizes(points: Sequence[PointRecord], name: str) -> list[float]:
    return sorted({float(v) for point in points if isinstance(v := point.at.get(name), int | float)})


def _named(names: Sequence[str], values: Sequence[Value | None]) -> str:
    """The values of a series; the name of a single variable stands beside its value."""
    written = [set_numeral(value) if isinstance(value, int | float) else str(value) for value in values]
    return f"{names[0]} = {written[0]}" if len(names) == 1 else ", ".join(written)


def _order(values: Sequence[Value | None]) -> list[tuple[bool, float, str]]:
    """A key that sorts numbers by size and before words."""
    return [
        (False, float(value), "") if isinstance(value, int | float) else (True, 0.0, str(value))
        for value in values
    ]
