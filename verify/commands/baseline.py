"""`baseline`: what is expected of each claim, shown, and updated for a reason."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .process import ending_at_once, run_options

if TYPE_CHECKING:
    from ..claim import Claim
    from ..document import Document
    from ..evidence.preset import Preset

app = typer.Typer()
group = typer.Typer(
    help="Show what is expected of each claim, or update it for a reason.", no_args_is_help=True
)
app.add_typer(group, name="baseline")


Reason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why the expectation changes; kept in the file.")
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="SELECT", help="Claims to update; the other entries stay."),
]
Everything = Annotated[
    bool, typer.Option("--all", help="Replace every entry of the preset (the default without --from).")
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Root seed; by default the baseline's own.")
]
Finished = Annotated[
    Path | None, typer.Option("--from", metavar="DIR", help="Take a finished run instead of running.")
]


@group.command(epilog='Example: theorycheck baseline update --reason "the margin of S2 was halved" --only S2')
def update(
    reason: Reason,
    only: Only = None,
    everything: Everything = False,
    preset: options.Preset = "quick",
    seed: Seed = None,
    from_: Finished = None,
    baseline: options.Baseline = None,
    device: options.Device = "auto",
    workers: options.Workers = None,
    memory: options.Memory = "2G",
) -> None:
    """Run claims, or take a finished run, and write what was found as what is expected.

    The claims of a finished run are decided again on the evidence in its folder, with nothing drawn, and one
    whose record differs is refused by name.
    """
    from ..baseline import expected as baselines
    from ..errors import UsageError
    from ..papers import index
    from ..report import output
    from ..user import arguments
    from ..wording.parts import numbered

    baselines.require_reason(reason)
    if only and everything:
        raise UsageError("--only and --all exclude each other.")
    claims = index.select(index.read().claims, only or ())
    path = baseline or baselines.DEFAULT_PATH
    before = baselines.read(path) if path.exists() else None
    ids = {claim.id for claim in claims} if only else None
    processes, taken = arguments.workers(workers), None
    if from_ is not None:
        document = output.read(from_)
        ids = ids or (None if everything else {claim.id for claim in document.claims})
        # What no baseline may hold is refused as that, before it is decided again.
        baselines.updated(before, document, reason=reason, date="", ids=ids)
        with ending_at_once(processes):
            from .decided_again import require_as_decided
        taken = require_as_decided(document, from_, path, ids, processes)
    else:
        chosen, size = arguments.preset(preset), arguments.memory(memory)
        known = baselines.section(before, chosen.name).seed if before else 0
        root = arguments.seed(known if seed is None else seed)
        document = _measured(claims, chosen, root, device, processes, size)
    from datetime import UTC, datetime

    today = datetime.now(tz=UTC).date().isoformat()
    baselines.record(path, document, reason=reason, date=today, ids=ids)
    count = len(document.claims) if ids is None else len(ids & {claim.id for claim in document.claims})
    typer.echo(
        f"Wrote {numbered(count, 'claim')} of preset {document.preset}, seed {document.seed}, to {path}."
    )
    if taken is not None:
        typer.echo(f"Not held to evidence: {taken}", err=True)


def _measured(
    claims: Sequence[Claim], preset: Preset, seed: int, device: str, workers: int, memory: int
) -> Document:
    """The document of a run of claims that comes from nowhere but this machine."""
    from ..evidence.machine import named_device

    with ending_at_once(workers):
        machine = named_device(device)
        from . import baseline_check

    return baseline_check.measure(claims, run_options(preset, seed, machine, workers, memory))


@group.command(epilog="Example: theorycheck baseline show conditioning.capacity --json")
def show(
    select: options.Select = None, baseline: options.Baseline = None, as_json: options.Json = False
) -> None:
    """Show the entries of the baseline in force, and why they last changed."""
    from ..baseline import expected as baselines
    from ..papers import index
    from ..upgrade import encode
    from ..wording.parts import numbered

    names = {claim.id for claim in index.select(index.read().claims, select)} if select else None
    expected, _ = baselines.in_force(baseline)
    found = baselines.chosen(expected, names)
    if as_json:
        typer.echo(encode(found), nl=False)
        return
    for line in baselines.lines(found):
        typer.echo(line)
    for change in expected.history:
        typer.echo(
            f"{change.date}  {change.preset}: {numbered(change.claims, 'claim')}, {change.reason}", err=True
        )
