"""A run as tables: a row for each verdict, and a row for each estimate behind them, in CSV with a heading."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Final

from ..document import ClaimRecord, Document
from ..wording import Medium
from ..wording.outcomes import word
from ..wording.statements import headline
from .point_tables import FIELDS, numbers

VERDICTS: Final = "verdicts.csv"
POINTS: Final = "points.csv"
COORDINATE: Final = "at."
"""How the columns of coordinates begin; one that a claim does not have is empty."""

_ARITHMETIC: Final = re.compile(r"[-+][\w\s*/().,+-]*")
"""A formula of a claim that begins with a sign: in a spreadsheet it can name nothing outside its field."""

Row = Mapping[str, object]


def files(document: Document) -> dict[str, str]:
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
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
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
