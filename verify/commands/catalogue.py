"""`list` and `show`: what the claims say, before anything runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import UsageError
from ..evidence.files import DEFAULT_OUT
from . import options

if TYPE_CHECKING:
    from ..papers.index import Index

app = typer.Typer()


@app.command(name="list", epilog="Example: theorycheck list 'conditioning.capacity.*' --json")
def list_(
    select: options.SelectOrPapers = None,
    statements: Annotated[
        bool, typer.Option("--statements", help="The sources' statements, with what is not covered.")
    ] = False,
    figures: Annotated[bool, typer.Option("--figures", help="The figures beside the claims.")] = False,
    whole: options.All = False,
    as_json: options.Json = False,
) -> None:
    """List the claims, the statements they read, or the figures beside them.

    On a terminal as many as one screen holds; in a pipe all of them, a line each. Papers of other packages
    stand last, by name; none of them is imported before it is selected.
    """
    from ..figure import supporting
    from ..papers import index
    from ..terminal import catalogue
    from ..user import arguments, installed

    known = index.read()
    files = arguments.paths(select, {statement.topic for statement in known.statements})
    if files:
        known = _stated_in(files)
    claims = known.claims if files else index.select(known.claims, select or ())
    if figures:
        found = supporting(known.figures, claims, known.claims)
        catalogue.print_figures(found, as_json=as_json, whole=whole)
    elif statements:
        wanted = {claim.topic for claim in claims}
        chosen = [statement for statement in known.statements if statement.topic in wanted]
        catalogue.print_statements(chosen, known.claims, as_json=as_json, whole=whole)
    else:
        catalogue.print_claims(claims, as_json=as_json, whole=whole)
    if not (select or as_json or figures):
        catalogue.print_installed(installed.papers())


def _stated_in(files: Sequence[Path]) -> Index:
    """The records of a user's papers; runs those in Python."""
    from ..papers.index import Index
    from ..user import arguments
    from ..user.asked import asked
    from ..user.sandbox import Sandbox

    with Sandbox(arguments.timeout(options.PILOT_TIMEOUT)) as sandbox:
        claims = asked(files, sandbox)
    statements = {one.id: one for claim in claims for one in claim.source.statements}
    return Index(
        topics={},
        places={},
        statements=tuple(statements.values()),
        claims=tuple(claim.record() for claim in claims),
        figures=(),
    )


@app.command(epilog="Example: theorycheck show conditioning.noise_power.mean")
def show(
    shown: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID|DIR]",
            help="The id of a claim or a statement; or the --out folder of a finished run.",
        ),
    ] = None,
    preset: options.Preset = "standard",
    run: options.Run = None,
    whole: options.All = False,
) -> None:
    """Show a claim: statement, interpretation, code, derivation step by step, plan with cost and power.

    For a statement it shows what a finished run found of each interpretation, the primary one starred; for a
    folder, by default that of the latest run here, what was found, with --all of each claim.
    """
    from ..user import arguments

    chosen = arguments.preset(preset)
    if shown is None or Path(shown).is_dir():
        _show_findings(DEFAULT_OUT if shown is None else Path(shown), whole=whole)
        return
    from ..papers import index
    from ..terminal.shown import print_claim

    known = index.read()
    try:
        claims = [claim for claim in index.select(known.claims, [shown]) if claim.id == shown]
    except UsageError:
        if _explain_own(shown, run) or _show_statement(shown, run, whole=whole):
            return
        raise
    if not claims and _show_statement(shown, run, whole=whole):
        return
    if not claims:
        raise UsageError(f"{shown!r} names several claims; `theorycheck list {shown}` shows their ids.")
    statement = next(s for s in known.statements if s.id == claims[0].statement_id)
    print_claim(claims[0], statement, chosen, whole=whole)


def _show_statement(statement_id: str, run: Path | None, *, whole: bool) -> bool:
    """Print what a finished run found of a statement; whether there is one of that id."""
    from ..report.finished import find_statement
    from ..terminal.findings import print_statement

    found = find_statement(statement_id, run)
    if found is None:
        return False
    print_statement(*found, whole=whole)
    return True


def _explain_own(claim_id: str, run: Path | None) -> bool:
    """Print what a finished run found of a claim that comes with no paper here; whether there is one."""
    from ..report.explanation import explanation
    from ..report.finished import find_claim
    from ..terminal.shown import print_lines

    try:
        claim, _ = find_claim(claim_id, run)
    except UsageError:
        return False
    print_lines(explanation(claim))
    return True


def _show_findings(folder: Path, *, whole: bool) -> None:
    from ..report import output
    from ..terminal import console

    console.print_verdicts(output.read(folder), folder, whole=whole)
