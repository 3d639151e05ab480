"""Papers that other packages bring: each is an entry point of the group `theorycheck.papers`.

The name of the entry point is the paper's name, its value the module or package that states it:

    [project.entry-points."theorycheck.papers"]
    walks = "walks_paper.paper"

Their files are found by the metadata of the packages; none is imported before a claim is asked for.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from ..errors import UsageError

_GROUP: Final = "theorycheck.papers"


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """A paper of an installed package: its name, the package with its version, and the module's name."""

    name: str
    package: str
    module: str


def papers() -> tuple[Installed, ...]:
    """The papers of all installed packages, by name."""
    found = (
        Installed(name=one.name, package=_package(one), module=one.module)
        for one in entry_points(group=_GROUP)
    )
    return tuple(sorted(found, key=lambda paper: (paper.name, paper.package)))


def located(path: Path) -> Path:
    """A path that is there as it is; for the name of an installed paper its file or folder.

    Raises UsageError for a paper whose package has no such file.
    """
    named = [paper for paper in papers() if paper.name == str(path)] if not path.exists() else []
    if len({paper.module for paper in named}) > 1:
        packages = " and ".join(paper.package for paper in named)
        raise UsageError(f"Several packages bring a paper {path}: {packages}; name its folder.")
    return _place(named[0]) if named else path


def _place(paper: Installed) -> Path:
    package, *inside = paper.module.split(".")
    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        for place in (Path(folder, *inside), Path(folder, *inside).with_suffix(".py")):
            if place.exists():
                return place
    if spec is not None and spec.origin is not None and not inside:
        return Path(spec.origin)
    raise UsageError(f"{paper.package} names {paper.module} as its paper {paper.name}, which is not there.")


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module
