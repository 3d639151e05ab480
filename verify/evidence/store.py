"""The evidence store: one SQLite file that only the collector writes, a row a block.

A block is committed as it completes, so a kill at any instant loses at most the blocks in flight.
Blocks are keyed by all that fixes their numbers, the code that measures included; evidence of another
identity is never mixed in. What the blocks of a design group share is stored once, and rows name it by
number. Each row has a checksum of its whole identity and its statistic, so that what was altered or exchanged
since is refused by name. Stores of schemas 1 and 2 do not say which code drew them, and are not resumed.
"""

from __future__ import annotations

import hashlib
import math
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from ..claim import Seed
from ..errors import UsageError, in_a_sentence

SCHEMA_VERSION: Final = 3
WITHOUT_CODE: Final = ("1", "2")
"""The schemas before, of blocks that are not keyed by the code that drew them."""

_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE groups (
    number INTEGER PRIMARY KEY, quantity TEXT NOT NULL, version INTEGER NOT NULL, design_group TEXT NOT NULL,
    seed INTEGER NOT NULL, device TEXT NOT NULL, dtype TEXT NOT NULL, generator INTEGER NOT NULL,
    code TEXT NOT NULL
);
CREATE TABLE blocks (
    number INTEGER NOT NULL, block INTEGER NOT NULL, statistic BLOB NOT NULL, seconds REAL NOT NULL,
    checksum BLOB NOT NULL, PRIMARY KEY (number, block)
);
"""
"""Blocks keep their rows apart from their key: beside it a statistic of more than 950 bytes would take a page
of 4 kB for itself."""


@dataclass(frozen=True, kw_only=True)
class BlockKey:
    """All that fixes the numbers of a block. An exact value is block 0 of device class `exact`.

    `code` is the digest of the code that measures (`theorycheck.numerics.code_digest`).
    """

    quantity: str
    version: int
    group: str
    seed: int
    device: str
    dtype: str
    generator: int
    code: str
    block: int


@dataclass(frozen=True, kw_only=True)
class StoredBlock:
    """The bytes of a block's statistic and the CPU seconds it took."""

    statistic: bytes
    seconds: float


_NAMES: Final = tuple(field.name for field in fields(BlockKey))
_columns: Final = attrgetter(*_NAMES)
"""The values of a key in the order of the tables' columns."""
_META: Final = ("table", "meta")
Group = tuple[str, int, str, int, str, str, int, str]
"""The values of a key without the number of its block."""


def checksum(key: BlockKey, statistic: bytes) -> bytes:
    """A digest of a block's identity and its bytes.

    >>> key = BlockKey(
    ...     quantity="a", version=1, group="{}", seed=0, device="cpu", dtype="float32", generator=1,
    ...     code="c", block=0,
    ... )
    >>> from dataclasses import replace
    >>> checksum(key, b"1") == checksum(replace(key, block=1), b"1")
    False
    """
    # A JSON list is injective: no two keys share a text.
    identity = msgspec.json.encode(_columns(key))
    return hashlib.blake2b(statistic, digest_size=16, key=hashlib.sha256(identity).digest()).digest()


class RunSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What fixes the draws of a store, which runs on it must share, and the claims that they were for."""

    preset: str
    seed: Seed
    device: str
    claims: tuple[str, ...]


class Store:
    """An open evidence store, exclusively held; use as a context manager."""

    def __init__(self, connection: sqlite3.Connection, path: Path, settings: RunSettings) -> None:
        self.settings = settings
        self._connection = connection
        self._path = path
        with _explained(path):
            rows = connection.execute("SELECT * FROM groups").fetchall()
        self._numbers: dict[Group, int] = {row[1:]: row[0] for row in rows}

    @classmethod
    def open(cls, path: Path, settings: RunSettings) -> Self:
        """Open or create the store at `path` for a run with these settings.

        Other claims than those before go on with the evidence that is there, and are listed beside them.
        Raises UsageError for a file that is no store, of another schema, of a run of another preset, seed
        or device class, in use by another run, or that cannot be written.
        """
        with _exclusive(path) as connection:
            # A store that is refused must stay as it is, so it is read before it is touched.
            fresh = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not fresh:
                settings = _joined(_settings(connection, path), settings, path)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            if fresh:
                _create(connection, settings)
            else:
                _list(connection, settings)
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
        """Fold the write-ahead log back, so that one file remains, and release the lock."""
        try:
            with _explained(self._path):
                self._connection.execute("PRAGMA journal_mode=DELETE")
        finally:
            self._connection.close()

    def get(self, key: BlockKey) -> StoredBlock | None:
        """The block of that identity, or None."""
        *group, block = _columns(key)
        number = self._numbers.get(tuple(group))
        if number is None:
            return None
        with _explained(self._path):
            row = self._connection.execute(
                "SELECT statistic, seconds, checksum FROM blocks WHERE number=? AND block=?", (number, block)
            ).fetchone()
        return self._block(key, *row) if row else None

    def _block(self, key: BlockKey, statistic: Any, seconds: Any, stored: Any) -> StoredBlock:  # noqa: ANN401
        """The block of a row. Raises UsageError where it is not what was stored."""
        sound = isinstance(statistic, bytes) and isinstance(seconds, float) and 0 <= seconds < math.inf
        if not sound or stored != checksum(key, statistic):
            raise UsageError(
                f"Block {key.block} of {key.quantity} at {in_a_sentence(str(key.group))} in {self._path} is "
                "not what was stored; choose another --out, or start anew with --fresh."
            )
        return StoredBlock(statistic=statistic, seconds=seconds)

    def put(self, key: BlockKey, block: StoredBlock) -> bool:
        """Commit one block; a block that is already there stays as it is. Returns whether it is new.

        Raises UsageError when the disk is full or the store has become unwritable.
        """
        *group, place = _columns(key)
        with _explained(self._path):
            return bool(
                self._connection.execute(
                    "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?)",
                    (
                        self._number(tuple(group)),
                        place,
                        block.statistic,
                        block.seconds,
                        checksum(key, block.statistic),
                    ),
                ).rowcount
            )

    def _number(self, group: tuple[Any, ...]) -> int:
        """The number of a design group; the next one where it is new."""
        if group not in self._numbers:
            # A row that a rollback took away is written again: a group is no more than its values.
            cursor = self._connection.execute(
                "INSERT INTO groups VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", group
            )
            self._numbers[group] = int(cursor.lastrowid or 0)
        return self._numbers[group]

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Commit what the body puts all together, or nothing of it where it raises.

        Raises UsageError as `put` does.
        """
        known = dict(self._numbers)
        with _explained(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                self._numbers = known
                raise
            self._connection.execute("COMMIT")

    def put_all(self, blocks: Iterable[tuple[BlockKey, StoredBlock]]) -> None:
        """Commit all of the blocks or none; those that are already there stay as they are."""
        with self.all_or_none():
            for key, block in blocks:
                self.put(key, block)

    def blocks(self) -> Iterator[tuple[BlockKey, StoredBlock]]:
        """All blocks with their identities."""
        groups = {number: shared for shared, number in self._numbers.items()}
        with _explained(self._path):
            for number, block, *row in self._connection.execute("SELECT * FROM blocks"):
                shared = groups.get(number)
                if shared is None:
                    raise UsageError(f"{self._path} has a block of no design group; start anew with --fresh.")
                key = BlockKey(**dict(zip(_NAMES, (*shared, block), strict=True)))
                yield key, self._block(key, *row)

    @property
    def codes(self) -> dict[tuple[str, int], set[str]]:
        """The digests of the code that drew each quantity, by its name and version."""
        found: dict[tuple[str, int], set[str]] = {}
        for quantity, version, *_, code in self._numbers:
            found.setdefault((quantity, version), set()).add(code)
        return found

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


def _shape(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """What a database is made of, by kind and name, each with its text, conditions on rows included."""
    made = connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    return {(kind, name): text for kind, name, text in made}


@cache
def _own_shape() -> dict[tuple[str, str], str]:
    """That of a new store."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(_TABLES)
        return _shape(connection)


def _create(connection: sqlite3.Connection, settings: RunSettings) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, _TABLES.split(";")):
        connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
    _list(connection, settings)
    connection.execute("COMMIT")


def _list(connection: sqlite3.Connection, settings: RunSettings) -> None:
    """Write down the settings, with the claims of all runs so far."""
    text = msgspec.json.encode(settings).decode()
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('settings', ?)", (text,))


def _settings(connection: sqlite3.Connection, path: Path) -> RunSettings:
    """The settings of a store; raises UsageError for one of another schema, or of something else."""
    there = _shape(connection)
    columns = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info('meta')")}
    known = _META in there and {"key", "value"} <= columns
    meta = dict(connection.execute("SELECT key, value FROM meta")) if known else {}
    schema = meta.get("schema", "unknown")
    if schema in WITHOUT_CODE:
        raise UsageError(
            f"{path} was written with store schema {schema}, which does not say what code drew its evidence: "
            "its reports stay readable, and a run needs another --out, or starts anew with --fresh."
        )
    if schema != str(SCHEMA_VERSION):
        raise UsageError(
            f"{path} was written with store schema {in_a_sentence(str(schema))}, and this version reads "
            f"{SCHEMA_VERSION}; choose another --out, or start anew with --fresh."
        )
    if there != _own_shape():
        raise UsageError(
            f"{path} has other tables, columns or triggers than a store; choose another --out, or start anew "
            "with --fresh."
        )
    return msgspec.json.decode(meta.get("settings", ""), type=RunSettings)


def _joined(stored: RunSettings, asked: RunSettings, path: Path) -> RunSettings:
    """The settings of a store for one more run; raises UsageError where that would draw other numbers."""
    if (found := difference(stored, asked)) is not None:
        raise UsageError(
            f"{path.parent} holds another run ({found}); choose another --out, or start anew with --fresh."
        )
    return msgspec.structs.replace(stored, claims=tuple(dict.fromkeys((*stored.claims, *asked.claims))))


def difference(stored: RunSettings, asked: RunSettings) -> str | None:
    """The first setting by which two runs draw other numbers, as a clause; None where they draw the same."""
    for name in ("preset", "seed", "device"):
        was, now = getattr(stored, name), getattr(asked, name)
        if was != now:
            return f"its {name} is {was}, not {now}"
    return None


@contextmanager
def _exclusive(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is alone with its file, closed where the body raises."""
    with _explained(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=1.0)
        # Bytes that are no text were altered; what they stand in is named by its checksum.
        connection.text_factory = partial(str, encoding="utf-8", errors="backslashreplace")
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
