"""Claims of a test suite: decided in a process of their own, and held to the suite's baseline.

The process of a test suite has threads, warnings and an import path of its own; what decides a
claim has none of them. So a suite asks the command line, as its user would, and reads the document.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .errors import UsageError

if TYPE_CHECKING:
    from .baseline import Entry
    from .ci import Finding
    from .document import ClaimRecord, Document

FINISHED: Final = frozenset({0, 1, 4})
"""Exit codes of a command that wrote its document: fine, refuted or drifted, and a check that failed."""

SUFFIXES: Final = frozenset({".toml", ".py"})


@dataclass(frozen=True, kw_only=True)
class Request:
    """Which claims are asked for: files, or a selection of the tables, from a folder, under a profile."""

    targets: tuple[str, ...]
    folder: Path
    profile: str
    seed: int = 0

    @property
    def of_files(self) -> bool:
        """Whether the targets are claim files. Raises UsageError where files and ids are mixed."""
        kinds = {Path(target).suffix in SUFFIXES for target in self.targets}
        if len(kinds) != 1:
            raise UsageError("Ask for claim files or for claims of the tables, one or more, never for both.")
        return kinds == {True}


def decide(request: Request) -> Document:
    """The document of the claims asked for; raises UsageError with the sentence of what is to be mended."""
    from . import output

    verb = ("check",) if request.of_files else ("run", "--no-figures")
    settings = ("--profile", request.profile, "--seed", str(request.seed))
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as folder:
        out = Path(folder) / "run"
        command = [sys.executable, "-P", "-m", f"{__package__}.cli", *verb, *request.targets, *settings]
        done = subprocess.run(  # noqa: S603 - this interpreter, and the arguments of a test
            [*command, "--out", str(out)], cwd=request.folder, capture_output=True, text=True, check=False
        )
        if done.returncode not in FINISHED:
            raise UsageError(done.stderr.strip() or f"theorycheck ended with code {done.returncode}.")
        return output.read(out)


def held(request: Request, document: Document, expected: Mapping[str, Entry], where: str) -> Finding:
    """How the claims differ from what is expected of them; what may be chance is asked again."""
    from . import ci

    def rerun(names: Sequence[str], seed: int) -> Document:
        targets = request.targets if request.of_files else tuple(names)
        return decide(Request(targets=targets, folder=request.folder, profile=request.profile, seed=seed))

    return ci.examine(document, expected, where, {}, rerun)


def only(records: Sequence[ClaimRecord], asked: str) -> ClaimRecord:
    """The one record that was asked for; raises UsageError where there are several."""
    if len(records) != 1:
        names = ", ".join(record.id for record in records)
        raise UsageError(f"{asked} makes {len(records)} claims ({names}); ask for all of them.")
    return records[0]
