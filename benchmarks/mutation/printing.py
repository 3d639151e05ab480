"""A survey on the terminal: progress on standard error, tables and survivors on standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.command import print_table

from .report import COUNTS, FAMILIES, headline, rows
from .survey import Survey


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar over claims and derivations, moved on by each call; silent in a pipe."""
    errors = Console(stderr=True)
    columns = (TextColumn("claims and derivations"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def print_left_out(folder: Path, ids: Sequence[str]) -> None:
    """Which claims have no evidence in the folder, on standard error."""
    if ids:
        out = Console(stderr=True, highlight=False, soft_wrap=True)
        out.print(escape(f"Left out, for {folder} did not decide them: {', '.join(ids)}."))


def print_survey(survey: Survey, folder: Path) -> None:
    """The table by family, every survivor with its reason, and where the whole is."""
    print_table(("what is changed", *COUNTS), rows(survey.fates, lambda fate: FAMILIES[fate.family]))
    for fate in survey.survivors:
        print(f"survived\t{fate.target}\t{fate.operator}\t{fate.change}\t{fate.reason}")
    print(headline(survey))
    Console(stderr=True, highlight=False).print(f"Report: {folder / 'mutation.md'}", soft_wrap=True)
