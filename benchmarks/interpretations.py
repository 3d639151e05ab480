"""The tables of docs/interpretations.md, from the statements, what was primary at first, and the baseline.

`python -m benchmarks.interpretations` writes them anew between the marks of that file; a test holds them
current. None of them is typed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from theorycheck.baseline import expected as baseline
from theorycheck.baseline.expected import Entry
from theorycheck.claim import Bears, Claim
from theorycheck.document import Outcome
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.report.markdown_page import prose
from theorycheck.statement import Statement

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "docs" / "interpretations.md"
BASELINE: Final = ROOT / "reports" / "baseline.json"
FIRST: Final = ROOT / "benchmarks" / "golden" / "first_primaries.json"
"""The primary claim of each sentence before the nine rules were asked of it."""

PRESET: Final = "standard"
BEGIN: Final = "<!-- written by python -m benchmarks.interpretations -->"
END: Final = "<!-- end -->"

Row = tuple[str, ...]


def main() -> None:
    """Write the tables anew."""
    FILE.write_text(renewed(FILE.read_text(encoding="utf-8")), encoding="utf-8")


def renewed(page: str) -> str:
    """The page with its tables as they are today."""
    head, _, rest = page.partition(BEGIN)
    entries = baseline.section(baseline.read(BASELINE), PRESET).claims
    first = json.loads(FIRST.read_text(encoding="utf-8"))
    return f"{head}{BEGIN}\n\n{tables(STATEMENTS, CLAIMS, entries, first)}\n{END}{rest.partition(END)[2]}"


def refuted(
    statements: Iterable[Statement], claims: Iterable[Claim], entries: Mapping[str, Entry]
) -> list[Statement]:
    """The statements that fail by the baseline: a supporter is refuted, or a contradiction holds."""
    bears = {claim.id: claim.bears for claim in claims}
    found = []
    for one in statements:
        entry = entries.get(one.primary or "")
        if one.own_question or entry is None or one.primary not in bears:
            continue
        contradicts = bears[one.primary] is Bears.CONTRADICTS
        fails = entry.holds == "yes" if contradicts else entry.verdict is Outcome.REFUTED
        found += [one] if fails else []
    return found


def tables(
    statements: Sequence[Statement],
    claims: Sequence[Claim],
    entries: Mapping[str, Entry],
    first: Mapping[str, str],
) -> str:
    """All tables with their titles, as Markdown."""
    fail = refuted(statements, claims, entries)
    known = {one.id for one in statements}
    parts = [
        _table(
            f"Sentences that fail: {len(fail)}",
            ("sentence", "primary claim", "why its author would agree"),
            [(_said(one), f"`{one.primary}`", _prose(one.why_refuted)) for one in fail],
        ),
        _table(
            "Badges: what a printed formula needs",
            ("sentence", "as printed", "claim to the letter"),
            [
                (_said(one), _prose(one.as_printed), f"`{one.printed}`" if one.printed else "–")
                for one in statements
                if one.as_printed
            ],
        ),
        _table(
            "Our own questions, outside the sources' counts",
            ("question", "primary claim", "in the baseline"),
            [
                (
                    _said(one),
                    f"`{one.primary}`",
                    entries[one.primary].verdict if one.primary in entries else "–",
                )
                for one in statements
                if one.own_question
            ],
        ),
        _table(
            "Said again: counted once",
            ("sentence", "counted under"),
            [(_said(one), f"`{one.same_as}`") for one in statements if one.same_as in known],
        ),
        _table(
            "Claims that contradict or refine their sentence",
            ("claim", "sentence", "bears"),
            [
                (f"`{one.id}`", f"`{one.statement_id}`", one.bears.value)
                for one in claims
                if one.bears is not Bears.SUPPORTS
            ],
        ),
        _table(
            "Primary claims that changed, with the reason of the new one",
            ("sentence", "was", "is", "why"),
            [
                (f"`{one.id}`", f"`{was}`", f"`{one.primary}`", _prose(one.why_primary))
                for one in statements
                if (was := first.get(one.id)) and was != one.primary
            ],
        ),
    ]
    return "\n".join(parts)


def _table(title: str, header: Row, rows: Sequence[Row]) -> str:
    lines = [f"### {title}", ""]
    if not rows:
        return "\n".join([*lines, "None.", ""])
    lines += [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), ""])


def _said(statement: Statement) -> str:
    return f"`{statement.id}` {prose(statement.text)}"


def _prose(text: str | None) -> str:
    return str(prose(text)) if text else "–"


if __name__ == "__main__":
    main()
