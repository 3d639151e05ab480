"""`ci`: claims against the baseline, for continuous integration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from . import options
from .process import ending_at_once, run_options

app = typer.Typer()

BADGES: Final = (".svg", ".json")
"""Kinds of badges."""


Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Folder of report and evidence; none by default.")
]
Severity = Annotated[
    str,
    typer.Option(
        "--severity", metavar="LEVEL", help="Least severity that fails the check: minor, major, critical."
    ),
]
Tags = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Only claims with this tag fail the check; may be repeated."),
]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit XML file.")]
Sarif = Annotated[Path | None, typer.Option("--sarif", metavar="FILE", help="Write a SARIF file.")]
GitHub = Annotated[
    bool,
    typer.Option("--github", help="Print annotations for GitHub's workflows, and add to the run's summary."),
]
Summary = Annotated[
    Path | None, typer.Option("--summary", metavar="FILE", help="Add a summary in Markdown to a file.")
]
Badges = Annotated[
    list[Path] | None,
    typer.Option("--badge", metavar="FILE", help="Write a badge: .svg, or .json for shields.io; repeatable."),
]


@app.command(epilog="Example: theorycheck ci conditioning --preset quick")
def ci(
    select: options.SelectOrPapers = None,
    preset: options.Preset = "quick",
    baseline: options.Baseline = None,
    device: options.Device = "auto",
    workers: options.Workers = None,
    memory: options.Memory = "2G",
    out: Out = None,
    fresh: options.Fresh = False,
    severity: Severity = "minor",
    tags: Tags = None,
    junit: Junit = None,
    sarif: Sarif = None,
    github: GitHub = False,
    summary: Summary = None,
    badges: Badges = None,
    whole: options.All = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Run claims at the baseline's seed and fail where a verdict differs from it.

    What differs is run again at a fresh seed before it fails. A claim that is expected to be
    refuted passes while it is refuted. Evidence that lies in DIR is continued, as by `run`.
    """
    from ..baseline import expected as baselines
    from ..evidence.machine import named_device
    from ..papers import index
    from ..report import output
    from ..user import arguments

    known = index.read()
    files = arguments.paths(select, known.topics)
    claims = () if files else index.select(known.claims, select or ())
    least = arguments.severity(severity)
    _require_badges(badges or ())
    chosen, processes, size = arguments.preset(preset), arguments.workers(workers), arguments.memory(memory)
    expected, where = baselines.in_force(baseline, of=files)
    section = baselines.section(expected, chosen.name)
    if out is not None:
        output.require_usable(out, fresh=fresh)
    with ending_at_once(processes):
        machine = "cpu" if files else named_device(device)
        from ..baseline.ci import FailingClaims, exit_code
        from . import baseline_check, session

    asked = run_options(chosen, section.seed, machine, processes, size)
    failing = FailingClaims(severity=least, tags=frozenset(tags or ()))
    with baseline_check.without_commands(github=github):
        plans = session.plans_of(claims, files, asked)
        finding = baseline_check.check_regression(
            plans, asked, section, where, out, failing, files, fresh=fresh
        )
        baseline_check.print_finding(finding, as_json=as_json, whole=whole)
    baseline_check.write_formats(
        finding, junit=junit, sarif=sarif, github=github, summary=summary, badges=badges or ()
    )
    raise typer.Exit(exit_code(finding))


def _require_badges(paths: Sequence[Path]) -> None:
    """Raise UsageError for a file that no badge is written to."""
    from ..errors import UsageError

    for path in paths:
        if path.suffix not in BADGES:
            raise UsageError(f"--badge {path}: a badge is an .svg file, or .json for shields.io.")
