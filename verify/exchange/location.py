"""Where a claim stands: the file and line of its id in the tables, or of the pattern that makes its id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from .. import claims

_PATTERN: Final = re.compile(r'id=f"([^"]*\{[^"]*)"')


@dataclass(frozen=True, kw_only=True)
class Location:
    """A line of a file, counted from 1; the path is relative to the working folder where it lies inside."""

    path: str
    line: int


def location(claim_id: str) -> Location | None:
    """Where the claim is written; None for an id that stands in no table."""
    folder = Path(claims.__file__).parent / claim_id.partition(".")[0]
    for path in sorted(folder.glob("**/*.py")):
        for number, text in enumerate(_lines(path), start=1):
            if f'id="{claim_id}"' in text or _makes(text, claim_id):
                return Location(path=_shown(path), line=number)
    return None


def _makes(text: str, claim_id: str) -> bool:
    """Whether the line holds a pattern with fields, as in `f"topic.claim.{k}"`, that gives the id."""
    found = _PATTERN.search(text)
    if found is None:
        return False
    pattern = ".+".join(map(re.escape, re.split(r"\{[^}]*\}", found[1])))
    return re.fullmatch(pattern, claim_id) is not None


@lru_cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8").splitlines())


def _shown(path: Path) -> str:
    """The path from the working folder, or from the package where that lies elsewhere."""
    here = Path.cwd()
    resolved = path.resolve()
    if resolved.is_relative_to(here):
        return resolved.relative_to(here).as_posix()
    package = Path(claims.__file__).resolve().parents[1]
    return (Path("theorycheck") / resolved.relative_to(package)).as_posix()
