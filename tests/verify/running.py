"""Commands as a user types them, and runs in this process."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

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
