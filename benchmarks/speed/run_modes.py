"""What library modes do to numbers and time: `theorycheck ci` in each mode, by processor time and outcome.

    python -m benchmarks.speed.run_modes [SELECT...] [--repeats 3] > benchmarks/results/run_modes.json

A mode is a list of environment variables that the libraries of arithmetic read when they load. Those of
other instruction sets stand in for other processors; a run in one is a run on another family, and is held
to the baseline like it. Runs alternate between modes, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from .processes import loop_seconds, timed
from .timing import device_name

MODES = {
    "as set by the command": {},
    "MKL's own choice": {"MKL_CBWR": ""},
    "MKL's branch for this processor": {"MKL_CBWR": "AUTO"},
    "torch without vectors": {"ATEN_CPU_CAPABILITY": "default"},
    "torch with AVX2": {"ATEN_CPU_CAPABILITY": "avx2"},
    "all libraries without vectors": {
        "ATEN_CPU_CAPABILITY": "default",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3",
        "OPENBLAS_CORETYPE": "Nehalem",
    },
}
"""What each mode adds to the environment."""


def main() -> None:
    """Measure each mode as often as asked, in turn, and print one document."""
    arguments = parsed()
    names = arguments.modes or list(MODES)
    with tempfile.TemporaryDirectory() as folder:
        runs = [
            measured(name, arguments.select, Path(folder)) for _ in range(arguments.repeats) for name in names
        ]
    json.dump({"cpu": device_name(), "cores": os.cpu_count(), "runs": runs}, sys.stdout, indent=2)


def parsed() -> argparse.Namespace:
    """Claims, modes and how often."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("select", nargs="*", help="claims, as `theorycheck ci` takes them; all by default")
    parser.add_argument("--modes", nargs="+", choices=MODES, metavar="MODE")
    parser.add_argument("--repeats", type=int, default=1)
    return parser.parse_args()


def measured(name: str, select: list[str], folder: Path) -> dict[str, object]:
    """One run in a mode: processor seconds of all its processes, and what it found."""
    command = [sys.executable, "-m", "theorycheck", "ci", *select, "--preset", "quick", "--json"]
    loop = loop_seconds()
    with tempfile.TemporaryDirectory(dir=folder) as out:
        run = timed([*command, "--out", f"{out}/run"], folder, MODES[name])
        blocks = seconds_of_blocks(Path(out) / "run" / "evidence.sqlite")
    found = json.loads(run.out)
    return {
        "mode": name,
        "exit_code": run.exit_code,
        "cpu_s": round(run.cpu_s, 1),
        "blocks_s": blocks,
        "wall_s": round(run.wall_s, 1),
        "loop_s": round(loop, 3),
        "compared": len(found["compared"]),
        "equal": len(found["identical"]),
        "run_again": len(found["rerun"]),
        "regressions": [regression["sentence"] for regression in found["regressions"]],
    }


def seconds_of_blocks(store: Path) -> dict[str, float]:
    """Processor seconds of the blocks of a run: drawn, and computed."""
    with closing(sqlite3.connect(store)) as connection:
        rows = connection.execute(
            "SELECT device = 'exact', sum(seconds) FROM blocks NATURAL JOIN groups GROUP BY 1"
        ).fetchall()
    return {("computed" if exact else "drawn"): round(seconds, 1) for exact, seconds in rows}


if __name__ == "__main__":
    main()
