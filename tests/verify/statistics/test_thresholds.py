"""Thresholds on planted curves at few trials: no bias, honest limits, and none where nothing tells them."""

import numpy as np
import pytest
from theorycheck.evidence.reduction import spread_of_proportions
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.intervals import two_sided_quantile
from theorycheck.statistics.psychometric import CurveFit, NoThresholdError, Proportions, fit_curve
from theorycheck.statistics.threshold import threshold

TRUE = 100.0
SPREAD = 0.15
"""Standard deviation of the logarithm of the size at which one trial begins to fail."""

CLOSE = TRUE * np.array([0.6, 0.75, 0.9, 1.05, 1.25, 1.5])
COARSE = TRUE * 1.1 * 1.41 ** np.arange(-3.0, 4.0)
STEPPED_OVER = TRUE * 1.1 * 2.0 ** np.arange(-3.0, 4.0)
LEVEL = 0.01


def draw(rng: np.random.Generator, sizes: np.ndarray, trials: int) -> np.ndarray:
    """Whether each trial fails at each size; a trial's sizes share its random numbers."""
    begins = TRUE * np.exp(SPREAD * rng.standard_normal(trials))
    return (begins[:, None] <= sizes).astype(float)


def cross(failed: np.ndarray, sizes: np.ndarray) -> CurveFit:
    trials, counts = len(failed), failed.sum(axis=0)
    spread = spread_of_proportions(counts, trials, np.cov(failed.T) / trials)
    total = np.full(sizes.size, float(trials))
    return fit_curve(sizes, Proportions(counts=counts, trials=total, covariance=spread), 0.5, alpha=LEVEL)


def thresholds(sizes: np.ndarray, trials: int, runs: int) -> list[CurveFit]:
    """The thresholds of the runs that give one."""
    rng, found = np.random.default_rng(26), []
    for _ in range(runs):
        try:
            found.append(cross(draw(rng, sizes, trials), sizes))
        except NoThresholdError:
            continue
    return found


@pytest.mark.parametrize(("sizes", "trials"), [(CLOSE, 16), (CLOSE, 64), (COARSE, 16), (COARSE, 64)])
def test_limits_hold_the_threshold_at_few_trials(sizes, trials):
    fits = thresholds(sizes, trials, 200)
    inside = np.array([fit.lower <= np.log(TRUE) <= fit.upper for fit in fits])
    assert len(fits) >= 40
    assert inside.mean() >= 1 - LEVEL - 3 * np.sqrt(LEVEL / len(fits))
    assert all(fit.stderr > 0 for fit in fits)


@pytest.mark.parametrize("trials", [16, 64])
def test_thresholds_of_few_trials_have_no_bias(trials):
    found = np.array([fit.log_threshold for fit in thresholds(CLOSE, trials, 300)])
    z = (found.mean() - np.log(TRUE)) / (found.std() / np.sqrt(found.size))
    assert abs(z) <= 3.5


def test_a_grid_that_steps_over_the_transition_tells_only_between_which_sizes_it_lies():
    for fit in thresholds(STEPPED_OVER, 64, 30):
        assert fit.stderr >= np.log(2) / np.sqrt(12)


def test_a_cubic_through_proportions_misses_where_the_curve_is_steep():
    """The negative control: the estimator of means, at 256 trials, on proportions."""
    rng, misses, runs = np.random.default_rng(27), 0, 100
    for _ in range(runs):
        failed = draw(rng, COARSE, 256)
        covariance = np.cov(failed.T) / 256
        value, gradient, _ = threshold(COARSE, failed.mean(axis=0) + 1e-9, covariance, 0.5)
        stderr = np.sqrt(gradient @ covariance @ gradient)
        misses += abs(value - TRUE) > two_sided_quantile(LEVEL) * stderr
    assert misses >= 10


def logistic(rng: np.random.Generator, sizes: np.ndarray, seen: np.ndarray) -> Proportions:
    """Failures of 40,000 trials by a logistic curve of the sizes that count."""
    p = 1 / (1 + np.exp(-8 * np.log(seen / TRUE)))
    counts = rng.binomial(40_000, p).astype(float)
    return Proportions(counts=counts, trials=np.full(sizes.size, 40_000.0))


def test_lack_of_fit_widens_a_threshold_and_is_reported():
    """Where ties decide, an even size fails like the odd one before it: a staircase that no curve follows."""
    rng, sizes = np.random.default_rng(28), np.arange(94.0, 107.0)
    stairs = 2 * np.floor((sizes + 1) / 2) - 1
    smooth = fit_curve(sizes, logistic(rng, sizes, sizes), 0.5, alpha=LEVEL)
    assert smooth.misfit == 1
    for _ in range(5):
        stepped = fit_curve(sizes, logistic(rng, sizes, stairs), 0.5, alpha=LEVEL)
        assert stepped.misfit > 2
        assert stepped.stderr > 2 * smooth.stderr


def test_a_proportion_that_all_trials_agree_on_has_an_error():
    spread = spread_of_proportions(np.array([0.0, 8.0, 16.0]), 16, np.diag([0.0, 0.016, 0.0]))
    assert isinstance(spread, Covariance)
    assert np.all(spread.variances > 0)
