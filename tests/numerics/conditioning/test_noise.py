"""What the estimate of a noise power takes for independent."""

import pytest
from theorycheck.numerics.conditioning.noise import noise_power

from ..samples import measure


def test_the_items_of_one_draw_are_not_counted_as_independent():
    # Both items of a pair have the same power, so two items a draw know no more than one.
    n_trials = 20_000
    estimate = measure(noise_power, {"n": 2, "d_k": 2, "d_v": 1}, n_trials=n_trials)
    # Var cos^2 = 3/8 - 1/4.
    assert estimate.covariance[0, 0] * n_trials == pytest.approx(1 / 8, rel=0.05)
