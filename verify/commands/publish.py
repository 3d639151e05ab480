"""`publish`: reports of finished runs, with an index of every sentence."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


class Pages(StrEnum):
    """Which pages are written."""

    ALL = "all"
    SOURCES = "sources"


@app.command(epilog="Example: theorycheck publish theorycheck-report --to reports")
def publish(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR...", help="The --out folders of finished runs.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Folder of the published reports.")],
    *,
    pages: Annotated[
        Pages,
        typer.Option(
            "--pages", help="A page for each source, statement, claim and figure, or sources alone."
        ),
    ] = Pages.ALL,
) -> None:
    """Write the pages of each source, statement and claim, and an index of every sentence of the sources.

    The index is made of all reports in the folder, and of sections.json, where there is one.
    """
    from ..report import publish as publishing

    topics = publishing.publish(runs, to, whole=pages is Pages.ALL)
    typer.echo(f"Published {', '.join(topics)}: {to / publishing.INDEX_HTML}.")
