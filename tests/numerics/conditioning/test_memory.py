"""Crosstalk in the linear memory."""

import pytest
import torch
from theorycheck.numerics.conditioning.memory import crosstalk, sample_items
from theorycheck.numerics.trials import Source

# Below and above the size at which the brackets of K K^T V move.
SIZES = [(2, 8, 8), (3, 5, 4), (40, 6, 5)]


def items(n: int, d_k: int, d_v: int, trials: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    """Random items in float64."""
    return sample_items("sphere", (trials, n), (d_k, d_v), Source(generator=torch.Generator().manual_seed(n)))


@pytest.mark.parametrize("size", SIZES)
def test_crosstalk_is_the_sum_over_the_other_items(size):
    keys, values = items(*size)
    overlap = keys @ keys.mT * (1 - torch.eye(size[0]))
    torch.testing.assert_close(crosstalk(keys, values), overlap @ values, rtol=0, atol=1e-12)
