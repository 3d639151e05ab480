"""Local exponents of planted curves and the test of their drift."""

import numpy as np
import pytest
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.local import local_slopes, trend

SIZES = 2.0 ** np.arange(3, 10)
ONE_LINE = np.zeros(7, dtype=np.intp)


def slopes_of(means: np.ndarray, relative: float, seed: int | None = None):
    noise = 0 if seed is None else np.random.default_rng(seed).standard_normal(7)
    return local_slopes(
        SIZES,
        np.log(SIZES),
        ONE_LINE,
        means=means * (1 + relative * noise),
        covariance=Covariance((relative * means) ** 2),
        bounds=np.zeros(7),
    )


def test_local_exponents_of_a_power_are_its_exponent():
    slopes = slopes_of(SIZES**-0.7, 0.01)
    assert slopes.values == pytest.approx(np.full(6, -0.7))
    assert slopes.at == pytest.approx(SIZES[:-1] * np.sqrt(2))
    assert np.sqrt(slopes.covariance[0, 0]) == pytest.approx(0.01 * np.sqrt(2) / np.log(2))


def test_neighbouring_slopes_are_anticorrelated_because_they_share_a_point():
    slopes = slopes_of(SIZES**-0.7, 0.01)
    assert slopes.covariance[0, 1] == pytest.approx(-slopes.covariance[0, 0] / 2)


def test_a_drift_is_called_by_its_sign_and_no_drift_steady():
    assert trend(slopes_of(SIZES + 8, 0.002, 73), 0.005, 0.05) == "rising"
    assert trend(slopes_of(1 / (SIZES + 8), 0.002, 73), 0.005, 0.05) == "falling"
    assert trend(slopes_of(SIZES, 0.002, 73), 0.005, 0.05) == "steady"
    assert trend(slopes_of(SIZES, 0.1, 73), 0.005, 0.05) == "undetermined"


def test_a_true_power_is_rarely_called_rising_or_falling():
    calls = [trend(slopes_of(SIZES, 0.05, seed), 0.05, 0.05) for seed in range(1000, 1400)]
    called = np.mean([call in ("rising", "falling") for call in calls])
    assert called < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)


def test_simultaneous_limits_are_wider_than_single_ones():
    slopes = slopes_of(SIZES, 0.01)
    low, high = slopes.limits(0.01)
    assert np.all(high - low > 2 * 2.5758 * np.sqrt(np.diag(slopes.covariance)))


def test_slopes_are_taken_only_between_points_that_differ_in_one_variable():
    sizes = np.array([1.0, 2.0, 2.0, 4.0])
    groups = np.array([0, 0, 1, 1])
    means = np.array([1.0, 2.0, 100.0, 400.0])
    slopes = local_slopes(
        sizes, np.log(sizes), groups, means=means, covariance=Covariance(np.full(4, 1e-4)), bounds=np.zeros(4)
    )
    assert slopes.values == pytest.approx([1.0, 2.0])


def test_a_point_that_counted_nothing_gives_no_slope():
    means = 1 / SIZES
    means[-1] = 0.0
    covariance = Covariance((0.01 * means) ** 2)
    slopes = local_slopes(
        SIZES, np.log(SIZES), ONE_LINE, means=means, covariance=covariance, bounds=np.zeros(7)
    )
    assert slopes.values.size == 5
