"""CPU seconds that short commands take, and which packages they spend their start on.

    python -m benchmarks.speed.startup [--repeats N] [--json FILE]

Each command runs in a folder of its own, and the least of the repeats counts. Processes that
outlive their parent are counted too (Linux). Every command runs once before, so that modules are compiled and
indices written, as they are where a command is used. Where the start goes is told by `python -X importtime`,
whose microseconds are of the wall clock and so are given as shares.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from .run_presets import SUBREAPER, reap, spent

COMMANDS = {
    "help": ("--help",),
    "list": ("list",),
    "fit": ("fit", "four.csv", "--law", "C*sqrt(d)"),
    "check": ("check", "memory.toml", "--preset", "quick", "--fresh"),
}
TABLE = "d,mean,stderr\n16,4.1,0.05\n64,8.0,0.1\n256,16.2,0.2\n1024,31.8,0.4\n"


def cpu_seconds(command: list[str], folder: Path) -> float:
    """User and system time of a command with all its processes."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = spent()
    subprocess.run(command, cwd=folder, env=kept, capture_output=True, check=True)
    reap()
    return spent() - before


def import_shares(program: str, arguments: tuple[str, ...], folder: Path) -> dict[str, float]:
    """The shares of packages in the time that a command and the processes it starts spend on imports."""
    command = [str(Path(program).with_name("python")), "-X", "importtime", program, *arguments]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stderr
    reap()
    found: Counter[str] = Counter()
    for own, module in re.findall(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$", lines, flags=re.MULTILINE):
        found[module.partition(".")[0]] += int(own)
    total = sum(found.values())
    return {package: round(own / total, 3) for package, own in found.most_common(8)}


def measure(repeats: int, names: list[str]) -> dict[str, dict[str, object]]:
    """By command the least CPU seconds, and the shares of imports."""
    program = str(Path(sys.executable).with_name("theorycheck"))
    found: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "four.csv").write_text(TABLE)
        subprocess.run([program, "new", "memory"], cwd=folder, capture_output=True, check=True)
        for command in names:
            words = COMMANDS[command]
            _, *seconds = (cpu_seconds([program, *words], folder) for _ in range(repeats + 1))
            imports = import_shares(program, words, folder)
            found[command] = {"cpu_seconds": round(min(seconds), 2), "imports": imports}
            print(command, json.dumps(found[command]), flush=True)
    return found


def main() -> None:
    """Measure, print a line a command, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commands", nargs="*", default=list(COMMANDS), help="of " + ", ".join(COMMANDS))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    found = measure(options.repeats, options.commands)
    if options.json:
        known = json.loads(options.json.read_text()) if options.json.exists() else {}
        options.json.write_text(json.dumps(known | found, indent=1) + "\n")


if __name__ == "__main__":
    main()
