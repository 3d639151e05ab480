"""A statement: one sentence or formula of a source, and what tests it."""

from __future__ import annotations

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
