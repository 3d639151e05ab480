"""Measurements as commands of the checkout, `python -m benchmarks.NAME`, which exit as `theorycheck` does."""

from __future__ import annotations

from collections.abc import Callable

import typer
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
