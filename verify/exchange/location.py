"""Where a claim stands, and the code behind it: file and line."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..papers import index

PACKAGES: Final = ("theorycheck.theory", "theorycheck.numerics", "theorycheck")
"""Packages whose files may lie in folders of other names."""


@dataclass(frozen=True, kw_only=True)
class Location:
    """A line of a file, counted from 1; the path is relative to the working folder where it lies inside."""

    path: str
    line: int


def location(claim_id: str) -> Location | None:
    """Where the claim is written; None for an id that stands in no paper."""
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
