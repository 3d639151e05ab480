"""The panels of a claim's chart: measured against claimed and derived, their ratio, local exponents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from ..document import ClaimRecord, Exponent, PointRecord
from ..wording.formulas import unicode_text
from ..wording.sentences import capital
from .axes import limits
from .chart import BAND, Line, Panel, Point, upward
from .fitted import fitted, law_labels

ROUTES: Final = ("claimed", "derived")
FITTED: Final = "fitted"

HEIGHTS: Final = {"value": 170.0, "ratio": 80.0, "local": 95.0}
HEADING: Final = 80
"""Points of a panel, and the characters that fit on a line of its heading."""

WIDEST_RATIO: Final = 100.0
"""An interval that reaches further than this many times its reference tells nothing of the ratio."""

NARROWEST_RATIOS: Final = (0.999, 1.001)
"""What an axis of ratios shows at least, so that exact values are not magnified to rounding errors."""

LOG_RATIOS: Final = 10.0
"""Ratios that span more than this factor get a log axis."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """Points that agree in all but the plotted variable, in its order, and the places of their marks.

    `names` are the variables whose values the label tells, where there are several.
    """

    label: str
    names: str
    mark: str
    points: tuple[PointRecord, ...]
    sizes: tuple[float, ...]
    places: tuple[float, ...]


def value_panel(claim: ClaimRecord, variable: str, series: Sequence[Series]) -> Panel:
    """The measured values with their intervals beside the formulas; a log axis unless some are negative."""
    points = tuple(
        Point(x=x, y=point.mean, low=point.ci[0], high=point.ci[1], mark=one.mark)
        for one in series
        for x, point in zip(one.places, one.points, strict=True)
    )
    means = [point.y for point in points]
    is_log = min(means) >= 0 and max(means) > 0
    labels = law_labels(claim, variable)
    lines = [_formula(series, route, labels[route]) for route in ROUTES]
    fits = [fit for one in series if (fit := fitted(claim, variable, one.points))] if is_log else []
    bands = tuple(
        (*zip(fit.sizes, fit.low, strict=True), *reversed([*zip(fit.sizes, fit.high, strict=True)]))
        for fit in fits
        if fit.low
    )
    slopes = tuple(tuple(zip(fit.sizes, fit.values, strict=True)) for fit in fits)
    lines += [Line(css=BAND, paths=bands), Line(css=FITTED, paths=slopes, label=labels["fitted"])]
    return _panel("value", capital(unicode_text(claim.label)), points, lines, is_log=is_log)


def ratio_panel(series: Sequence[Series], reference: str, sizes: Sequence[float]) -> Panel:
    """The measured values divided by those of the route `reference`, where that tells something."""
    points = tuple(
        Point(x=x, y=point.mean / y, low=_over(point.ci[0], y), high=_over(point.ci[1], y), mark=one.mark)
        for one in series
        for x, point in zip(one.places, one.points, strict=True)
        if (y := on_route(point, reference) or 0) > 0 and (point.ci[1] or 0) <= WIDEST_RATIO * y
    )
    ratios = [ratio.y for ratio in points if ratio.y > 0]
    is_log = bool(ratios) and max(ratios) > LOG_RATIOS * min(ratios) and min(ratio.y for ratio in points) >= 0
    lines = [_level(reference, 1.0, sizes)]
    return _panel("ratio", f"measured ÷ {reference}", points, lines, is_log=is_log, within=NARROWEST_RATIOS)


def local_panel(exponent: Exponent, mark: str, sizes: Sequence[float]) -> Panel:
    """The exponents measured between neighbouring sizes beside the claimed and the derived exponent."""
    points = tuple(
        Point(x=local.at, y=local.value, low=local.ci[0], high=local.ci[1], mark=mark)
        for local in exponent.local
    )
    levels = zip(ROUTES, (exponent.claimed, exponent.derived), strict=True)
    lines = [_level(route, y, sizes) for route, y in levels if y is not None]
    return _panel("local", "local exponent", points, lines, is_log=False)


def _panel(
    kind: str,
    heading: str,
    points: tuple[Point, ...],
    lines: Sequence[Line],
    *,
    is_log: bool,
    within: Sequence[float] = (),
) -> Panel:
    return Panel(
        heading=tuple(wrap(heading, HEADING)) or ("",),
        axis=upward(points, lines, length=HEIGHTS[kind], is_log=is_log, within=within),
        lines=tuple(lines),
        points=points,
    )


def on_route(point: PointRecord, route: str) -> float | None:
    """The value of the claimed or of the derived formula in the point, where it is a number."""
    value = point.claimed if route == "claimed" else point.derived
    return value if value is not None and math.isfinite(value) else None


def _formula(series: Sequence[Series], route: str, label: str) -> Line:
    paths = tuple(
        tuple(
            (x, y)
            for x, point in zip(one.sizes, one.points, strict=True)
            if (y := on_route(point, route)) is not None
        )
        for one in series
    )
    return Line(css=route, paths=paths, label=label)


def _level(route: str, value: float, sizes: Sequence[float]) -> Line:
    return Line(css=route, paths=(tuple((end, value) for end in limits(sizes)),))


def _over(bound: float | None, by: float) -> float | None:
    return None if bound is None else bound / by
