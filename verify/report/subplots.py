"""What the subplots of a plot show: measured against claimed and derived, their ratio, local exponents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..document import ClaimRecord, Exponent, PointRecord
from ..wording.formulas import unicode_text
from ..wording.sentences import capital
from .axes import limits
from .fitted import Fitted, fitted, law_labels

ROUTES: Final = ("claimed", "derived")
FITTED: Final = "fitted"
BAND: Final = "band"

WIDEST_RATIO: Final = 100.0
"""An interval that reaches further than this many times its reference tells nothing of the ratio."""

NARROWEST_RATIOS: Final = (0.999, 1.001)
"""What an axis of ratios shows at least, so that exact values are not magnified to rounding errors."""

LOG_RATIOS: Final = 10.0
"""Ratios that span more than this factor get a log axis."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A formula along the subplot, styled by its route and labelled; a single point becomes a short dash.

    A `band` runs along its lower ends and back along its upper ones.
    """

    route: str
    points: tuple[tuple[float, float], ...]
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Point:
    """A measured value with its interval; an end that is not bounded is `None`."""

    x: float
    y: float
    low: float | None
    high: float | None
    mark: str


@dataclass(frozen=True, kw_only=True)
class Subplot:
    """What a subplot shows; the values `within` are in view in any case."""

    kind: str
    name: str
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    is_log: bool
    within: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlotData:
    """The subplots of one variable from above; the legend: labels with their marks, or without one."""

    variable: str
    sizes: tuple[float, ...]
    subplots: tuple[Subplot, ...]
    legend: tuple[tuple[str, str], ...]
    description: str


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


def value_subplot(claim: ClaimRecord, variable: str, series: Sequence[Series]) -> Subplot:
    """The measured values with their intervals beside the formulas; a log axis unless some are negative."""
    means = [point.mean for one in series for point in one.points]
    points = tuple(
        Point(x=x, y=point.mean, low=point.ci[0], high=point.ci[1], mark=one.mark)
        for one in series
        for x, point in zip(one.places, one.points, strict=True)
    )
    labels = law_labels(claim, variable)
    lines = [_formula(one, route, labels[route]) for route in ROUTES for one in series]
    is_log = min(means) >= 0 and max(means) > 0
    fits = [fit for one in series if (fit := fitted(claim, variable, one.points))] if is_log else []
    for fit in fits:
        lines += _fitted_lines(fit, labels["fitted"])
    return Subplot(
        kind="value",
        name=capital(unicode_text(claim.label)),
        points=points,
        lines=tuple(lines),
        is_log=is_log,
    )


def ratio_subplot(series: Sequence[Series], reference: str, sizes: Sequence[float]) -> Subplot:
    """The measured values divided by those of the route `reference`, where that tells something."""
    points = tuple(
        Point(x=x, y=point.mean / y, low=_over(point.ci[0], y), high=_over(point.ci[1], y), mark=one.mark)
        for one in series
        for x, point in zip(one.places, one.points, strict=True)
        if (y := on_route(point, reference) or 0) > 0 and (point.ci[1] or 0) <= WIDEST_RATIO * y
    )
    ratios = [ratio.y for ratio in points if ratio.y > 0]
    return Subplot(
        kind="ratio",
        name=f"measured ÷ {reference}",
        points=points,
        lines=(_level(reference, 1.0, sizes),),
        is_log=bool(ratios)
        and max(ratios) > LOG_RATIOS * min(ratios)
        and min(ratio.y for ratio in points) >= 0,
        within=NARROWEST_RATIOS,
    )


def local_subplot(exponent: Exponent, mark: str, sizes: Sequence[float]) -> Subplot:
    """The exponents measured between neighbouring sizes beside the claimed and the derived exponent."""
    points = tuple(
        Point(x=local.at, y=local.value, low=local.ci[0], high=local.ci[1], mark=mark)
        for local in exponent.local
    )
    levels = zip(ROUTES, (exponent.claimed, exponent.derived), strict=True)
    lines = tuple(_level(route, y, sizes) for route, y in levels if y is not None)
    return Subplot(kind="local", name="local exponent", points=points, lines=lines, is_log=False)


def on_route(point: PointRecord, route: str) -> float | None:
    """The value of the claimed or of the derived formula in the point, where it is a number."""
    value = point.claimed if route == "claimed" else point.derived
    return value if value is not None and math.isfinite(value) else None


def _formula(series: Series, route: str, label: str) -> Line:
    values = zip(series.sizes, series.points, strict=True)
    points = tuple((x, y) for x, point in values if (y := on_route(point, route)) is not None)
    return Line(route=route, points=points, label=label)


def _fitted_lines(fit: Fitted, label: str) -> list[Line]:
    """The band, where there is one, and the line on it."""
    line = Line(route=FITTED, points=tuple(zip(fit.sizes, fit.values, strict=True)), label=label)
    if not fit.low:
        return [line]
    below, above = (tuple(zip(fit.sizes, ends, strict=True)) for ends in (fit.low, fit.high))
    return [Line(route=BAND, points=(*below, *reversed(above))), line]


def _level(route: str, value: float, sizes: Sequence[float]) -> Line:
    return Line(route=route, points=tuple((end, value) for end in limits(sizes)))


def _over(bound: float | None, by: float) -> float | None:
    return None if bound is None else bound / by
