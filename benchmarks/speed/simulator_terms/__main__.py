"""Measure simulators beside the compiled terms of their outputs.

python -m benchmarks.speed.simulator_terms [NAME...] [--repeats N] [--json FILE]
"""

from __future__ import annotations

from functools import partial

import torch

from ..figures import measurement
from .comparison import factor
from .table import TABLE

if __name__ == "__main__":
    torch.set_num_threads(1)
    measurement(__doc__, {f"{entry.quantity}@{entry.group}": partial(factor, entry) for entry in TABLE})
