"""Normalised read-outs by hand."""

import pytest
import torch
from theorycheck.numerics.conditioning.normaliser import NORMALISERS, normalised


def test_normalisers_by_hand():
    output, weights = torch.tensor([[3.0, 4.0]]), torch.tensor([[2.0, -1.0, 3.0]])
    half = 0.5**0.5
    expected = {"none": [1.5, 2.0], "sum": [0.75, 1.0], "rms": [0.6, 0.8], "layer": [-half, half]}
    assert set(expected) == set(NORMALISERS)
    for name, numbers in expected.items():
        torch.testing.assert_close(normalised(name, output, weights), torch.tensor([numbers]))
    with pytest.raises(
        ValueError, match="Normaliser 'max' is unknown; the normalisers are none, sum, rms, layer"
    ):
        normalised("max", output, weights)
