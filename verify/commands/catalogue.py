"""`list` and `show`: what the claims say, before anything runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import UsageError
from .options import JsonOption, PresetOption, Select

app = typer.Typer()


@app.command(name="list", epilog="Example: theorycheck list 'conditioning.capacity.*' --json")
def list_(
    select: Select = None,
    statements: Annotated[
        bool, typer.Option("--statements", help="The sources' statements, with what is not covered.")
    ] = False,
    figures: Annotated[bool, typer.Option("--figures", help="The figures beside the claims.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the claims, the statements they read, or the figures beside them."""
    from ..figure import supporting
    from ..papers import index
    from ..papers.selection import select as selected
    from ..terminal import console

    known = index.read()
    claims = selected(known.claims, select or ())
    if figures:
        console.print_figures(supporting(known.figures, claims, known.claims), as_json=as_json)
    elif statements:
        wanted = {claim.topic for claim in claims}
        chosen = [s for s in known.statements if s.id.partition(".")[0] in wanted]
        console.print_statements(chosen, known.claims, as_json=as_json)
    else:
        console.print_claims(claims, as_json=as_json)


@app.command(epilog="Example: theorycheck show conditioning.noise_power.mean")
def show(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    preset: PresetOption = "standard",
) -> None:
    """Show a claim: statement, interpretation, derivation step by step, plan with cost and power."""
    from ..papers.selection import select
    from ..papers.tables import CLAIMS, STATEMENTS
    from ..terminal import console
    from ..user import arguments

    chosen = arguments.preset(preset)
    claims = [claim for claim in select(CLAIMS, [claim_id]) if claim.id == claim_id]
    if not claims:
        raise UsageError(f"{claim_id!r} names several claims; `theorycheck list {claim_id}` shows their ids.")
    statement = next(s for s in STATEMENTS if s.id == claims[0].statement_id)
    console.print_claim(claims[0], statement, chosen)
