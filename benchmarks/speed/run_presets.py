r"""How long a run takes: wall time and processor time of every process, by topic and preset.

    python -m benchmarks.speed.run_presets [--topics conditioning] [--presets quick] \
        > benchmarks/results/run_presets.json

Each run begins with an empty folder; `cold` has an empty cache of derivations as well, `warm` that of
the run before. Processor time counts all processes: the command, the server of workers and the
workers. Where others use the machine, its load says so, and processor time tells more than wall time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from .processes import loop_seconds, timed
from .timing import device_name


def main() -> None:
    """Measure each topic under each preset, and print one document."""
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        runs = [
            measured(topic, preset, state, Path(folder))
            for topic in arguments.topics
            for preset in arguments.presets
            for state in ("cold", "warm")
        ]
    print(json.dumps({"cpu": device_name(), "cores": os.cpu_count(), "runs": runs}, indent=2))


def parsed() -> argparse.Namespace:
    """Topics and presets to measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--topics", nargs="+", default=["conditioning"])
    parser.add_argument("--presets", nargs="+", default=["quick"])
    return parser.parse_args()


def measured(topic: str, preset: str, state: str, folder: Path) -> dict[str, object]:
    """One run in a folder of its own; `cold` and `warm` share their cache of derivations."""
    cache, out = folder / f"cache-{topic}-{preset}", folder / f"{topic}-{preset}-{state}"
    command = [sys.executable, "-m", "theorycheck", "run", topic, "--preset", preset]
    loop, load = loop_seconds(), os.getloadavg()[0]
    run = timed([*command, "--out", str(out)], folder, {"XDG_CACHE_HOME": str(cache)})
    return {
        "topic": topic,
        "preset": preset,
        "derivations": state,
        "exit_code": run.exit_code,
        "wall_s": round(run.wall_s, 1),
        "cpu_s": round(run.cpu_s, 1),
        "load_before": round(load, 1),
        "loop_s": round(loop, 3),
    }


if __name__ == "__main__":
    main()
