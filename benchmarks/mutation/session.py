"""A survey as its user sees it: evidence, work on a pool of processes, reports, exit code."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from theorycheck.claim import Claim
from theorycheck.errors import CheckFailedError, InterruptedRunError, UsageError
from theorycheck.evidence.run import RunOptions
from theorycheck.evidence.work import executor
from theorycheck.papers.tables import CLAIMS
from theorycheck.report import output
from theorycheck.upgrade import encode

from . import report
from .gathering import gathered
from .printing import print_left_out, print_survey, progress
from .sample import Sample
from .stored import decided_in, stored
from .survey import carried_out, survey, works

RUN: Final = "run"
"""The folder under --out of a run made for the survey."""


def mutate_and_report(
    claims: Sequence[Claim],
    options: RunOptions,
    source: Path | None,
    out: Path,
    *,
    sample: Sample,
    as_json: bool,
) -> int:
    """Survey the claims on the evidence in `source`, write and print what was found; 0 or 1.

    Without a `source` the claims are run into a folder of `out` first. Claims that the run in `source`
    did not decide are named and left out.

    Raises UsageError, InterruptedRunError on Ctrl-C, and, once all else is written, CheckFailedError where
    the mutants of something could not be made.
    """
    folder = source or gathered(claims, options, out / RUN)
    chosen = decided_in(folder, claims)
    if not chosen:
        raise UsageError(f"{folder} decided none of these claims; select others, or run them into it.")
    print_left_out(folder, [claim.id for claim in claims if claim not in chosen])
    whole = {claim.topic for claim in claims} - {claim.topic for claim in CLAIMS if claim not in claims}
    todo = works(stored(folder, chosen), whole, sample)
    try:
        # Always processes of their own: a mutant that wanders off is ended by an alarm there.
        with executor(options.workers, user_code=True) as pool, progress(len(todo)) as done:
            fates, unmade = carried_out(todo, pool, done)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            "interrupted; nothing was written, and the evidence is as it was."
        ) from None
    version = metadata.version("theorycheck")
    found = survey(fates, output.read(folder).preset, version, unmade=unmade, sample=sample)
    report.write(out, found)
    if as_json:
        print(encode(found), end="")
    else:
        print_survey(found, out)
    if unmade:
        names = ", ".join(one.target for one in unmade)
        raise CheckFailedError(f"No mutants could be made of {names}: {out / report.MARKDOWN} says why.")
    return 0 if found.passes else 1
