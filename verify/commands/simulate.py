"""`simulate`: the value of a term, estimated from trials of its model."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

import typer

from . import options
from .process import ending_at_once

app = typer.Typer()

EXAMPLES = """Examples:

  theorycheck simulate "E|sum_{j != i} <k_i, k_j> k_j|^2" --law "k: sphere(d)" --at n=8 d=32

  theorycheck simulate "P(max_i h_i > 2)" --law "h: normal" --at n=50

  theorycheck simulate "E <k_i, k_j>^2" --law "k: sphere(d)" --where "i != j" --at n=8,d=32

A letter that is free is averaged within a trial. Laws and grammar are those of `theorycheck derive`.
"""


@app.command(epilog=EXAMPLES)
def simulate(
    term: Annotated[
        str, typer.Argument(metavar="TERM", help="A number with E, P, Var or a quantile, to be estimated.")
    ],
    law: options.Law = None,
    at: Annotated[
        list[str] | None,
        typer.Option("--at", metavar="NAME=VALUE", help="A size, a parameter, or entries as u=[1,2]."),
    ] = None,
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE...]", help="More of the design point.")
    ] = None,
    size: options.Size = None,
    where: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="CONDITION", help="A condition on letters that are free: 'i != j'."),
    ] = None,
    n_trials: Annotated[
        int, typer.Option("--n-trials", metavar="N", help="Independent trials.", min=2)
    ] = 10_000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of every random draw.", min=0)] = 0,
    as_json: options.Json = False,
) -> None:
    """Estimate a term at a design point, with its standard error."""
    with ending_at_once():
        from ..errors import UsageError
        from ..simulation import read_term
        from ..simulation import simulate as estimated

    point = _point([*(at or ()), *(more or ())])
    try:
        read, chosen = read_term(term, point, laws=law or (), sizes=size or (), where=where or ())
        found = estimated(read, point, where=chosen, n_trials=n_trials, seed=seed)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if as_json:
        value, stderr = (_plain(x) for x in (found.value, found.stderr))
        told = {"value": value, "stderr": stderr, "n_trials": found.n_trials, "seed": seed}
        typer.echo(json.dumps(told | ({"note": found.note} if found.note else {})))
    else:
        typer.echo(f"{read} = {found}")


def _point(texts: list[str]) -> dict[str, Any]:
    """The design point in texts such as n=8, or n=8,d=32."""
    from ..errors import UsageError, in_a_sentence

    found: dict[str, Any] = {}
    for text in texts:
        for part in text.split(",") if "[" not in text else [text]:
            name, sign, value = part.partition("=")
            if name.strip() in found:
                raise UsageError(f"{name.strip()} has two values: give one.")
            try:
                found[name.strip()] = json.loads(re.sub(r"(?<![\d.])\.(?=\d)", "0.", value))
            except ValueError:  # no JSON, or a number of thousands of digits
                sign = ""
            if not sign:
                raise UsageError(
                    f"{in_a_sentence(part)!r} is not a value of the design point; write NAME=VALUE, as n=8."
                )
    return found


def _plain(x: Any) -> Any:  # noqa: ANN401 - a number or an array
    return x if isinstance(x, float) else x.tolist()
