"""Chains of associations on a line and on a circle, and clean-ups by hand."""

from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.conditioning.depth import CLEAN_UPS, depth_error
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup

Z_LIMIT = 4.5


def parts(*rows: tuple[float, ...]) -> torch.Tensor:
    """One trial of items with one head."""
    return torch.tensor(rows)[None, :, None, :]


def test_two_chains_of_signs(measure, z_scores):
    # With overlaps s, t = +-1 the weights are (1, s), then (1 + s t, s + t): errors 1, then 1 + 2 + a cross
    # term of mean zero.
    estimate = measure(depth_error, {"clean_up": "none", "H": 1, "n": 2, "d_k": 1}, [{"L": 1}, {"L": 2}])
    assert abs(z_scores(estimate, [1, 3])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [1, 2]))[1] > 3 * Z_LIMIT


@pytest.mark.parametrize("heads", [1, 2, 5])
def test_heads_average_their_cosines(heads, measure, z_scores):
    # On circles cos^2 has mean 1/2, so four other items weigh 4 / (2 H) in mean square.
    estimate = measure(
        depth_error, {"clean_up": "none", "H": heads, "n": 5, "d_k": 2}, [{"L": 1}], n_trials=5000
    )
    assert abs(z_scores(estimate, [2 / heads])).max() < Z_LIMIT


@pytest.mark.parametrize("clean_up", ["none", "rms", "argmax"])
def test_orthogonal_chains_have_no_error(clean_up, monkeypatch):
    def orthogonal(shape: tuple[int, ...], d: int, *_: object, **__: object) -> torch.Tensor:
        return torch.eye(d)[:, None, :].expand(*shape, d)

    monkeypatch.setattr("theorycheck.numerics.conditioning.depth.sample_sphere", orthogonal)
    group = DesignGroup.sized(
        shared={"clean_up": clean_up, "H": 2, "n": 4, "d_k": 4},
        points=[{"L": 1}, {"L": 3}],
        trials_per_block=2,
    )
    assert not sample_trials(replace(depth_error, dtype="float64"), group, 2, torch.Generator()).any()


def test_clean_ups_by_hand():
    output, stored = parts((3.0, 4.0), (1.0, 0.0)), parts((0.0, 1.0), (1.0, 0.0))
    assert torch.equal(CLEAN_UPS["none"](output, stored), output)
    torch.testing.assert_close(CLEAN_UPS["rms"](output, stored), parts((0.6, 0.8), (1.0, 0.0)))
    half = 0.5**0.5
    torch.testing.assert_close(CLEAN_UPS["layer"](output, stored), parts((-half, half), (half, -half)))
    assert torch.equal(CLEAN_UPS["argmax"](output, stored), stored)
    assert not torch.equal(CLEAN_UPS["argmax"](-output, stored), stored)
