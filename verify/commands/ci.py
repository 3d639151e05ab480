"""`ci`: claims against the baseline, for continuous integration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from . import options
from .process import command_line, ending_at_once

if TYPE_CHECKING:
    from ..baseline.expected import Section

app = typer.Typer()

BADGES: Final = (".svg", ".json")
"""Kinds of badges."""


@app.command(epilog="Example: theorycheck ci conditioning --preset quick")
def ci(
    select: options.SelectOrPapers = None,
    preset: options.Preset = "quick",
    baseline: options.Baseline = None,
    device: options.Device = "auto",
    workers: options.Workers = None,
    memory: options.Memory = "2G",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder of report and evidence; none by default."),
    ] = None,
    fresh: options.Fresh = False,
    severity: Annotated[
        str,
        typer.Option(
            "--severity", metavar="LEVEL", help="Least severity that fails the check: minor, major, critical."
        ),
    ] = "minor",
    tags: Annotated[
        list[str] | None,
        typer.Option(
            "--tag", metavar="TAG", help="Only claims with this tag fail the check; may be repeated."
        ),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit XML file.")
    ] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", metavar="FILE", help="Write a SARIF file.")] = None,
    github: Annotated[
        bool,
        typer.Option(
            "--github", help="Print annotations for GitHub's workflows, and add to the run's summary."
        ),
    ] = False,
    summary: Annotated[
        Path | None, typer.Option("--summary", metavar="FILE", help="Add a summary in Markdown to a file.")
    ] = None,
    badges: Annotated[
        list[Path] | None,
        typer.Option(
            "--badge", metavar="FILE", help="Write a badge: .svg, or .json for shields.io; repeatable."
        ),
    ] = None,
    whole: options.All = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Run claims at the baseline's seed and fail where a verdict differs from it.

    What differs is run again at a fresh seed before it fails. A claim that is expected to be
    refuted passes while it is refuted. Evidence that lies in DIR is gone on with, as `run` does.
    """
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
    section, where = _section(baseline, files, chosen.name)
    if out is not None:
        output.require_usable(out, fresh=fresh)
    with ending_at_once(processes):
        machine = "cpu" if files else named_device(device)
        from ..baseline.ci import FailingClaims, exit_code
        from ..evidence.run import RunOptions
        from . import baseline_check, session

    asked = RunOptions(
        preset=chosen,
        seed=section.seed,
        device=machine,
        workers=processes if machine == "cpu" else 1,
        memory=size,
        command=command_line(),
    )
    with baseline_check.without_commands(github=github):
        finding = baseline_check.check_regression(
            session.plans_of(claims, files, asked),
            asked,
            section,
            where,
            out,
            FailingClaims(severity=least, tags=frozenset(tags or ())),
            files,
            fresh=fresh,
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


def _section(baseline: Path | None, files: Sequence[Path], preset: str) -> tuple[Section, str]:
    """The entries of a preset in the baseline that is in force, and where that is; UsageError without one."""
    from ..baseline import expected as baselines
    from ..errors import UsageError

    expected, where = baselines.find(baseline, of=files)
    if expected is None:
        raise UsageError("There is no baseline; write one with `theorycheck baseline update --reason ...`.")
    return baselines.section(expected, preset), where
