"""Crosstalk power of two keys by hand, and what its estimate takes for independent."""

from dataclasses import replace

import numpy as np
import pytest
from theorycheck.numerics.conditioning.noise import noise_power

Z_LIMIT = 4.5


def test_two_items_on_a_line_disturb_each_other_by_a_sign(measure):
    estimate = measure(noise_power, {"n": 2, "d_k": 1, "d_v": 1}, n_trials=500)
    assert estimate.mean.tolist() == [1.0, 1.0, 1.0, 1.0]
    assert not estimate.covariance.any()


def test_the_items_of_one_draw_are_not_counted_as_independent(measure):
    # Both items of a pair have the same power, so two items a draw know no more than one.
    n_trials = 20_000
    estimate = measure(noise_power, {"n": 2, "d_k": 2, "d_v": 1}, n_trials=n_trials)
    # Var cos^2 = 3/8 - 1/4.
    assert estimate.covariance[0, 0] * n_trials == pytest.approx(1 / 8, rel=0.05)


def test_keys_that_are_not_normalised_are_seen(measure, z_scores):
    # On the line a Gaussian pair has E k^2 k'^2 = 1 too, yet E k^4 k'^4 = 9 where signs have 1.
    estimate = measure(noise_power, {"n": 2, "d_k": 1, "d_v": 1}, key_law="gaussian")
    z_gaussian = z_scores(estimate, [1, 9, 225, 1])
    z_signs = z_scores(estimate, [1, 1, 1, 1])
    assert abs(z_gaussian[:2]).max() < Z_LIMIT
    assert z_signs[1] > Z_LIMIT


def test_float32_is_as_good_as_float64(measure):
    shared = {"n": 8, "d_k": 16, "d_v": 8}
    single = measure(noise_power, shared, n_trials=4000)
    double = measure(replace(noise_power, dtype="float64"), shared, n_trials=4000)
    stderr = np.sqrt(np.diag(single.covariance) + np.diag(double.covariance))
    assert abs((single.mean - double.mean) / stderr).max() < Z_LIMIT
