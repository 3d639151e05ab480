"""A true hypothesis survives all interim analyses at the spent levels, and does not survive peeking."""

import itertools

import numpy as np
import pytest
from theorycheck.statistics.intervals import MAX_ROUNDS, information_times, levels, two_sided_quantile

RUNS = 20_000


@pytest.mark.parametrize("rounds", range(1, MAX_ROUNDS + 1))
def test_the_levels_of_all_analyses_make_alpha(rounds):
    spent = levels(0.005, rounds)
    assert len(spent) == rounds
    assert sum(spent) == pytest.approx(0.005, rel=1e-12)
    assert all(later > earlier for earlier, later in itertools.pairwise(spent))


def ever_rejected(z_limits: list[float]) -> float:
    """How often a true null crosses its limit at any of the doubling analyses."""
    rng = np.random.default_rng(17)
    rounds = len(z_limits)
    times = np.array(information_times(rounds))
    steps = rng.standard_normal((RUNS, rounds)) * np.sqrt(np.diff(times, prepend=0.0))
    scores = np.cumsum(steps, axis=1) / np.sqrt(times)
    return float(np.mean((np.abs(scores) > np.array(z_limits)).any(axis=1)))


def test_a_true_null_is_rejected_at_most_alpha_over_all_analyses():
    alpha = 0.05
    rate = ever_rejected([two_sided_quantile(level) for level in levels(alpha, MAX_ROUNDS)])
    assert rate <= alpha + 4 * np.sqrt(alpha / RUNS)
    assert rate > alpha / 2


def test_peeking_at_the_full_level_rejects_a_true_null_far_too_often():
    assert ever_rejected([two_sided_quantile(0.05)] * MAX_ROUNDS) > 0.15


def test_more_rounds_than_planned_are_refused():
    with pytest.raises(ValueError, match=f"1 to {MAX_ROUNDS} rounds"):
        levels(0.005, MAX_ROUNDS + 1)
