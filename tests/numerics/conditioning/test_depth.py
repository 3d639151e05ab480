"""Chains of associations without an error, and clean-ups by hand."""

from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.conditioning.depth import CLEAN_UPS, depth_error

from ..samples import sampled


def parts(*rows: tuple[float, ...]) -> torch.Tensor:
    """One trial of items with one head."""
    return torch.tensor(rows)[None, :, None, :]


@pytest.mark.parametrize("clean_up", ["none", "rms", "argmax"])
def test_orthogonal_chains_have_no_error(clean_up, monkeypatch):
    def orthogonal(shape: tuple[int, ...], d: int, *_: object, **__: object) -> torch.Tensor:
        return torch.eye(d)[:, None, :].expand(*shape, d)

    monkeypatch.setattr("theorycheck.numerics.conditioning.depth.sample_sphere", orthogonal)
    exact, depths = replace(depth_error, dtype="float64"), [{"L": 1}, {"L": 3}]
    assert not sampled(exact, 2, points=depths, clean_up=clean_up, H=2, n=4, d_k=4).any()


def test_clean_ups_by_hand():
    output, stored = parts((3.0, 4.0), (1.0, 0.0)), parts((0.0, 1.0), (1.0, 0.0))
    assert torch.equal(CLEAN_UPS["none"](output, stored), output)
    torch.testing.assert_close(CLEAN_UPS["rms"](output, stored), parts((0.6, 0.8), (1.0, 0.0)))
    half = 0.5**0.5
    torch.testing.assert_close(CLEAN_UPS["layer"](output, stored), parts((-half, half), (half, -half)))
    assert torch.equal(CLEAN_UPS["argmax"](output, stored), stored)
    assert not torch.equal(CLEAN_UPS["argmax"](-output, stored), stored)
