"""`python -m benchmarks.calibration`: how often the verifier is wrong, on planted truths and proved laws."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from theorycheck.commands import options
from theorycheck.commands.process import ending_at_once

from benchmarks.command import application, run

OUT: Final = Path("theorycheck-calibration")


def calibrate(
    select: Annotated[
        list[str] | None,
        typer.Argument(metavar="SELECT", help="Rows, groups of rows or globs; all rows by default."),
    ] = None,
    preset: Annotated[
        str, typer.Option("--preset", metavar="NAME", help="quick, standard or full: 40, 400, 2,000 runs.")
    ] = "quick",
    longer: Annotated[
        list[str] | None,
        typer.Option("--longer", metavar="ROW", help="As many runs of it as at preset full; repeatable."),
    ] = None,
    seed: options.Seed = 0,
    workers: options.Workers = None,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder of the table and of what was counted.")
    ] = OUT,
    fresh: options.Fresh = False,
    as_json: options.Json = False,
) -> None:
    """Plant truths, decide them as a user's data are decided, and count the mistakes.

    Writes calibration.json and calibration.md. An interrupted calibration is resumed by the same
    command, and a quick one is the beginning of a full one. Exits with 1 where a criterion is not met.
    """
    from theorycheck.user import arguments

    root, processes = arguments.seed(seed), arguments.workers(workers)
    with ending_at_once():
        from . import campaign, session

    rows = campaign.select(select or ())
    asked = campaign.with_longer(campaign.preset(preset), longer or ())
    raise typer.Exit(session.calibrate(rows, asked, root, processes, out, fresh=fresh, as_json=as_json))


app = application("calibration", calibrate, "holds fails --preset quick")

if __name__ == "__main__":
    run(app)
