"""`new`: a claim file and a simulator to begin with, or a paper."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError

app = typer.Typer()


@app.command(epilog="Example: theorycheck new capacity && theorycheck check capacity.toml")
def new(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="What the claim or paper is called: letters, digits."),
    ] = None,
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where the files go.")] = Path(),
    paper: Annotated[
        bool, typer.Option("--paper", help="A folder NAME: statements with claims, a table, a test, CI.")
    ] = False,
    ci: Annotated[
        bool,
        typer.Option("--ci", help="A GitHub workflow and a pre-commit hook that check NAME, or the folder."),
    ] = False,
) -> None:
    """Write a commented claim file and a simulator that run as they are, to be changed into yours.

    With --ci it also writes what checks them at each push, and without NAME only that. The folder of a paper
    has its own, as a repository does; with --ci they are beside the folder instead.
    """
    from ..user import scaffold

    if name is None and not ci:
        raise UsageError("new needs a name, as in `theorycheck new capacity`, or --ci.")
    written = []
    if name is not None:
        written = scaffold.write_paper(folder, name) if paper else scaffold.write(folder, name)
    following = ("run", written[0].parent) if paper else ("check", written[0] if written else ".")
    if ci:
        checked = name if paper else None if name is None else f"{name}.toml"
        written += scaffold.write_ci(folder, checked or ".")
    elif paper:
        # The folder may be a repository of its own.
        written += scaffold.write_ci(written[0].parent, ".")
    for path in written:
        typer.echo(path)
    typer.echo(f"Next: theorycheck {shlex.join(map(str, following))}", err=True)
