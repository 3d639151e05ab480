"""`fit`: a law against measured data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import FreshOption, JsonOption, QuietOption, VerboseOption
from .process import command_line, ending_at_once

app = typer.Typer()


@app.command(epilog="Example: theorycheck fit errors.csv --law 'C*d**(-1/2)' --alternative 'C/d'")
def fit(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="A CSV file ('-' for standard input): a column for each variable, and mean and stderr "
            "(or error_bound), or failures and trials, or value with an optional draw. Where each setting "
            "has one value and no error, errors are those of residuals.",
        ),
    ],
    law: Annotated[
        str,
        typer.Option(
            "--law",
            metavar="EXPR",
            help="The law, as C*d**(-1/2). Numeric exponents and rates are the claim. Any name that is "
            "not a column is fitted as a constant. Leaving a column out claims that the quantity does not "
            "depend on it.",
        ),
    ],
    bound: Annotated[
        str,
        typer.Option("--bound", metavar="BOUND", help="Theta, O, Omega, limit, equals, at-most or at-least."),
    ] = "Theta",
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            metavar="X",
            help="Of an exponent (0.05, less near an alternative), or relative, of a value or bound (0.02).",
        ),
    ] = None,
    alternative: Annotated[
        list[str] | None,
        typer.Option("--alternative", metavar="EXPR", help="An alternative law to exclude; may be repeated."),
    ] = None,
    up_to_logs: Annotated[
        bool, typer.Option("--up-to-logs", help="Allow any power of a logarithm beside the law.")
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=END",
            help="Where a column goes, as eta=0 or d=oo; needed where its values lie on both sides of 1.",
        ),
    ] = None,
    anytime: Annotated[
        bool,
        typer.Option(
            "--anytime",
            help="The file may be looked at again and again as it grows; what is said stays valid.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write verdicts.json and the reports here.")
    ] = None,
    fresh: FreshOption = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if the verdict is inconclusive.")
    ] = False,
    plot: Annotated[bool, typer.Option("--plot", help="Draw the data and the law in the terminal.")] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Fit a law to your data, and say whether it holds, on what range, with what certainty.

    Prints the verdict, a table of exponents and constants, how well the form fits, and the alternatives.
    Exits with 1 where the law is refuted.
    """
    from ..report import output
    from ..user import arguments

    wanted = arguments.bound(bound)
    within, ends = arguments.margin(margin, wanted), arguments.limits(limit or ())
    if out is not None:
        output.require_usable(out, fresh=fresh)
    with ending_at_once():
        from ..decide.verdict import Monitoring
        from ..table import read_table
        from ..user.fit import entry_of, fit_table
        from . import session

    entry = entry_of(
        data,
        law,
        bound=wanted,
        margin=within,
        alternatives=tuple(alternative or ()),
        up_to_logs=up_to_logs,
        limits=ends,
    )
    analyses = Monitoring.ANYTIME if anytime else Monitoring.PLANNED
    document = fit_table(read_table(data), entry, command_line(), analyses=analyses)
    code = session.report_fit(document, out, fresh=fresh, strict=strict, as_json=as_json, plot=plot)
    raise typer.Exit(code)
