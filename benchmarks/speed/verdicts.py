"""What a verdict costs: CPU seconds of a whole run, for each claim that it decides."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from theorycheck.document import Document, Outcome
from theorycheck.papers.tables import TOPICS
from theorycheck.report import output

from .processes import timed
from .record import Row

PRESET: Final = "quick"
ROUTES: Final = ("derivations new", "derivations known")


def rows() -> list[Row]:
    """For each topic the CPU seconds of a quick run of it on one worker, and a decided claim's share: first
    with its derivations to be found, then with those that the first run has kept.
    """
    return [row for topic in TOPICS for row in _of_topic(topic)]


def _of_topic(topic: str) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as name:
        folder = Path(name)
        runs = {route: _run(topic, folder / route, folder / "cache") for route in ROUTES}
        first, _ = runs[ROUTES[0]]
        return [_row(topic, route, *one, first) for route, one in runs.items()]


def _run(topic: str, out: Path, cache: Path) -> tuple[float, Document]:
    """CPU seconds of a run, and its document."""
    command = [sys.executable, "-P", "-m", "theorycheck", "run", topic]
    options = ["--preset", PRESET, "--workers", "1", "--out", str(out)]
    run = timed([*command, *options], environment={"XDG_CACHE_HOME": str(cache)})
    return run.cpu_s, output.read(out)


def _row(topic: str, route: str, seconds: float, document: Document, first: float) -> Row:
    decided = sum(claim.verdict not in {Outcome.INCONCLUSIVE, Outcome.ERROR} for claim in document.claims)
    return Row(
        work=f"{PRESET} run of {topic}",
        route=route,
        seconds=seconds,
        faster=first / seconds,
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
