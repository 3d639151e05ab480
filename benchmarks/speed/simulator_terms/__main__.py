"""Measure simulators beside the compiled terms of their outputs.

python -m benchmarks.speed.simulator_terms [NAME...] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from .comparison import factor
from .table import TABLE


def main() -> None:
    """Measure, print a line a quantity, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="words of names; all where none is given")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = {}
    for entry in TABLE:
        if not options.names or any(word in entry.quantity for word in options.names):
            name = f"{entry.quantity}@{entry.group}"
            found[name] = factor(entry)
            print(f"{name:48s}", json.dumps(found[name]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
