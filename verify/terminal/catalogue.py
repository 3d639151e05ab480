"""What `list` prints: one screen on a terminal; in a pipe everything, the parts of a line between tabs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.text import Text

from ..claim import Claim
from ..figure import Figure
from ..statement import Statement
from ..wording.formulas import unicode_formula, unicode_text
from ..wording.parts import numbered
from .console import relation_words

if TYPE_CHECKING:
    from ..user.installed import Installed

Row = tuple[str, ...]
"""What is told of one thing, from its id on: the first parts of it on one line, as many as that holds."""


def print_claims(claims: Sequence[Claim], *, as_json: bool, whole: bool = False) -> None:
    """Ids, relations, formulas and interpretations."""
    if as_json:
        print_json([msgspec.to_builtins(claim) | {"topic": claim.topic} for claim in claims])
        return
    piped = ((one.id, relation_words(one), one.claimed, unicode_text(one.interpretation)) for one in claims)
    shown = (
        (one.id, f"{relation_words(one)} {unicode_formula(one.claimed)}", unicode_text(one.interpretation))
        for one in claims
    )
    _print_rows(piped, shown, topics=Counter(one.topic for one in claims), noun="claim", whole=whole)


def print_statements(
    statements: Sequence[Statement], claims: Sequence[Claim], *, as_json: bool, whole: bool = False
) -> None:
    """Statements with their claims, or with the reason why nothing tests them."""
    tested = {s.id: [claim.id for claim in claims if claim.statement_id == s.id] for s in statements}
    if as_json:
        print_json([msgspec.to_builtins(s) | {"claims": tested[s.id]} for s in statements])
        return
    rows = [
        (s.id, unicode_text(s.title), _coverage(s, tested[s.id]), unicode_text(s.text)) for s in statements
    ]
    _print_rows(rows, rows, topics=Counter(s.topic for s in statements), noun="statement", whole=whole)


def print_figures(figures: Sequence[Figure], *, as_json: bool, whole: bool) -> None:
    """Ids, kinds, titles and the claims beside which the figures are."""
    if as_json:
        print_json([msgspec.to_builtins(figure) | {"topic": figure.topic} for figure in figures])
        return
    rows = [(f.id, f.kind, f.title, ", ".join(f.supports)) for f in figures]
    _print_rows(rows, rows, topics=Counter(f.topic for f in figures), noun="figure", whole=whole)


def print_installed(papers: Sequence[Installed]) -> None:
    """The papers that other packages bring, with the command that lists each."""
    for paper in papers:
        print(f"{paper.name} comes with {paper.package}: theorycheck list {paper.name}")


def print_json(value: object) -> None:
    """A value as indented JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _print_rows(
    piped: Iterable[Row], shown: Iterable[Row], *, topics: Counter[str], noun: str, whole: bool
) -> None:
    """The rows; on a terminal as many as it has lines, or how many each of several topics has."""
    console = Console(highlight=False)
    if not console.is_terminal:
        for row in piped:
            print("\t".join(row))
        return
    rows, room = list(shown), console.height - 3
    if not whole and len(rows) > room and len(topics) > 1:
        for topic, count in topics.items():
            console.print(Text(f"{topic:<{max(map(len, topics))}}  {numbered(count, noun)}"), soft_wrap=True)
        console.print(Text("one of them: theorycheck list TOPIC   all: --all", "dim"), soft_wrap=True)
        return
    told = rows if whole else rows[:room]
    for row in told:
        console.print(Text(fitted(row, console.width)), soft_wrap=True)
    if len(rows) > len(told):
        console.print(Text(f"… {len(rows) - len(told)} more: --all", "dim"), soft_wrap=True)


def fitted(row: Row, width: int) -> str:
    """The first parts of a row that a line holds; its id always.

    >>> fitted(("an.id", "equals n", "a long interpretation"), 20)
    'an.id  equals n'
    """
    text = row[0]
    for part in row[1:]:
        if len(text) + 2 + len(part) > width:
            break
        text += f"  {part}"
    return text


def _coverage(statement: Statement, claims: Sequence[str]) -> str:
    own = "; our own question" if statement.own_question else ""
    return (
        f"{numbered(len(claims), 'claim')}{own}"
        if claims
        else f"not covered: {unicode_text(statement.not_covered or '')}"
    )
