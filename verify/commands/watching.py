"""Running again whenever a claim file, or a file beside it, is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import typer

from ..errors import UsageError

SUFFIXES: Final = frozenset({".toml", ".py", ".csv"})
"""Claims, what they measure, and tables."""

INTERVAL: Final = 0.5
"""Seconds between two checks of the files."""

Stamps = Mapping[Path, tuple[int, int]]


def again_on_saving(paths: Sequence[Path], run: Callable[[], int]) -> int:
    """Run now and after each saving until Ctrl-C, which ends with 0 between runs; what is amiss is told.

    What came before stays on the screen, and in a pipe.
    """
    while True:
        # Taken before the run, so that what is saved meanwhile is run as well.
        seen = stamps(paths)
        try:
            run()
        except UsageError as error:
            typer.echo(f"theorycheck: {error}", err=True)
        try:
            typer.echo("waiting for a file to be saved; Ctrl-C ends", err=True)
            while not (saved := changed(seen, stamps(paths))):
                time.sleep(INTERVAL)
        except KeyboardInterrupt:
            return 0
        typer.echo(f"saved: {', '.join(path.name for path in saved)}", err=True)


def stamps(paths: Sequence[Path]) -> Stamps:
    """When each file of the named folders, or beside the named files, was last written, and its size."""
    return {
        file: stamp for path in paths for file, stamp in _of_folder(path if path.is_dir() else path.parent)
    }


def _of_folder(folder: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    try:
        for file in sorted(folder.iterdir()):
            if file.suffix in SUFFIXES:
                stat = file.stat()
                yield file, (stat.st_mtime_ns, stat.st_size)
    except FileNotFoundError:
        # An editor replaces a file by another, which the next check finds.
        return


def changed(before: Stamps, after: Stamps) -> tuple[Path, ...]:
    """The files that were written, made or deleted."""
    return tuple(path for path in {**before, **after} if before.get(path) != after.get(path))
