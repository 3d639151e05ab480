"""Nested sizes against each size on its own."""

import torch
from theorycheck.numerics.conditioning.memory import crosstalk, sample_items
from theorycheck.numerics.conditioning.success import noise_powers
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.trials import Source, Trials

POINTS = [{"n": n} for n in (2, 3, 4)]


def test_nested_sizes_are_memories_of_the_first_items():
    group = DesignGroup.sized(shared={"d_k": 6, "d_v": 3}, points=POINTS, trials_per_block=5)
    powers = list(
        noise_powers(
            Trials(group=group, n_trials=5, source=Source(generator=torch.Generator().manual_seed(1))),
            queries=3,
        )
    )
    keys, values = sample_items("sphere", (5, 4), (6, 3), Source(generator=torch.Generator().manual_seed(1)))
    for n, power in zip((2, 3, 4), powers, strict=True):
        expected = crosstalk(keys[:, :n], values[:, :n]).square().sum(dim=-1)[:, :3]
        torch.testing.assert_close(power, expected, rtol=0, atol=1e-12)
