"""How the verifier itself was measured, as tables of the index that `benchmarks.measures` writes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ..errors import UsageError
from ..upgrade import SCHEMA_VERSION, decode


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the index with the sentence above it and the file that holds the whole."""

    title: str
    anchor: str
    sentence: str
    whole: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Sections(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file of sections, beside the reports."""

    schema: int = SCHEMA_VERSION
    sections: tuple[Section, ...] = ()


def read(path: Path) -> tuple[Section, ...]:
    """The sections in a file, none where it is missing; raises UsageError for one that cannot be read."""
    if not path.is_file():
        return ()
    try:
        return decode(path.read_bytes(), Sections).sections
    except msgspec.DecodeError as error:
        raise UsageError(f"{path} holds no sections that this version reads ({error}).") from error
