"""The command line: reads arguments, prints, sets the exit code; everything else returns values.

Exit codes: 0 fine, 2 usage, 3 with --strict something inconclusive, 4 a check failed to execute,
5 nothing selected, 130 interrupted (resumable).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from .errors import CheckFailedError, InterruptedRunError, NothingSelectedError, UsageError

DEFAULT_OUT: Final = Path("lawcheck-report")

app = typer.Typer(
    name="lawcheck",
    help="Derive, measure and decide claims of machine-learning theory.",
    epilog="Start with `lawcheck run conditioning`, then open lawcheck-report/report.html.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain help answers in half the time of typeset help.
    rich_markup_mode=None,
)

Select = Annotated[
    list[str] | None,
    typer.Argument(metavar="SELECT", help="Claim ids, topics, tags or globs; all claims by default."),
]
ProfileOption = Annotated[str, typer.Option("--profile", metavar="NAME", help="quick, standard or full.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Root seed of every random draw.")]


@app.command(name="list", epilog="Example: lawcheck list 'conditioning.capacity.*' --json")
def list_(
    select: Select = None,
    statements: Annotated[
        bool, typer.Option("--statements", help="The sources' statements, with what is not covered.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable, on standard output.")] = False,
) -> None:
    """List the claims, or the statements they read."""
    from . import console
    from .claims import CLAIMS, STATEMENTS
    from .selection import select as selected

    claims = selected(CLAIMS, select or ())
    if statements:
        wanted = {claim.topic for claim in claims}
        chosen = [s for s in STATEMENTS if s.id.partition(".")[0] in wanted]
        console.print_statements(chosen, CLAIMS, as_json=as_json)
    else:
        console.print_claims(claims, as_json=as_json)


@app.command(epilog="Example: lawcheck show conditioning.noise_power.mean")
def show(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    profile: ProfileOption = "standard",
) -> None:
    """Show a claim: statement, reading, derivation step by step, plan with cost and power."""
    from . import arguments, console
    from .claims import CLAIMS, STATEMENTS
    from .selection import select

    chosen = arguments.profile(profile)
    claims = [claim for claim in select(CLAIMS, [claim_id]) if claim.id == claim_id]
    if not claims:
        raise UsageError(f"{claim_id!r} names several claims; `lawcheck list {claim_id}` shows their ids.")
    statement = next(s for s in STATEMENTS if s.id == claims[0].statement_id)
    console.print_claim(claims[0], statement, chosen)


@app.command(epilog="Example: lawcheck run conditioning --profile quick --out /tmp/report")
def run(
    select: Select = None,
    profile: ProfileOption = "standard",
    seed: SeedOption = 0,
    device: Annotated[
        str, typer.Option("--device", metavar="NAME", help="cpu, cuda, or auto: cuda where there is one.")
    ] = "auto",
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Processes; by default one for each core.")
    ] = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Most memory to use, as 2G.")
    ] = "2G",
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", help="Begin no round after this time, as 90s or 3m."),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder of report and evidence.")
    ] = DEFAULT_OUT,
    fresh: Annotated[bool, typer.Option("--fresh", help="Discard an earlier run in DIR.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if anything is inconclusive.")
    ] = False,
) -> None:
    """Run claims: derive, measure, decide; write verdicts.json, report.html and report.md.

    An interrupted run is resumed by the same command.
    """
    from . import arguments, output
    from .claims import CLAIMS
    from .selection import select as selected

    claims = selected(CLAIMS, select or ())
    output.require_usable(out, fresh=fresh)
    chosen, root = arguments.profile(profile), arguments.seed(seed)
    processes, size, seconds = arguments.workers(workers), arguments.memory(memory), arguments.budget(budget)
    with _ending_at_once():
        where = arguments.device(device)
        from . import session
        from .run import RunOptions

    options = RunOptions(
        profile=chosen,
        seed=root,
        device=where,
        workers=processes if where == "cpu" else 1,
        memory=size,
        budget=seconds,
        command=_command_line(),
    )
    raise typer.Exit(session.run_and_report(claims, options, out, fresh=fresh, strict=strict))


@app.command(epilog="Example: lawcheck report ./lawcheck-report")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The --out folder of a finished run.")],
) -> None:
    """Write report.html and report.md of a folder anew from its verdicts.json."""
    from . import output

    document = output.read(folder)
    output.write_reports(folder, document)
    typer.echo(f"Wrote {folder / output.HTML} and {folder / output.MARKDOWN}.")


@app.command(epilog="Example: lawcheck doctor")
def doctor() -> None:
    """Check that this machine can run everything: packages, generators, devices, store."""
    from . import console
    from .doctor import findings

    raise typer.Exit(console.print_findings(findings()))


def main() -> None:
    """Run the command line and exit; errors a user can mend are one sentence on standard error."""
    try:
        app()
    except UsageError as error:
        sys.exit(_refuse(error, 5 if isinstance(error, NothingSelectedError) else 2))
    except CheckFailedError as error:
        sys.exit(_refuse(error, 4))
    except InterruptedRunError as error:
        sys.exit(_refuse(error, 130))
    except BrokenPipeError:
        # The reader of a pipe has gone; flushing at exit would fail once more.
        sys.stdout = None
        sys.exit(0)


@contextmanager
def _ending_at_once() -> Iterator[None]:
    """While packages load: an interrupted import leaves NumPy and torch half made, so none goes on."""
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _refuse(error: Exception, code: int) -> int:
    typer.echo(f"lawcheck: {error}", err=True)
    return code


def _command_line() -> str:
    import shlex

    return shlex.join(["lawcheck", *sys.argv[1:]])


if __name__ == "__main__":
    main()
