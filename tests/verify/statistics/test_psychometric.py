"""Capacities of planted curves: coverage, bias, obstacles, and bisection beside the two stages."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import special, stats
from scipy.optimize import brentq
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.glm import Link
from theorycheck.statistics.psychometric import (
    Means,
    NoThresholdError,
    Proportions,
    fieller_limits,
    fit_curve,
    fit_surface,
    place_grid,
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
def test_limits_of_planted_logistic_curves_cover_without_bias(level: float, trials: int) -> None:
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


def test_means_cross_by_their_own_likelihood() -> None:
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


def test_limits_widen_with_the_covariance_of_shared_draws() -> None:
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


def test_the_limits_are_fiellers_of_a_ratio_where_nothing_bends() -> None:
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


def test_limits_of_a_few_curves_cover_and_a_shifted_level_is_excluded() -> None:
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
def test_what_gives_no_threshold_says_why(counts: list[float], message: str) -> None:
    data = Proportions(counts=np.array(counts), trials=np.full(7, 100.0))
    with pytest.raises(NoThresholdError, match=message):
        fit_curve(GRID, data, 0.5, alpha=0.01)


def test_equal_points_are_refused() -> None:
    with pytest.raises(ValueError, match="distinct"):
        fit_curve(
            np.array([1.0, 1, 2]), sampled(np.random.default_rng(1), np.full(3, 0.5), 9), 0.5, alpha=0.1
        )


@pytest.mark.slow
@pytest.mark.parametrize("tilted", [False, True])
def test_the_exponent_of_a_surface_is_covered_and_a_wrong_one_excluded(tilted: bool) -> None:
    rng = np.random.default_rng(11)
    d = np.repeat([16.0, 64, 256], 6)
    n = np.tile(np.geomspace(0.3, 3, 6), 3) * 4 * d**0.5
    steepness = 3 * (d / 64) ** (0.15 if tilted else 0.0)
    p = special.expit(steepness * (np.log(n) - np.log(4) - 0.5 * np.log(d)))
    missed = found = 0
    for _ in range(100):
        fit = fit_surface(n, np.log(d)[:, None], sampled(rng, p, 80), 0.5, alpha=0.01, tilted=tilted)
        missed += not fit.lower[0] <= 0.5 <= fit.upper[0]
        found += fit.lower[0] <= 0.65 <= fit.upper[0]
    assert missed <= stats.binom.isf(1e-4, 100, 0.01)
    assert found < 10


def test_a_surface_in_two_variables_and_with_shared_draws() -> None:
    n, d, m = (g.ravel() for g in np.meshgrid(np.geomspace(2, 200, 9), [16.0, 64, 256], [4.0, 16.0]))
    p = special.expit(3 * (np.log(n) - np.log(4) - 0.5 * np.log(d) + 0.25 * np.log(m)))
    trials = np.full(p.shape, 500.0)
    own = Covariance(p * (1 - p) / trials)
    logs = np.log(np.column_stack([d, m]))
    plain = fit_surface(n, logs, Proportions(counts=500 * p, trials=trials), 0.5, alpha=0.01)
    shared = fit_surface(n, logs, Proportions(counts=500 * p, trials=trials, covariance=own), 0.5, alpha=0.01)
    assert plain.exponents == pytest.approx([0.5, -0.25], abs=1e-6)
    assert shared.upper - shared.lower == pytest.approx(plain.upper - plain.lower, rel=0.03)
    with pytest.raises(ValueError, match="apart from the others"):
        fit_surface(n, np.log(np.column_stack([d, d])), Proportions(counts=p, trials=trials), 0.5, alpha=0.01)


def test_a_grid_takes_distinct_integers_around_the_threshold() -> None:
    small = place_grid(1, 3, (0.01, 0.9), 0.5, link=Link.LOGIT)
    assert small.size == np.unique(small).size == 6
    assert small.min() >= 1
    large = place_grid(100, 1600, (0.001, 0.3), 0.02, link=Link.LOGIT, points=7)
    assert np.ptp(np.diff(np.log(large))) < 0.01
    with pytest.raises(ValueError, match="between their responses"):
        place_grid(1, 3, (0.6, 0.9), 0.5, link=Link.LOGIT)


def recall_error(n: int | float) -> float:
    """Gaussian keys in 64 dimensions: P(t_d > sqrt(d / (n - 1)))."""
    return float(stats.t.sf(math.sqrt(64 / (n - 1)), 64)) if n > 1 else 0.0


def two_stages(rng: np.random.Generator, level: float, total: int) -> float:
    share = total // 20
    counts: dict[int, tuple[float, float]] = {}
    n = 2
    while n == 2 or counts[n // 2][0] <= 3 * level * share:
        counts[n] = (float(rng.binomial(share, recall_error(n))), float(share))
        n *= 2
    tries = sorted(counts)
    low = max(a for a in tries if (counts[a][0] + 0.5) / (share + 1) < level or a == 2)
    ends = [(counts[a][0] + 0.5) / (share + 1) for a in (low, tries[-1])]
    grid = place_grid(low, tries[-1], (ends[0], ends[1]), level, link=Link.LOGIT, points=4).tolist()
    each = (total - share * len(tries)) // len(grid)
    for a in grid:
        k, m = counts.get(a, (0.0, 0.0))
        counts[a] = (k + rng.binomial(each, recall_error(a)), m + each)
    points = sorted(counts)
    k, m = (np.array(column) for column in zip(*(counts[a] for a in points), strict=True))
    assert m.sum() <= total
    return fit_curve(
        np.array(points, float), Proportions(counts=k, trials=m), level, alpha=0.01
    ).log_threshold


def bisection(rng: np.random.Generator, level: float, total: int) -> float:
    low, high = 1, 1024
    each = total // 10
    while high - low > 1:
        middle = (low + high) // 2
        if rng.binomial(each, recall_error(middle)) / each > level:
            high = middle
        else:
            low = middle
    return math.log(high)


def test_two_stages_and_a_curve_beat_bisection_at_equal_trials() -> None:
    level, rng = 0.02, np.random.default_rng(13)
    truth = brentq(lambda n: recall_error(n) - level, 2, 64)
    ours = np.array([two_stages(rng, level, 2_000) for _ in range(100)]) - math.log(truth)
    theirs = np.array([bisection(rng, level, 2_000) for _ in range(100)]) - math.log(math.ceil(truth))
    ratio = np.mean(theirs**2) / np.mean(ours**2)
    assert ratio > stats.f.isf(1e-2, 100, 100)
