"""Noisy positive means against statsmodels, beside the bias of their logs."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from theorycheck.statistics.gamma import fit_gamma, gamma_interval, gamma_means

SIZES = 2.0 ** np.arange(3, 11)
DESIGN = np.column_stack([np.ones(8), np.log(SIZES)])
ERRORS = np.linspace(0.1, 0.6, 8)
BETA = np.array([1.0, -1.0])
NONE = np.zeros(8)


def sampled(rng: np.random.Generator) -> np.ndarray:
    return np.exp(DESIGN @ BETA) * rng.gamma(ERRORS**-2) * ERRORS**2


def test_the_fit_is_that_of_statsmodels_with_its_scale_held_at_one() -> None:
    means, offset = sampled(np.random.default_rng(3)), np.linspace(0, 1, 8)
    ours = fit_gamma(DESIGN, offset, means, ERRORS)
    family = sm.families.Gamma(link=sm.families.links.Log())
    theirs = sm.GLM(means, DESIGN, family=family, var_weights=ERRORS**-2, offset=offset).fit(
        scale=1.0, tol=1e-12
    )
    assert ours.parameters == pytest.approx(theirs.params, abs=1e-6)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(theirs.bse, rel=1e-5)
    assert ours.chi2 == pytest.approx(theirs.pearson_chi2, rel=1e-5)
    unweighted = sm.GLM(means, DESIGN, family=family, offset=offset).fit(scale=1.0)
    assert np.abs(unweighted.params - ours.parameters).max() > 1e-3


def test_the_score_is_the_slope_of_the_deviance() -> None:
    data = gamma_means(np.array([0.5, 2.0]), np.array([0.3, 0.8]))
    eta = np.array([0.1, 0.2])
    for point in range(2):
        step = 1e-6 * np.eye(2)[point]
        slope = (data.deviance(eta + step) - data.deviance(eta - step)) / 2e-6
        assert slope == pytest.approx(-2 * data.score(eta)[0][point], rel=1e-5)


def test_profiles_cover_and_logs_by_least_squares_are_biased() -> None:
    rng, runs, missed = np.random.default_rng(5), 300, 0
    ours, logs = [], []
    root = 1 / ERRORS
    for _ in range(runs):
        means = sampled(rng)
        fit = fit_gamma(DESIGN, NONE, means, ERRORS)
        low, high = gamma_interval(DESIGN, NONE, means, ERRORS, fit, 1, alpha=0.05)
        missed += not low <= -1 <= high
        ours.append(fit.parameters[1])
        logs.append(np.linalg.lstsq(DESIGN * root[:, None], np.log(means) * root, rcond=None)[0][1])
    assert missed <= stats.binom.isf(1e-4, runs, 0.05)
    error = np.std(ours) / np.sqrt(runs)
    assert abs(np.mean(ours) + 1) < 4 * error
    assert abs(np.mean(logs) + 1) > 4 * error


def test_a_wrong_exponent_is_rejected_and_errors_are_not_rescaled() -> None:
    means = sampled(np.random.default_rng(7))
    sharp = fit_gamma(DESIGN, NONE, means, ERRORS / 10)
    plain = fit_gamma(DESIGN, NONE, means, ERRORS)
    assert sharp.p_value < 1e-6 < plain.p_value
    assert sharp.covariance == pytest.approx(plain.covariance / 100, rel=1e-6)
    held = fit_gamma(DESIGN, NONE, means, ERRORS / 2, start=np.array([1.0, 0.0]), fixed=(1,))
    assert held.parameters[1] == 0.0
    assert held.p_value < 1e-6


@pytest.mark.parametrize(
    ("means", "errors", "message"),
    [([0.0, 1.0], [0.2, 0.2], "1 means at or below"), ([1.0, 1.0], [0.0, 0.2], "exact points")],
)
def test_zero_means_and_exact_points_are_refused(
    means: list[float], errors: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        gamma_means(np.array(means), np.array(errors))
