"""`doctor`: whether this machine can run everything, or whether papers of your own can be decided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import PILOT_TIMEOUT

app = typer.Typer()


@app.command(epilog="Example: theorycheck doctor, or theorycheck doctor memory/")
def doctor(
    papers: Annotated[
        list[Path] | None, typer.Argument(metavar="PAPER...", help="Files and folders of your own.")
    ] = None,
) -> None:
    """Check that this machine can run everything: packages, generators, devices, store.

    With papers of your own it tries them instead: coverage, formulas, each simulator at every design point,
    and derivations; it gathers no evidence. Exits with 4 if anything is broken.
    """
    from ..evidence.doctor import diagnostics
    from ..terminal import console

    if not papers:
        raise typer.Exit(console.print_diagnostics(diagnostics()))
    from ..user import arguments
    from ..user.diagnosis import diagnose

    raise typer.Exit(console.print_diagnostics(diagnose(papers, arguments.timeout(PILOT_TIMEOUT))))
