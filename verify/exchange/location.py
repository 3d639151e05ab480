"""Where a claim stands: the file and line that state it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..papers.tables import PAPERS


@dataclass(frozen=True, kw_only=True)
class Location:
    """A line of a file, counted from 1; the path is relative to the working folder where it lies inside."""

    path: str
    line: int


def location(claim_id: str) -> Location | None:
    """Where the claim is written; None for an id that stands in no paper."""
    for paper in PAPERS:
        if claim_id in paper.places:
            file, line = paper.places[claim_id]
            return Location(path=_shown(Path(file)), line=line)
    return None


def _shown(path: Path) -> str:
    """The path from the working folder, or from the package where that lies elsewhere."""
    here = Path.cwd()
    resolved = path.resolve()
    if resolved.is_relative_to(here):
        return resolved.relative_to(here).as_posix()
    package = Path(__file__).resolve().parents[1]
    return (Path("theorycheck") / resolved.relative_to(package)).as_posix()
