"""A claim on matplotlib axes: its estimates with their intervals, beside the formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ..document import ClaimRecord
from .chart import Point
from .plots import chosen

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINES: Final[dict[str, dict[str, Any]]] = {
    "claimed": {"linestyle": "--", "color": "C1"},
    "derived": {"linestyle": "-", "color": "C0"},
}
"""How the formulas are drawn; estimates are black marks, as in the reports."""


def plot(claim: ClaimRecord, variable: str | None = None, axes: Axes | None = None) -> Axes:
    """Draw along a variable, by default the first that the report draws, and return the axes.

    Raises UsageError where there is nothing to draw.
    """
    chart = chosen(claim, variable)
    panel = chart.panels[0]
    if axes is None:
        from matplotlib import pyplot

        _, axes = pyplot.subplots()
    axes.set_xscale("log" if chart.axis.is_log else "linear")
    axes.set_yscale("log" if panel.axis.is_log else "linear")
    labels = {entry.mark: entry.label for entry in chart.legend if entry.mark}
    for mark in dict.fromkeys(point.mark for point in panel.points):
        _errorbars(axes, [point for point in panel.points if point.mark == mark], labels.get(mark))
    for kind, style in LINES.items():
        lines = [path for line in panel.lines if line.css == kind for path in line.paths if path]
        for number, points in enumerate(lines):
            x, y = zip(*points, strict=True)
            axes.plot(x, y, **style, label=kind if number == 0 else None)
    axes.set_xlabel(chart.axis.name)
    axes.set_ylabel(claim.label)
    axes.legend()
    return axes


def _errorbars(axes: Axes, points: Sequence[Point], label: str | None) -> None:
    """Marks of one series; an end that is not bounded is left out."""
    below = [0.0 if point.low is None else max(0.0, point.y - point.low) for point in points]
    above = [0.0 if point.high is None else max(0.0, point.high - point.y) for point in points]
    style: dict[str, Any] = {
        "fmt": points[0].mark,
        "color": "black",
        "markerfacecolor": "white",
        "label": label,
    }
    axes.errorbar([point.x for point in points], [point.y for point in points], yerr=[below, above], **style)
