"""The evidence store: one SQLite file that only the collector writes, a row a block.

A block is committed as it completes, so a kill at any instant loses at most the blocks in flight.
Rows are keyed by all that fixes their numbers; evidence of another identity is never mixed in. Each row has a
checksum of its identity and its statistic, so that what was altered or exchanged since is refused by name. A
store of schema 1 has none: they are made of its blocks as they are when a run first opens it.
"""

from __future__ import annotations

import hashlib
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

SCHEMA_VERSION: Final = 2
WITHOUT_CHECKSUMS: Final = 1
"""The schema before, which is read, and gets its checksums where it is written to."""

_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (
    quantity TEXT NOT NULL, version INTEGER NOT NULL, sheet TEXT NOT NULL, block INTEGER NOT NULL,
    seed INTEGER NOT NULL, device TEXT NOT NULL, dtype TEXT NOT NULL, generator INTEGER NOT NULL,
    statistic BLOB NOT NULL, seconds REAL NOT NULL, checksum BLOB,
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


_NAMES: Final = tuple(field.name for field in fields(BlockKey))
_columns: Final = attrgetter(*_NAMES)
"""The values of a key in the order of the table's columns."""


def checksum(key: BlockKey, statistic: bytes) -> bytes:
    """A digest of a block's identity and its bytes.

    >>> key = BlockKey(
    ...     quantity="a", version=1, group="{}", block=0, seed=0, device="cpu", dtype="float32", generator=1
    ... )
    >>> from dataclasses import replace
    >>> checksum(key, b"1") == checksum(replace(key, block=1), b"1")
    False
    """
    # A JSON list is injective: no two keys share a text.
    identity = msgspec.json.encode(_columns(key))
    return hashlib.blake2b(statistic, digest_size=16, key=hashlib.sha256(identity).digest()).digest()


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
            elif _schema(connection) == WITHOUT_CHECKSUMS:
                _add_checksums(connection, path)
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
                f"SELECT * FROM blocks WHERE {_IDENTITY}",  # noqa: S608 - a constant here
                _columns(key),
            ).fetchone()
        return self._block(key, row) if row else None

    def _block(self, key: BlockKey, row: tuple[Any, ...]) -> StoredBlock:
        """The block of a row. Raises UsageError where it is not what was stored."""
        statistic, seconds, *stored = row[len(_NAMES) :]
        sound = isinstance(statistic, bytes) and isinstance(seconds, float)
        if not sound or (stored and stored[0] != checksum(key, statistic)):
            raise _altered(key, self._path)
        return StoredBlock(statistic=statistic, seconds=seconds)

    def put(self, key: BlockKey, block: StoredBlock) -> None:
        """Commit one block; a block that is already there stays as it is.

        Raises UsageError when the disk is full or the store has become unwritable.
        """
        with _explained(self._path):
            self._connection.execute(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*_columns(key), block.statistic, block.seconds, checksum(key, block.statistic)),
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
        for key, row in _rows(self._connection, self._path):
            yield key, self._block(key, row)

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


def _rows(connection: sqlite3.Connection, path: Path) -> Iterator[tuple[BlockKey, tuple[Any, ...]]]:
    """The rows of all blocks, with the key of each."""
    with _explained(path):
        for row in connection.execute("SELECT * FROM blocks"):
            yield BlockKey(**dict(zip(_NAMES, row, strict=False))), row


def _add_checksums(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a store of the schema before to this one: its blocks, as they are, get their checksums."""
    connection.execute("BEGIN IMMEDIATE")
    found = []
    for key, row in _rows(connection, path):
        statistic = row[len(_NAMES)]
        if not _is_statistic(key, statistic):
            raise _altered(key, path)
        found.append((checksum(key, statistic), *_columns(key)))
    connection.execute("ALTER TABLE blocks ADD COLUMN checksum BLOB")
    connection.executemany(f"UPDATE blocks SET checksum=? WHERE {_IDENTITY}", found)  # noqa: S608 - as above
    connection.execute("UPDATE meta SET value=? WHERE key='schema'", (str(SCHEMA_VERSION),))
    connection.execute("COMMIT")


def _is_statistic(key: BlockKey, statistic: object) -> bool:
    """Whether these are bytes that stand for what a block of the key is."""
    from ..numerics.estimate import from_bytes

    if not isinstance(statistic, bytes):
        return False
    try:
        if key.device == "exact":
            msgspec.msgpack.decode(statistic, type=tuple[float, float])
        else:
            from_bytes(statistic)
    except ValueError:
        return False
    return True


def _altered(key: BlockKey, path: Path) -> UsageError:
    return UsageError(
        f"Block {key.block} of {key.quantity} at {key.group} in {path} is not what was stored; choose "
        "another --out, or start anew with --fresh."
    )


def _schema(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT value FROM meta WHERE key='schema'").fetchone()[0])


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
    if meta.get("schema") not in {str(WITHOUT_CHECKSUMS), str(SCHEMA_VERSION)} or "blocks" not in tables:
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
