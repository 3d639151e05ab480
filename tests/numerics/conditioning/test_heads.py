"""Keys and failures of heads, alone and averaged, and what does not fit."""

from functools import partial

import pytest
import torch
from theorycheck.numerics.conditioning.heads import averaged_heads, head_dependence, head_keys
from theorycheck.numerics.trials import Source

from ..samples import measure, z_scores

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


def test_fresh_heads_on_a_line_fail_independently():
    # Of three signs |eta| is 0 or 2.
    shared = {"tokens": "fresh", "width": 3, "d_k": 1, "n": 3}
    estimate = measure(head_dependence, shared, [{"H": 2}, {"H": 3}])
    expected = [1 / 2, 1 / 4, 1 / 4, 0, 1 / 2, 1 / 8, 1 / 8, 0]
    assert abs(z_scores(estimate, expected)).max() < Z_LIMIT


def test_the_mean_of_signs():
    # With three items eta is a sum of two signs in each head; values are shared, keys are not. Mean over
    # two heads of v_2 x_h2 + v_3 x_h3: its square has mean 2 / H, and exceeds 1 for one pattern in 8.
    shared = {"tokens": "fresh", "width": 2, "d_k": 1, "n": 3}
    estimate = measure(averaged_heads, shared, [{"H": 1}, {"H": 2}])
    assert abs(z_scores(estimate, [2, 1 / 2, 1 / 2, 1, 1 / 8, 1 / 4])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [2, 1 / 2, 1 / 2, 2, 1 / 4, 1 / 8]))[3:].min() > 3 * Z_LIMIT


def test_heads_that_do_not_fit_are_refused():
    draw = partial(head_keys, source=Source(generator=torch.Generator(), dtype=torch.float32))
    with pytest.raises(ValueError, match="3 heads of 4 dimensions cannot have 'slices' of width 8"):
        draw("slices", (1, 3, 2), (4, 8))
    with pytest.raises(ValueError, match="cannot have 'pieces'"):
        draw("pieces", (1, 3, 2), (4, 12))
