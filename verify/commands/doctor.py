"""`doctor`: whether this machine can run everything."""

from __future__ import annotations

import typer

app = typer.Typer()


@app.command(epilog="Example: theorycheck doctor")
def doctor() -> None:
    """Check that this machine can run everything: packages, generators, devices, store."""
    from ..evidence.doctor import diagnostics
    from ..terminal import console

    raise typer.Exit(console.print_diagnostics(diagnostics()))
