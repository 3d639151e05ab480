"""`rules`: what a proof can be made of, all of it or what fits a term."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from . import options
from .process import ending_at_once

app = typer.Typer()


@app.command(
    epilog='Example: theorycheck rules --for "P(|g|^2 > t)" --law "g: normal(dimension=d)" --where "t > 0"'
)
def rules(
    term: Annotated[
        str | None, typer.Option("--for", metavar="TERM", help="A term or a relation, as `derive` takes it.")
    ] = None,
    law: options.Law = None,
    size: options.Size = None,
    where: options.Where = None,
    as_json: options.Json = False,
) -> None:
    """List tactics, schemas and rules: all of them, or those whose conditions a term meets.

    For a term each is tried on it: what it gives is shown, or the hypothesis that it lacks.
    """
    with ending_at_once():
        from ..errors import UsageError
        from ..theory.applicable import every, rules_for
        from ..theory.syntax import ParseError

    if term is None and (law or size or where):
        raise UsageError("--law, --size and --where are about a term; give one with --for.")
    try:
        found = (
            every() if term is None else rules_for(term, laws=law or (), sizes=size or (), where=where or ())
        )
    except ParseError as error:
        raise UsageError(str(error)) from None
    if as_json:
        typer.echo(json.dumps([asdict(way) for way in found], ensure_ascii=False, indent=2))
        return
    for way in found:
        typer.echo(str(way))
        if term is not None:
            typer.echo(f"        {way.example or way.signature}")
    if not found:
        typer.echo("No tactic, schema or rule has something to say about it.")
