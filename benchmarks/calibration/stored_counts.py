"""The counts of a calibration on disk: a line a chunk, so that an interrupted one goes on.

A chunk is a fixed range of a row's runs, so that a quick calibration is the beginning of a full one. Only
counts of the same seed, rows and code are added up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

import msgspec
import theorycheck
from theorycheck.errors import UsageError

from .counts import Counts, added
from .row import Row

FILE: Final = "counts.jsonl"
PACKAGE: Final = Path(theorycheck.__file__).parent
DECIDING: Final = ("decide", "statistics", "law", "table")
SOURCES: Final = (
    "row",
    "budgets",
    "samples",
    "truths",
    "hard",
    "external",
    "naive",
    "weighted",
    "ranks",
    "counts",
    "trial",
)
"""Subpackages that decide, and modules of this one that draw and count: after a change there old
counts are those of another verifier."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two calibrations must share to be one that goes on."""

    seed: int
    code: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Runs first, first + 1, ..., first + count - 1 of a row."""

    row: str
    first: int
    count: int
    counts: Counts


class StoredCounts:
    """Open for reading and writing; use as a context manager."""

    def __init__(self, file: IO[bytes], entries: Iterable[Entry]) -> None:
        self._file = file
        self._entries: dict[str, dict[int, Entry]] = {}
        for entry in entries:
            self._keep(entry)

    @classmethod
    def open(cls, folder: Path, seed: int, *, fresh: bool) -> Self:
        """Those in a folder, begun where there is none.

        Raises UsageError for a folder that cannot be used, or counts of another seed or code.
        """
        settings, path = Settings(seed=seed, code=code_digest()), folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if fresh:
                path.unlink(missing_ok=True)
            entries = _read(path, settings) if path.exists() else []
            draft = path.with_name(f"{FILE}.part")
            # Written anew, so that a line cut short by a kill does not swallow the next one.
            draft.write_bytes(_line(settings) + b"".join(map(_line, entries)))
            draft.replace(path)
            return cls(path.open("ab"), entries)
        except OSError as error:
            raise UsageError(f"--out {folder} cannot be used ({error.strerror}); choose another.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def has(self, row: Row, first: int) -> bool:
        """Whether the chunk that begins there is done."""
        return first in self._entries.get(row.name, {})

    def put(self, entry: Entry) -> None:
        """Keep one chunk."""
        self._keep(entry)
        self._file.write(_line(entry))
        self._file.flush()

    def of(self, row: Row, runs: int) -> Counts:
        """The sum of the chunks among the first so many runs."""
        chunks = self._entries.get(row.name, {})
        return added(chunks[first].counts for first in sorted(chunks) if first < runs)

    def _keep(self, entry: Entry) -> None:
        self._entries.setdefault(entry.row, {})[entry.first] = entry


def code_digest() -> str:
    """A digest of the code that draws and decides, wherever it is installed."""
    files = [path for part in DECIDING for path in (PACKAGE / part).glob("*.py")]
    files += [Path(__file__).with_name(f"{name}.py") for name in SOURCES]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: (path.parent.name, path.name)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _line(item: Settings | Entry) -> bytes:
    return msgspec.json.encode(item) + b"\n"


def _read(path: Path, settings: Settings) -> list[Entry]:
    head, *lines = path.read_bytes().split(b"\n")
    try:
        found = msgspec.json.decode(head, type=Settings)
    except msgspec.DecodeError as error:
        raise UsageError(f"{path} holds no counts ({error}); start anew with --fresh.") from error
    if found != settings:
        what = f"seed {found.seed}" if found.seed != settings.seed else "another version of the code"
        raise UsageError(
            f"{path.parent} holds counts of {what}; choose another --out, or start anew with --fresh."
        )
    return [entry for line in lines if (entry := _entry(line)) is not None]


def _entry(line: bytes) -> Entry | None:
    """None for the last line of a calibration that was killed while it wrote."""
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.DecodeError:
        return None
