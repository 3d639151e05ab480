"""A statement: one sentence or formula of a source, and what tests it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

import msgspec


class SourceAccess(StrEnum):
    """What of the source was at hand when its statements were read."""

    FULL_TEXT = "full text"
    SUMMARY = "summary"
    SLIDES = "slides"
    SCRIPT = "script"
    CLAIM = "the claim alone"


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence of a source, numbered as in the topic's statement list.

    `place` is where it stands in the source. `primary` is the id of the claim that reads it as its
    author means it, `why_primary` the reason in one sentence. `not_covered` gives the reason where nothing
    tests the statement. `own_question` marks what no sentence of the source says: it is listed apart and is
    not counted. `why_refuted` says, where the primary claim is refuted, why the author would agree.
    `as_printed` says in one sentence what a slip of the printed formula needs, and `printed` is the id of
    the claim that tests it to the letter. `same_as` is the id of the statement that says the same fact
    first, and under which it is counted.
    """

    id: str
    title: str
    text: str
    place: str
    source_access: SourceAccess
    primary: str | None = None
    why_primary: str | None = None
    not_covered: str | None = None
    own_question: bool = False
    why_refuted: str | None = None
    as_printed: str | None = None
    printed: str | None = None
    same_as: str | None = None

    @property
    def topic(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]


def in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements of one topic by their numbers: S2 before S2.1, S9 before S10, and all before Q1."""
    return tuple(sorted(statements, key=lambda one: (".Q" in one.id, _number(one))))


def _number(statement: Statement) -> list[tuple[int, str]]:
    parts = re.findall(r"(\d+)|([a-z]+)", statement.id.partition(".")[2])
    return [(int(digits or 0), letters) for digits, letters in parts]
