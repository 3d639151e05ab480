"""A measurement of time as a command: a line for each thing that is timed, and a file of all figures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Figures = dict[str, Any]
REPEATS = 5


def measurement(about: str | None, work: Mapping[str, Callable[[int], Figures]]) -> None:
    """Measure what words of names choose, else all of it; a file keeps the figures of what is not chosen.

    Each work takes how often it is repeated.
    """
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="words of names; all where none is given")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    is_part = options.names and options.json and options.json.is_file()
    known = json.loads(options.json.read_text()) if is_part else {}
    for name, measure in work.items():
        if not options.names or any(word in name for word in options.names):
            known[name] = measure(options.repeats)
            print(f"{name:48s}", json.dumps(known[name]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(known, indent=1) + "\n")
