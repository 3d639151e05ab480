"""The constrained binomial fit against statsmodels where that converges, and where it does not."""

import warnings

import numpy as np
import pytest
import statsmodels.api as sm
from theorycheck.statistics.binomial import deviance, fit_binomial, pearson
from theorycheck.statistics.glm import linear_predictor

SIZES = 2.0 ** np.arange(3, 10)
LOGS = np.log(SIZES)[:, None]
PREDICT = linear_predictor(sm.add_constant(LOGS), np.zeros(7))


def statsmodels_fit(counts: np.ndarray, trials: np.ndarray):
    table = np.column_stack([counts, trials - counts])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        family = sm.families.Binomial(link=sm.families.links.Log())
        start = np.array([np.log(counts.sum() / trials.sum()), 0.0])
        return sm.GLM(table, sm.add_constant(LOGS), family=family).fit(start_params=start)


@pytest.mark.parametrize(("scale", "trials"), [(1.0, 20_000), (4.0, 400), (2.0, 50)])
def test_the_fit_is_that_of_statsmodels(scale, trials):
    rng = np.random.default_rng(23)
    number = np.full(7, float(trials))
    counts = rng.binomial(trials, scale / SIZES).astype(float)
    ours, theirs = (
        fit_binomial(PREDICT, np.array([0.0, -1.0]), counts, number),
        statsmodels_fit(counts, number),
    )
    assert ours.parameters == pytest.approx(theirs.params, abs=2e-4)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(theirs.bse, rel=1e-3)
    fitted = np.exp(PREDICT(ours.parameters)[0])
    assert deviance(counts, number, fitted) == pytest.approx(theirs.deviance, rel=1e-5)


def test_no_fitted_proportion_exceeds_one_where_the_unconstrained_fit_does():
    number = np.full(7, 20.0)
    counts = np.array([20.0, 20.0, 20.0, 12.0, 5.0, 3.0, 1.0])
    fit = fit_binomial(PREDICT, np.array([0.0, -0.5]), counts, number)
    assert np.all(np.exp(PREDICT(fit.parameters)[0]) < 1)
    logs = np.log(counts / number)
    straight = np.polyfit(LOGS[:, 0], logs, 1)
    assert np.polyval(straight, LOGS[0, 0]) > 0


def test_ignoring_shared_trials_understates_the_error():
    rng = np.random.default_rng(29)
    n_trials, items = 400, 12
    p = 1.0 / SIZES
    covered, naive = [], []
    middle = np.array([1.0, LOGS.mean()])
    for _ in range(300):
        mood = rng.exponential(size=(n_trials, 1))
        hits = rng.binomial(items, np.minimum(p * mood, 1.0))
        share = hits / items
        covariance = np.cov(share.T) / n_trials
        counts, number = hits.sum(axis=0).astype(float), np.full(7, float(n_trials * items))
        sandwich = fit_binomial(PREDICT, np.array([0.0, -1.0]), counts, number, covariance=covariance)
        plain = fit_binomial(PREDICT, np.array([0.0, -1.0]), counts, number)
        error = middle @ (sandwich.parameters - [0.0, -1.0])
        covered.append(error / np.sqrt(middle @ sandwich.covariance @ middle))
        naive.append(error / np.sqrt(middle @ plain.covariance @ middle))
    assert 0.85 < np.std(covered) < 1.15
    assert np.std(naive) > 1.2


def test_goodness_of_fit_is_calibrated_at_small_counts_and_rejects_a_wrong_exponent():
    rng = np.random.default_rng(31)
    number = np.full(7, 120.0)
    p_values = []
    for _ in range(400):
        counts = rng.binomial(120, 3.0 / SIZES).astype(float)
        p_values.append(fit_binomial(PREDICT, np.array([0.0, -1.0]), counts, number).p_value)
    assert np.mean(np.array(p_values) < 0.05) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)
    bent = rng.binomial(20_000, 0.4 * np.exp(-SIZES / 60)).astype(float)
    assert fit_binomial(PREDICT, np.array([0.0, -1.0]), bent, np.full(7, 20_000.0)).p_value < 1e-6


def test_pearson_pools_the_points_that_expect_little():
    chi2, groups = pearson(np.array([50.0, 1.0, 0.0]), np.full(3, 100.0), np.array([0.5, 0.01, 0.01]))
    assert groups == 2
    assert chi2 == pytest.approx(1.0 / (2 * 0.99))
