"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ..terminal.verbosity import Verbosity, choose


def _quiet(asked: bool) -> bool:
    if asked:
        choose(Verbosity.QUIET)
    return asked


def _verbose(asked: bool) -> bool:
    if asked:
        choose(Verbosity.VERBOSE)
    return asked


PILOT_TIMEOUT: Final = "20s"

Select = Annotated[
    list[str] | None,
    typer.Argument(metavar="SELECT", help="Claim ids, topics, tags or globs; all claims by default."),
]
SelectOrPapers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SELECT",
        help="Claim ids, topics, tags or globs, all claims by default; or files and folders of your papers.",
    ),
]
PresetOption = Annotated[
    str,
    typer.Option("--preset", metavar="NAME", help="quick, standard or full; full+4 has four rounds more."),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Root seed of every random draw.")]
DeviceOption = Annotated[
    str, typer.Option("--device", metavar="NAME", help="cpu, cuda, or auto: cuda where there is one.")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Processes; by default one for each core.")
]
DaskOption = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Work on the workers of this dask scheduler."),
]
JsonLogOption = Annotated[
    Path | None,
    typer.Option("--json-log", metavar="FILE", help="A line of JSON for each event; - is standard error."),
]
MemoryOption = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Most memory to use, as 2G.")]
RunOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        metavar="DIR",
        help="The --out folder of a finished run; by default the latest one here, else the published report.",
    ),
]
BudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget", metavar="TIME", help="Begin no block of evidence after this time, as 90s or 3m."
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Exit with 3 if anything is inconclusive.")]
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of report and evidence.")]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Discard an earlier run in DIR.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable, on standard output.")]
LawOption = Annotated[
    list[str] | None,
    typer.Option(
        "--law",
        metavar="LAW",
        help="What a letter is, as 'k: sphere(d)': a family of n where it has an index, of m as "
        "'k[m]: sphere(d)'; may be repeated.",
    ),
]
SizeOption = Annotated[
    list[str] | None,
    typer.Option("--size", metavar="SIZE", help="The domain of a size, as 'n >= 2'; 'n >= 1' else."),
]
WhereOption = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="CONDITION", help="A condition, which the result keeps: 'i != j'."),
]
AllOption = Annotated[bool, typer.Option("--all", help="Print everything, not one screen.")]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", callback=_quiet, help="Only findings and errors, no progress.")
]
VerboseOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", callback=_verbose, help="Say each event and where errors come from."),
]
BaselineOption = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="What is expected; by default ./reports/baseline.json, else the packaged one.",
    ),
]
