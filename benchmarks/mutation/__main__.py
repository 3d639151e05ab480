"""`python -m benchmarks.mutation`: faults made on purpose, and the share of them that nothing notices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from theorycheck.commands import options
from theorycheck.commands.process import command_line, ending_at_once

from benchmarks.command import application, run

OUT: Final = Path("theorycheck-mutation")


def mutate(
    select: options.Select = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="DIR", help="Folder of a finished run; by default one at preset quick is made."
        ),
    ] = None,
    sample: Annotated[
        float,
        typer.Option(
            metavar="PERCENT", min=0, max=100, help="Make this share of all mutants, chosen by their names."
        ),
    ] = 100.0,
    workers: options.Workers = None,
    memory: options.Memory = "2G",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the survey.")] = OUT,
    as_json: options.Json = False,
) -> None:
    """Mutate claims, premises and single routes, and list what slips past.

    Every mutant is decided on stored evidence or by the derivation. Exits with 1 where 5 % or more of
    a family of those that say something else survive; of a sample, where its 95 % limit is as large.
    """
    from theorycheck.papers.index import select as selected
    from theorycheck.papers.tables import CLAIMS
    from theorycheck.report import output
    from theorycheck.user import arguments

    claims = selected(CLAIMS, select or ())
    processes, size = arguments.workers(workers), arguments.memory(memory)
    output.require_usable(out, fresh=True)
    with ending_at_once():
        from theorycheck.evidence.preset import QUICK
        from theorycheck.evidence.run import RunOptions

        from . import session
        from .sample import Sample

    asked = RunOptions(
        preset=QUICK,
        seed=0,
        device="cpu",
        workers=processes,
        memory=size,
        command=command_line("python", "-m", "benchmarks.mutation"),
    )
    raise typer.Exit(
        session.mutate_and_report(
            claims, asked, source, out, sample=Sample(share=sample / 100), as_json=as_json
        )
    )


app = application("mutation", mutate, "conditioning --from theorycheck-report")

if __name__ == "__main__":
    run(app)
