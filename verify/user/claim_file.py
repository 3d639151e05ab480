"""Files of claims that a user writes: TOML and Python, read strictly and refused in one sentence.

A file holds one claim at its top, or several as `[[claim]]`, or a paper (`paper_file`). Every path in
it is relative to the folder of the file and stays inside that folder: absolute paths, `..` and links that
lead out are refused, so that a claim file read from elsewhere names nothing of this machine. Files are
read up to a megabyte. The keyword arguments of the decorator `claim` are the same keys (`entry`).
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Final

from ..errors import UsageError
from .entry import Entry, entry
from .paper_file import Stated, of_table

MAX_BYTES: Final = 2**20


def read(path: Path) -> tuple[tuple[Entry, Stated | None], ...]:
    """The claims of a TOML file, each with what its paper says of it, where the file is a paper.

    Raises UsageError with file, key and remedy for anything amiss.
    """
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}.") from error
    except RecursionError as error:
        raise UsageError(f"{path} nests too deep to be a claim file.") from error
    if "paper" in table:
        return tuple(of_table(table, path))
    if "claim" not in table:
        return ((entry(table, str(path)), None),)
    tables = table.pop("claim")
    if table or not isinstance(tables, list) or not tables:
        beside = f"; {next(iter(table))!r} is beside them" if table else ""
        raise UsageError(f"{path} needs its claims as [[claim]] tables, or one claim at the top{beside}.")
    return tuple((entry(item, f"{path}, claim {i}"), None) for i, item in enumerate(tables, start=1))


def files_in(path: Path) -> tuple[Path, ...]:
    """The claim files of a folder, those in TOML and Python that state a claim; of a file itself.

    Raises UsageError for a folder without one.
    """
    if not path.is_dir():
        return (path,)
    files = tuple(file for file in sorted(path.iterdir()) if _states_a_claim(file))
    if not files:
        raise UsageError(f"{path} has no claim file; `theorycheck new NAME` writes one to begin with.")
    return files


def _states_a_claim(file: Path) -> bool:
    """Whether a file means to state a claim; what cannot be parsed does, so that its reader says why."""
    try:
        if file.suffix == ".toml":
            return bool({"claim", "measure"} & tomllib.loads(read_text(file)).keys())
        tree = ast.parse(read_text(file)) if file.suffix == ".py" else ast.Module([], [])
    except (tomllib.TOMLDecodeError, SyntaxError, RecursionError):
        return True
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(getattr(one, "attr", getattr(one, "id", None)) == "claim" for one in called)


def read_text(path: Path) -> str:
    """The text of a file of at most a megabyte; raises UsageError."""
    try:
        if not path.is_file():
            raise UsageError(f"{path}: no such file.")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES} bytes; claims and simulators are short.")
        return content.decode()
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8 (byte {error.start}).") from error


def inside(folder: Path, name: str, key: str, where: str) -> Path:
    """A path named in a claim file, inside the file's folder; raises UsageError otherwise."""
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
    return folder / path
