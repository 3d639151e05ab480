"""Which runs a preset asks for, and having them done by processes, chunk by chunk."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from typing import Final, Protocol

from theorycheck.errors import CheckFailedError, NothingSelectedError, UsageError

from .counts import Counts
from .external import EXTERNAL
from .hard import HARD
from .row import Budget, Noise, Row
from .stored_counts import Entry, StoredCounts
from .trial import runs
from .truths import PLANTED

ROWS: Final = (*PLANTED, *HARD, *EXTERNAL)
_NAMED: Final = {row.name: row for row in ROWS}

CHUNK: Final = 20
COSTLY_CHUNK: Final = 5


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Runs of a row, of a row whose decisions are slow, and of a proved law.

    With `strict` a criterion that stays open counts as one that is not met. Rows that `longer` names have as
    many runs as at preset full.
    """

    name: str
    runs: int
    costly: int
    external: int
    strict: bool
    longer: tuple[str, ...] = ()


QUICK: Final = Preset(name="quick", runs=40, costly=10, external=1, strict=False)
STANDARD: Final = Preset(name="standard", runs=400, costly=400, external=5, strict=False)
FULL: Final = Preset(name="full", runs=2000, costly=2000, external=20, strict=True)
PRESETS: Final = {preset.name: preset for preset in (QUICK, STANDARD, FULL)}


class Observer(Protocol):
    """Is told how many runs there are, and how many more are done."""

    def begins(self, total: int, done: int) -> None:
        """So many runs, of which some were done before."""

    def advances(self, count: int, row: str) -> None:
        """So many runs of a row are done."""


def preset(name: str) -> Preset:
    """A preset by name; raises UsageError."""
    if name not in PRESETS:
        raise UsageError(f"There is no preset {name!r}; choose one of {', '.join(PRESETS)}.")
    return PRESETS[name]


def with_longer(asked: Preset, patterns: Sequence[str]) -> Preset:
    """The preset with rows that a name, a group or a glob gives the runs of preset full."""
    return replace(asked, longer=tuple(row.name for row in select(patterns))) if patterns else asked


def select(patterns: Sequence[str]) -> tuple[Row, ...]:
    """The rows that a name, a group or a glob selects, all of them by default."""
    for pattern in patterns:
        if not any(_matches(row, pattern) for row in ROWS):
            groups = ", ".join(dict.fromkeys(row.name.partition(".")[0] for row in ROWS))
            raise NothingSelectedError(f"{pattern!r} selects no row; the groups are {groups}.")
    return tuple(row for row in ROWS if not patterns or any(_matches(row, p) for p in patterns))


def runs_of(row: Row, asked: Preset) -> int:
    """How many runs a preset asks of a row."""
    if row.name in asked.longer:
        asked = FULL
    if row.field is not None:
        return asked.external
    return asked.costly if _costly(row) else asked.runs


def carry_out(
    rows: Sequence[Row], asked: Preset, seed: int, stored: StoredCounts, pool: Executor, observer: Observer
) -> dict[str, Counts]:
    """The counts of each row, by its name; chunks that are stored are not run again.

    Raises CheckFailedError where a decision raises.
    """
    wanted = [(row, first, count) for row in rows for first, count in _chunks(row, runs_of(row, asked))]
    open_ = [chunk for chunk in wanted if not stored.has(chunk[0], chunk[1])]
    total, left = (sum(count for *_, count in part) for part in (wanted, open_))
    observer.begins(total, total - left)
    # Slow rows are spread over the whole time, so that what is left can be told from what was done.
    random.Random(seed).shuffle(open_)
    futures = {
        pool.submit(counts_of, row.name, first, count, seed): (row, first, count)
        for row, first, count in open_
    }
    try:
        _gather(futures, stored, observer)
    finally:
        for future in futures:
            future.cancel()
    return counted(rows, asked, stored)


def counted(rows: Sequence[Row], asked: Preset, stored: StoredCounts) -> dict[str, Counts]:
    """What is stored of each row, by its name."""
    return {row.name: stored.of(row, runs_of(row, asked)) for row in rows}


def counts_of(name: str, first: int, count: int, seed: int) -> Counts:
    """What a worker does: some runs of a row."""
    return runs(_NAMED[name], first, count, seed)


def _gather(
    futures: Mapping[Future[Counts], tuple[Row, int, int]], stored: StoredCounts, observer: Observer
) -> None:
    for future in as_completed(futures):
        row, first, count = futures[future]
        try:
            counts = future.result()
        except Exception as error:
            raise CheckFailedError(f"{row.name}, runs from {first}: {error}") from error
        stored.put(Entry(row=row.name, first=first, count=count, counts=counts))
        observer.advances(count, row.name)


def _matches(row: Row, pattern: str) -> bool:
    return row.name == pattern or row.name.startswith(f"{pattern}.") or fnmatch(row.name, pattern)


def _chunks(row: Row, total: int) -> list[tuple[int, int]]:
    size = 1 if row.field else COSTLY_CHUNK if _costly(row) else CHUNK
    return [(first, size) for first in range(0, total, size)]


def _costly(row: Row) -> bool:
    """Rows whose likelihood is iterated, or that are decided many times."""
    starved = row.trials is not None or (row.noise is Noise.SHARED and row.budget is Budget.STARVED)
    return starved or row.rounds > 1 or "+" in row.claimed
