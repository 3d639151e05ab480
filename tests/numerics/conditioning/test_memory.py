"""The linear memory on keys and values written by hand, and its invariances."""

import pytest
import torch
from theorycheck.numerics.conditioning.memory import crosstalk, retrieved, sample_items
from theorycheck.numerics.trials import Source

# Below and above the size at which the brackets of K K^T V move.
SIZES = [(2, 8, 8), (3, 5, 4), (40, 6, 5)]


def items(n: int, d_k: int, d_v: int, trials: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    """Random items in float64."""
    return sample_items("sphere", (trials, n), (d_k, d_v), Source(generator=torch.Generator().manual_seed(n)))


def test_orthogonal_keys_give_no_crosstalk():
    keys = torch.eye(5).unsqueeze(0)
    values = items(5, 5, 3, trials=1)[1].float()
    assert torch.equal(retrieved(keys, values), values)
    assert not crosstalk(keys, values).any()


def test_two_items_by_hand():
    keys = torch.tensor([[[0.6, 0.8], [1.0, 0.0]]])
    values = torch.tensor([[[1.0, 0.0], [0.0, 1.0]]])
    torch.testing.assert_close(crosstalk(keys, values), torch.tensor([[[0.0, 0.6], [0.6, 0.0]]]))


@pytest.mark.parametrize("size", SIZES)
def test_crosstalk_is_the_sum_over_the_other_items(size):
    keys, values = items(*size)
    overlap = keys @ keys.mT * (1 - torch.eye(size[0]))
    torch.testing.assert_close(crosstalk(keys, values), overlap @ values, rtol=0, atol=1e-12)


@pytest.mark.parametrize("size", SIZES)
def test_a_rotation_of_the_keys_changes_nothing(size):
    keys, values = items(*size)
    rotation = torch.linalg.qr(torch.randn(size[1], size[1], dtype=torch.float64)).Q
    torch.testing.assert_close(
        crosstalk(keys @ rotation, values), crosstalk(keys, values), rtol=0, atol=1e-12
    )
    stretched = crosstalk(keys * torch.linspace(1, 2, size[1], dtype=torch.float64), values)
    assert (stretched - crosstalk(keys, values)).abs().max() > 1e-3
