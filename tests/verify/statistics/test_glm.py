"""Scoring under two links against statsmodels; the sandwich and the prior by hand-worked cases."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import special
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.glm import (
    Link,
    fit_likelihood,
    linear_predictor,
    normal_means,
    profile_limits,
    proportions,
    with_prior,
)

X = np.column_stack([np.ones(8), np.linspace(-2, 2, 8)])
TRIALS = np.full(8, 40.0)
LINKS = {Link.LOGIT: sm.families.links.Logit, Link.COMPLEMENTARY: sm.families.links.CLogLog}


@pytest.mark.parametrize("link", list(LINKS))
def test_the_fit_is_that_of_statsmodels(link):
    counts = np.array([0.0, 2, 3, 11, 20, 33, 40, 40])
    ours = fit_likelihood(proportions(counts, TRIALS, link), linear_predictor(X), np.zeros(2))
    family = sm.families.Binomial(link=LINKS[link]())
    theirs = sm.GLM(np.column_stack([counts, TRIALS - counts]), X, family=family).fit()
    assert ours.parameters == pytest.approx(theirs.params, abs=1e-5)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(theirs.bse, rel=1e-4)
    other = next(fit for fit in LINKS if fit is not link)
    wrong = fit_likelihood(proportions(counts, TRIALS, other), linear_predictor(X), np.zeros(2))
    assert abs(wrong.parameters - theirs.params).max() > 0.05


@pytest.mark.parametrize("link", list(LINKS))
def test_the_score_is_the_slope_of_the_deviance(link):
    data = proportions(np.array([0.0, 7, 40]), np.full(3, 40.0), link)
    eta = np.array([-1.0, 0.3, 1.2])
    for point in range(3):
        moved = eta + 1e-6 * np.eye(3)[point]
        slope = (data.deviance(moved) - data.deviance(eta)) / 1e-6
        assert slope == pytest.approx(-2 * data.score(eta)[0][point], abs=1e-3)


def test_means_with_a_full_covariance_are_fitted_by_generalised_least_squares():
    covariance = 0.01 * 0.6 ** np.abs(np.subtract.outer(np.arange(8), np.arange(8)))
    means = np.exp(X @ [0.5, 0.3]) + np.random.default_rng(3).multivariate_normal(np.zeros(8), covariance)
    fit = fit_likelihood(normal_means(means, Covariance(covariance)), linear_predictor(X), np.zeros(2))
    fitted = np.exp(X @ fit.parameters)
    normal_equations = (fitted[:, None] * X).T @ np.linalg.solve(covariance, means - fitted)
    assert np.abs(normal_equations).max() < 1e-3
    diagonal = Covariance(np.diag(covariance).copy())
    plain = fit_likelihood(normal_means(means, diagonal), linear_predictor(X), np.zeros(2))
    assert abs(plain.parameters - fit.parameters).max() > 1e-3


def test_the_sandwich_of_binomial_variances_is_the_models_own_covariance():
    beta = np.array([0.2, 0.9])
    p = special.expit(X @ beta)
    counts = TRIALS * p
    shared = Covariance(np.diag(p * (1 - p) / TRIALS))
    plain = fit_likelihood(proportions(counts, TRIALS, Link.LOGIT), linear_predictor(X), beta)
    robust = fit_likelihood(
        proportions(counts, TRIALS, Link.LOGIT, covariance=shared), linear_predictor(X), beta
    )
    tripled = fit_likelihood(
        proportions(counts, TRIALS, Link.LOGIT, covariance=shared.scaled(3**0.5)), linear_predictor(X), beta
    )
    assert robust.covariance == pytest.approx(plain.covariance, rel=1e-6)
    assert tripled.covariance == pytest.approx(3 * plain.covariance, rel=1e-6)


def test_a_profile_ends_where_the_deviance_has_risen_and_is_infinite_without_information():
    counts, rise = np.array([0.0, 0, 0, 0, 0, 0, 3, 9]), float(special.chdtri(1, 0.05))
    data, predict = proportions(counts, TRIALS, Link.COMPLEMENTARY), linear_predictor(X)
    fit = fit_likelihood(data, predict, np.zeros(2))
    best = data.deviance(predict(fit.parameters)[0])
    for end in profile_limits(data, predict, fit, 1, rise=rise):
        held = fit_likelihood(data, predict, np.array([-2.0, end]), fixed=(1,))
        assert data.deviance(predict(held.parameters)[0]) - best == pytest.approx(rise, rel=1e-3)
    separated = proportions(np.array([0.0, 0, 0, 0, 0, 0, 0, 9]), TRIALS, Link.LOGIT)
    fit = fit_likelihood(separated, predict, np.zeros(2))
    assert profile_limits(separated, predict, fit, 1, rise=rise)[1] == np.inf


def test_a_prior_is_one_observation_more():
    means, errors = np.array([3.0]), Covariance(np.array([0.04]))

    def predict(theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.array([theta[0], theta[0]]), np.ones((2, 1))

    loose, tight = (
        fit_likelihood(with_prior(normal_means(means, errors), s), predict, np.array([1.0]))
        for s in (100.0, 1e-3)
    )
    assert loose.parameters[0] == pytest.approx(np.log(3.0), abs=1e-5)
    assert tight.parameters[0] == pytest.approx(0.0, abs=1e-3)
    assert (loose.dof, tight.dof) == (1, 1)


def test_impossible_counts_and_the_log_link_are_refused():
    with pytest.raises(ValueError, match="counts <= trials"):
        proportions(np.array([5.0]), np.array([4.0]), Link.LOGIT)
    with pytest.raises(ValueError, match=r"likelihood\.Counts"):
        proportions(np.array([1.0]), np.array([4.0]), Link.LOG).deviance(np.zeros(1))
