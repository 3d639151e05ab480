"""`explain`, `plot`, `diff` and `open`: what a finished run says, asked one thing at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from ..evidence.files import DEFAULT_OUT
from . import options

app = typer.Typer()


@app.command(epilog="Example: theorycheck explain conditioning.capacity.query.omega")
def explain(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    run: options.Run = None,
) -> None:
    """Explain a verdict: the row of the decision table with its numbers, and what would change it.

    For an inconclusive claim it also says what it would cost to decide it.
    """
    from ..report.explanation import explanation
    from ..report.finished import find_claim
    from ..terminal.shown import print_lines

    claim, where = find_claim(claim_id, run)
    print_lines(explanation(claim))
    typer.echo(f"From {where}; again: {claim.command}", err=True)


@app.command(epilog="Example: theorycheck plot conditioning.capacity.query.omega -o capacity.pdf")
def plot(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    file: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the plot goes: .svg, .pdf or .png.")
    ],
    variable: Annotated[
        str | None, typer.Option("--along", metavar="NAME", help="The variable along the bottom.")
    ] = None,
    run: options.Run = None,
) -> None:
    """Draw a claim as the reports do: measured, claimed, derived and fitted law, as SVG, PDF or PNG."""
    from ..evidence.files import write_bytes
    from ..report.finished import draw, find_claim

    claim, where = find_claim(claim_id, run)
    write_bytes(file, draw(claim, variable, file.suffix.removeprefix(".")))
    typer.echo(f"Wrote {file}, from {where}.", err=True)


@app.command(epilog="Example: theorycheck diff last-week theorycheck-report")
def diff(
    before: Annotated[Path, typer.Argument(metavar="A", help="A run's folder or document, or a baseline.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="The preset to compare, of two baselines.")
    ] = None,
    as_json: options.Json = False,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with what was and what is.")
    ] = None,
) -> None:
    """Say what moved from run A to run B, by how much, and whether chance explains it."""
    from ..report import finished

    found = finished.diff(before, after, preset)
    if page is not None:
        finished.write_difference(found, page)
        typer.echo(f"Wrote {page}.", err=True)
    if as_json:
        from ..terminal.catalogue import print_json

        print_json(found)
        return
    for line in found.lines():
        typer.echo(line)


@app.command(name="open", epilog="Example: theorycheck open theorycheck-report")
def open_(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="The --out folder of a finished run.")
    ] = DEFAULT_OUT,
) -> None:
    """Open the report of a finished run in the browser."""
    from ..report.output import HTML

    page = folder / HTML
    if not page.is_file():
        raise UsageError(f"{folder} holds no {HTML}; name the --out folder of a finished run.")
    import webbrowser

    typer.echo(page)
    if not webbrowser.open(page.resolve().as_uri()):
        raise UsageError(f"No browser could be started; open {page} by hand.")
