"""`report` and `publish`: reports of finished runs, written anew, for papers, or with an index of all."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: theorycheck report last-week theorycheck-report")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The --out folder of a finished run.")],
    later: Annotated[
        Path | None,
        typer.Argument(metavar="[LATER]", help="A later run: its pages are written, with what DIR said."),
    ] = None,
    *,
    single_file: Annotated[
        bool, typer.Option("--single-file", help="Write all pages as one report.html.")
    ] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Write DIR/latex, for papers, instead.")] = False,
    csv: Annotated[
        bool, typer.Option("--csv", help="Write DIR/verdicts.csv and DIR/points.csv instead.")
    ] = False,
    claim: Annotated[
        list[str] | None,
        typer.Option("--claim", metavar="ID", help="With --latex: these ids or globs only; repeatable."),
    ] = None,
) -> None:
    """Write report.html with all of its pages and report.md anew from verdicts.json, or LaTeX or CSV.

    Given two runs, the pages of the later one also say what the earlier one found, and mark each verdict
    and interval that moved.
    """
    from ..errors import UsageError
    from ..report import finished, output

    if claim and not latex:
        raise UsageError("--claim selects what --latex writes; add --latex.")
    if later is not None and (single_file or latex or csv):
        raise UsageError("Two runs are compared on pages; leave --single-file, --latex and --csv out.")
    since = None if later is None else finished.diff(folder, later)
    folder = later or folder
    document = output.read(folder)
    if csv:
        typer.echo("Wrote " + " and ".join(map(str, output.write_csv(folder, document))) + ".")
        return
    if latex:
        written = output.write_latex(folder, document, claim or ())
        typer.echo(f"Wrote {len(written)} files in {folder / output.LATEX}; begin with example.tex.")
        return
    if single_file:
        output.write_single_file(folder, document)
        typer.echo(f"Wrote {folder / output.HTML}.")
        return
    output.write_reports(folder, document, whole=True, since=since)
    typer.echo(f"Wrote {folder / output.HTML} and {folder / output.MARKDOWN}.")


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
