"""Whether means moved: error rates, power, counts, exact values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy import stats
from theorycheck.baseline.ci import FALSE_ALARMS, SCREEN
from theorycheck.baseline.two_sample import Means, conditional_p_value, shift
from theorycheck.statistics.intervals import clopper_pearson_lower

CLAIMS, POINTS = 30, 8
APART = range(POINTS)
TOGETHER = [0] * POINTS
LEVEL = FALSE_ALARMS / CLAIMS


def known(means: ArrayLike, stderrs: ArrayLike, n_trials: float = 0.0, **more: np.ndarray) -> Means:
    """Means of so many trials each; those that are exact have `error_bounds`, and counts have `failures`."""
    values = np.atleast_1d(np.asarray(means, dtype=float))
    given = {"error_bounds": None, "failures": None} | more
    return Means(
        means=values,
        stderrs=np.broadcast_to(stderrs, values.shape),
        n_trials=np.full(values.shape, n_trials),
        **given,
    )


def sampled(rng: np.random.Generator, truth: np.ndarray, relative: float, shared: float = 0.0) -> Means:
    """Normal means whose errors have the correlation `shared`."""
    errors = relative * np.abs(truth)
    own, common = rng.standard_normal(truth.size), rng.standard_normal()
    noise = np.sqrt(1 - shared) * own + np.sqrt(shared) * common
    return known(truth + errors * noise, errors, 4_000.0)


def counted(counts: ArrayLike, n_trials: int) -> Means:
    """Shares of so many trials."""
    failures = np.atleast_1d(np.asarray(counts, dtype=float))
    share = failures / n_trials
    return known(share, np.sqrt(share * (1 - share) / n_trials), n_trials, failures=failures)


def exact(values: np.ndarray, bound: float) -> Means:
    return known(values, 0.0, error_bounds=np.full(values.size, bound))


def caught(rng: np.random.Generator, factors: np.ndarray, groups, shared: float = 0.0) -> bool:
    """Whether a planted change of means known to 1 % passes both stages."""
    before = sampled(rng, np.ones(POINTS), 0.01, shared)
    first, fresh = (sampled(rng, factors, 0.01, shared) for _ in range(2))
    seen = shift(before, first, groups).p_value <= SCREEN
    return seen and shift(before, fresh, groups).p_value <= LEVEL


def test_equal_runs_have_not_moved():
    run = sampled(np.random.default_rng(251), np.ones(POINTS), 0.01)
    found = shift(run, run, APART)
    assert (found.p_value, found.common) == (1.0, 0.0)


def test_the_point_that_moved_is_named_with_its_sign():
    rng = np.random.default_rng(257)
    before = sampled(rng, np.ones(POINTS), 0.01)
    factors = np.where(np.arange(POINTS) == 3, 0.8, 1.0)
    found = shift(before, sampled(rng, factors, 0.01), APART)
    assert found.worst == 3
    assert found.z_scores[3] < -8
    assert found.p_value < LEVEL


def test_a_z_score_is_that_of_two_independent_means():
    # 0.1 / hypot(0.03, 0.04) = 2, less a millionth for rounding.
    found = shift(known(1.0, 0.03), known(1.1, 0.04), [0])
    assert found.z_scores[0] == pytest.approx(2.0, abs=1e-4)


def test_few_trials_are_referred_to_student():
    reference = stats.ttest_ind_from_stats(1.0, 0.2, 4, 1.5, 0.2, 4, equal_var=False).pvalue
    found = shift(known(1.0, 0.1, 4.0), known(1.5, 0.1, 4.0), [0])
    assert 2 * stats.norm.sf(abs(found.z_scores[0])) == pytest.approx(reference, rel=1e-4)


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_conditional_test_never_claims_more_than_fisher(first, second):
    found = conditional_p_value(
        np.array([float(first)]), np.array([500.0]), np.array([float(second)]), np.array([500.0])
    )[0]
    table = [[first, 500 - first], [second, 500 - second]]
    fisher = min(stats.fisher_exact(table, alternative=side).pvalue for side in ("less", "greater"))
    assert found >= min(1.0, 2 * fisher) * (1 - 1e-9)
    # At most 80 of 1000 trials are events, so the binomial is wider by at most 1 / sqrt(0.92).
    assert stats.norm.isf(found / 2) >= 0.95 * stats.norm.isf(min(1.0, 2 * fisher) / 2) - 0.05


def test_exact_values_move_only_beyond_their_bounds():
    values = np.linspace(1, 2, POINTS)
    assert shift(exact(values, 1e-9), exact(values + 1e-9, 1e-9), APART).p_value == 1.0
    assert shift(exact(values, 1e-9), exact(values + 1e-6, 1e-9), APART).p_value == 0.0


def test_a_mean_without_spread_moves_only_beyond_rounding():
    still = sampled(np.random.default_rng(0), np.ones(POINTS), 0.0)
    rounded = sampled(np.random.default_rng(0), np.ones(POINTS) * (1 + 1e-7), 0.0)
    moved = sampled(np.random.default_rng(0), np.ones(POINTS) * 1.001, 0.0)
    assert shift(still, rounded, APART).p_value == 1.0
    assert shift(still, moved, APART).p_value == 0.0


@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_a_shift_of_every_point_by_five_percent_is_caught(shared):
    rng = np.random.default_rng(263)
    runs = 200
    found = sum(caught(rng, np.full(POINTS, 1.05), APART) for _ in range(runs))
    assert found >= 0.95 * runs
    nothing = sum(caught(rng, np.ones(POINTS), TOGETHER, shared) for _ in range(runs))
    assert nothing == 0


def test_points_that_share_trials_raise_no_more_alarms_than_their_level():
    rng = np.random.default_rng(269)
    runs = 1_000

    def alarms(groups) -> int:
        pairs = (
            (sampled(rng, np.ones(POINTS), 0.01, 0.9), sampled(rng, np.ones(POINTS), 0.01, 0.9))
            for _ in range(runs)
        )
        return sum(shift(before, after, groups).p_value <= SCREEN for before, after in pairs)

    assert clopper_pearson_lower(alarms(TOGETHER), runs, 0.001) <= SCREEN
    # The control: taking them for independent is wrong far more often.
    assert clopper_pearson_lower(alarms(APART), runs, 0.001) > SCREEN


def test_claims_that_did_not_move_pass_the_screen_at_its_level():
    rng = np.random.default_rng(277)
    runs = 1_000
    truth = np.where(np.arange(POINTS) % 2, 1.0, -1.0)
    suspects = sum(
        shift(sampled(rng, truth, 0.01), sampled(rng, truth, 0.01), APART).p_value <= SCREEN
        for _ in range(runs)
    )
    assert clopper_pearson_lower(suspects, runs, 0.001) <= SCREEN


def test_a_common_factor_shows_whatever_the_signs_of_the_means():
    rng = np.random.default_rng(281)
    truth = np.where(np.arange(POINTS) % 2, 1.0, -1.0)
    # 3 % of means known to 1 % is 2.1 standard errors a point, and 6 in common.
    found = shift(sampled(rng, truth, 0.01), sampled(rng, 1.03 * truth, 0.01), APART)
    assert 3 < found.common < 9
    assert np.abs(found.z_scores).max() < 5


def test_few_counts_take_the_conditional_test():
    for first, second in ((0, 6), (100, 94)):
        z = shift(counted(first, 100), counted(second, 100), [0]).z_scores[0]
        # All of six events on one of two equal sides: 2 / 2^6.
        assert 2 * stats.norm.sf(abs(z)) == pytest.approx(2 / 64)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["means", "proportions"])
def test_no_alarm_in_five_thousand_suites(kind):
    """30 claims of 8 points, every run on other trials, so that each suspect goes through both stages."""
    rng = np.random.default_rng(271)
    suites = 5_000

    def draw(claim: int) -> Means:
        if kind == "proportions":
            return counted(rng.binomial(4_000, (0.001, 0.01, 0.1)[claim % 3], POINTS), 4_000)
        return sampled(rng, np.ones(POINTS), 0.01)

    def alarm(claim: int) -> bool:
        before = draw(claim)
        if shift(before, draw(claim), APART).p_value > SCREEN:
            return False
        return shift(before, draw(claim), APART).p_value <= LEVEL

    alarms = sum(any(alarm(claim) for claim in range(CLAIMS)) for _ in range(suites))
    # The promise is 1e-3 a run, half of it for means: so many alarms contradict it at 99.9 %.
    assert clopper_pearson_lower(alarms, suites, 0.001) <= FALSE_ALARMS, alarms
