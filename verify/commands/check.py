"""`check`: a user's own claim, from its file to a sentence and a report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ..evidence.files import DEFAULT_OUT
from . import options
from .process import ending_at_once, run_options
from .watching import again_on_saving

app = typer.Typer()


Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Claims in .toml or .py files, or folders.")
]
NoCode = Annotated[bool, typer.Option("--no-code", help="Refuse claims that need code of a file to be run.")]
Timeout = Annotated[
    str, typer.Option("--timeout", metavar="TIME", help="Most time for a call in the pilot, such as 20s.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Read all files, try each simulator, print the plans, and stop.")
]
Watch = Annotated[bool, typer.Option("--watch", help="Check again whenever a file is saved, until Ctrl-C.")]


@app.command(epilog="Example: theorycheck check capacity.toml --preset quick")
def check(
    files: Files,
    preset: options.Preset = "standard",
    seed: options.Seed = 0,
    workers: options.Workers = None,
    dask: options.Dask = None,
    memory: options.Memory = "2G",
    json_log: options.JsonLog = None,
    budget: options.Budget = None,
    out: options.Out = DEFAULT_OUT,
    fresh: options.Fresh = False,
    strict: options.Strict = False,
    no_code: NoCode = False,
    timeout: Timeout = options.PILOT_TIMEOUT,
    whole: options.All = False,
    dry_run: DryRun = False,
    watch: Watch = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Check claims of your own: a law, bound or capacity, by your simulator, a quantity or data.

    Prints the plan with its cost and power, gathers evidence until each claim is decided, and says
    what was found, which alternatives are excluded and what would change the verdict. Exits with 1 where
    a claim is refuted, or differs from what its file expects.
    """
    from ..report import output
    from ..user import arguments

    if not dry_run:
        output.require_usable(out, fresh=fresh)
    chosen, root = arguments.preset(preset), arguments.seed(seed)
    processes, size, seconds = arguments.workers(workers), arguments.memory(memory), arguments.budget(budget)
    limit = arguments.timeout(timeout)
    with ending_at_once(1 if dask else processes, deciding=False):
        from . import session

    asked = run_options(chosen, root, "cpu", processes, size)
    asked = replace(asked, budget=seconds, dask=dask, json_log=json_log)
    discards = iter([fresh])

    def checked() -> int:
        if dry_run:
            return session.forecast_files(files, asked, None if no_code else limit)
        return session.check_and_report(
            files,
            asked,
            out,
            timeout=None if no_code else limit,
            # Evidence of an earlier run is discarded once; what is watched goes on with its own.
            fresh=next(discards, False),
            strict=strict,
            as_json=as_json,
            whole=whole,
        )

    raise typer.Exit(again_on_saving(files, checked) if watch else checked())
