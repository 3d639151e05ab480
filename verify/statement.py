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
    """One sentence of a source, numbered as in the topic's ledger.

    `place` is where it stands in the source. `primary` is the id of the claim that reads it as its
    text asks, `why_primary` the reason in one sentence. `not_covered` gives the reason where nothing
    tests the statement.
    """

    id: str
    title: str
    text: str
    place: str
    source_access: SourceAccess
    primary: str | None = None
    why_primary: str | None = None
    not_covered: str | None = None


def in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements of one topic by their numbers in its ledger: S2 before S2.1, and S9 before S10."""
    return tuple(sorted(statements, key=_number))


def _number(statement: Statement) -> list[tuple[int, str]]:
    parts = re.findall(r"(\d+)|([a-z]+)", statement.id.partition(".")[2])
    return [(int(digits or 0), letters) for digits, letters in parts]
