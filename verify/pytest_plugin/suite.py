"""Claims of a test suite: decided by the command line, and held to the suite's baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..errors import UsageError

if TYPE_CHECKING:
    from ..baseline.ci import BaselineFinding
    from ..baseline.expected import Entry
    from ..document import ClaimRecord, Document

SUFFIXES: Final = frozenset({".toml", ".py"})


@dataclass(frozen=True, kw_only=True)
class Request:
    """Which claims are asked for: files, or a selection of the tables, from a folder, under a preset."""

    targets: tuple[str, ...]
    folder: Path
    preset: str
    seed: int = 0

    @property
    def of_files(self) -> bool:
        """Whether the targets are claim files. Raises UsageError where files and ids are mixed."""
        kinds = {Path(target).suffix in SUFFIXES for target in self.targets}
        if len(kinds) != 1:
            raise UsageError("Ask for claim files or for claims of the tables, one or more, never for both.")
        return kinds == {True}


def decide(request: Request) -> Document:
    """The document of the claims asked for; raises UsageError with a sentence that says the fix."""
    from ..command import document_of

    verb = ("check",) if request.of_files else ("run", "--no-figures")
    settings = ("--preset", request.preset, "--seed", str(request.seed))
    return document_of([*verb, *request.targets, *settings], folder=request.folder)


def held(request: Request, document: Document, expected: Mapping[str, Entry], where: str) -> BaselineFinding:
    """How the claims differ from what is expected of them; what may be chance is asked again."""
    from ..baseline import ci

    def rerun(names: Sequence[str], seed: int) -> Document:
        targets = request.targets if request.of_files else tuple(names)
        return decide(Request(targets=targets, folder=request.folder, preset=request.preset, seed=seed))

    return ci.examine(document, expected, where, {}, rerun)


def only(records: Sequence[ClaimRecord], asked: str) -> ClaimRecord:
    """The one record that was asked for; raises UsageError where there are several."""
    if len(records) != 1:
        names = ", ".join(record.id for record in records)
        raise UsageError(f"{asked} makes {len(records)} claims ({names}); ask for all of them.")
    return records[0]
