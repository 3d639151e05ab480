"""Rows of the tables of points, as either page writes them: thousands, which templates would be slow at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from csv import writer
from dataclasses import dataclass
from io import StringIO
from typing import Final

from ..claim import Value
from ..document import Bounds, ClaimRecord, PointRecord
from .numerals import digits_for

Write = Callable[[Value | None, int | None], str]
"""How a page writes a value with so many digits, safe to stand in it."""


@dataclass(frozen=True, kw_only=True)
class Columns:
    """What a row tells beside the measured value: coordinates, the formulas of the other routes, trials.

    Where some have a standard error (`drawn`) the interval is told, and which error is a bound.
    """

    names: Sequence[str]
    routes: Iterable[str]
    drawn: bool
    trials: bool


def has_errors(claim: ClaimRecord) -> bool:
    """Whether some estimate has a standard error, so that its interval says more than the error."""
    return any(point.stderr is not None for point in claim.points)


def rows(claim: ClaimRecord, columns: Columns, write: Write) -> Iterator[list[str]]:
    """The points' rows: coordinates, the measured value, its error, and what else the columns ask for."""
    for point in claim.points:
        digits = digits_for(point.mean, point.stderr)
        row = [write(point.at.get(name), None) for name in columns.names]
        row.append(write(point.mean, digits))
        if point.stderr is not None:
            row.append(write(point.stderr, 2))
        else:
            row.append(write(point.error_bound, 2) + (" (bound)" if columns.drawn else ""))
        if columns.drawn:
            row.append(_interval(point.ci, digits, write))
        row += [write(getattr(point, route), digits) for route in columns.routes]
        if columns.trials:
            row.append(write(point.trials, None))
        yield row


def _interval(ci: Bounds, digits: int | None, write: Write) -> str:
    """The ends in brackets; one that is not bounded is infinite."""
    low, high = (-float("inf") if ci[0] is None else ci[0]), (float("inf") if ci[1] is None else ci[1])
    return f"[{write(low, digits)}, {write(high, digits)}]"


FIELDS: Final = ("mean", "stderr", "error_bound", "low", "high", "trials", "claimed", "derived")


def numbers(point: PointRecord, fields: Sequence[str] = FIELDS) -> dict[str, float | None]:
    """The numbers of a point by their names, the ends of its interval among them, with all their digits."""
    ends = {"low": point.ci[0], "high": point.ci[1]}
    return {field: ends[field] if field in ends else getattr(point, field) for field in fields}


def csv(claim: ClaimRecord) -> str:
    """The points with all their digits as a table of comma-separated values."""
    names = list(dict.fromkeys(name for point in claim.points for name in point.at))
    page = StringIO()
    table = writer(page, lineterminator="\n")
    table.writerow([*names, *FIELDS])
    for point in claim.points:
        table.writerow([*(point.at.get(name) for name in names), *numbers(point).values()])
    return page.getvalue()
