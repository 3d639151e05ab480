"""What a verdict costs: CPU seconds of a whole run, for each claim that it decides."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from theorycheck.document import Outcome
from theorycheck.papers.tables import TOPICS
from theorycheck.report import output

from .record import Row

PRESET: Final = "quick"


def rows() -> list[Row]:
    """A row for each topic: CPU seconds of a quick run of it on one worker, and a decided claim's share."""
    return [_row(topic) for topic in TOPICS]


def _row(topic: str) -> Row:
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as folder:
        out = Path(folder) / "run"
        command = [sys.executable, "-P", "-m", "theorycheck.cli", "run", topic]
        options = ["--preset", PRESET, "--workers", "1", "--out", str(out)]
        before = os.times()
        subprocess.run([*command, *options], check=False, capture_output=True)
        after = os.times()
        document = output.read(out)
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    decided = sum(claim.verdict not in {Outcome.INCONCLUSIVE, Outcome.ERROR} for claim in document.claims)
    return Row(
        work=f"{PRESET} run of {topic}",
        route="one worker",
        seconds=seconds,
        faster=1.0,
        also={
            "claims": len(document.claims),
            "decided": decided,
            "s a decided claim": seconds / max(1, decided),
            "s of trials": sum(claim.seconds for claim in document.claims),
            "s of trials that decided nothing": sum(
                claim.seconds for claim in document.claims if claim.verdict is Outcome.INCONCLUSIVE
            ),
        },
    )
