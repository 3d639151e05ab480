"""Keys of heads: their lengths, and what does not fit."""

from functools import partial

import pytest
import torch
from theorycheck.numerics.conditioning.heads import head_keys
from theorycheck.numerics.trials import Source

Z_LIMIT = 4.5


@pytest.mark.parametrize(("tokens", "width"), [("fresh", 12), ("slices", 12), ("projections", 7)])
def test_keys_of_every_law_have_mean_square_length_one(tokens, width):
    keys = head_keys(
        tokens,
        (4000, 3, 2),
        (4, width),
        Source(generator=torch.Generator().manual_seed(5), dtype=torch.float32),
    )
    assert keys.shape == (4000, 3, 2, 4)
    square = keys.square().sum(dim=-1).mean(dim=(1, 2))
    assert abs(float(square.mean()) - 1) <= Z_LIMIT * float(square.std()) / 4000**0.5 + 1e-6


def test_slices_of_one_token_share_its_length():
    keys = head_keys(
        "slices", (50, 3, 2), (4, 12), Source(generator=torch.Generator().manual_seed(5), dtype=torch.float32)
    )
    torch.testing.assert_close(keys.square().sum(dim=(1, 3)), torch.full((50, 2), 3.0))


def test_unit_slices_have_length_one_and_directions_of_the_slices():
    unit, plain = (
        head_keys(
            tokens,
            (50, 3, 2),
            (4, 12),
            Source(generator=torch.Generator().manual_seed(5), dtype=torch.float32),
        )
        for tokens in ("unit slices", "slices")
    )
    torch.testing.assert_close(unit.square().sum(dim=-1), torch.ones(50, 3, 2))
    torch.testing.assert_close(unit, plain / torch.linalg.vector_norm(plain, dim=-1, keepdim=True))
    assert float(plain.square().sum(dim=-1).std()) > 0.1


def test_heads_that_do_not_fit_are_refused():
    draw = partial(head_keys, source=Source(generator=torch.Generator(), dtype=torch.float32))
    with pytest.raises(ValueError, match="3 heads of 4 dimensions cannot have 'slices' of width 8"):
        draw("slices", (1, 3, 2), (4, 8))
    with pytest.raises(ValueError, match="cannot have 'pieces'"):
        draw("pieces", (1, 3, 2), (4, 12))
