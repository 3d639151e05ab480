"""`new`: a claim file and a simulator to begin with, or a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: theorycheck new capacity && theorycheck check capacity.toml")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the claim or paper is called: letters, digits.")
    ],
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where the files go.")] = Path(),
    paper: Annotated[
        bool, typer.Option("--paper", help="A folder NAME with statements, claims and a simulator.")
    ] = False,
) -> None:
    """Write a commented claim file and a simulator that run as they are, to be changed into yours."""
    from ..user import scaffold

    written = scaffold.write_paper(folder, name) if paper else scaffold.write(folder, name)
    for path in written:
        typer.echo(path)
    following = f"run {written[0].parent}" if paper else f"check {written[0]}"
    typer.echo(f"Next: theorycheck {following}", err=True)
