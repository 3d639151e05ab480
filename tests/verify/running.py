"""Commands as a user types them, and runs in this process."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import theorycheck as verifier
from theorycheck import theory
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.run import RunOptions

OPTIONS = RunOptions(
    preset=PRESETS["quick"],
    seed=5,
    device="cpu",
    workers=1,
    memory=2**31,
    budget=None,
    command="theorycheck run",
)
"""Those of a quick run with one worker."""


def theorycheck(*words: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; `options` are those of `subprocess.run`."""
    command = [sys.executable, "-m", "theorycheck.cli", *map(str, words)]
    asked = {"capture_output": True, "text": True, "timeout": 600} | options
    return subprocess.run(command, check=False, **asked)


def stored(folder: Path) -> list[tuple[Any, ...]]:
    """The blocks in the store of a run, sorted."""
    with sqlite3.connect(folder / "evidence.sqlite") as connection:
        rows = connection.execute(
            "SELECT quantity, design_group, block, seed, statistic FROM blocks NATURAL JOIN groups"
        ).fetchall()
    connection.close()
    return sorted(rows)


WATCHED = """
import sys
walked = set()
def seen(frame, event, _):
    if event == "call" and frame.f_code.co_flags & 3 == 3:
        walked.add(frame.f_code.co_filename)
{before}
sys.setprofile(seen)
{watched}
sys.setprofile(None)
print(*walked, sep="\\n")
"""


def walked(before: str, watched: str) -> set[Path]:
    """Our files that have a function which a new process calls in the second part of a program."""
    program = WATCHED.format(before=before, watched=watched)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found = {Path(line).resolve() for line in done.stdout.splitlines()}
    packages = [Path(package.__file__).resolve().parent for package in (verifier, theory)]
    return {path for path in found if any(path.is_relative_to(package) for package in packages)}
