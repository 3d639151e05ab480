"""An index of the records of all papers, so that who only reads them imports none.

The index is stored under a digest of every source that the records follow from, and made anew from the
papers whenever one of these has changed.
"""

from __future__ import annotations

from functools import lru_cache
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

ROOT: Final = Path(str(resources.files("theorycheck")))
"""The folder of the package."""

PAPERS: Final = ROOT / "papers"
"""The folder of the papers, each one in a folder of its name."""


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """The records of all papers, in the order of their tables.

    `topics` are the sources by their names, `places` the file of each claim below the package, and its line.
    """

    topics: dict[str, str]
    places: dict[str, tuple[str, int]]
    statements: tuple[Statement, ...]
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]


@lru_cache(maxsize=1)
def read() -> Index:
    """The records, once a process: from the index if it is up to date, else from the papers, and indexed."""
    path = cache.folder() / f"claims.{cache.digest(sources(), ())}.index"
    known = _stored(path)
    if known is None:
        known = _of_papers()
        cache.write(path, msgspec.msgpack.encode(known))
        cache.drop_others(path, "claims.*.index")
    return known


def sources() -> list[Path]:
    """The files that the records follow from, sorted."""
    return sorted(path for pattern in _SOURCES for path in ROOT.glob(pattern))


def _stored(path: Path) -> Index | None:
    """The index in a file; None where there is none that can be read."""
    known = cache.read(path)
    try:
        return None if known is None else msgspec.msgpack.decode(known, type=Index)
    except msgspec.DecodeError:
        return None


def _of_papers() -> Index:
    from .tables import CLAIMS, FIGURES, PAPERS, STATEMENTS, TOPICS

    places = {
        claim: (Path(file).relative_to(ROOT).as_posix(), line)
        for paper in PAPERS
        for claim, (file, line) in paper.places.items()
    }
    return Index(topics=TOPICS, places=places, statements=STATEMENTS, claims=CLAIMS, figures=FIGURES)
