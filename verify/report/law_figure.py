"""The figure of a claim's values alone, with the claimed, the derived and the fitted law, and captions."""

from __future__ import annotations

from dataclasses import replace

from ..document import ClaimRecord, Document
from ..wording import Medium
from ..wording.formulas import set_name
from .drawing import Drawing
from .numerals import numeral
from .plots import plot_data
from .subplots import PlotData


def law_drawing(claim: ClaimRecord) -> Drawing | None:
    """The estimates along the first variable beside the laws; None where there is nothing to draw."""
    from .plot_drawing import draw

    data = plot_data(claim)
    return draw(_values_alone(data[0])) if data else None


def caption(claim: ClaimRecord, document: Document, variable: str = "") -> str:
    """What a figure shows, complete in itself: quantity, settings, trials, level, seed, and its lines."""
    data = {one.variable: one for one in plot_data(claim)}
    if not data:
        return ""
    drawn = data[variable or next(iter(data))]
    routes = {line.route for subplot in drawn.subplots for line in subplot.lines if line.points}
    along = set_name(drawn.variable, Medium.MARKUP)
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
    intervals = f"intervals hold for all settings together at level {numeral(claim.scope.level)}"
    return (
        f"{claim.label[:1].upper()}{claim.label[1:]} against {along}: {settings}, {trials}; {intervals}."
        + (f" {named[:1].upper()}{named[1:]}." if named else "")
    )


def _values_alone(data: PlotData) -> PlotData:
    return replace(data, subplots=data.subplots[:1])
