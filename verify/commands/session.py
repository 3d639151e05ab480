"""A run as its user sees it: folder, plan, progress, reports, verdicts, exit code."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Executor
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from ..claim import Claim
from ..document import Document, Outcome
from ..errors import InterruptedRunError, UsageError, attempted
from ..evidence.files import STORE
from ..evidence.progress import Log, unobserved
from ..report import output
from ..terminal import console
from ..terminal.progress import Progress
from ..terminal.verbosity import Verbosity, verbosity
from ..upgrade import encode
from ..wording.parts import numbered
from .options import PILOT_TIMEOUT
from .process import ending_as_interrupted

if TYPE_CHECKING:
    from ..evidence.figure_traces import FigurePlan
    from ..evidence.plan import Plan
    from ..evidence.power import Forecast
    from ..evidence.run import RunOptions
    from ..evidence.store import BlockKey, StoredBlock
    from ..user.asked import Asked
    from ..user.fit import Fits
    from ..user.sizing import Batch


def run_and_report(
    plans: Sequence[Plan],
    options: RunOptions,
    out: Path,
    *,
    fresh: bool,
    whole: bool,
    figures: Sequence[FigurePlan],
    tells: bool,
) -> Document:
    """Carry out plans into the folder `out`, print a screen or the `whole`, and return the document.

    Figures are collected and drawn too, and `tells` prints each verdict as it falls, those of cheap claims
    first. Raises UsageError before anything is overwritten, InterruptedRunError on Ctrl-C.
    """
    begun = time.monotonic()
    first = sorted(plans, key=lambda plan: promise(plan, None)) if tells else ()
    document = _carried_out(plans, options, out, fresh=fresh, figures=figures, first=first, tells=tells)
    took = time.monotonic() - begun
    console.print_verdicts(document, out, whole=whole, seconds=took, resumable=True)
    return document


def check_and_report(
    files: Sequence[Path],
    options: RunOptions,
    out: Path,
    *,
    timeout: float | None,
    fresh: bool,
    strict: bool,
    as_json: bool,
    whole: bool,
) -> int:
    """Check the claims of files: print the plan, run it into `out`, print findings, return the exit code.

    Without a `timeout` for the pilot no code of the files is run. Raises as `run_and_report` does.
    """
    from ..evidence.run import workforce

    asked = plans_of_files(files, options, timeout)
    console.print_faults(asked.faults)
    with workforce(asked.plans, options) as pool:
        quiet = verbosity() is Verbosity.QUIET
        forecasts = {} if quiet else _print_forecasts(asked.plans, options, pool)[0]
        drawn = {key: block for one in forecasts.values() for key, block in one.blocks.items()}
        first = sorted(asked.plans, key=lambda plan: promise(plan, forecasts.get(plan.claim.id)))
        document = _carried_out(
            asked.plans,
            options,
            out,
            fresh=fresh,
            pool=pool,
            pilot=drawn,
            first=first,
            as_json=as_json,
            tells=not quiet,
        )
    if as_json:
        print(encode(document), end="")
    else:
        console.print_check(document, out, asked.expected, whole=whole)
    return asked.exit_code(check_exit_code(document, asked.expected, strict=strict))


def forecast_files(files: Sequence[Path], options: RunOptions, timeout: float | None) -> int:
    """Read the claims of files, try each simulator, and say what is amiss and what they will cost.

    Nothing is gathered. Returns 4 where a claim could not be read or tried, else 0.
    """
    from ..evidence.run import workforce

    asked = plans_of_files(files, options, timeout)
    console.print_faults(asked.faults)
    console.print_faults([UsageError(p.resolved.failure) for p in asked.plans if p.resolved.failure])
    with workforce(asked.plans, options) as pool:
        sound = [plan for plan in asked.plans if not plan.resolved.failure]
        _, faults = _print_forecasts(sound, options, pool)
    console.print_faults(faults)
    return 4 if asked.faults or faults or len(sound) < len(asked.plans) else 0


def promise(plan: Plan, expected: Forecast | None) -> tuple[bool, float]:
    """The place of a plan in a batch: the cheap before the dear, what cannot be decided last."""
    hopeless = expected is not None and expected.power == 0
    return hopeless, plan.resolved.seconds


def _print_forecasts(
    plans: Sequence[Plan], options: RunOptions, pool: Executor
) -> tuple[dict[str, Forecast], list[UsageError]]:
    """Say of each plan, the cheap ones first, what it will cost and can decide.

    A function that fails in its first blocks is told among the second: a run makes it the error of its claim.
    """
    from ..evidence.power import forecast_on

    found, faults = {}, []
    for plan in sorted(plans, key=lambda plan: promise(plan, None)):
        expected = attempted(forecast_on, pool, plan, options.preset.simulations, options.seed)
        if isinstance(expected, UsageError):
            faults.append(expected)
            continue
        console.print_forecast(plan, options.preset, expected)
        found[plan.claim.id] = expected
    return found, faults


def report_fit(fits: Fits, out: Path | None, *, fresh: bool, strict: bool, as_json: bool, plot: bool) -> int:
    """Print what was fitted, write it into `out` where that is given, and return the exit code.

    Of several laws on a table the best one counts, and a table that was left out as in a batch of claims.
    """
    document = fits.document
    console.print_faults(fits.faults)
    if out is not None:
        with output.prepared(out, fresh=fresh, resumes=False):
            output.write(out, document)
    if as_json:
        print(encode(document), end="")
    else:
        console.print_fitted(document, out, plot=plot)
    counted = [claim for claim in document.claims if claim.id not in fits.behind]
    code = check_exit_code(msgspec.structs.replace(document, claims=counted), {}, strict=strict)
    return 4 if fits.faults else code


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
        asked = plans_of_files(files, options, arguments.timeout(PILOT_TIMEOUT))
        for fault in asked.faults:
            raise fault
        return asked.plans
    return plans.plans_of(claims, options)


@dataclass(frozen=True, kw_only=True)
class OfFiles:
    """The plan of each claim of files, the verdict that it expects, and what is amiss with those left out."""

    plans: tuple[Plan, ...]
    expected: Mapping[str, Outcome | None]
    faults: tuple[UsageError, ...]

    def exit_code(self, code: int) -> int:
        """4 where claims could not be read, else the code."""
        return 4 if self.faults else code


def plans_of_files(files: Sequence[Path], options: RunOptions, timeout: float | None) -> OfFiles:
    """The plan of each claim; one that cannot be measured has a plan that says so.

    Without a `timeout` for the pilot no code of the files is run. Raises UsageError where no claim is sound.
    """
    from ..evidence.plan import plan_of
    from ..user.asked import read_files
    from ..user.resolve import unresolved
    from ..user.sandbox import Sandbox
    from ..user.sizing import Batch

    with Sandbox(timeout or 0.0) as sandbox:
        claims, faults = read_files(files, sandbox if timeout else None)
        batch = Batch(claims, sandbox if timeout else None)
        found = [attempted(_plan, claim, batch, options) for claim in claims]
    failed = [one for one in found if isinstance(one, UsageError)]
    if len(failed) == len(found):
        raise UsageError("\n".join(str(fault) for fault in (*faults, *failed)))
    plans = [
        plan_of(unresolved(claim, one), options.preset) if isinstance(one, UsageError) else one
        for claim, one in zip(claims, found, strict=True)
    ]
    expected = {claim.entry.id: claim.entry.expect for claim in claims}
    return OfFiles(plans=tuple(plans), expected=expected, faults=faults)


def _plan(claim: Asked, batch: Batch, options: RunOptions) -> Plan:
    """The plan of a claim of a file; raises UsageError where it cannot be measured."""
    from ..evidence.plan import plan_of
    from ..user.resolve import resolved

    try:
        return plan_of(resolved(claim, batch.sandbox, batch), options.preset)
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError(f"{claim.where}: {error} Change [grid] or [domain].") from error


def _carried_out(
    plans: Sequence[Plan],
    options: RunOptions,
    out: Path,
    *,
    fresh: bool,
    pool: Executor | None = None,
    figures: Sequence[FigurePlan] = (),
    pilot: Mapping[BlockKey, StoredBlock] | None = None,
    first: Sequence[Plan] = (),
    as_json: bool = False,
    tells: bool = False,
) -> Document:
    """The document of the plans, run and written into the folder `out`; `tells` each verdict as it falls.

    What was found until an interruption is written, and printed unless the caller prints `as_json`.
    """
    from ..evidence.run import Interrupted, run

    store = out / STORE
    try:
        shown = Progress(
            claims=len(plans),
            workers=options.workers,
            log=unobserved if options.json_log is None else Log.to(options.json_log),
            tells_verdicts=tells and len(plans) > 1,
        )
        with output.prepared(out, fresh=fresh), shown as progress:
            if options.workers > 1:
                # What a report needs is made ready while workers draw.
                Thread(target=output.load_reports, daemon=True).start()
            try:
                with ending_as_interrupted():
                    document = run(plans, options, store, progress, pool, figures, pilot, first)
            except Interrupted as ended:
                if ended.document.claims:
                    output.write(out, ended.document)
                raise
            progress.says("writing the report")
            output.write(out, document)
            return document
    except Interrupted as ended:
        if ended.document.claims and not as_json:
            console.print_verdicts(ended.document, out)
        decided = sum(one.verdict is not Outcome.INCONCLUSIVE for one in ended.document.claims)
        cause = f"interrupted with {decided} of {numbered(len(plans), 'claim')} decided"
    except KeyboardInterrupt:
        cause = "interrupted"
    except CancelledError:
        cause = "the workers are gone"
    raise InterruptedRunError(f"{cause}; the evidence so far is in {store}, and the same command resumes it.")
