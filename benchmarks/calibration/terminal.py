"""What a calibration shows: progress with the time left, and the criteria."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from rich.console import Console
from rich.text import Text

from benchmarks.command import print_table

from .criteria import CriterionResult, Status
from .document import Calibration
from .page import CRITERIA_HEADER, criterion_line

_STYLES: Final = {Status.MET: "green", Status.OPEN: "yellow", Status.NOT_MET: "red"}


class Progress:
    """Runs done and time left, on standard error. Silent in a pipe."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("runs", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def begins(self, total: int, done: int) -> None:
        """So many runs, of which some were done before."""
        self._bar.update(self._task, total=total, completed=done)

    def advances(self, count: int, row: str) -> None:
        """So many runs of a row are done."""
        self._bar.update(self._task, advance=count, description=f"runs ({row})")


def print_criteria(found: Calibration, page: Path) -> None:
    """A line a criterion; then where the page is (on standard error)."""
    print_table(CRITERIA_HEADER, map(_line, found.criteria))
    Console(stderr=True, highlight=False).print(f"Page: {page}", soft_wrap=True)


def _line(criterion: CriterionResult) -> list[str | Text]:
    name, asked, status, *rest = criterion_line(criterion)
    return [name, asked, Text(status, style=_STYLES[criterion.status]), *rest]
