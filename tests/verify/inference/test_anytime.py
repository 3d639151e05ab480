"""E-processes against integration, and how often each sequence is ever wrong, beside naive peeking."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from lawcheck.verify.inference.anytime import (
    Null,
    asymptotic_limits,
    betting_limits,
    log_e_proportion,
    log_hedged_capital,
    mixture_parameter,
    proportion_bound,
    proportion_limits,
    running_limits,
)
from scipy import stats

RUNS, STEPS, ALPHA = 2_000, 2_000, 0.05
MOST = stats.binom.isf(1e-4, RUNS, ALPHA)


@pytest.mark.parametrize(("k", "n", "p0"), [(0, 5, 0.3), (7, 20, 0.3), (19, 20, 0.9), (3, 400, 0.02)])
@pytest.mark.parametrize("null", list(Null))
def test_the_closed_form_is_the_integral_of_the_likelihood_ratio(
    k: int, n: int, p0: float, null: Null
) -> None:
    low, high = {Null.EQUAL: (0, 1), Null.AT_MOST: (p0, 1), Null.AT_LEAST: (0, p0)}[null]
    a, b = 2.0, 1.5

    def prior(p: mpmath.mpf) -> mpmath.mpf:
        return p ** (a - 1) * (1 - p) ** (b - 1)

    def ratio(p: mpmath.mpf) -> mpmath.mpf:
        return prior(p) * (p / p0) ** k * ((1 - p) / (1 - p0)) ** (n - k)

    points = sorted({low, high, *(x for x in (k / n, k / n + 0.02) if low < x < high)})
    expected = mpmath.quad(ratio, points) / mpmath.quad(prior, [low, high])
    assert float(log_e_proportion(k, n, p0, null, a=a, b=b)) == pytest.approx(
        float(mpmath.log(expected)), rel=1e-8, abs=1e-9
    )


@pytest.mark.parametrize("p", [0.5, 0.1, 0.04])
def test_a_true_null_has_mean_one_or_less_at_a_fixed_time(p: float) -> None:
    k = np.arange(41)
    weights = stats.binom.pmf(k, 40, p)
    e = {null: float(weights @ np.exp(log_e_proportion(k, 40, 0.1, null))) for null in Null}
    if p == 0.1:
        assert e[Null.EQUAL] == pytest.approx(1.0)
    assert e[Null.AT_MOST] <= 1 + 1e-9 or p > 0.1
    assert e[Null.AT_LEAST] <= 1 + 1e-9 or p < 0.1
    assert e[Null.AT_MOST] > 2 or p <= 0.1


@pytest.mark.parametrize("null", list(Null))
def test_a_true_null_is_ever_rejected_as_often_as_its_level_while_peeking_is_not(null: Null) -> None:
    # Looks after every tenth draw: the incomplete beta function is slow.
    rng, n = np.random.default_rng(3), np.arange(10, STEPS + 1, 10)
    k = np.cumsum(rng.binomial(10, 0.3, size=(RUNS, n.size)), axis=1)
    ever = (log_e_proportion(k, n, 0.3, null) >= np.log(1 / ALPHA)).any(axis=1)
    assert ever.sum() <= MOST
    z = (k - 0.3 * n) / np.sqrt(0.21 * n)
    peeked = (np.abs(z[:, 2:]) > stats.norm.isf(ALPHA / 2)).any(axis=1)
    assert peeked.sum() > 4 * MOST


def test_the_sequence_is_the_set_of_proportions_that_are_not_rejected() -> None:
    k, n = np.array([0, 3, 50, 100]), np.array([100, 100, 100, 100])
    low, high = proportion_limits(k, n, 0.01)
    assert (low[0], high[3]) == (0.0, 1.0)
    for some, end in ((slice(1, None), low), (slice(0, 3), high)):
        log_e = log_e_proportion(k[some], n[some], end[some], Null.EQUAL)
        assert log_e == pytest.approx(np.log(100), rel=1e-6)
    fixed = stats.beta.isf(0.995, k[1:3], n[1:3] - k[1:3] + 1)
    assert np.all(low[1:3] < fixed)


def test_one_sided_limits_are_nearer_and_mirror_each_other() -> None:
    k, n = np.array([5, 60, 400]), np.array([50, 100, 1000])
    lower, upper = proportion_bound(k, n, 0.05, Null.AT_MOST), proportion_bound(k, n, 0.05, Null.AT_LEAST)
    assert np.all(lower > proportion_limits(k, n, 0.05)[0])
    assert np.all(upper < proportion_limits(k, n, 0.05)[1])
    assert upper == pytest.approx(1 - proportion_bound(n - k, n, 0.05, Null.AT_MOST))
    grid = np.linspace(1e-3, 1, 400, endpoint=False)
    for i in range(3):
        rejected = log_e_proportion(k[i], n[i], grid, Null.AT_MOST) >= np.log(20)
        assert np.array_equal(rejected, grid <= lower[i])
    with pytest.raises(ValueError, match="proportion_limits"):
        proportion_bound(k, n, 0.05, Null.EQUAL)


def test_a_false_null_is_rejected_in_the_time_its_divergence_needs() -> None:
    rng, n = np.random.default_rng(5), np.arange(20, 4_001, 20)
    k = np.cumsum(rng.binomial(20, 0.36, size=(200, n.size)), axis=1)
    for null in (Null.EQUAL, Null.AT_MOST):
        rejected = (log_e_proportion(k, n, 0.3, null) >= np.log(1 / 0.005)).any(axis=1)
        assert rejected.mean() > 0.95
    assert not (log_e_proportion(k, n, 0.3, Null.AT_LEAST) >= np.log(1 / 0.005)).any()


def test_betting_sequences_are_ever_wrong_as_seldom_as_their_level() -> None:
    rng, runs, wrong, capital = np.random.default_rng(7), 2_000, 0, 0
    truth = 0.2
    for _ in range(runs):
        x = rng.beta(1, 4, size=500)
        capital += bool((log_hedged_capital(x, np.array([truth]), ALPHA) >= np.log(1 / ALPHA)).any())
        means = np.cumsum(x) / np.arange(1, 501)
        half = stats.norm.isf(ALPHA / 2) * np.sqrt(2 / 75 / np.arange(1, 501))
        wrong += bool((np.abs(means - truth)[10:] > half[10:]).any())
    assert capital <= stats.binom.isf(1e-4, runs, ALPHA)
    assert wrong > 5 * ALPHA * runs


def test_betting_limits_shrink_around_the_mean_and_use_its_small_variance() -> None:
    x = np.random.default_rng(11).beta(10, 30, size=2_000)
    low, high = betting_limits(x, 0.01)
    assert low[-1] < 0.25 < high[-1]
    assert high[-1] - low[-1] < 0.025
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) <= 0)
    hoeffding = 2 * np.sqrt(np.log(2 / 0.01) / (2 * x.size))
    assert high[-1] - low[-1] < hoeffding / 2
    blocks = x.reshape(-1, 20).mean(axis=1)
    coarse = betting_limits(blocks, 0.01)
    assert coarse[0][-1] < 0.25 < coarse[1][-1]
    with pytest.raises(ValueError, match="rescale"):
        betting_limits(2 * x + 1, 0.01)


def test_asymptotic_sequences_are_ever_wrong_as_seldom_as_their_level_from_a_late_first_look_on() -> None:
    rng, first = np.random.default_rng(13), 50
    n = np.arange(1, 1_001)
    wrong = peeked = 0
    for _ in range(RUNS):
        x = rng.exponential(size=1_000)
        mean = np.cumsum(x) / n
        stderr = np.sqrt(np.maximum(np.cumsum(x**2) / n - mean**2, 1e-12) / n)
        low, high = asymptotic_limits(mean, stderr, n, ALPHA, intended=300)
        wrong += bool(((low > 1) | (high < 1))[first:].any())
        peeked += bool((np.abs(mean - 1) > 1.96 * stderr)[first:].any())
    assert wrong <= MOST
    assert peeked > 3 * MOST


def test_the_mixture_is_narrowest_at_the_intended_time() -> None:
    def half(intended: float) -> float:
        low, high = asymptotic_limits(0.0, 1.0, 400.0, 0.01, intended=intended)
        return float(high - low) / 2

    assert half(400) < min(half(300), half(530))
    rho = mixture_parameter(0.01, 400) ** 2
    assert half(400) == pytest.approx(
        np.sqrt(2 * (400 * rho + 1) / (400 * rho) * np.log(np.sqrt(400 * rho + 1) / 0.01))
    )


def test_running_limits_only_shrink() -> None:
    low, high = running_limits(np.array([0.1, 0.0, 0.2]), np.array([0.9, 0.95, 0.8]))
    assert low.tolist() == [0.1, 0.1, 0.2]
    assert high.tolist() == [0.9, 0.9, 0.8]


def test_levels_and_counts_outside_their_range_are_refused() -> None:
    with pytest.raises(ValueError, match="1/e"):
        proportion_limits(1, 2, 0.5)
    with pytest.raises(ValueError, match="successes <= trials"):
        log_e_proportion(3, 2, 0.5, Null.EQUAL)
