"""What `fit` prints of a law: a table of its numbers, and a small plot of the data beside the law."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..document import ClaimRecord, Exponent, PointRecord, Ranking
from ..reason import PValue
from ..wording import Medium
from ..wording.fits import alternative_words, fitted_form, ranking_words, ratio_words
from ..wording.formulas import set_name, unicode_formula
from ..wording.orders import RATE
from ..wording.parts import interval_words, number, unresolved, written

PLOT_SIZE: Final = (56, 12)
PLOT_WIDTH, PLOT_HEIGHT = PLOT_SIZE
POINT, LAW = "●", "·"
WIDEST: Final = 240
"""Characters of a line of a table in a pipe."""


def print_fit(claim: ClaimRecord, *, plot: bool) -> None:
    """The table of a fitted law, and where it is asked for the plot."""
    console = Console(highlight=False)
    table = _table("", "claimed", "fitted", "interval")
    for row in parameter_rows(claim):
        table.add_row(*map(Text, row))
    if table.row_count:
        console.print()
        console.print(table)
    for line in fit_lines(claim):
        console.print(Text(line), soft_wrap=not console.is_terminal)
    if plot:
        console.print()
        for line in plot_lines(claim):
            console.print(Text(line), soft_wrap=True)


def print_fits(claims: Sequence[ClaimRecord], *, plot: bool) -> None:
    """One table of several fits: a row for each parameter of each, and where it is asked for the plots."""
    console = _wide()
    table = _table("", "verdict", "law", "p", "parameter", "claimed", "fitted", "interval")
    for claim in claims:
        p_value = "" if claim.fit is None else _p_value(claim.fit.p_value)
        law = unicode_formula(claim.formulas.claimed)
        first = (claim.id, claim.verdict.value, law, p_value)
        for row in list(parameter_rows(claim)) or [("", "", "", "")]:
            table.add_row(*map(Text, (*first, *row)))
            first = ("", "", "", "")
    console.print()
    console.print(table)
    for claim in claims if plot else ():
        console.print(Text(f"\n{claim.id}"))
        for line in plot_lines(claim):
            console.print(Text(line), soft_wrap=True)


def print_ranking(ranking: Ranking) -> None:
    """Several laws on one table by their evidence, with the numbers that order them, and what they say."""
    console = _wide()
    table = _table("", "law", "constants", "deviance/dof", "p", "BIC", "AICc", "evidence against")
    for place, one in enumerate(ranking.laws, start=1):
        against = "" if place == 1 else ratio_words(one.evidence_against, Medium.TERMINAL)
        p_value = _p_value(one.p_value)
        deviance = f"{number(one.deviance, Medium.TERMINAL)}/{one.dof}"
        criteria = (number(one.bic, Medium.TERMINAL, 4), _value(one.aicc))
        law = unicode_formula(one.law)
        table.add_row(
            *map(Text, (str(place), law, str(one.constants), deviance, p_value, *criteria, against))
        )
    console.print(table)
    console.print(Text(ranking_words(ranking, Medium.TERMINAL)), soft_wrap=not console.is_terminal)


def _p_value(value: float) -> str:
    """A p-value without its name."""
    return written(PValue(value=value), Medium.TERMINAL).removeprefix("p ").removeprefix("= ")


def _wide() -> Console:
    """The console; in a pipe lines are as long as their table."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDEST)


def _table(*names: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    return table


def parameter_rows(claim: ClaimRecord) -> Iterator[tuple[str, str, str, str]]:
    """Of each exponent, rate and constant: what is claimed, what was fitted, and the interval of that."""
    limits = {} if claim.fit is None else claim.fit.intervals
    for name, found in (claim.exponents | claim.rates).items():
        if found.claimed is None and found.extrapolated is None and limits:
            continue  # told as the free constant that it is
        yield (_parameter(name, name in claim.rates), _value(found.claimed), *_fitted(found))
    told = {*claim.exponents, *claim.rates}
    constants = claim.fit.constants if claim.fit is not None else {}
    for name, value in constants.items():
        if name.removeprefix("exponent of ").removeprefix(RATE) not in told and name not in told:
            low, high = limits.get(name, (None, None))
            ends = "" if low is None or high is None else f"{_value(low)} to {_value(high)}"
            yield f"constant {set_name(name, Medium.TERMINAL)}", "", _value(value), ends


def fit_lines(claim: ClaimRecord) -> Iterator[str]:
    """How well the form fits, on how many settings, and the alternatives."""
    settings = f"n = {len(claim.points)} settings"
    if claim.fit is None:
        yield settings
    else:
        form = f"{settings}   form: {fitted_form(claim.fit, Medium.TERMINAL)}"
        chi2, dof = number(claim.fit.chi2, Medium.TERMINAL), claim.fit.dof
        p_value = written(PValue(value=claim.fit.p_value), Medium.TERMINAL)
        # Where no degree of freedom is left, nothing was tested.
        yield f"χ²/dof = {chi2}/{dof}, {p_value}   {form}" if dof > 0 else form
    for one in claim.alternatives:
        yield alternative_words(one, Medium.TERMINAL)


def plot_lines(claim: ClaimRecord) -> Iterator[str]:
    """The estimates against the variable with most values, and the claimed law where it is known there."""
    from ..report.plots import charts

    variable = next(iter(charts(claim)), None)
    if variable is None:
        yield "There is nothing to plot."
        return
    points = list(_along(claim.points, variable))
    curve = [(x, one.claimed) for x, one in points if one.claimed is not None]
    measured = [(x, one.mean) for x, one in points]
    is_log = all(x > 0 and y > 0 for x, y in (*curve, *measured))
    scale = math.log if is_log else float
    canvas = _Canvas([(scale(x), scale(y)) for x, y in (*curve, *measured)])
    for (x, y), (next_x, next_y) in zip(sorted(curve), sorted(curve)[1:], strict=False):
        canvas.line((scale(x), scale(y)), (scale(next_x), scale(next_y)), LAW)
    for x, y in measured:
        canvas.put(scale(x), scale(y), POINT)
    ends = [
        number(end, Medium.TERMINAL) for end in (max(y for _, y in measured), min(y for _, y in measured))
    ]
    margin = max(map(len, ends))
    for row, text in enumerate(canvas.rows):
        label = {0: ends[0], PLOT_HEIGHT - 1: ends[1]}.get(row, "")
        yield f"{label:>{margin}} │{text.rstrip()}"
    low, high = (
        number(end, Medium.TERMINAL) for end in (min(x for x, _ in points), max(x for x, _ in points))
    )
    name = set_name(variable, Medium.TERMINAL)
    yield f"{'':>{margin}} └{'─' * PLOT_WIDTH}"
    yield f"{'':>{margin}}  {low}{name:^{PLOT_WIDTH - len(low) - len(high)}}{high}"
    axes = "both axes logarithmic" if is_log else "linear axes"
    yield f"{'':>{margin}}  {POINT} measured   {LAW} claimed   {axes}"


class _Canvas:
    """Characters on a grid over the range of some points."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        xs, ys = zip(*points, strict=True)
        self._low, self._span = (min(xs), min(ys)), (max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0)
        self._grid = [[" "] * PLOT_WIDTH for _ in range(PLOT_HEIGHT)]

    @property
    def rows(self) -> list[str]:
        """The lines from above."""
        return ["".join(row) for row in reversed(self._grid)]

    def put(self, x: float, y: float, mark: str) -> None:
        """A mark at a place."""
        column, row = (
            round((value - low) / span * (size - 1))
            for value, low, span, size in zip((x, y), self._low, self._span, PLOT_SIZE, strict=True)
        )
        self._grid[row][column] = mark

    def line(self, begin: tuple[float, float], end: tuple[float, float], mark: str) -> None:
        """Marks from one place to another, one a column."""
        for step in range(PLOT_WIDTH):
            part = step / (PLOT_WIDTH - 1)
            x, y = (a + part * (b - a) for a, b in zip(begin, end, strict=True))
            self.put(x, y, mark)


def _parameter(name: str, is_rate: bool) -> str:
    kind = "rate of" if is_rate else "exponent of"
    return f"{kind} {set_name(name.removeprefix(RATE), Medium.TERMINAL)}"


def _value(value: float | None) -> str:
    return "" if value is None else number(value, Medium.TERMINAL)


def _fitted(found: Exponent) -> tuple[str, str]:
    """The exponent on the range with its interval, or the one at large sizes where no power describes it."""
    value, ends = found.estimate, found.ci
    if value is None:
        value, ends = found.extrapolated, found.extrapolated_ci
    if ends is None:
        return _value(value), ""
    if None not in ends and (wide := unresolved(*ends, Medium.TERMINAL)):
        return "not resolved", wide
    return _value(value), interval_words(*ends, Medium.TERMINAL)


def _along(points: Sequence[PointRecord], variable: str) -> Iterator[tuple[float, PointRecord]]:
    for point in points:
        if isinstance(size := point.at.get(variable), int | float):
            yield float(size), point
