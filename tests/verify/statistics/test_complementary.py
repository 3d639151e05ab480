"""Fail-in-any laws against statsmodels, at proportions near one, and under shared trials."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import special, stats
from theorycheck.statistics.complementary import any_failure, complementary_interval, fit_complementary
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.glm import Link, fit_likelihood, linear_predictor, proportions

LENGTHS, SIZES = (g.ravel() for g in np.meshgrid([1.0, 4, 16, 64, 256], [8.0, 16, 32, 64]))
DESIGN = np.column_stack([np.ones(20), np.log(SIZES)])
OFFSET = np.log(LENGTHS)
BETA = np.array([0.5, -1.5])
P = any_failure(np.exp(DESIGN @ BETA), LENGTHS)
TRIALS = np.full(20, 200.0)


def sampled(rng: np.random.Generator) -> np.ndarray:
    return rng.binomial(200, P).astype(float)


def test_the_fit_is_that_of_statsmodels_with_zero_and_full_counts():
    counts = sampled(np.random.default_rng(3))
    counts[np.argmin(P)], counts[np.argmax(P)] = 0.0, 200.0
    ours = fit_complementary(DESIGN, OFFSET, counts, TRIALS)
    family = sm.families.Binomial(link=sm.families.links.CLogLog())
    table = np.column_stack([counts, TRIALS - counts])
    theirs = sm.GLM(table, DESIGN, family=family, offset=OFFSET).fit()
    assert ours.parameters == pytest.approx(theirs.params, abs=1e-5)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(theirs.bse, rel=1e-3)
    unshifted = fit_complementary(DESIGN, np.zeros(20), counts, TRIALS)
    assert unshifted.p_value < 1e-6 < ours.p_value


def test_the_law_is_exact_in_the_number_of_parts_where_a_logit_is_not():
    rng = np.random.default_rng(5)
    parts = rng.random((200, 20, 256)) < -np.expm1(-np.exp(DESIGN @ BETA))[None, :, None]
    counts = np.array([parts[:, i, : int(LENGTHS[i])].any(axis=1).sum() for i in range(20)], dtype=float)
    assert (counts / TRIALS).max() > 0.98
    fit = fit_complementary(DESIGN, OFFSET, counts, TRIALS)
    assert np.abs((fit.parameters - BETA) / np.sqrt(np.diag(fit.covariance))).max() < 4
    assert fit.p_value > 1e-3
    logit = fit_likelihood(
        proportions(counts, TRIALS, Link.LOGIT), linear_predictor(DESIGN, OFFSET), fit.parameters
    )
    assert logit.p_value < 1e-3


def test_profiles_cover_the_exponent():
    rng, missed, wrong, runs = np.random.default_rng(7), 0, 0, 200
    for _ in range(runs):
        counts = sampled(rng)
        fit = fit_complementary(DESIGN, OFFSET, counts, TRIALS)
        low, high = complementary_interval(DESIGN, OFFSET, counts, TRIALS, fit, 1, alpha=0.01)
        missed += not low <= -1.5 <= high
        wrong += low <= -1.2 <= high
    assert missed <= stats.binom.isf(1e-4, runs, 0.01)
    assert wrong < 0.2 * runs


def test_shared_trials_widen_the_errors_as_the_sandwich_says():
    rng, z, naive = np.random.default_rng(11), [], []
    middle = np.array([1.0, float(np.log(SIZES).mean())])
    low = LENGTHS <= 4
    design, offset = DESIGN[low], OFFSET[low]
    for _ in range(200):
        mood = rng.gamma(2.0, 0.5, size=(100, 1))
        hits = rng.binomial(6, -np.expm1(-np.exp(offset + design @ BETA) * mood)) / 6
        marginal = 1 - (1 + np.exp(offset + design @ BETA) / 2) ** -2
        truth = np.linalg.lstsq(design, np.log(-np.log1p(-marginal)) - offset, rcond=None)[0]
        counts, trials = 6 * hits.sum(axis=0), np.full(low.sum(), 600.0)
        shared = Covariance(np.cov(hits.T) / 100)
        for found, covariance in ((z, shared), (naive, None)):
            data = proportions(counts, trials, Link.COMPLEMENTARY, covariance=covariance)
            fit = fit_likelihood(data, linear_predictor(design, offset), BETA)
            error = middle @ (fit.parameters - truth)
            found.append(error / np.sqrt(middle @ fit.covariance @ middle))
    assert 0.85 < np.std(z) < 1.15
    assert np.std(naive) > 1.2


def test_a_rate_is_a_column_of_minus_x():
    rng = np.random.default_rng(13)
    x = np.linspace(0, 4, 9)
    design = np.column_stack([np.ones(9), -x])
    counts = rng.binomial(5_000, any_failure(np.exp(-0.7 * x), 1)).astype(float)
    fit = fit_complementary(design, np.zeros(9), counts, np.full(9, 5_000.0))
    assert abs(fit.parameters[1] - 0.7) < 4 * np.sqrt(fit.covariance[1, 1])
    data = proportions(counts, np.full(9, 5_000.0), Link.COMPLEMENTARY)
    held = fit_likelihood(data, linear_predictor(design), np.array([0.0, 1.0]), fixed=(1,))
    assert held.parameters[1] == 1.0
    assert held.p_value < 1e-6


@pytest.mark.parametrize(("counts", "word"), [(np.zeros(20), "succeeds"), (TRIALS, "fails")])
def test_one_outcome_everywhere_is_refused(counts, word):
    with pytest.raises(ValueError, match=word):
        fit_complementary(DESIGN, OFFSET, counts, TRIALS)


def test_a_profile_end_is_where_the_deviance_has_risen():
    counts = sampled(np.random.default_rng(17))
    fit = fit_complementary(DESIGN, OFFSET, counts, TRIALS)
    data, predict = proportions(counts, TRIALS, Link.COMPLEMENTARY), linear_predictor(DESIGN, OFFSET)
    end = complementary_interval(DESIGN, OFFSET, counts, TRIALS, fit, 1, alpha=0.05)[1]
    held = fit_likelihood(data, predict, np.array([fit.parameters[0], end]), fixed=(1,))
    rise = data.deviance(predict(held.parameters)[0]) - data.deviance(predict(fit.parameters)[0])
    assert rise == pytest.approx(special.chdtri(1, 0.05), rel=1e-3)
