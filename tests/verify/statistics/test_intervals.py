"""Limits against an exact enumeration and statsmodels; corrections against hand-worked cases."""

import numpy as np
import pytest
from scipy import special, stats
from statsmodels.stats.multitest import multipletests
from theorycheck.statistics.blocks import skewness
from theorycheck.statistics.intervals import (
    bonferroni,
    clopper_pearson,
    clopper_pearson_lower,
    clopper_pearson_upper,
    holm,
    mean_quantiles,
    mean_tails,
    normal_limits,
    rise_of,
    sidak,
    student_quantiles,
    two_sided_quantile,
)


@pytest.mark.parametrize("alpha", [0.05, 1e-3, 1e-9, 1e-15])
@pytest.mark.parametrize(("k", "m"), [(0, 20), (3, 20), (20, 20), (517, 1000)])
def test_clopper_pearson_limits_are_quantiles_of_the_beta_distribution(k, m, alpha):
    low = special.betaincinv(k, m - k + 1, alpha / 2) if k else 0.0
    # 1 - alpha / 2 has no digit of alpha left at the last of these levels.
    high = special.betainccinv(k + 1, m - k, alpha / 2) if k < m else 1.0
    assert np.array(clopper_pearson(k, m, alpha)) == pytest.approx(np.array([low, high]), rel=1e-12)


def test_a_clopper_pearson_limit_is_where_the_binomial_tail_is_alpha():
    assert stats.binom.sf(6, 50, clopper_pearson_lower(7, 50, 0.005)) == pytest.approx(0.005)
    assert stats.binom.cdf(7, 50, clopper_pearson_upper(7, 50, 0.005)) == pytest.approx(0.005)


def test_clopper_pearson_covers_every_proportion_by_enumeration():
    k = np.arange(31)
    low, high = clopper_pearson(k, 30, 0.05)
    for p in np.linspace(0.01, 0.99, 49):
        covered = (low <= p) & (p <= high)
        assert stats.binom.pmf(k, 30, p)[covered].sum() >= 0.95


def test_a_normal_interval_without_its_quantile_would_undercover():
    rng = np.random.default_rng(3)
    means = rng.standard_normal(20_000)
    low, high = normal_limits(means, 1.0, 0.01)
    missed = np.mean((low > 0) | (high < 0))
    assert abs(missed - 0.01) < 4 * np.sqrt(0.01 * 0.99 / 20_000)
    assert np.mean(np.abs(means) > 1) > 0.3


def test_sidak_intervals_of_correlated_means_hold_together():
    rng = np.random.default_rng(5)
    shared = rng.standard_normal((20_000, 1))
    means = 0.8 * shared + 0.6 * rng.standard_normal((20_000, 10))
    low, high = normal_limits(means, 1.0, sidak(0.05, 10))
    assert np.mean(((low > 0) | (high < 0)).any(axis=1)) <= 0.05
    alone_low, alone_high = normal_limits(means, 1.0, 0.05)
    assert np.mean(((alone_low > 0) | (alone_high < 0)).any(axis=1)) > 0.1
    assert bonferroni(0.05, 10) < sidak(0.05, 10) < 0.05


@pytest.mark.parametrize("alpha", [0.5, 0.01, 1e-8, 1e-300])
def test_normal_quantiles_are_those_of_scipy(alpha):
    assert two_sided_quantile(alpha) == pytest.approx(-special.ndtri(alpha / 2), rel=1e-14)
    assert rise_of(alpha) == pytest.approx(special.chdtri(1, alpha), rel=1e-14)


def test_student_quantiles_of_infinitely_many_trials_are_normal():
    alpha = np.array([0.01, 0.05])
    normal = student_quantiles(np.full(2, np.inf), alpha)
    np.testing.assert_allclose(normal, stats.t.isf(alpha / 2, 1e12), rtol=1e-9)
    assert np.all(student_quantiles(np.array([np.inf, 4.0]), alpha) > [normal[0] - 1e-12, normal[1] + 0.5])


def test_holm_rejects_what_statsmodels_rejects():
    rng = np.random.default_rng(11)
    for _ in range(10):
        p = rng.uniform(size=12) ** 4
        assert holm(p, 0.05).tolist() == multipletests(p, 0.05, method="holm")[0].tolist()


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1])
def test_a_level_outside_zero_and_one_is_refused(alpha):
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        sidak(alpha, 3)


def test_more_successes_than_trials_are_refused():
    with pytest.raises(ValueError, match="successes <= trials"):
        clopper_pearson(5, 4, 0.05)


@pytest.mark.parametrize("skewness", [-0.9, -0.1, 0.0, 0.1, 0.9])
def test_the_tail_at_a_quantile_of_a_skewed_mean_is_its_level(skewness):
    dof, alpha, a = np.full(3, 24.0), np.array([0.2, 0.02, 2e-4]), np.full(3, skewness)
    assert mean_tails(mean_quantiles(dof, alpha, a), dof, a) == pytest.approx(alpha / 2, rel=1e-9)
    assert np.all(mean_quantiles(dof, alpha, a) >= student_quantiles(dof, alpha))
    ends = np.array([-np.inf, np.inf])
    assert mean_tails(ends, np.full(2, 24.0), np.full(2, skewness)).tolist() == [1.0, 0.0]


def _errors(n: int, level: float, drawn: np.ndarray) -> tuple[float, float]:
    """How often the true mean is refuted from below, by Student's tails and by those of skewed means."""
    trials = drawn.reshape(-1, n)
    stderrs = trials.std(axis=1, ddof=1) / np.sqrt(n)
    t, dof = -trials.mean(axis=1) / stderrs, np.full(len(trials), n - 1.0)
    found = (mean_tails(t, dof, a) for a in (np.zeros(len(trials)), -skewness(list(trials))))
    student, skewed = (float(np.mean(p < level)) for p in found)
    return student, skewed


@pytest.mark.parametrize("level", [0.01, 0.001])
def test_a_true_mean_of_skewed_trials_is_refuted_hardly_more_often_than_stated(level):
    """Lognormal trials of a moderate spread; of normal ones nothing is lost."""
    rng, n, runs = np.random.default_rng(83), 200, 20_000
    lognormal = np.exp(rng.standard_normal(n * runs) / 2 - 1 / 8) - 1
    noise = 3 * np.sqrt(level / runs)
    student, skewed = _errors(n, level, lognormal)
    assert student > 1.5 * level + noise
    assert skewed < 1.3 * level + noise
    assert _errors(n, level, rng.standard_normal(n * runs))[1] < level + noise
