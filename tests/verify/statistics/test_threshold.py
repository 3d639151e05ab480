"""Thresholds of curves with known roots, their errors by simulation, and curves without one."""

import numpy as np
import pytest
from theorycheck.statistics.threshold import threshold

GRID = np.array([1.0, 2.0, 4.0, 6.0, 9.0, 12.0])


def test_the_threshold_of_a_cubic_in_the_logarithms_is_exact():
    x = np.log(GRID)
    curve = np.exp(0.1 * x**3 + 0.2 * x)
    value, _, _ = threshold(GRID, curve, np.zeros((6, 6)), np.exp(0.1 * np.log(5) ** 3 + 0.2 * np.log(5)))
    assert value == pytest.approx(5.0, abs=1e-10)


def test_means_that_change_sign_cross_by_a_cubic_of_their_own():
    curve = 0.01 * GRID**3 + 0.2 * GRID - 1
    value, _, _ = threshold(GRID, curve, np.zeros((6, 6)), 0.01 * 5**3 + 0.2 * 5 - 1)
    assert value == pytest.approx(5.0, abs=1e-10)


def test_the_gradient_is_that_of_finite_differences():
    curve = np.sqrt(GRID)
    value, gradient, _ = threshold(GRID, curve, np.zeros((6, 6)), 2.2)
    for j in range(GRID.size):
        moved = curve.copy()
        moved[j] += 1e-6
        assert (threshold(GRID, moved, np.zeros((6, 6)), 2.2)[0] - value) / 1e-6 == pytest.approx(
            gradient[j], abs=1e-4
        )
    assert np.count_nonzero(gradient) == 4


def test_the_delta_method_gives_the_spread_of_correlated_simulations():
    rng = np.random.default_rng(19)
    covariance = 1e-5 * (-0.8) ** np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    curve = GRID / (GRID + 3)
    value, gradient, _ = threshold(GRID, curve, covariance, 0.6)
    stderr = np.sqrt(gradient @ covariance @ gradient)
    noisy = rng.multivariate_normal(curve, covariance, size=2_000)
    roots = np.array([threshold(GRID, means, covariance, 0.6)[0] for means in noisy])
    assert abs(roots.std() / stderr - 1) < 0.08
    assert abs(roots.mean() - value) < 0.2 * stderr
    ignored = np.sqrt(gradient @ np.diag(np.diag(covariance)) @ gradient)
    assert abs(roots.std() / ignored - 1) > 0.15


@pytest.mark.parametrize(
    ("curve", "message"),
    [(np.ones(6), "never crosses 2"), (np.array([1.0, 3.0, 1.0, 3.0, 3.0, 3.0]), "crosses 2 3 times")],
)
def test_no_or_several_brackets_are_refused(curve, message):
    with pytest.raises(ValueError, match=message):
        threshold(GRID, curve, np.zeros((6, 6)), 2.0)


def test_a_threshold_drowned_in_noise_is_refused():
    with pytest.raises(ValueError, match="too noisy"):
        threshold(GRID, GRID, 9.0 * np.eye(6), 5.0)


def test_too_few_points_are_refused():
    with pytest.raises(ValueError, match="at least 4 increasing"):
        threshold(GRID[:3], GRID[:3], np.zeros((3, 3)), 2.5)


def test_a_mean_at_the_level_itself_is_the_threshold():
    x, means = np.array([7.0, 9.0, 11.0, 13.0]), np.array([0.1, 0.3, 0.5, 0.7])
    value, _, _ = threshold(x, means, np.eye(4) * 1e-8, 0.5)
    assert value == pytest.approx(11.0, abs=1e-9)


def test_a_quantile_of_either_sign_is_known_to_the_spread_around_it_and_covers():
    """The median, zero, of Cauchy variables: no part of itself, so a tenth of it would never be reached."""
    rng, levels, n = np.random.default_rng(5), np.linspace(-0.6, 0.6, 7), 1600
    scores = []
    for _ in range(1_000):
        below = rng.standard_cauchy(n)[:, None] <= levels
        found = threshold(levels, below.mean(0), np.cov(below.T) / n, 0.5, proportions=True)
        scores.append(found.value / np.sqrt(found.variance(np.cov(below.T) / n)))
    assert np.mean(np.abs(scores) > 2.576) < 0.02
    assert abs(np.std(scores) - 1) < 0.1
    exact = 0.5 + np.arctan(levels) / np.pi
    with pytest.raises(ValueError, match="too noisy"):
        threshold(levels, exact, 0.04 * np.eye(7), 0.5, proportions=True)
