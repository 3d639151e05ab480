"""An index of the records of all papers, so that who only reads them imports none, and selection from it.

The index is stored under a digest of every source that the records follow from, and made anew from the
papers whenever one of these has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from ..claim import Claim, is_glob, names_id
from ..errors import NothingSelectedError, UsageError, nearest
from ..evidence import cache, routes
from ..figure import Figure
from ..paper import Coordinates
from ..statement import Statement

_SOURCES: Final = ("claim.py", "figure.py", "law_text.py", "paper.py", "statement.py", "papers/**/*.py")
"""Patterns of the files that the records follow from."""

ROOT: Final = Path(str(resources.files("theorycheck")))
"""The folder of the package."""

PAPERS: Final = ROOT / "papers"
"""The folder of the papers, each one in a folder of its name."""


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """The records of all papers, in the order of their tables.

    `topics` are the sources by their names, `coordinates` how these are told, `places` the file
    of each claim below the package, and its line.
    """

    topics: dict[str, str]
    coordinates: dict[str, Coordinates] = {}
    places: dict[str, tuple[str, int]]
    statements: tuple[Statement, ...]
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]


@lru_cache(maxsize=1)
def read() -> Index:
    """The records, once a process: from the index if it is up to date, else from the papers, and indexed."""
    path = cache.folder() / f"claims.{cache.digest(sources(), ())}.index"
    known = cache.read(path)
    with suppress(msgspec.DecodeError):
        if known is not None:
            return msgspec.msgpack.decode(known, type=Index)
    made = _of_papers()
    cache.write(path, msgspec.msgpack.encode(made))
    cache.drop_others(path, "claims.*.index")
    return made


def select(claims: Sequence[Claim], patterns: Sequence[str]) -> tuple[Claim, ...]:
    """The claims that any pattern names, in table order; all of them for no pattern.

    A pattern is a claim id, the beginning of ids up to a dot (a topic or a family), a statement
    id, a tag, or a glob over ids. Two tags follow from the claims: `exact` of those whose quantity
    is computed, and `bound`. Raises UsageError for a pattern that names nothing, with the nearest names,
    and NothingSelectedError for a glob that matches nothing.
    """
    if not patterns:
        return tuple(claims)
    for pattern in patterns:
        if not any(_names(pattern, claim) for claim in claims):
            raise _nothing_named(pattern, claims)
    return tuple(claim for claim in claims if any(_names(pattern, claim) for pattern in patterns))


def sources() -> list[Path]:
    """The files that the records follow from, sorted."""
    return sorted(path for pattern in _SOURCES for path in ROOT.glob(pattern))


def _of_papers() -> Index:
    from .tables import CLAIMS, COORDINATES, FIGURES, PAPERS, STATEMENTS, TOPICS

    places = {
        claim: (Path(file).relative_to(ROOT).as_posix(), line)
        for paper in PAPERS
        for claim, (file, line) in paper.places.items()
    }
    return Index(
        topics=TOPICS,
        coordinates=COORDINATES,
        places=places,
        statements=STATEMENTS,
        claims=CLAIMS,
        figures=FIGURES,
    )


def _names(pattern: str, claim: Claim) -> bool:
    return (
        names_id(pattern, claim.id)
        or claim.statement_id == pattern
        or pattern in claim.tags
        or (
            pattern in routes.COMPUTED_TAGS and pattern in routes.tags(claim, exact=routes.is_computed(claim))
        )
    )


def _nothing_named(pattern: str, claims: Sequence[Claim]) -> UsageError:
    if is_glob(pattern):
        return NothingSelectedError(f"No claim id matches {pattern!r}; `theorycheck list` shows them all.")
    names = {name for claim in claims for name in (claim.id, claim.topic, claim.statement_id, *claim.tags)}
    names.update(routes.COMPUTED_TAGS)
    hint = nearest(pattern, names, "`theorycheck list` shows them all.", most=3)
    return UsageError(f"There is no claim, topic or tag {pattern!r}; {hint}")
