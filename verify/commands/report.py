"""`report`: a finished run's reports, written anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: lawcheck report ./lawcheck-report")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The --out folder of a finished run.")],
) -> None:
    """Write report.html and report.md of a folder anew from its verdicts.json."""
    from .. import output

    document = output.read(folder)
    output.write_reports(folder, document)
    typer.echo(f"Wrote {folder / output.HTML} and {folder / output.MARKDOWN}.")
