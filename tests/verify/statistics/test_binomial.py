"""The constrained binomial fit against statsmodels where that converges, and where it does not."""

import warnings

import numpy as np
import pytest
import statsmodels.api as sm
from theorycheck.statistics.binomial import deviance, pearson
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.exponents import Measured
from theorycheck.statistics.gls import chi2_p_value
from theorycheck.statistics.likelihood import Counts

SIZES = 2.0 ** np.arange(3, 10)
LOGS = np.log(SIZES)[:, None]
COLUMNS = sm.add_constant(LOGS)


def fit(counts: np.ndarray, trials: np.ndarray, data: Counts | None = None):
    """The parameters and their covariance."""
    found = (data or Counts(counts=counts, trials=trials)).fit(COLUMNS, np.zeros((1, 7)))
    return found.theta[0], found.covariance[0]


def p_value(counts: np.ndarray, trials: np.ndarray) -> float:
    chi2, groups = Counts(counts=counts, trials=trials).goodness(
        COLUMNS, np.zeros(7), 0.0, fit(counts, trials)[0]
    )
    return chi2_p_value(chi2, groups - 2)


def statsmodels_fit(counts: np.ndarray, trials: np.ndarray, columns: np.ndarray = COLUMNS):
    table = np.column_stack([counts, trials - counts])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        family = sm.families.Binomial(link=sm.families.links.Log())
        start = np.array([np.log(counts.sum() / trials.sum()), 0.0])[: columns.shape[1]]
        return sm.GLM(table, columns, family=family).fit(start_params=start)


@pytest.mark.parametrize(("scale", "trials"), [(1.0, 20_000), (4.0, 400), (2.0, 50)])
def test_the_fit_is_that_of_statsmodels(scale, trials):
    rng = np.random.default_rng(23)
    number = np.full(7, float(trials))
    counts = rng.binomial(trials, scale / SIZES).astype(float)
    (theta, covariance), theirs = fit(counts, number), statsmodels_fit(counts, number)
    assert theta == pytest.approx(theirs.params, abs=2e-4)
    assert np.sqrt(np.diag(covariance)) == pytest.approx(theirs.bse, rel=1e-3)
    assert deviance(counts, number, np.exp(COLUMNS @ theta)) == pytest.approx(theirs.deviance, rel=1e-5)


def test_no_fitted_proportion_exceeds_one_where_the_unconstrained_fit_does():
    number = np.full(7, 20.0)
    counts = np.array([20.0, 20.0, 20.0, 12.0, 5.0, 3.0, 1.0])
    assert np.all(np.exp(COLUMNS @ fit(counts, number)[0]) < 1)
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
        covariance = Covariance(np.cov(share.T) / n_trials)
        counts, number = hits.sum(axis=0).astype(float), np.full(7, float(n_trials * items))
        shared = Measured(means=counts / number, covariance=covariance, counts=counts, trials=number)
        for data, errors in ((shared.likelihood, covered), (None, naive)):
            theta, spread = fit(counts, number, data)
            errors.append(middle @ (theta - [0.0, -1.0]) / np.sqrt(middle @ spread @ middle))
    assert np.std(covered) < 1.15
    assert np.std(naive) > 1.2


def test_the_design_effect_is_the_sandwich_of_a_fit_of_one_proportion():
    rng = np.random.default_rng(37)
    number = np.full(7, 300.0)
    hits = rng.random((300, 1)) < np.linspace(0.02, 0.04, 7)
    counts, covariance = hits.sum(axis=0).astype(float), np.cov(hits.T) / 300
    shared = Measured(means=counts / number, covariance=Covariance(covariance), counts=counts, trials=number)
    theirs = statsmodels_fit(counts, number, np.ones((7, 1)))
    weights = number / (1 - np.exp(theirs.params[0]))
    naive = theirs.cov_params()[0, 0]
    assert isinstance(shared.likelihood, Counts)
    assert shared.likelihood.inflation == pytest.approx(naive * weights @ covariance @ weights, rel=1e-6)
    assert shared.likelihood.inflation > 2


def test_goodness_of_fit_is_calibrated_at_small_counts_and_rejects_a_wrong_exponent():
    rng = np.random.default_rng(31)
    number = np.full(7, 120.0)
    p_values = [p_value(rng.binomial(120, 3.0 / SIZES).astype(float), number) for _ in range(400)]
    assert np.mean(np.array(p_values) < 0.05) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)
    bent = rng.binomial(20_000, 0.4 * np.exp(-SIZES / 60)).astype(float)
    assert p_value(bent, np.full(7, 20_000.0)) < 1e-6


def test_pearson_pools_the_points_that_expect_little():
    chi2, groups = pearson(np.array([50.0, 1.0, 0.0]), np.full(3, 100.0), np.array([0.5, 0.01, 0.01]))
    assert groups == 2
    assert chi2 == pytest.approx(1.0 / (2 * 0.99))
