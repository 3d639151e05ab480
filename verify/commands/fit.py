"""`fit`: a law against measured data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from . import options
from .process import command_line, ending_at_once

app = typer.Typer()

EXAMPLES: Final = (
    "Examples: theorycheck fit errors.csv --law 'C*d**(-1/2)' --alternative 'C/d'\n\n"
    "theorycheck fit loss.csv --law 'E + A/N**a + B/D**b' --value 'loss' --group model\n\n"
    "theorycheck fit a.csv b.csv --law 'C*d**a' --law 'C*exp(-c*d)'"
)


Data = Annotated[
    list[str],
    typer.Argument(
        metavar="DATA",
        help="CSV files ('-' for standard input): a column for each variable, and mean and stderr "
        "(or error_bound, or std and count), or failures and trials, or value with an optional draw. Several "
        "values for a setting give its error, in rows (which a column seed may number) or in columns value1, "
        "value2; where each setting has one value and no error, the residuals give the errors. Units in "
        "names, as in 'time [s]', are ignored.",
    ),
]
Law = Annotated[
    list[str],
    typer.Option(
        "--law",
        metavar="EXPR",
        help="The law, such as C*d**(-1/2). Numeric exponents and rates are the claim. Any name that is "
        "not a column is fitted as a constant; free exponents, as in E + A/N**a, describe and claim "
        "nothing. Leaving a column out claims that the quantity does not depend on it; C alone claims "
        "that it depends on none. Several laws are ranked by evidence.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--value",
        metavar="COLUMN",
        help="The column of the measured numbers, where it has another name; of several columns, or of a "
        "pattern such as 'seed*', each holds a replicate.",
    ),
]
Group = Annotated[
    str | None,
    typer.Option(
        "--group", metavar="COLUMN", help="Fit each label of this column, such as model, by itself."
    ),
]
Bound = Annotated[
    str,
    typer.Option(
        "--bound",
        metavar="BOUND",
        help="Theta, O, Omega or limit, of growth; equals, at-most, at-least, exceeds, tends-to or "
        "equals-in-the-limit, of a value.",
    ),
]
Margin = Annotated[
    float | None,
    typer.Option(
        "--margin",
        metavar="X",
        help="Of an exponent (0.05, less near an alternative), or relative, of a value or bound (0.02).",
    ),
]
Alternatives = Annotated[
    list[str] | None,
    typer.Option("--alternative", metavar="EXPR", help="An alternative law to exclude; may be repeated."),
]
UpToLogs = Annotated[
    bool, typer.Option("--up-to-logs", help="Allow any power of a logarithm beside the law.")
]
Limits = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=END",
        help="Where a column goes, as eta=0 or d=oo; needed where its values lie on both sides of 1.",
    ),
]
Corrections = Annotated[
    list[str] | None,
    typer.Option(
        "--correction",
        metavar="EXPR",
        help="What the law is known to be corrected by, as 'log(log(n))/log(n)', which vanishes at the "
        "limit: a factor 1 + c times it. May be repeated.",
    ),
]
Anytime = Annotated[
    bool,
    typer.Option(
        "--anytime", help="The file may be looked at again and again as it grows; what is said stays valid."
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Write verdicts.json and the reports here.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 if the verdict is inconclusive.")]
Plot = Annotated[bool, typer.Option("--plot", help="Draw the data and the law in the terminal.")]


@app.command(epilog=EXAMPLES)
def fit(
    data: Data,
    law: Law,
    value: Columns = None,
    group: Group = None,
    bound: Bound = "Theta",
    margin: Margin = None,
    alternative: Alternatives = None,
    up_to_logs: UpToLogs = False,
    limit: Limits = None,
    correction: Corrections = None,
    anytime: Anytime = False,
    out: Out = None,
    fresh: options.Fresh = False,
    strict: Strict = False,
    plot: Plot = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Fit a law to your data, and say whether it holds, on what range, with what certainty.

    Prints the verdict, a table of exponents and constants, how well the form fits, and the alternatives.
    Exits with 1 where the law is refuted (of several laws: the best), with 4 where a table was left out.
    """
    from ..report import output
    from ..user import arguments

    wanted = arguments.bound(bound)
    within, ends = arguments.margin(margin, wanted), arguments.limits(limit or ())
    if out is not None:
        output.require_usable(out, fresh=fresh, resumes=False)
    with ending_at_once():
        from ..decide.verdict import Monitoring
        from ..table import Layout, tables_by_name
        from ..user.fit import Question, fit_tables
        from . import session

    question = Question(
        laws=tuple(law),
        bound=wanted,
        margin=within,
        alternatives=tuple(alternative or ()),
        up_to_logs=up_to_logs,
        limits=ends,
        corrections=tuple(correction or ()),
        analyses=Monitoring.ANYTIME if anytime else Monitoring.PLANNED,
    )
    tables = tables_by_name(data, Layout(value=tuple(value or ()), group=group))
    fits = fit_tables(tables, question, command_line())
    code = session.report_fit(fits, out, fresh=fresh, strict=strict, as_json=as_json, plot=plot)
    raise typer.Exit(code)
