"""A run as its user sees it: folder, plan, progress, reports, verdicts, exit code."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Executor
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from ..claim import Claim
from ..document import Document, Outcome
from ..errors import InterruptedRunError, UsageError
from ..evidence.files import STORE
from ..evidence.progress import Log, Observer, unobserved
from ..report import output
from ..terminal import console
from ..terminal.progress import Progress
from ..terminal.verbosity import Verbosity, verbosity
from .options import PILOT_TIMEOUT

if TYPE_CHECKING:
    from ..evidence.figure_traces import FigurePlan
    from ..evidence.plan import Plan
    from ..evidence.run import RunOptions
    from ..evidence.store import BlockKey, StoredBlock


def run_and_report(
    plans: Sequence[Plan],
    options: RunOptions,
    out: Path,
    *,
    fresh: bool,
    strict: bool,
    whole: bool = False,
    figures: Sequence[FigurePlan] = (),
) -> int:
    """Carry out plans into the folder `out`, print a screen or the `whole`, and return the exit code.

    Figures are collected and drawn too. Raises UsageError before anything is overwritten,
    InterruptedRunError on Ctrl-C.
    """
    begun = time.monotonic()
    document = _carried_out(plans, options, out, fresh=fresh, figures=figures)
    console.print_verdicts(document, out, whole=whole, seconds=time.monotonic() - begun)
    return exit_code(document, strict=strict)


def check_and_report(
    files: Sequence[Path],
    options: RunOptions,
    out: Path,
    *,
    timeout: float | None,
    fresh: bool,
    strict: bool,
    as_json: bool,
    whole: bool = False,
) -> int:
    """Check the claims of files: print the plan, run it into `out`, print findings, return the exit code.

    Without a `timeout` for the pilot no code of the files is run. Raises as `run_and_report` does.
    """
    from ..evidence.run import workforce

    plans, expected = plans_of_files(files, options, timeout)
    with workforce(plans, options) as pool:
        drawn = {} if verbosity() is Verbosity.QUIET else _print_forecasts(plans, options, pool)
        document = _carried_out(plans, options, out, fresh=fresh, pool=pool, pilot=drawn)
    if as_json:
        print(output.encode(document), end="")
    else:
        console.print_check(document, out, expected, whole=whole)
    return check_exit_code(document, expected, strict=strict)


def _print_forecasts(
    plans: Sequence[Plan], options: RunOptions, pool: Executor
) -> dict[BlockKey, StoredBlock]:
    """Say of each plan what it will cost and can decide; the blocks that were drawn for that."""
    from ..evidence.power import forecast_on

    drawn: dict[BlockKey, StoredBlock] = {}
    for plan in plans:
        expected = forecast_on(pool, plan, options.preset.simulations, options.seed)
        console.print_forecast(plan, options.preset, expected)
        drawn |= expected.blocks
    return drawn


def report_fit(
    document: Document, out: Path | None, *, fresh: bool, strict: bool, as_json: bool, plot: bool = False
) -> int:
    """Print what a fit found, write it into `out` where that is given, and return the exit code."""
    if out is not None:
        with output.prepared(out, fresh=fresh):
            output.write(out, document)
    if as_json:
        print(output.encode(document), end="")
    else:
        console.print_fitted(document, out, plot=plot)
    return check_exit_code(document, {}, strict=strict)


def exit_code(document: Document, *, strict: bool) -> int:
    """4 if a claim ended in error, 3 if strict and something is inconclusive, else 0."""
    outcomes = {claim.verdict for claim in document.claims}
    if Outcome.ERROR in outcomes:
        return 4
    return 3 if strict and Outcome.INCONCLUSIVE in outcomes else 0


def check_exit_code(document: Document, expected: Mapping[str, Outcome | None], *, strict: bool) -> int:
    """4 if a claim ended in error, 1 if one is refuted or differs from what is expected, then as above."""
    code = exit_code(document, strict=strict)
    surprising = any(console.surprises(claim, expected.get(claim.id)) for claim in document.claims)
    return 1 if surprising and code != 4 else code  # noqa: PLR2004 - an exit code


def plans_of(claims: Sequence[Claim], files: Sequence[Path], options: RunOptions) -> tuple[Plan, ...]:
    """The plans of a user's papers where files are named, else of claims of the tables."""
    from ..papers import plans
    from ..user import arguments

    if files:
        return plans_of_files(files, options, arguments.timeout(PILOT_TIMEOUT))[0]
    return plans.plans_of(claims, options)


def plans_of_files(
    files: Sequence[Path], options: RunOptions, timeout: float | None
) -> tuple[tuple[Plan, ...], dict[str, Outcome | None]]:
    """The plan of each claim, and the verdict that its file expects.

    Without a `timeout` for the pilot no code of the files is run. Raises UsageError for what is amiss.
    """
    from ..evidence.plan import plan_of
    from ..user.resolve import asked, resolved
    from ..user.sandbox import Sandbox

    with Sandbox(timeout or 0.0) as sandbox:
        allowed = sandbox if timeout else None
        claims = asked(files, allowed)
        plans = []
        for claim in claims:
            try:
                plans.append(plan_of(resolved(claim, allowed), options.preset))
            except UsageError:
                raise
            except ValueError as error:
                raise UsageError(f"{claim.where}: {error} Change [grid] or [domain].") from error
    return tuple(plans), {claim.entry.id: claim.entry.expect for claim in claims}


def _log(options: RunOptions) -> Observer:
    return unobserved if options.json_log is None else Log.to(options.json_log)


def _carried_out(
    plans: Sequence[Plan],
    options: RunOptions,
    out: Path,
    *,
    fresh: bool,
    pool: Executor | None = None,
    figures: Sequence[FigurePlan] = (),
    pilot: Mapping[BlockKey, StoredBlock] | None = None,
) -> Document:
    """The document of the plans, run and written into the folder `out`."""
    from ..evidence.run import run

    store = out / STORE
    try:
        with (
            output.prepared(out, fresh=fresh),
            Progress(claims=len(plans), workers=options.workers, log=_log(options)) as progress,
        ):
            if options.workers > 1:
                # What a report needs is made ready while workers draw.
                Thread(target=output.load_reports, daemon=True).start()
            document = run(plans, options, store, progress, pool, figures, pilot)
            progress.says("writing the report")
            output.write(out, document)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"interrupted; the evidence so far is in {store}, and the same command resumes it."
        ) from None
    except CancelledError:
        raise InterruptedRunError(
            f"the workers are gone; the evidence so far is in {store}, and the same command resumes it."
        ) from None
    return document
