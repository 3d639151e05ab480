"""What a calibration shows: progress with the time left, and the demands."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .demands import Judgement
from .document import Calibration
from .page import DEMAND_HEADER, demand_points

_STYLES: Final = {Judgement.MET: "green", Judgement.OPEN: "yellow", Judgement.NOT_MET: "red"}


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


def print_demands(found: Calibration, page: Path) -> None:
    """A line a demand; then where the page is (on standard error)."""
    console = Console(highlight=False)
    if console.is_terminal:
        table = Table(*DEMAND_HEADER, box=None, padding=(0, 1), header_style="bold")
        for demand in found.demands:
            name, asked, judgement, *rest = map(escape, demand_points(demand))
            style = _STYLES[demand.judgement]
            table.add_row(name, asked, f"[{style}]{judgement}[/{style}]", *rest)
        console.print(table)
    else:
        for demand in found.demands:
            print("\t".join(demand_points(demand)))
    Console(stderr=True, highlight=False).print(f"Page: {page}", soft_wrap=True)
