"""Digests of one small block of each simulator, bit for bit: `python -m benchmarks.golden.blocks write`.

The bits hold on one family of processors, with one version of torch and one mode of its libraries, so the
file has a table for each. An entry is named by quantity and version: whoever means to draw other numbers
raises the version. `write` adds the entries that are missing and drops those of quantities that are gone; it
never replaces one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import torch
from theorycheck.evidence import routes
from theorycheck.evidence.machine import library_modes, processor_family
from theorycheck.evidence.processes import work_reproducibly
from theorycheck.numerics.estimate import to_bytes
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity

FILE: Final = Path(__file__).parent / "blocks.json"
_TRIALS: Final = 4
_HEX: Final = 16
_ELSEWHERE: Final[Mapping[str, tuple[int, int]]] = {
    "associative_memory.learned_error": (1, 16),
    "associative_memory.lower_multiple_sampled": (13, 4),
    "associative_memory.rectified_token": (0, 64),
    "conditioning.clean_up_failure": (1, 16),
    "conditioning.item_failure": (1, 16),
    "conditioning.retrieval_failure": (1, 64),
    "markov_chains.end_ratio": (0, 16),
}
"""Group and trials where four trials of the first group are all zero, and any simulator would draw them."""
_EASIER: Final = {"associative_memory.rectified_token": {"d": 4, "eta": 0.1, "P": 30, "M": 5}}
"""Points beside the design where failures are not too rare to be drawn."""


def environment() -> str:
    """What the bits of a block depend on beside its key."""
    return f"{processor_family()}; torch {torch.__version__}; {library_modes()}"


def simulators() -> dict[str, SampledQuantity]:
    """Every sampled quantity by its name and version."""
    found = (quantity for topic in routes.topics() for quantity in routes.quantities(topic).values())
    return {f"{x.name}@{x.version}": x for x in found if isinstance(x, SampledQuantity)}


def digest(quantity: SampledQuantity) -> str:
    """The digest of four trials, in two chunks, of the first group, or of what shows more."""
    place, wanted = _ELSEWHERE.get(quantity.name, (0, _TRIALS))
    group = quantity.groups[place]
    if easier := _EASIER.get(quantity.name):
        group = DesignGroup.sized(shared=easier, trials_per_block=wanted)
    trials = min(wanted, group.trials_per_block)
    group = replace(group, trials_per_block=trials, trials_per_chunk=(trials + 1) // 2)
    return hashlib.sha256(to_bytes(sample_block(quantity, group, 0, 0, "cpu"))).hexdigest()[:_HEX]


def stored() -> dict[str, dict[str, str]]:
    """The digests of each environment."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def completed(table: Mapping[str, str]) -> dict[str, str]:
    """The table with an entry for each simulator of today, known ones as they are."""
    return {name: table.get(name) or digest(quantity) for name, quantity in sorted(simulators().items())}


def main() -> None:
    """Add what is missing to the table of this environment."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("task", choices=["write"])
    parser.parse_args()
    work_reproducibly()
    torch.set_num_threads(1)
    known = stored() if FILE.exists() else {}
    known[environment()] = completed(known.get(environment(), {}))
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
