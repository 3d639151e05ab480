"""An index of the records of all papers, so that who only reads them imports none.

The index is stored under a digest of every source that the records follow from, and made anew from the
papers whenever one of these has changed.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from ..claim import Claim
from ..evidence import cache
from ..figure import Figure
from ..statement import Statement

_SOURCES: Final = ("claim.py", "figure.py", "paper.py", "statement.py", "papers/**/*.py")
"""Patterns of the files that the records follow from."""


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """The records of all papers, in the order of their tables."""

    statements: tuple[Statement, ...]
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]


def read() -> Index:
    """The records: from the index where it is up to date, else from the papers, and indexed."""
    path = cache.folder() / f"claims.{cache.digest(sources(), ())}.index"
    known = _stored(path)
    if known is None:
        known = _of_papers()
        cache.write(path, msgspec.msgpack.encode(known))
        cache.drop_others(path, "claims.*.index")
    return known


def sources() -> list[Path]:
    """The files that the records follow from, sorted."""
    root = Path(str(resources.files("theorycheck")))
    return sorted(path for pattern in _SOURCES for path in root.glob(pattern))


def _stored(path: Path) -> Index | None:
    """The index in a file; None where there is none that can be read."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Index)
    except (OSError, msgspec.DecodeError):
        return None


def _of_papers() -> Index:
    from .tables import CLAIMS, FIGURES, STATEMENTS

    return Index(statements=STATEMENTS, claims=CLAIMS, figures=FIGURES)
