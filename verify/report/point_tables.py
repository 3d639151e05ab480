"""Tables of points: their rows, as either page writes them, and a run as tables in CSV.

Rows are thousands, which templates would be slow at. In CSV there is a row for each verdict, and one for each
estimate behind them, below a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from csv import DictWriter
from dataclasses import dataclass
from io import StringIO
from typing import Final

from ..claim import Value
from ..document import Bounds, ClaimRecord, Document, PointRecord
from ..wording import Medium
from ..wording.outcomes import word
from ..wording.statements import headline
from .numerals import digits_for

FIELDS: Final = ("mean", "stderr", "error_bound", "low", "high", "trials", "claimed", "derived")

VERDICTS: Final = "verdicts.csv"
POINTS: Final = "points.csv"
COORDINATE: Final = "at."
"""How the columns of coordinates begin; one that a claim does not have is empty."""

FEWEST_POINTS: Final = 2
"""So many rows make a column of equal values a repetition."""

_ARITHMETIC: Final = re.compile(r"[-+][\w\s*/().,+-]*")
"""A formula of a claim that begins with a sign: in a spreadsheet it can name nothing outside its field."""

Row = Mapping[str, object]

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


def coordinates(claim: ClaimRecord) -> list[str]:
    """The variables of the claim's points, in the order in which the grid declares them."""
    present = dict.fromkeys(name for point in claim.points for name in point.at)
    declared = [name for name in claim.scope.grid if name in present]
    return declared + [name for name in present if name not in declared]


def fixed(claim: ClaimRecord) -> dict[str, Value | None]:
    """The variables that have one value in all of several points, with that value."""
    if len(claim.points) < FEWEST_POINTS:
        return {}
    seen = {name: {point.at.get(name) for point in claim.points} for name in coordinates(claim)}
    return {name: values.pop() for name, values in seen.items() if len(values) == 1}


def formula_columns(claim: ClaimRecord) -> dict[str, str]:
    """The routes whose formulas have values in the points, each with the title of its column.

    Where claimed and derived agree to the last digit one column stands for both.
    """
    pairs = [(point.claimed, point.derived) for point in claim.points]
    if all(claimed == derived for claimed, derived in pairs):
        return {"derived": "claimed and derived"} if any(derived is not None for _, derived in pairs) else {}
    values = {"claimed": [claimed for claimed, _ in pairs], "derived": [derived for _, derived in pairs]}
    return {route: route for route, found in values.items() if any(value is not None for value in found)}


def has_local_exponents(claim: ClaimRecord) -> bool:
    """Whether some exponent or rate was measured between neighbouring sizes."""
    return any(exponent.local for exponent in (*claim.exponents.values(), *claim.rates.values()))


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


def numbers(point: PointRecord, fields: Sequence[str] = FIELDS) -> dict[str, float | None]:
    """The numbers of a point by their names, the ends of its interval among them, with all their digits."""
    ends = {"low": point.ci[0], "high": point.ci[1]}
    return {field: ends[field] if field in ends else getattr(point, field) for field in fields}


def csv(claim: ClaimRecord) -> str:
    """The points with all their digits as a table of comma-separated values."""
    names = dict.fromkeys(name for point in claim.points for name in point.at)
    return written([*names, *FIELDS], [{**point.at, **numbers(point)} for point in claim.points])


def csv_files(document: Document) -> dict[str, str]:
    """The tables by the names of their files."""
    verdicts = [_verdict(claim) for claim in document.claims]
    points = [row for claim in document.claims for row in _points(claim)]
    names = list(dict.fromkeys(name for row in points for name in row if name.startswith(COORDINATE)))
    rest = [name for name in (points[0] if points else {}) if not name.startswith(COORDINATE)]
    columns = [*rest[:1], *names, *rest[1:]]
    return {
        VERDICTS: written(list(verdicts[0]) if verdicts else [], verdicts),
        POINTS: written(columns, points),
    }


def _verdict(claim: ClaimRecord) -> Row:
    return {
        "claim": claim.id,
        "statement": claim.statement_id,
        "verdict": claim.verdict.value,
        "says": word(claim),
        "holds": claim.holds,
        "tight": claim.tight,
        "basis": claim.basis,
        "relation": claim.relation,
        "bound_type": claim.bound_type,
        "claimed": claim.formulas.claimed,
        "derived": claim.formulas.derived,
        "measured": claim.formulas.measured,
        "margin": claim.scope.margin,
        "level": claim.scope.level,
        "settings": len(claim.points),
        "trials": claim.scope.n_trials,
        "finding": headline(claim, Medium.CODE),
    }


def _points(claim: ClaimRecord) -> Iterator[Row]:
    for point in claim.points:
        at = {f"{COORDINATE}{name}": value for name, value in point.at.items()}
        told = numbers(point, (*FIELDS[:-2], "failures", *FIELDS[-2:]))
        yield {"claim": claim.id, **at, **told}


def written(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """The rows below their heading; numbers as Python writes them, so that none loses a digit."""
    text = StringIO()
    writer = DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _field(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _field(value: object) -> object:
    """What a spreadsheet shows and does not carry out: a text that it would, has an apostrophe before it.

    >>> _field("=HYPERLINK(1)"), _field("-cmd|' /C calc'!A0"), _field("-d**(1/2)"), _field(-0.5)
    ("'=HYPERLINK(1)", "'-cmd|' /C calc'!A0", '-d**(1/2)', -0.5)
    """
    acts = isinstance(value, str) and value.startswith(tuple("=+-@\t")) and not _ARITHMETIC.fullmatch(value)
    return f"'{value}" if acts else value
