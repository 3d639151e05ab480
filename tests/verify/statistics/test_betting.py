"""How often a betting sequence is ever wrong, beside naive peeking, and how narrow it becomes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from theorycheck.statistics.betting import betting_limits, log_hedged_capital

ALPHA = 0.05


def test_betting_sequences_are_ever_wrong_as_seldom_as_their_level() -> None:
    rng, runs, wrong, capital = np.random.default_rng(7), 2_000, 0, 0
    truth = 0.2
    for _ in range(runs):
        x = rng.beta(1, 4, size=500)
        capital += bool((log_hedged_capital(x, np.array([truth]), ALPHA) >= np.log(1 / ALPHA)).any())
        means = np.cumsum(x) / np.arange(1, 501)
        half = stats.norm.isf(ALPHA / 2) * np.sqrt(2 / 75 / np.arange(1, 501))
        wrong += bool((np.abs(means - truth)[10:] > half[10:]).any())
    assert capital <= stats.binom.isf(1e-4, runs, ALPHA)
    assert wrong > 5 * ALPHA * runs


def test_betting_limits_shrink_around_the_mean_and_use_its_small_variance() -> None:
    x = np.random.default_rng(11).beta(10, 30, size=2_000)
    low, high = betting_limits(x, 0.01)
    assert low[-1] < 0.25 < high[-1]
    assert high[-1] - low[-1] < 0.025
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) <= 0)
    hoeffding = 2 * np.sqrt(np.log(2 / 0.01) / (2 * x.size))
    assert high[-1] - low[-1] < hoeffding / 2
    blocks = x.reshape(-1, 20).mean(axis=1)
    coarse = betting_limits(blocks, 0.01)
    assert coarse[0][-1] < 0.25 < coarse[1][-1]
    with pytest.raises(ValueError, match="rescale"):
        betting_limits(2 * x + 1, 0.01)
