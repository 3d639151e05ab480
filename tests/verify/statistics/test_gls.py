"""Least squares with absolute errors against statsmodels, its bias, and exact points."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import chdtrc
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.gls import chi2_p_value, compatible_slopes, log_moments
from theorycheck.statistics.likelihood import LinearMeans, LogMeans

SIZES = 2.0 ** np.arange(4, 10)
LOGS = np.log(SIZES)[:, None]
COLUMNS, PURE = sm.add_constant(LOGS), np.zeros((1, 6))


def shared_covariance(means: np.ndarray, relative: float) -> np.ndarray:
    """Every point has this relative error and half of it is common."""
    return relative**2 * np.outer(means, means) * (0.5 * np.eye(means.size) + 0.5)


def test_the_fit_with_correlated_points_is_that_of_statsmodels_with_absolute_errors():
    rng = np.random.default_rng(37)
    means = 3.0 / SIZES
    covariance = shared_covariance(means, 0.02)
    observed = rng.multivariate_normal(means, covariance)
    logs, relative = log_moments(observed, Covariance(covariance))
    theirs = sm.GLS(logs, sm.add_constant(LOGS), sigma=relative.matrix).fit()
    likelihood = LogMeans(means=observed, covariance=Covariance(covariance))
    ours = likelihood.fit(COLUMNS, PURE)
    assert ours.theta[0] == pytest.approx(theirs.params, abs=1e-8)
    assert ours.deviance[0] == pytest.approx(theirs.ssr, rel=1e-6)
    assert likelihood.goodness(COLUMNS, PURE[0], 0.0, ours.theta[0])[0] == pytest.approx(theirs.ssr, rel=1e-6)
    assert ours.covariance[0] == pytest.approx(theirs.normalized_cov_params, rel=1e-6)
    assert np.sqrt(np.diag(ours.covariance[0])) != pytest.approx(theirs.bse, rel=1e-3)


def test_the_bias_of_the_logarithm_is_removed():
    rng = np.random.default_rng(41)
    observed = rng.normal(2.0, 0.18, size=400_000)
    corrected = np.log(observed) + 0.18**2 / (2 * observed**2)
    assert abs(corrected.mean() - np.log(2.0)) < 4 * 0.09 / np.sqrt(400_000) + 1e-4
    assert np.log(2.0) - np.log(observed).mean() > 10 * 0.09 / np.sqrt(400_000)
    logs, _ = log_moments(observed[1:3], Covariance(np.full(2, 0.18**2)))
    assert logs == pytest.approx(corrected[1:3])


def test_large_relative_errors_are_refused_in_logs_and_fitted_on_the_means():
    means = 3.0 / SIZES
    covariance = np.diag((0.3 * means) ** 2)
    with pytest.raises(ValueError, match="at most 10 %"):
        log_moments(means, Covariance(covariance))
    fit = LinearMeans(means=means, covariance=Covariance(covariance)).fit(COLUMNS, PURE)
    assert fit.theta[0] == pytest.approx([np.log(3.0), -1.0], abs=1e-6)


def test_chi2_rejects_a_law_that_does_not_fit_and_never_widens_its_errors():
    bent, straight = (
        LogMeans(means=means, covariance=Covariance((0.01 * means) ** 2)).fit(COLUMNS, PURE)
        for means in (np.exp(-SIZES / 100), 1.0 / SIZES)
    )
    assert chi2_p_value(float(bent.deviance[0]), 4) < 1e-10
    assert chi2_p_value(float(straight.deviance[0]), 4) > 0.9
    assert bent.covariance == pytest.approx(straight.covariance, rel=1e-2)


@pytest.mark.parametrize("dof", [1, 2, 3, 4, 29, 30, 1001])
def test_the_tail_of_chi2_is_that_of_scipy(dof):
    for ratio in (0.0, 1e-9, 0.5, 1.0, 1.2, 2.0, 10.0):
        assert chi2_p_value(ratio * dof, dof) == pytest.approx(
            chdtrc(dof, ratio * dof), rel=1e-12, abs=1e-300
        )
    assert chi2_p_value(np.inf, dof) == 0.0


def test_points_that_share_all_their_trials_lose_a_degree_of_freedom():
    covariance = np.ones((2, 2))
    assert Covariance(covariance).rank == 1
    assert Covariance(np.eye(2)).rank == 2


def test_compatible_slopes_are_those_of_the_extreme_lines_through_the_bounds():
    x = np.array([[0.0], [1.0]])
    low, high = compatible_slopes(x, np.array([-0.1, 0.9]), np.array([0.1, 1.1]))
    assert (low[0], high[0]) == pytest.approx((0.8, 1.2))


def test_no_slope_is_compatible_with_bounds_that_bend():
    x = np.array([[0.0], [1.0], [2.0]])
    assert compatible_slopes(x, np.array([-0.1, 0.9, 3.9]), np.array([0.1, 1.1, 4.1])) is None
