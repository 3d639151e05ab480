"""Files that are written whole or not at all; where a run writes."""

from __future__ import annotations

import os
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from ..errors import UsageError

DEFAULT_OUT: Final = Path("theorycheck-report")
"""Where commands write, and look for a finished run, unless they are told."""

STORE: Final = "evidence.sqlite"
"""The evidence of a run, in its folder."""

DRAFT: Final = ".theorycheck-draft"
"""How the name of a file ends that is not whole yet."""

_MACHINE: Final = f"{zlib.crc32(os.uname().nodename.encode()):x}" if os.name == "posix" else "0"
"""This machine in the name of a draft: the processes of another, which shares a folder, are not seen."""


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step, so that an interruption leaves the old one whole.

    Raises UsageError where the file cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for bytes; the file's folder is made where it is missing."""
    # Two processes or threads that write one file have a draft each.
    draft = path.with_name(f"{path.name}.{_MACHINE}.{os.getpid()}.{threading.get_native_id()}{DRAFT}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear_drafts(path.parent)
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise UsageError(f"{path} cannot be written ({error.strerror}).") from error


@cache
def _clear_drafts(folder: Path) -> None:
    """Delete the drafts of processes of this machine that were killed, once in each folder written to."""
    if os.name != "posix":
        # Elsewhere asking whether a process lives ends it.
        return
    for draft in folder.glob(f"*.{_MACHINE}.*.*{DRAFT}"):
        with suppress(ValueError, OverflowError, OSError):
            try:
                os.kill(int(draft.name.split(".")[-3]), 0)
            except ProcessLookupError:
                draft.unlink()


def append_text(path: Path, text: str) -> None:
    """Add to the end of a file, which is made where it is missing; raises UsageError where that fails."""
    whole = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.stat().st_size if path.is_file() else 0
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        # A full disk takes a part of it.
        with suppress(OSError):
            os.truncate(path, whole)
        raise UsageError(f"{path} cannot be written ({error.strerror}).") from error


@contextmanager
def alone_in(folder: Path, *, waiting: bool = False) -> Iterator[None]:
    """Hold a folder against other runs; the system gives it up with the process, however that ends.

    Raises UsageError at once where another run holds it, unless it is waited for. Where folders cannot be
    locked, the store still is.
    """
    held = _locked(folder, waiting=waiting)
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def _locked(folder: Path, *, waiting: bool) -> int | None:
    """The descriptor that holds a folder; None where the system locks no folders."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return None
    held = None
    try:
        held = os.open(folder, os.O_RDONLY)
        flock(held, LOCK_EX if waiting else LOCK_EX | LOCK_NB)
    except BlockingIOError as error:
        raise UsageError(
            f"{folder} is in use by another run; wait for it, or choose another --out."
        ) from error
    except OSError:
        # Some network file systems lock no folders.
        return held
    return held
