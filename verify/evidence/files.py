"""Files that are written whole or not at all; the name of a run's store."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..errors import UsageError

STORE: Final = "evidence.sqlite"
"""The evidence of a run, in its folder."""


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step, so that an interruption leaves the old one whole.

    Raises UsageError where the file cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for bytes; the file's folder is made where it is missing."""
    draft = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror}).") from error
