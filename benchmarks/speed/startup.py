"""CPU seconds that short commands take, and which packages they spend their start on.

    python -m benchmarks.speed.startup [NAME...] [--repeats N] [--json FILE]

Each command runs in a folder of its own, and the least of the repeats counts. Processes that
outlive their parent are counted too (Linux). Every command runs once before, so that modules are compiled and
indices written, as they are where a command is used. Where the start goes is told by `python -X importtime`,
whose microseconds are of the wall clock and so are given as shares.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from .figures import Figures, measurement
from .processes import timed

COMMANDS = {
    "help": ("--help",),
    "list": ("list",),
    "fit": ("fit", "four.csv", "--law", "C*sqrt(d)"),
    "check": ("check", "memory.toml", "--preset", "quick", "--fresh"),
}
TABLE = "d,mean,stderr\n16,4.1,0.05\n64,8.0,0.1\n256,16.2,0.2\n1024,31.8,0.4\n"


def import_shares(program: str, arguments: tuple[str, ...], folder: Path) -> dict[str, float]:
    """The shares of packages in the time that a command and the processes it starts spend on imports."""
    command = [str(Path(program).with_name("python")), "-X", "importtime", program, *arguments]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stderr
    found: Counter[str] = Counter()
    for own, module in re.findall(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$", lines, flags=re.MULTILINE):
        found[module.partition(".")[0]] += int(own)
    total = sum(found.values())
    return {package: round(own / total, 3) for package, own in found.most_common(8)}


def measured(program: str, words: tuple[str, ...], folder: Path, repeats: int) -> Figures:
    """The least CPU seconds of a command after one that warms up, and the shares of imports."""
    kept = {"PYTHONDONTWRITEBYTECODE": ""}
    _, *found = (timed([program, *words], folder, kept) for _ in range(repeats + 1))
    if any(one.exit_code for one in found):
        raise RuntimeError(f"theorycheck {' '.join(words)} has failed.")
    seconds = min(one.cpu_s for one in found)
    return {"cpu_seconds": round(seconds, 2), "imports": import_shares(program, words, folder)}


def main() -> None:
    """Measure commands in a folder that has what they are about."""
    program = str(Path(sys.executable).with_name("theorycheck"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "four.csv").write_text(TABLE)
        subprocess.run([program, "new", "memory"], cwd=folder, capture_output=True, check=True)
        work = {command: partial(measured, program, words, folder) for command, words in COMMANDS.items()}
        measurement(__doc__, work)


if __name__ == "__main__":
    main()
