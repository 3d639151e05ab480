"""Normalised read-outs by hand, and the heavy tail of the sum normaliser."""

import pytest
import torch
from theorycheck.numerics.conditioning.normaliser import NORMALISERS, normalised, normalised_error


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


def test_the_other_of_two_signs_is_the_error(measure, z_scores):
    # v_1 +- v_2 - v_1 has length one; scaled to length one its error depends on the values.
    points = [{"t": t} for t in (0.2, 0.99, 1.01)]
    shared = {"feature_map": "identity", "d_k": 1, "n": 2}
    estimate = measure(normalised_error, {**shared, "normaliser": "none"}, points, n_trials=500)
    assert abs(z_scores(estimate, [1, 1, 0])).max() == 0
    scaled = measure(normalised_error, {**shared, "normaliser": "rms"}, points, n_trials=500)
    assert scaled.mean[0] > 0.9
    assert 0 < scaled.mean[1] < 0.5


def test_the_sum_normaliser_has_a_tail_that_falls_like_a_root(measure):
    points = [{"t": t} for t in (100.0, 10_000.0)]
    shared = {"normaliser": "sum", "feature_map": "identity", "d_k": 4, "n": 6}
    near, far = measure(normalised_error, shared, points, n_trials=60_000).mean
    # A hundred times the threshold, a tenth of the chance: no mean.
    assert 6 < near / far < 16
    tame = measure(normalised_error, {**shared, "normaliser": "rms"}, points, n_trials=2000)
    assert not tame.mean.any()
