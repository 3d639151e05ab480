"""Capacities of planted curves: coverage, bias, obstacles."""

import math

import numpy as np
import pytest
from scipy import special, stats
from scipy.optimize import brentq
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.psychometric import (
    Means,
    NoThresholdError,
    Proportions,
    fieller_limits,
    fit_curve,
)

GRID = np.geomspace(8, 128, 7)
TRUTH, SLOPE = math.log(30.0), 2.5
RUNS = 400
MOST_MISSED = stats.binom.isf(1e-4, RUNS, 0.01)


def logistic(n: np.ndarray, level: float = 0.5, truth: float = TRUTH) -> np.ndarray:
    return special.expit(special.logit(level) + SLOPE * (np.log(n) - truth))


def sampled(rng: np.random.Generator, p: np.ndarray, trials: int) -> Proportions:
    return Proportions(counts=rng.binomial(trials, p).astype(float), trials=np.full(p.shape, float(trials)))


@pytest.mark.slow
@pytest.mark.parametrize(("level", "trials"), [(0.5, 60), (0.1, 150)])
def test_limits_of_planted_logistic_curves_cover_without_bias(level, trials):
    rng = np.random.default_rng(5)
    fits = [
        fit_curve(GRID, sampled(rng, logistic(GRID, level), trials), level, alpha=0.01) for _ in range(RUNS)
    ]
    missed = sum(not fit.lower <= TRUTH <= fit.upper for fit in fits)
    shifted = sum(not fit.lower <= TRUTH + 0.4 <= fit.upper for fit in fits)
    errors = np.array([fit.log_threshold - TRUTH for fit in fits])
    assert missed <= MOST_MISSED
    assert shifted > 0.8 * RUNS
    assert abs(errors.mean()) < 0.25 * errors.std()
    assert errors.std() == pytest.approx(np.mean([fit.stderr for fit in fits]), rel=0.15)


def test_means_cross_by_their_own_likelihood():
    rng = np.random.default_rng(7)
    truth = 0.2 * GRID**1.5 / (1 + 0.001 * GRID)
    level = float(np.interp(30.0, GRID, truth))
    threshold = brentq(lambda n: 0.2 * n**1.5 / (1 + 0.001 * n) - level, 8, 128)
    missed = 0
    for _ in range(100):
        noisy = Means(
            means=truth * (1 + 0.05 * rng.standard_normal(7)), covariance=Covariance((0.05 * truth) ** 2)
        )
        fit = fit_curve(GRID, noisy, level, alpha=0.01)
        missed += not fit.lower <= math.log(threshold) <= fit.upper
    assert missed <= stats.binom.isf(1e-4, 100, 0.01)


def test_limits_widen_with_the_covariance_of_shared_trials():
    p = logistic(GRID)
    counts, trials = 100 * p, np.full(7, 100.0)
    own = np.diag(p * (1 - p) / trials)
    fits = [
        fit_curve(GRID, Proportions(counts=counts, trials=trials, covariance=c), 0.5, alpha=0.01)
        for c in (None, Covariance(own), Covariance(3 * own))
    ]
    widths = [fit.upper - fit.lower for fit in fits]
    assert widths[1] == pytest.approx(widths[0], rel=0.05)
    assert widths[2] / widths[1] > 1.5


def test_the_limits_are_fiellers_of_a_ratio_where_nothing_bends():
    numerator, slope, q = 3.0, 1.5, float(special.chdtri(1, 0.05))
    v_n, v_b, cross = 0.04, 0.09, 0.02
    position = numerator / slope
    to_position = np.array([[1 / slope, -position / slope], [0, 1]])
    covariance = np.zeros((3, 3))
    covariance[:2, :2] = to_position @ np.array([[v_n, cross], [cross, v_b]]) @ to_position.T
    quadratic = [slope**2 - q * v_b, -2 * (numerator * slope - q * cross), numerator**2 - q * v_n]
    assert fieller_limits(position, slope, 0.0, covariance, 0.05) == pytest.approx(
        sorted(np.roots(quadratic).real), rel=1e-3
    )
    assert fieller_limits(position, 0.1, 0.0, covariance, 0.05)[1] == math.inf


def test_limits_of_a_few_curves_cover_and_a_shifted_level_is_excluded():
    rng = np.random.default_rng(3)
    fits = [fit_curve(GRID, sampled(rng, logistic(GRID), 100), 0.5, alpha=0.01) for _ in range(40)]
    assert sum(not fit.lower <= TRUTH <= fit.upper for fit in fits) <= stats.binom.isf(1e-4, 40, 0.01)
    assert sum(not fit.lower <= TRUTH + 0.4 <= fit.upper for fit in fits) > 30


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1.0, 2, 3, 4, 5, 6, 7], "never crosses 0.5"),
        ([2.0, 30, 90, 95, 20, 5, 60], "not monotone"),
        ([48.0, 52, 47, 53, 48, 50, 53], "too noisy"),
    ],
)
def test_what_gives_no_threshold_says_why(counts, message):
    data = Proportions(counts=np.array(counts), trials=np.full(7, 100.0))
    with pytest.raises(NoThresholdError, match=message):
        fit_curve(GRID, data, 0.5, alpha=0.01)


def test_equal_points_are_refused():
    with pytest.raises(ValueError, match="distinct"):
        fit_curve(
            np.array([1.0, 1, 2]), sampled(np.random.default_rng(1), np.full(3, 0.5), 9), 0.5, alpha=0.1
        )
