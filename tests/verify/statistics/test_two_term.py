"""Sums of laws against lmfit and SciPy's least squares, coverage of profiles, terms nobody needs."""

import lmfit
import numpy as np
import pytest
from scipy import optimize, special, stats
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.sum_of_powers import Term, TermData, fit_terms, profile_intervals

T, D = (g.ravel() for g in np.meshgrid(np.geomspace(10, 1e5, 9), np.geomspace(8, 4096, 9)))
MEAN = 2 * T**-0.5 + 3 * D**-0.8
RELATIVE = 0.03


def power(base: np.ndarray, *, free_sign: bool = False) -> Term:
    return Term(
        design=np.log(base)[:, None],
        offset=np.zeros(base.size),
        center=np.array([-1.0]),
        spread=np.array([1.0]),
        free_sign=free_sign,
    )


TERMS = (power(T), power(D))


def noisy(rng: np.random.Generator, mean: np.ndarray = MEAN) -> TermData:
    return TermData(
        means=mean * (1 + RELATIVE * rng.standard_normal(mean.size)),
        covariance=Covariance((RELATIVE * mean) ** 2),
    )


def test_the_fit_is_that_of_lmfit_from_the_truth():
    data = noisy(np.random.default_rng(3))
    ours = fit_terms(TERMS, data)
    start = lmfit.create_params(a=2.0, c=3.0, b=-0.5, g=-0.8)

    def residual(p: lmfit.Parameters) -> np.ndarray:
        return (data.means - p["a"] * T ** p["b"] - p["c"] * D ** p["g"]) / np.sqrt(data.covariance.values)

    theirs = lmfit.minimize(residual, start, scale_covar=False, ftol=1e-14, xtol=1e-14)
    values = [theirs.params[name].value for name in "acbg"]
    errors = [theirs.params[name].stderr for name in "acbg"]
    assert ours.fit.parameters == pytest.approx(values, rel=1e-4)
    assert np.sqrt(np.diag(ours.fit.covariance)) == pytest.approx(errors, rel=1e-3)
    assert ours.loss == pytest.approx(theirs.chisqr, rel=1e-7)
    assert ours.fit.dof == 77


def test_an_error_of_scale_that_all_points_share_widens_amplitudes_and_no_exponent():
    variances = (RELATIVE * MEAN) ** 2
    plain, full, shared = (
        fit_terms(TERMS, TermData(means=MEAN, covariance=Covariance(c))).fit
        for c in (variances, np.diag(variances), np.diag(variances) + 0.05**2 * np.outer(MEAN, MEAN))
    )
    assert full.parameters == pytest.approx(plain.parameters, rel=1e-5)
    own, widened = np.diag(plain.covariance), np.diag(shared.covariance)
    assert widened[2:] == pytest.approx(own[2:], rel=1e-6)
    assert widened[:2] - own[:2] == pytest.approx((0.05 * plain.parameters[:2]) ** 2, rel=1e-5)


def test_a_profile_ends_where_chi2_of_the_best_held_fit_has_risen():
    data = noisy(np.random.default_rng(7))
    fit = fit_terms(TERMS, data)
    rise = float(special.chdtri(1, 0.01))
    sigma = np.sqrt(data.covariance.values)
    for end in profile_intervals(TERMS, data, fit, rise=rise)[1]:

        def residual(p: np.ndarray, held: float = end) -> np.ndarray:
            return (data.means - p[0] * T ** p[2] - p[1] * D**held) / sigma

        held = optimize.least_squares(residual, [2, 3, -0.5], xtol=1e-14, ftol=1e-14, x_scale="jac")
        assert 2 * held.cost - fit.loss == pytest.approx(rise, rel=5e-3)


def test_profiles_cover_both_exponents():
    rng, missed, runs = np.random.default_rng(11), 0, 40
    rise = float(special.chdtri(1, 0.05))
    for _ in range(runs):
        data = noisy(rng)
        fit = fit_terms(TERMS, data)
        low, high = profile_intervals(TERMS, data, fit, rise=rise)[0]
        missed += not low <= -0.5 <= high
    assert missed <= stats.binom.isf(1e-4, runs, 0.05)
    assert high - low < 0.1


def test_a_term_nobody_needs_bounds_none_of_its_exponents():
    data = noisy(np.random.default_rng(13), 2 * T**-0.5)
    fit = fit_terms(TERMS, data)
    assert tuple(profile_intervals(TERMS, data, fit, rise=6.6)[1]) == (-np.inf, np.inf)
    low, high = profile_intervals(TERMS, data, fit, rise=6.6)[0]
    assert -0.6 < low < -0.5 < high < -0.4


def test_a_negative_term_needs_a_free_sign():
    data = noisy(np.random.default_rng(17), 3 * D**-0.3 - 0.5 * T**-0.5 * np.ones(T.size))
    bound, free = fit_terms(TERMS, data), fit_terms((power(T, free_sign=True), power(D)), data)
    assert bound.amplitudes.min() >= 0
    assert free.amplitudes[0] == pytest.approx(-0.5, rel=0.3)
    assert free.fit.p_value > 1e-3 > bound.fit.p_value


def test_counts_are_fitted_by_their_likelihood():
    rng = np.random.default_rng(19)
    p, trials = 0.2 * (T / 10) ** -0.5 + 0.3 * (D / 8) ** -0.8, np.full(T.size, 2_000.0)
    counts = rng.binomial(2_000, p).astype(float)
    share = counts / trials
    data = TermData(means=share, covariance=Covariance(share * (1 - share) / trials), trials=trials)
    fit = fit_terms(TERMS, data)

    def deviance(theta: np.ndarray) -> float:
        q = np.clip(np.exp(theta[0]) * T ** theta[2] + np.exp(theta[1]) * D ** theta[3], 1e-12, 1 - 1e-9)
        return -2 * float(counts @ np.log(q) + (trials - counts) @ np.log1p(-q))

    start = np.array([*np.log(fit.amplitudes), *fit.beta])
    best = optimize.minimize(deviance, start, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-7})
    assert deviance(start) - best.fun < 1e-2
    assert np.abs(best.x[2:] - fit.beta).max() < 0.05 * np.sqrt(np.diag(fit.fit.covariance)[2:]).min()
    assert fit.fit.p_value > 1e-3


def test_three_terms_and_many_points_are_found_without_a_matrix():
    rng = np.random.default_rng(29)
    x = rng.uniform(0, 6, 12_000)
    terms = tuple(
        Term(design=-x[:, None], offset=np.zeros(x.size), center=np.array([c]), spread=np.array([c / 2]))
        for c in (0.2, 1.0, 6.0)
    )
    mean = np.exp(-0.1 * x) + 2 * np.exp(-1.2 * x) + 4 * np.exp(-8 * x)
    variances = np.full(x.size, 0.01**2)
    data = TermData(means=mean + 0.01 * rng.standard_normal(x.size), covariance=Covariance(variances))
    fit = fit_terms(terms, data)
    z = (np.sort(fit.beta) - [0.1, 1.2, 8.0]) / np.sqrt(np.diag(fit.fit.covariance)[3:])[np.argsort(fit.beta)]
    assert np.abs(z).max() < 4
    assert fit.fit.p_value > 1e-3


def test_too_few_points_are_refused():
    few = tuple(
        Term(design=np.ones((3, 1)), offset=np.zeros(3), center=np.ones(1), spread=np.ones(1)) for _ in "ab"
    )
    with pytest.raises(ValueError, match="4 parameters, but there are 3 points"):
        fit_terms(few, TermData(means=np.ones(3), covariance=Covariance(np.ones(3))))
