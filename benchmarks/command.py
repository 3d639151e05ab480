"""Measurements as commands of the checkout, `python -m benchmarks.NAME`, which exit as `theorycheck` does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text
from theorycheck.cli import exit_codes
from theorycheck.evidence.processes import work_reproducibly


def application(name: str, command: Callable[..., None], example: str) -> typer.Typer:
    """The command line of one measurement; `example` are words that follow its name."""
    program = f"python -m benchmarks.{name}"
    app = typer.Typer(
        name=program, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
    )
    app.command(epilog=f"Example: {program} {example}")(command)
    return app


def run(app: typer.Typer) -> None:
    """Run it and exit; errors a user can mend are one sentence on standard error."""
    work_reproducibly()
    with exit_codes():
        app(prog_name=app.info.name)


def print_table(header: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "") -> None:
    """A table on a terminal; in a pipe a line a row, with tabs, its title first."""
    console = Console(highlight=False)
    if not console.is_terminal:
        for row in rows:
            print("\t".join(map(str, (*([title] if title else ()), *row))))
        return
    table = Table(*header, title=title or None, box=None, padding=(0, 1), header_style="bold")
    for row in rows:
        table.add_row(*(Text(one) if isinstance(one, str) else one for one in row))
    console.print(table)
