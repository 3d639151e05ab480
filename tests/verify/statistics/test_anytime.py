"""E-processes against integration, and how often each sequence is ever wrong, beside naive peeking."""

import mpmath
import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.statistics.anytime import (
    Null,
    boundary,
    chi2_p_value,
    level_at,
    log_e_proportion,
    mixture_parameter,
    one_sided_p_value,
    proportion_limits,
    proportion_p_value,
)

RUNS, STEPS, ALPHA = 2_000, 2_000, 0.05
MOST = stats.binom.isf(1e-4, RUNS, ALPHA)


@pytest.mark.parametrize(("k", "n", "p0"), [(0, 5, 0.3), (7, 20, 0.3), (19, 20, 0.9), (3, 400, 0.02)])
@pytest.mark.parametrize("null", list(Null))
def test_the_closed_form_is_the_integral_of_the_likelihood_ratio(k, n, p0, null):
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
def test_a_true_null_has_mean_one_or_less_at_a_fixed_time(p):
    k = np.arange(41)
    weights = stats.binom.pmf(k, 40, p)
    e = {null: float(weights @ np.exp(log_e_proportion(k, 40, 0.1, null))) for null in Null}
    if p == 0.1:
        assert e[Null.EQUAL] == pytest.approx(1.0)
    assert e[Null.AT_MOST] <= 1 + 1e-9 or p > 0.1
    assert e[Null.AT_LEAST] <= 1 + 1e-9 or p < 0.1
    assert e[Null.AT_MOST] > 2 or p <= 0.1


@pytest.mark.parametrize("null", list(Null))
def test_a_true_null_is_ever_rejected_as_often_as_its_level_while_peeking_is_not(null):
    # Analyses after every tenth trial: the incomplete beta function is slow.
    rng, n = np.random.default_rng(3), np.arange(10, STEPS + 1, 10)
    k = np.cumsum(rng.binomial(10, 0.3, size=(RUNS, n.size)), axis=1)
    ever = (log_e_proportion(k, n, 0.3, null) >= np.log(1 / ALPHA)).any(axis=1)
    assert ever.sum() <= MOST
    z = (k - 0.3 * n) / np.sqrt(0.21 * n)
    peeked = (np.abs(z[:, 2:]) > stats.norm.isf(ALPHA / 2)).any(axis=1)
    assert peeked.sum() > 4 * MOST


def test_the_sequence_is_the_set_of_proportions_that_are_not_rejected():
    k, n = np.array([0, 3, 50, 100]), np.array([100, 100, 100, 100])
    low, high = proportion_limits(k, n, 0.01, a=1.0, b=1.0)
    assert (low[0], high[3]) == (0.0, 1.0)
    for some, end in ((slice(1, None), low), (slice(0, 3), high)):
        log_e = log_e_proportion(k[some], n[some], end[some], Null.EQUAL)
        assert log_e == pytest.approx(np.log(100), rel=1e-6)
    fixed = stats.beta.isf(0.995, k[1:3], n[1:3] - k[1:3] + 1)
    assert np.all(low[1:3] < fixed)


def test_a_false_null_is_rejected_in_the_time_its_divergence_needs():
    rng, n = np.random.default_rng(5), np.arange(20, 4_001, 20)
    k = np.cumsum(rng.binomial(20, 0.36, size=(200, n.size)), axis=1)
    for null in (Null.EQUAL, Null.AT_MOST):
        rejected = (log_e_proportion(k, n, 0.3, null) >= np.log(1 / 0.005)).any(axis=1)
        assert rejected.mean() > 0.95
    assert not (log_e_proportion(k, n, 0.3, Null.AT_LEAST) >= np.log(1 / 0.005)).any()


def test_normal_mixtures_are_the_integrals_of_the_likelihood_ratio():
    n, z, alpha = 400.0, 3.1, 0.01
    spread = mixture_parameter(alpha) * np.sqrt(n)

    def ratio(shift: float) -> float:
        return float(np.exp(shift * z - shift**2 / 2) * stats.norm.pdf(shift, scale=spread))

    above, below = (integrate.quad(ratio, *ends)[0] for ends in ((0, 12 * spread), (-12 * spread, 0)))
    one = one_sided_p_value(np.array([z]), np.array([n]), alpha)
    assert 1 / one == pytest.approx(2 * above, rel=1e-6)
    assert 1 / chi2_p_value(z**2, np.array([n]), alpha) == pytest.approx(above + below, rel=1e-6)
    assert one_sided_p_value(np.array([-z]), np.array([n]), alpha) == 1.0


def test_points_together_multiply_their_evidence_and_fewer_trials_never_add_to_it():
    even = chi2_p_value(30.0, np.array([500.0, 500.0]), 0.005)
    z = np.sqrt(15.0)
    s = 500 * mixture_parameter(0.005) ** 2
    assert even == pytest.approx(np.exp(-2 * (s * z**2 / (2 * (1 + s)) - np.log1p(s) / 2)))
    uneven = chi2_p_value(30.0, np.array([500.0, 50.0]), 0.005)
    exact = np.prod(
        [
            np.exp(-(w * 15.0 / (2 * (1 + w)) - np.log1p(w) / 2))
            for w in mixture_parameter(0.005) ** 2 * np.array([500.0, 50.0])
        ]
    )
    assert uneven >= exact


def test_asymptotic_sequences_are_ever_wrong_as_seldom_as_their_level_from_a_late_first_analysis_on():
    rng, first = np.random.default_rng(13), 200
    n = np.arange(first, STEPS + 1)
    level, wrong, crossed, peeked = level_at(n, ALPHA), 0, 0, 0
    for _ in range(RUNS):
        x = rng.exponential(size=STEPS)
        mean, square = np.cumsum(x)[first - 1 :] / n, np.cumsum(x**2)[first - 1 :] / n
        z = (mean - 1) / np.sqrt((square - mean**2) / n)
        wrong += bool((np.abs(z) >= stats.norm.isf(level / 2)).any())
        crossed += bool((one_sided_p_value(z, n.astype(float), ALPHA) <= ALPHA).any())
        peeked += bool((np.abs(z) > stats.norm.isf(ALPHA / 2)).any())
    assert wrong <= MOST
    assert crossed <= MOST
    assert peeked > 2 * MOST


def test_the_mixture_is_narrowest_at_the_intended_time():
    half = {intended: float(boundary(400.0, 0.01, intended=intended)) for intended in (300, 400, 530)}
    assert half[400] < min(half[300], half[530])
    rho = mixture_parameter(0.01, 400) ** 2
    assert half[400] == pytest.approx(
        np.sqrt(2 * (400 * rho + 1) / (400 * rho) * np.log(np.sqrt(400 * rho + 1) / 0.01))
    )


def test_a_proportion_that_is_impossible_is_rejected_outright():
    p = proportion_p_value(np.array([1.0, 0.0]), np.array([10.0, 10.0]), np.zeros(2), Null.AT_MOST)
    assert p.tolist() == [0.0, 1.0]


def test_levels_and_counts_outside_their_range_are_refused():
    with pytest.raises(ValueError, match="1/e"):
        proportion_limits(1, 2, 0.5)
    with pytest.raises(ValueError, match="successes <= trials"):
        log_e_proportion(3, 2, 0.5, Null.EQUAL)
