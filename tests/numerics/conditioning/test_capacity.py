"""Streaming against all items at once."""

from dataclasses import replace
from itertools import pairwise

import pytest
import torch
from theorycheck.numerics.conditioning import capacity
from theorycheck.numerics.conditioning.memory import crosstalk, sample_items
from theorycheck.numerics.trials import Source

from ..samples import sampled


@pytest.mark.parametrize("n_sizes", [(2, 3, 40), (5,)])
def test_stored_items_are_streamed_without_changing_the_memory(n_sizes):
    sizes = (*n_sizes, 300, 600)
    exact = replace(capacity.noise_growth, dtype="float64")
    streamed = sampled(exact, 3, seed=1, points=[{"n": n} for n in sizes], d_k=8)
    generator = torch.Generator().manual_seed(1)
    batches = []
    for start, stop in pairwise((0, *sizes)):
        # At most 256 items are drawn at once.
        batches += [
            sample_items("sphere", (3, min(256, stop - part)), (8, capacity.D_V), Source(generator=generator))
            for part in range(start, stop, 256)
        ]
    keys, values = (torch.cat(parts, dim=1) for parts in zip(*batches, strict=True))
    for column, n in enumerate(sizes):
        power = crosstalk(keys[:, :n], values[:, :n]).square().sum(dim=-1)
        torch.testing.assert_close(streamed[:, column, 0], power[:, :32].mean(dim=1))
