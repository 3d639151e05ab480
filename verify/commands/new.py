"""`new`: a claim file and a simulator to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: theorycheck new capacity && theorycheck check capacity.toml")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the claim is called: letters, digits.")],
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where the files go.")] = Path(),
) -> None:
    """Write a commented claim file and a simulator that run as they are, to be changed into yours."""
    from ..user import scaffold

    written = scaffold.write(folder, name)
    for path in written:
        typer.echo(path)
    typer.echo(f"Next: theorycheck check {written[0]}", err=True)
