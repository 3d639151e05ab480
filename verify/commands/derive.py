"""`derive`: a formula from definitions, with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from . import options
from .process import ending_at_once

app = typer.Typer()

EXAMPLES = """Examples:

  theorycheck derive "E|sum_{j != i} <k_i, k_j> v_j|^2" --law "k: sphere(d_k)" --law "v: sphere(d_v)" --steps

  theorycheck derive "P(|x_i|^2 > t for some i)" --law "x: normal(dimension=d)" --where "t > 0"

  theorycheck derive "E <k_i, k_j>^4 == 3/(d (d + 2))" --law "k: sphere(d)" --where "i != j"

  theorycheck derive "grad_u log(1 + exp(<u, w>))" --law "u: fixed(d)" --law "w: fixed(d)"

  theorycheck derive "gamma(n + 1/2)/gamma(n) as n -> oo to order 2"

Laws: sphere(d, r), normal(mean, covariance), normal(dimension=d), one_hot(N), rademacher, uniform(a, b),
exponential(rate), discrete_uniform(N), bernoulli(p), zipf(alpha, N), mixture(p, law, q, law); fixed(d) for a
vector that is not random. docs/derive.md has the grammar.
"""


@app.command(epilog=EXAMPLES)
def derive(
    statement: Annotated[
        str,
        typer.Argument(
            metavar="STATEMENT",
            help="A term, whose value or bound is found, or a relation (==, <=, <), which is proved.",
        ),
    ],
    law: options.Law = None,
    size: options.Size = None,
    where: options.Where = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="TACTIC", help="How: moments, bound, markov, ...; found by default."),
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Print the numbered steps, with what each uses.")] = (
        False
    ),
    as_latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    as_json: options.Json = False,
    seconds: Annotated[
        int, typer.Option("--time", metavar="SECONDS", help="Give up after so much processor time.", min=1)
    ] = 60,
) -> None:
    """Derive a formula from definitions, or prove one that is stated, with its hypotheses and its status.

    Exits with 1 where nothing is proved: one sentence gives a counterexample, or what is missing.
    """
    with ending_at_once():
        from ..errors import UsageError
        from ..theory.kernel import Refused
        from ..theory.parse import parse
        from ..theory.prove import derive as found
        from ..theory.prove import prove
        from ..theory.syntax import ParseError
        from .derived import derived

    try:
        parsed = parse(statement, laws=law or (), sizes=size or (), where=where or ())
    except ParseError as error:
        raise UsageError(str(error)) from None
    try:
        with _processor_time(seconds):
            method = prove if parsed.term.sort == "event" else found
            answer = derived(method(parsed, by=by or "auto"))
    except ParseError as error:
        raise UsageError(str(error)) from None
    except Refused as refusal:
        typer.echo(f"theorycheck: {refusal}", err=True)
        _tell_idle(parsed.idle)
        raise typer.Exit(1) from None
    _tell_idle(parsed.idle)
    if as_json:
        typer.echo(answer.json())
    else:
        typer.echo(answer.latex(with_steps=steps) if as_latex else answer.text(with_steps=steps))
    raise typer.Exit(1 if answer.second_check.startswith("FAILS") else 0)


def _tell_idle(names: Sequence[str]) -> None:
    """Which laws are of nothing in the statement; of two indices, how a matrix is declared."""
    for name in names:
        base, _, below = name.partition("_")
        entries = f" The entries of a matrix are declared as {base}[m, n]: ..." if len(below) > 1 else ""
        typer.echo(f"theorycheck: {name} has a law and does not occur in the statement.{entries}", err=True)


@contextmanager
def _processor_time(seconds: int) -> Iterator[None]:
    """Refuses to go on after so much processor time, where the system can tell."""
    from ..evidence.processes import OutOfTime, processor_time
    from ..theory.kernel import Refused

    try:
        with processor_time(seconds):
            yield
    except OutOfTime:
        said = f"Nothing was found in {seconds} s of processor time; allow more by --time."
        raise Refused(said) from None
