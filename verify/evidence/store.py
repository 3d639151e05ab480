"""The evidence store: one SQLite file that only the collector writes, a row a block.

A block is committed as it completes, so a kill at any instant loses at most the blocks in flight.
Rows are keyed by all that fixes their numbers; evidence of another identity is never mixed in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from ..errors import UsageError
from ..upgrade import current

SCHEMA_VERSION: Final = 1

_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (
    quantity TEXT NOT NULL, version INTEGER NOT NULL, sheet TEXT NOT NULL, block INTEGER NOT NULL,
    seed INTEGER NOT NULL, device TEXT NOT NULL, dtype TEXT NOT NULL, generator INTEGER NOT NULL,
    statistic BLOB NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (quantity, version, sheet, block, seed, device, dtype, generator)
) WITHOUT ROWID;
"""

_IDENTITY: Final = (
    "quantity=? AND version=? AND sheet=? AND block=? AND seed=? AND device=? AND dtype=? AND generator=?"
)


@dataclass(frozen=True, kw_only=True)
class BlockKey:
    """All that fixes the numbers of a block. An exact value is block 0 of device class `exact`."""

    quantity: str
    version: int
    group: str
    block: int
    seed: int
    device: str
    dtype: str
    generator: int


@dataclass(frozen=True, kw_only=True)
class StoredBlock:
    """The bytes of a block's statistic and the CPU seconds it took."""

    statistic: bytes
    seconds: float


_columns: Final = attrgetter(*(field.name for field in fields(BlockKey)))
"""The values of a key in the order of the table's columns."""


class RunSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two runs must share to be one run resumed."""

    preset: str
    seed: int
    device: str
    claims: tuple[str, ...]


class Store:
    """An open evidence store, exclusively held; use as a context manager."""

    def __init__(self, connection: sqlite3.Connection, path: Path, settings: RunSettings) -> None:
        self.settings = settings
        self._connection = connection
        self._path = path

    @classmethod
    def open(cls, path: Path, settings: RunSettings) -> Self:
        """Open or create the store at `path` for a run with these settings.

        Raises UsageError for a file that is no store, of another schema, of a run with other
        settings, in use by another run, or that cannot be written.
        """
        with _exclusive(path) as connection:
            # A store that is refused must stay as it is, so it is read before it is touched.
            fresh = _is_empty(connection)
            if not fresh:
                _require_same_run(_settings(connection, path), settings, path)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            if fresh:
                _create(connection, settings)
        return cls(connection, path, settings)

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """Open the store at `path`, of whatever run it is.

        Raises UsageError for a file that is missing, no store, of another schema, or in use.
        """
        if not path.is_file():
            raise UsageError(f"There is no evidence store {path}.")
        with _exclusive(path) as connection:
            return cls(connection, path, _settings(connection, path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Fold the write-ahead log back, so that one file remains, and release the lock."""
        try:
            with _explained(self._path):
                self._connection.execute("PRAGMA journal_mode=DELETE")
        finally:
            self._connection.close()

    def get(self, key: BlockKey) -> StoredBlock | None:
        """The block of that identity, or None."""
        with _explained(self._path):
            row = self._connection.execute(
                f"SELECT statistic, seconds FROM blocks WHERE {_IDENTITY}",  # noqa: S608 - a constant here
                _columns(key),
            ).fetchone()
        return StoredBlock(statistic=row[0], seconds=row[1]) if row else None

    def put(self, key: BlockKey, block: StoredBlock) -> None:
        """Commit one block; a block that is already there stays as it is.

        Raises UsageError when the disk is full or the store has become unwritable.
        """
        with _explained(self._path):
            self._connection.execute(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*_columns(key), block.statistic, block.seconds),
            )

    def put_all(self, blocks: Iterable[tuple[BlockKey, StoredBlock]]) -> None:
        """Commit all of the blocks or none; those that are already there stay as they are.

        Raises UsageError as `put` does.
        """
        with _explained(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for key, block in blocks:
                    self.put(key, block)
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def blocks(self) -> Iterator[tuple[BlockKey, StoredBlock]]:
        """All blocks with their identities, in canonical order."""
        names = [field.name for field in fields(BlockKey)]
        for row in self._rows():
            *identity, statistic, seconds = row
            key = BlockKey(**dict(zip(names, identity, strict=True)))
            yield key, StoredBlock(statistic=statistic, seconds=seconds)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        with _explained(self._path):
            yield from self._connection.execute("SELECT * FROM blocks")

    def existing(self, key: BlockKey) -> StoredBlock:
        """The block of that identity. Raises LookupError where it is missing."""
        block = self.get(key)
        if block is None:
            raise LookupError(f"Block {key.block} of {key.quantity} is not in {self._path}.")
        return block

    def missing(self, keys: Iterable[BlockKey]) -> Iterator[BlockKey]:
        """Those of the keys that have no block yet, in order."""
        return (key for key in keys if self.get(key) is None)

    def __len__(self) -> int:
        """How many blocks are stored."""
        with _explained(self._path):
            count: int = self._connection.execute("SELECT count(*) FROM blocks").fetchone()[0]
        return count


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _create(connection: sqlite3.Connection, settings: RunSettings) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, _TABLES.split(";")):
        connection.execute(statement)
    pairs = [("schema", str(SCHEMA_VERSION)), ("settings", msgspec.json.encode(settings).decode())]
    connection.executemany("INSERT INTO meta VALUES (?, ?)", pairs)
    connection.execute("COMMIT")


def _settings(connection: sqlite3.Connection, path: Path) -> RunSettings:
    """The settings of a store; raises UsageError for one of another schema, or of something else."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    meta = dict(connection.execute("SELECT key, value FROM meta")) if "meta" in tables else {}
    if meta.get("schema") != str(SCHEMA_VERSION):
        raise UsageError(
            f"{path} was written with store schema {meta.get('schema', 'unknown')}, and this version reads "
            f"{SCHEMA_VERSION}; choose another --out, or start anew with --fresh."
        )
    return msgspec.convert(current(msgspec.json.decode(meta["settings"])), type=RunSettings)


def _require_same_run(stored: RunSettings, settings: RunSettings, path: Path) -> None:
    if stored != settings:
        raise UsageError(
            f"{path.parent} holds another run ({difference(stored, settings)}); choose another --out, or "
            "start anew with --fresh."
        )


def difference(stored: RunSettings, asked: RunSettings) -> str:
    """The first setting in which two runs differ, as a clause."""
    for name in ("preset", "seed", "device"):
        was, now = getattr(stored, name), getattr(asked, name)
        if was != now:
            return f"its {name} is {was}, not {now}"
    return f"of {len(stored.claims)} other claims" if stored.claims else "of other claims"


@contextmanager
def _exclusive(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is alone with its file, closed where the body raises."""
    with _explained(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=1.0)
        try:
            # An exclusive lock of the operating system ends with the process, however it ends.
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            yield connection
        except BaseException:
            connection.close()
            raise


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise UsageError(
                f"{path} is in use by another run; wait for it, or choose another --out."
            ) from error
        raise UsageError(f"{path} cannot be written ({error}); choose another --out.") from error
    except (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path} is not a readable evidence store ({error}); choose another --out, or start anew with "
            "--fresh."
        ) from error
