"""Files of claims that a user writes: TOML and Python, read strictly and refused in one sentence.

A file holds one claim at its top, or several as `[[claim]]` with what they share in `[defaults]`, or a
paper (`paper_file`). Every path in it is relative to the folder of the file and stays inside that folder:
absolute paths, `..` and links that lead out are refused, so that a claim file read from elsewhere names
nothing of this machine. Files are read up to a megabyte. The keyword arguments of the decorator `claim` are
the same keys (`entry`).
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from pathlib import Path

from ..errors import UsageError, attempted
from .entry import Entry, entry, named, require_shared
from .files import read_text
from .installed import located
from .paper_file import Stated, of_table
from .shorthand import parts_of


def read(path: Path) -> tuple[tuple[Entry, Stated | None], ...]:
    """The claims of a TOML file as `read_each` gives them; raises UsageError for the first that is amiss."""
    found = read_each(path)
    for one in found:
        if isinstance(one, UsageError):
            raise one
    return tuple(one for one in found if not isinstance(one, UsageError))


def read_each(path: Path) -> list[tuple[Entry, Stated | None] | UsageError]:
    """The claims of a TOML file, each with what its paper says of it, where the file is a paper.

    A claim that is amiss is an error with file, key and remedy. Raises UsageError for a file that is none.
    """
    try:
        return _each(_table(path), path)
    except RecursionError as error:
        raise UsageError(f"{path} nests too deep to be a claim file.") from error


def _table(path: Path) -> dict[str, object]:
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}.") from error
    except ValueError as error:
        raise UsageError(f"{path} is not TOML that is read: an integer has thousands of digits.") from error


def _each(table: dict[str, object], path: Path) -> list[tuple[Entry, Stated | None] | UsageError]:
    if "paper" in table:
        return [*of_table(table, path)]
    if "claim" not in table:
        return _each_alone(table, {}, path, str(path))
    tables, defaults = table.pop("claim"), table.pop("defaults", {})
    if table or not isinstance(tables, list) or not tables or not isinstance(defaults, Mapping):
        beside = f"; {next(iter(table))!r} is beside them" if table else ""
        raise UsageError(f"{path} needs its claims as [[claim]] tables, or one claim at the top{beside}.")
    require_shared(defaults, (), f"{path}, defaults")
    return [
        one
        for number, item in enumerate(tables, start=1)
        for one in _each_alone(item, defaults, path, f"{path}, claim {number}")
    ]


def _each_alone(
    table: object, defaults: Mapping[str, object], path: Path, where: str
) -> list[tuple[Entry, Stated | None] | UsageError]:
    """A claim that no paper states; of a table with groups one for each label."""
    if not isinstance(table, Mapping):
        return [attempted(_alone, table, where)]
    parts = attempted(parts_of, table, defaults, path.parent, named(where, table))
    return [parts] if isinstance(parts, UsageError) else [attempted(_alone, part, where) for part in parts]


def _alone(table: object, where: str) -> tuple[Entry, Stated | None]:
    return entry(table, where), None


def files_in(path: Path) -> tuple[Path, ...]:
    """The claim files of a folder, those in TOML and Python that state a claim; of a file itself.

    The name of an installed paper stands for its file or folder. Raises UsageError for a folder without one,
    and for what is not there.
    """
    path = located(path)
    if not path.exists():
        raise UsageError(f"{path}: no such file.")
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
            return bool({"claim", "measure", "statement"} & tomllib.loads(read_text(file)).keys())
        tree = ast.parse(read_text(file)) if file.suffix == ".py" else ast.Module([], [])
    except (ValueError, SyntaxError, RecursionError):
        return True
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(getattr(one, "attr", getattr(one, "id", None)) == "claim" for one in called)
