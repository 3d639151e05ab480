"""What is slow to make and follows from texts alone, kept from one run to the next.

A table is stored under its name and a digest of the sources and libraries that its entries follow from:
whatever could change an entry changes the digest. Where nothing can be stored all is made anew.

A file begins with a line of its checksum, which covers its name: what was altered, cut short or exchanged
since is told, and made anew. It guards against accidents and blind changes, not against who signs anew.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from ..errors import UsageError
from ..numerics.code_digest import version
from .files import write_bytes

_LOG: Final = logging.getLogger(__name__)
"""Its warnings go to standard error where nobody handles them."""

MOST: Final = 8192
"""Entries of a table; beyond them the one goes that was not asked for the longest."""


def folder() -> Path:
    """Where things are kept: the user's folder for what can be computed again."""
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / "theorycheck"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "theorycheck"
    return Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache").expanduser() / "theorycheck"


def read(path: Path) -> bytes | None:
    """What was kept in a file; None where there is none. Another than was kept is told, and goes."""
    try:
        checked, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if checked == _checksum(path, content):
        return content
    _LOG.warning("%s is not what was kept there; it is made anew.", path)
    with suppress(OSError):
        path.unlink()
    return None


def write(path: Path, content: bytes) -> None:
    """Keep a file, whole or not at all; a folder that cannot be written to is left alone."""
    with suppress(OSError, UsageError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(path, _checksum(path, content) + b"\n" + content)


def _checksum(path: Path, content: bytes) -> bytes:
    key = hashlib.sha256(path.name.encode()).digest()
    return hashlib.blake2b(content, digest_size=16, key=key).hexdigest().encode()


def drop_others(path: Path, pattern: str) -> None:
    """Remove what was kept beside a file under other sources or versions."""
    for other in path.parent.glob(pattern):
        if other != path:
            with suppress(OSError):
                other.unlink()


def digest(sources: Sequence[Path], packages: Sequence[str]) -> str:
    """128 bits over the sources, the versions of the packages, and that of Python."""
    state = hashlib.blake2b(digest_size=16)
    for path in sources:
        state.update(f"{'/'.join(path.parts[-3:])}\0".encode() + path.read_bytes() + b"\0")
    versions = (platform.python_version(), *map(version, packages))
    state.update("\0".join(versions).encode())
    return state.hexdigest()


class Table:
    """Bytes by texts: those of earlier runs, and those made in this one until they are saved."""

    def __init__(self, name: str, identity: Callable[[], str]) -> None:
        self._name = name
        self._identity = identity
        self._earlier: dict[str, bytes] | None = None
        self._used: dict[str, bytes] = {}
        self._is_whole = True

    def get(self, key: str) -> bytes | None:
        """The entry, if it is known."""
        if self._earlier is None:
            self._earlier = _read(self._path)
        known = self._used.get(key) or self._earlier.get(key)
        if known is not None:
            self._used[key] = known
        return known

    def put(self, key: str, entry: bytes) -> None:
        """Add what was not known."""
        self._used[key] = entry
        self._is_whole = False

    def text(self, key: str, make: Callable[[], str]) -> str:
        """The entry as text, made where it is not known."""
        known = self.get(key)
        if known is None:
            known = make().encode()
            self.put(key, known)
        return known.decode()

    def save(self) -> None:
        """Keep the table for later runs, where it has entries that no earlier one had."""
        if self._is_whole:
            return
        entries = {key: entry for key, entry in _read(self._path).items() if key not in self._used}
        kept = dict(list((entries | self._used).items())[-MOST:])
        write(self._path, msgspec.msgpack.encode(kept))
        drop_others(self._path, f"{self._name}.*")
        self._is_whole = True

    @cached_property
    def _path(self) -> Path:
        return folder() / f"{self._name}.{self._identity()}.kept"


def _read(path: Path) -> dict[str, bytes]:
    """The entries in a file; none where there is none that can be read."""
    known = read(path)
    try:
        return {} if known is None else msgspec.msgpack.decode(known, type=dict[str, bytes])
    except msgspec.DecodeError:
        return {}
