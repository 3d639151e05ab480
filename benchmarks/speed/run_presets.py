r"""How long a run takes: wall time and processor time of every process, by topic and preset.

    python -m benchmarks.speed.run_presets [--topics conditioning] [--presets quick] \
        > benchmarks/results/run_presets.json

Each run begins with an empty folder; `cold` has an empty cache of derivations as well, `warm` that of
the run before. Processor time counts all processes: the command, the server of workers and the
workers. Where others use the machine, its load says so, and processor time tells more than wall time.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUBREAPER = 36
"""prctl's option by which orphans, as workers of a server that has ended, become children of this one."""

LOOP = 5_000_000


def main() -> None:
    """Measure each topic under each preset, and print one document."""
    arguments = parsed()
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        runs = [
            measured(topic, preset, state, Path(folder))
            for topic in arguments.topics
            for preset in arguments.presets
            for state in ("cold", "warm")
        ]
    print(json.dumps({"cpu": processor(), "cores": os.cpu_count(), "runs": runs}, indent=2))


def parsed() -> argparse.Namespace:
    """Topics and presets to measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--topics", nargs="+", default=["conditioning"])
    parser.add_argument("--presets", nargs="+", default=["quick"])
    return parser.parse_args()


def measured(topic: str, preset: str, state: str, folder: Path) -> dict[str, object]:
    """One run in a folder of its own; `cold` and `warm` share their cache of derivations."""
    cache, out = folder / f"cache-{topic}-{preset}", folder / f"{topic}-{preset}-{state}"
    command = [sys.executable, "-m", "theorycheck.cli", "run", topic, "--preset", preset]
    loop, load = loop_seconds(), os.getloadavg()[0]
    before, begun = spent(), time.monotonic()
    with subprocess.Popen(
        [*command, "--out", str(out)],
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.DEVNULL,
        cwd=folder,
    ) as process:
        code = process.wait()
        wall = time.monotonic() - begun
    reap()
    return {
        "topic": topic,
        "preset": preset,
        "derivations": state,
        "exit_code": code,
        "wall_s": round(wall, 1),
        "cpu_s": round(spent() - before, 1),
        "load_before": round(load, 1),
        "loop_s": round(loop, 3),
    }


def loop_seconds() -> float:
    """Processor time of a fixed loop: what a processor second is worth here and now."""
    start, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return time.process_time() - start


def spent() -> float:
    """Processor seconds of all processes that have ended below this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def reap() -> None:
    """Wait for every process that is left."""
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


if __name__ == "__main__":
    main()
