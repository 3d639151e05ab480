"""Evidence for a survey that names no run: the selection is run first, at preset quick."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from theorycheck.claim import Claim
from theorycheck.errors import InterruptedRunError
from theorycheck.evidence.run import RunOptions, run
from theorycheck.papers.plans import plans_of
from theorycheck.report import output
from theorycheck.terminal.progress import Progress


def gathered(claims: Sequence[Claim], options: RunOptions, folder: Path) -> Path:
    """Run the claims into the folder, or resume them there, and return it.

    Raises UsageError as a run does, InterruptedRunError on Ctrl-C.
    """
    plans = plans_of(claims, options)
    try:
        with (
            output.prepared(folder, fresh=False) as store,
            Progress(claims=len(plans)) as progress,
        ):
            document = run(plans, options, store, progress)
            output.write(folder, document)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"interrupted; the evidence so far is in {folder}, and the same command resumes it."
        ) from None
    return folder
