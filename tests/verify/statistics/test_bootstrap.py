"""Coverage of resampled limits, with draws kept whole and with draws torn apart."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from theorycheck.statistics.bootstrap import cluster_bootstrap, parametric_bootstrap
from theorycheck.statistics.covariance import Covariance

LOGS = np.log(2.0 ** np.arange(4))
SLOPE = np.linalg.pinv(np.column_stack([np.ones(4), LOGS]))[1]
TRUTH = np.array([8.0, 4.0, 2.0, 1.0])
MIXING = np.array([1.0, 0.6, 0.2, -0.2])


def exponent(means: np.ndarray) -> np.ndarray:
    return np.array([SLOPE @ np.log(means)]) if np.all(means > 0) else np.array([np.nan])


def drawn(rng: np.random.Generator, size: int) -> np.ndarray:
    """Draws whose points move together, so that the slope's error is larger than apart."""
    shared = rng.standard_normal((size, 1)) * MIXING
    return TRUTH * (1 + 0.4 * shared + 0.1 * rng.standard_normal((size, 4)))


def test_whole_draws_cover_and_torn_ones_do_not() -> None:
    rng, runs = np.random.default_rng(3), 250
    missed = torn_missed = 0
    for _ in range(runs):
        draws = drawn(rng, 60)
        torn = np.column_stack([rng.permutation(column) for column in draws.T])
        for kind, sample in (("whole", draws), ("torn", torn)):
            found = cluster_bootstrap(sample, exponent, generator=rng, resamples=200, alpha=0.1)
            out = not found.lower[0] <= -1 <= found.upper[0]
            missed, torn_missed = missed + (out and kind == "whole"), torn_missed + (out and kind == "torn")
    assert missed <= stats.binom.isf(1e-4, runs, 0.1)
    assert torn_missed > stats.binom.isf(1e-4, runs, 0.1)


def test_the_parametric_spread_is_that_of_the_delta_method() -> None:
    matrix = 1e-4 * (np.outer(MIXING, MIXING) + 0.1 * np.eye(4)) * np.outer(TRUTH, TRUTH)
    gradient = SLOPE / TRUTH
    for covariance in (Covariance(matrix), Covariance(np.diag(matrix).copy())):
        found = parametric_bootstrap(
            TRUTH, covariance, exponent, generator=np.random.default_rng(5), resamples=4_000, alpha=0.05
        )
        stderr = np.sqrt(covariance.of_contrasts(gradient[None])[0, 0])
        assert found.stderr[0] == pytest.approx(stderr, rel=4 / np.sqrt(2 * 4_000))
        assert found.upper[0] - found.lower[0] == pytest.approx(2 * 1.96 * stderr, rel=0.08)
    assert found.estimate == pytest.approx(-1)


def test_the_same_generator_gives_the_same_limits() -> None:
    draws = drawn(np.random.default_rng(7), 40)
    first, again, other = (
        cluster_bootstrap(draws, exponent, generator=np.random.default_rng(s), resamples=200, alpha=0.1)
        for s in (1, 1, 2)
    )
    assert first.lower == again.lower
    assert first.lower != other.lower


def test_starved_resampling_is_refused() -> None:
    rng = np.random.default_rng(11)
    with pytest.raises(ValueError, match="at least 10 draws"):
        cluster_bootstrap(drawn(rng, 9), exponent, generator=rng, resamples=500, alpha=0.1)
    with pytest.raises(ValueError, match="at least 1000 resamples"):
        cluster_bootstrap(drawn(rng, 20), exponent, generator=rng, resamples=500, alpha=0.01)
    with pytest.raises(ValueError, match="give no estimate"):
        parametric_bootstrap(TRUTH, Covariance(TRUTH**2), exponent, generator=rng, resamples=500, alpha=0.1)


def test_a_few_failed_resamples_are_counted() -> None:
    found = parametric_bootstrap(
        TRUTH,
        Covariance((0.4 * TRUTH) ** 2),
        exponent,
        generator=np.random.default_rng(1),
        resamples=500,
        alpha=0.1,
    )
    assert 0 < found.failed < 25
