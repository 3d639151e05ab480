"""`run`: claims are derived, measured and decided, and a report is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ..evidence.files import DEFAULT_OUT
from . import options
from .process import ending_at_once, run_options

if TYPE_CHECKING:
    from ..evidence.machine import ComputeDevice

app = typer.Typer()


@app.command(epilog="Example: theorycheck run conditioning --preset quick --out /tmp/report")
def run(
    select: options.SelectOrPapers = None,
    preset: options.Preset = "standard",
    seed: options.Seed = 0,
    device: options.Device = "auto",
    workers: options.Workers = None,
    dask: options.Dask = None,
    memory: options.Memory = "2G",
    json_log: options.JsonLog = None,
    budget: options.Budget = None,
    out: options.Out = DEFAULT_OUT,
    fresh: options.Fresh = False,
    strict: options.Strict = False,
    baseline: options.Baseline = None,
    figures: Annotated[
        bool, typer.Option("--figures/--no-figures", help="Collect and draw the figures beside the claims.")
    ] = True,
    whole: options.All = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Run claims: derive, measure, decide; write verdicts.json, report.html and report.md.

    Prints one screen of findings: counts, what fails, bounds, what holds. A file or folder names a paper of
    your own. An interrupted run is resumed by the same command. A verdict that differs from the baseline's is
    named and fails the command.
    """
    from ..baseline import expected as baselines
    from ..papers import index
    from ..report import output
    from ..user import arguments

    papers = index.read()
    files = arguments.paths(select, papers.topics)
    claims = () if files else index.select(papers.claims, select or ())
    output.require_usable(out, fresh=fresh)
    chosen, root = arguments.preset(preset), arguments.seed(seed)
    processes, size, seconds = arguments.workers(workers), arguments.memory(memory), arguments.budget(budget)
    expected, known = baselines.find(baseline, of=files)
    with ending_at_once(1 if dask else processes):
        where = _compute_device("cpu" if files else device, dask)
        from ..papers.plans import figures_of
        from . import baseline_check, session

    asked = run_options(chosen, root, where.device, processes, size)
    asked = replace(asked, budget=seconds, dask=dask, json_log=json_log, compute_device=where)
    plans = session.plans_of(claims, files, asked)
    drawn = figures_of(claims, asked) if figures else ()
    document = session.run_and_report(
        plans, asked, out, fresh=fresh, whole=whole, figures=drawn, tells=bool(files)
    )
    code = session.exit_code(document, strict=strict)
    if expected is not None or not files:
        code = baseline_check.hold_against(document, expected, known, code)
    raise typer.Exit(code)


def _compute_device(device: str, dask: str | None) -> ComputeDevice:
    """Where blocks are drawn: on this machine, or where the workers of a cluster are."""
    if dask is not None:
        from ..evidence.cluster import cluster_device

        return cluster_device(dask, device)
    from ..evidence.machine import local_device

    return local_device(device)
