"""A run as its user sees it: folder, progress, reports, table, exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from . import console, output
from .claim import Claim
from .document import Document, Outcome
from .errors import InterruptedRunError
from .run import RunOptions, plans_of, run


def run_and_report(
    claims: Sequence[Claim], options: RunOptions, out: Path, *, fresh: bool, strict: bool
) -> int:
    """Run claims into the folder `out`, print what was found, and return the exit code.

    Raises UsageError before anything is overwritten, InterruptedRunError on Ctrl-C.
    """
    plans = plans_of(claims, options)
    store = output.prepare(out, fresh=fresh)
    try:
        with console.Progress(total_claims=len(claims)) as progress:
            document = run(plans, options, store, progress)
            progress.says("writing the report")
            output.write(out, document)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"interrupted; the evidence so far is in {store}, and the same command resumes it."
        ) from None
    console.print_verdicts(document, out)
    return exit_code(document, strict=strict)


def exit_code(document: Document, *, strict: bool) -> int:
    """4 if a claim ended in error, 3 if strict and something is inconclusive, else 0."""
    outcomes = {claim.verdict for claim in document.claims}
    if Outcome.ERROR in outcomes:
        return 4
    return 3 if strict and Outcome.INCONCLUSIVE in outcomes else 0
