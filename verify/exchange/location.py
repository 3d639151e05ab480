"""Where a claim stands, and the code behind it: file and line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ..papers import index
from ..user.claim_file import files_in
from ..user.files import read_text

PACKAGES: Final = ("theorycheck.theory", "theorycheck.numerics", "theorycheck")
"""Packages whose files may lie in folders of other names."""

_STATED: Final = r"""(?:^\s*|\bclaim\(\s*|\bid\s*=\s*)["']{}["']"""
"""How an id stands in a claim file: alone at the begin of a line, or where a claim is given it."""


@dataclass(frozen=True, kw_only=True)
class Location:
    """A line of a file, counted from 1; the path is relative to the working folder where it lies inside."""

    path: str
    line: int


def places(files: Iterable[Path], claims: Iterable[str]) -> dict[str, tuple[str, int]]:
    """File and line of claims of a user's files and folders: where most of an id is given to a claim."""
    lines = [
        (_shown(file), number, line)
        for path in files
        for file in files_in(path)
        for number, line in enumerate(read_text(file).splitlines(), start=1)
    ]
    return {claim: _written(claim, lines) for claim in claims}


def _written(claim: str, lines: Sequence[tuple[str, int, str]]) -> tuple[str, int]:
    """The line of a claim; the first one where none has a part of its id."""
    # A paper adds its name before what is written, and a kind of bound after it.
    parts = claim.split(".")
    spans = [(first, last) for first in (1, 0) for last in range(first + 1, len(parts) + 1)]
    for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
        stated = re.compile(_STATED.format(re.escape(".".join(parts[first:last]))))
        for path, number, line in lines:
            if stated.search(line):
                return path, number
    return lines[0][0], 1


def location(claim_id: str, own: Mapping[str, tuple[str, int]] = MappingProxyType({})) -> Location | None:
    """Where the claim is written, by the places of a user's `own` or in ours; None for an id of neither."""
    if claim_id in own:
        path, line = own[claim_id]
        return Location(path=path, line=line)
    place = index.read().places.get(claim_id)
    if place is None:
        return None
    file, line = place
    return Location(path=_shown(index.ROOT / file), line=line)


def code_location(function: object) -> Location | None:
    """Where a function is written, below what wraps it; None for what is no function of Python."""
    inner = inspect.unwrap(function) if callable(function) else function
    while isinstance(inner, partial):
        inner = inner.func
    code = getattr(inner, "__code__", None)
    return None if code is None else Location(path=_shown(Path(code.co_filename)), line=code.co_firstlineno)


def _shown(path: Path) -> str:
    """The path from the working folder, or from the package where that lies elsewhere."""
    here = Path.cwd()
    resolved = path.resolve()
    if resolved.is_relative_to(here):
        return resolved.relative_to(here).as_posix()
    for name in PACKAGES:
        spec = find_spec(name)
        for root in (spec.submodule_search_locations if spec else None) or ():
            if resolved.is_relative_to(Path(root).resolve()):
                inside = resolved.relative_to(Path(root).resolve())
                return (Path(*name.split(".")) / inside).as_posix()
    return resolved.as_posix()
