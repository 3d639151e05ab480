"""A calibration as its user sees it: folder, progress, page, exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from theorycheck.errors import InterruptedRunError
from theorycheck.evidence.files import write_text
from theorycheck.evidence.work import executor
from theorycheck.upgrade import encode

from .campaign import Preset, carry_out, counted
from .document import Calibration, calibration
from .page import markdown
from .row import Row
from .stored_counts import StoredCounts
from .terminal import Progress, print_criteria

JSON: Final = "calibration.json"
PAGE: Final = "calibration.md"


def calibrate(
    rows: Sequence[Row], asked: Preset, seed: int, workers: int, out: Path, *, fresh: bool, as_json: bool
) -> int:
    """Carry a calibration out into a folder and return 0 where every criterion is reached, else 1.

    Raises UsageError for a folder that cannot be used, InterruptedRunError on Ctrl-C.
    """
    with StoredCounts.open(out, seed, fresh=fresh) as stored:
        try:
            with Progress() as progress, executor(workers) as pool:
                counts = carry_out(rows, asked, seed, stored, pool, progress)
        except KeyboardInterrupt:
            counts = counted(rows, asked, stored)
            begun = [row for row in rows if counts[row.name].runs]
            write(out, calibration(begun, counts, asked, seed))
            raise InterruptedRunError(
                f"interrupted; {out / PAGE} is of what was counted, and the same command goes on."
            ) from None
    found = calibration(rows, counts, asked, seed)
    write(out, found)
    if as_json:
        print(encode(found), end="")
    else:
        print_criteria(found, out / PAGE)
    return 0 if found.reached else 1


def write(out: Path, found: Calibration) -> None:
    """Write the document and its page into the folder."""
    write_text(out / JSON, encode(found))
    write_text(out / PAGE, markdown(found))
