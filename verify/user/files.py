"""Files that a user names: read up to a megabyte, and only inside the folder of the file that names them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..errors import UsageError, require_visible

MAX_BYTES: Final = 2**20


def read_text(path: Path) -> str:
    """The text of a file of at most a megabyte; raises UsageError."""
    require_visible(str(path), f"{path}: the name")
    try:
        if not path.is_file():
            raise UsageError(f"{path}: {'not a file' if path.exists() else 'no such file'}.")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES} bytes; claims and simulators are short.")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8 (byte {error.start}).") from error


def inside(folder: Path, name: str, key: str, where: str) -> Path:
    """A path named in a claim file: a file in that one's folder, if it is there; else raises UsageError."""
    path = Path(name)
    try:
        within = not path.is_absolute() and (folder / path).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError) as error:
        raise UsageError(f"{where}: {key} names {name!r}, which is not a path ({error}).") from error
    if not within or ".." in path.parts:
        raise UsageError(
            f"{where}: {key} names {name!r}, which leaves the folder of the claim file; put the "
            "file beside it."
        )
    # A pipe would be waited for.
    if (folder / path).exists() and not (folder / path).is_file():
        raise UsageError(f"{where}: {key} names {name!r}, which is not a file.")
    return folder / path
