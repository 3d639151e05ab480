"""What is drawn has the errors, the clusters and the shared draws that a row says."""

import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.table import evidence

from benchmarks.calibration.budgets import relative_error
from benchmarks.calibration.campaign import ROWS
from benchmarks.calibration.row import Noise, Row
from benchmarks.calibration.samples import BETWEEN_SIZES, ITEMS, draw

NAMED = {row.name: row for row in ROWS}


def row(noise, truth="1/d", **more):
    return Row(name="planted", claimed="C/d", right=Outcome.AGREES, truth=truth, noise=noise, **more)


def seen(planted, runs=200, blocks=1, taken=1):
    """Means and their stated standard errors over many runs."""
    rng = np.random.default_rng(31)
    found = [evidence(draw(planted, blocks, rng).table(taken)) for _ in range(runs)]
    return np.array([e.means for e in found]), np.array([e.stderrs for e in found])


@pytest.mark.parametrize("noise", [Noise.ERRORS, Noise.COUNTS, Noise.CLUSTERS])
def test_means_and_errors_are_as_planted(noise):
    planted = row(noise)
    means, stderrs = seen(planted)
    z = (means.mean(axis=0) - planted.means) / (means.std(axis=0, ddof=1) / np.sqrt(len(means)))
    assert np.all(np.abs(z) < 4)
    relative = stderrs.mean(axis=0) / planted.means
    assert relative == pytest.approx(relative_error(planted), rel=0.02)
    # The spread of 200 runs is known to 5 %; four times that, in 7 points.
    assert means.std(axis=0, ddof=1) / planted.means == pytest.approx(relative_error(planted), rel=0.2)


def test_blocks_grow_and_the_last_has_the_whole_budget():
    planted = row(Noise.ERRORS)
    sample = draw(planted, 32, np.random.default_rng(37))
    first, half, full = (evidence(sample.table(taken)) for taken in (1, 16, 32))
    assert full.stderrs / planted.means == pytest.approx(relative_error(planted))
    assert (half.stderrs / full.stderrs) ** 2 == pytest.approx(2)
    assert (first.stderrs / full.stderrs) ** 2 == pytest.approx(32)
    counts = draw(row(Noise.COUNTS), 4, np.random.default_rng(41))
    assert np.all(counts.table(2).failures <= counts.table(4).failures)
    assert counts.table(4).trials == pytest.approx(4 * counts.table(1).trials)


def test_clustered_items_have_design_effect_three():
    for planted in (row(Noise.CLUSTERS), row(Noise.BINARY_CLUSTERS, truth="1/sqrt(d)", trials=400)):
        table = draw(planted, 1, np.random.default_rng(43)).table(1)
        clustered, alone = evidence(table), evidence(_without_trials(table))
        assert len(table) == ITEMS * np.unique(table.draw).size
        effect = np.mean((clustered.stderrs / alone.stderrs) ** 2)
        assert effect == pytest.approx(3, rel=0.1)


def test_shared_trials_correlate_the_sizes():
    matrix = evidence(draw(row(Noise.SHARED), 1, np.random.default_rng(47)).table(1)).covariance.matrix
    correlation = matrix / np.sqrt(np.outer(np.diag(matrix), np.diag(matrix)))
    off = correlation[~np.eye(7, dtype=bool)]
    # About 220 draws know a correlation of .7 to .035.
    assert np.all(np.abs(off - BETWEEN_SIZES) < 0.14)


def test_the_same_run_draws_the_same_data():
    planted = NAMED["trials.shared.default"]
    one, same, other = (draw(planted, 1, np.random.default_rng(seed)).values for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_stated_errors_are_the_stated_part_of_what_they_are():
    means, stderrs = seen(row(Noise.ERRORS, stated=0.5))
    assert 2 * stderrs.mean(axis=0) == pytest.approx(means.std(axis=0, ddof=1), rel=0.2)


@pytest.mark.parametrize("noise", [Noise.DEPENDENT, Noise.LOGNORMAL, Noise.PARETO])
def test_unlabelled_values_have_the_planted_means(noise):
    planted = row(noise, trials=4000)
    sample = draw(planted, 1, np.random.default_rng(73))
    values = sample.values.reshape(7, -1) / planted.means[:, None]
    spread = {Noise.DEPENDENT: 0.3, Noise.LOGNORMAL: np.sqrt(np.expm1(1.5**2)), Noise.PARETO: 0.9}[noise]
    errors = spread * np.sqrt({Noise.DEPENDENT: 19}.get(noise, 1) / 4000)
    assert np.all(np.abs(values.mean(axis=1) - 1) < 5 * errors)
    steps = np.mean([np.corrcoef(each[:-1], each[1:])[0, 1] for each in values])
    assert steps == pytest.approx(0.9 if noise is Noise.DEPENDENT else 0.0, abs=0.05)


def _without_trials(table):
    from dataclasses import replace as changed

    return changed(table, draw=None)


def test_given_trials_are_taken_as_given():
    planted = row(Noise.COUNTS)
    rng = np.random.default_rng(71)
    enough, few = (draw(r, 1, rng).table(1).trials for r in (planted, replace(planted, trials=176)))
    assert np.all(few == 176)
    assert np.all(enough > 20 * few)


HEAVY = (Noise.HEAVY_PARETO, Noise.HEAVY_LOGNORMAL, Noise.FACTORS, Noise.WEIGHTS, Noise.EXPONENTIAL)


@pytest.mark.parametrize("noise", HEAVY)
def test_asymmetric_values_have_the_planted_means(noise):
    """Their means by the logarithms' moments, as few trials show none of a heavy tail's mean."""
    sample = draw(row(noise, trials=4000), 1, np.random.default_rng(79))
    factors = sample.values.reshape(7, -1) / sample.means[:, None]
    logs = np.log(factors)
    spread = logs.std(axis=1)
    sizes = np.array(row(noise).sizes["d"], dtype=float)
    mean, sd = {
        Noise.HEAVY_PARETO: (np.log(1.2 / 2.2) + 1 / 2.2, 1 / 2.2),
        Noise.HEAVY_LOGNORMAL: (-(2.5**2) / 2, 2.5),
        Noise.FACTORS: (-0.09 * sizes / 2, 0.3 * np.sqrt(sizes)),
        Noise.WEIGHTS: (np.log(0.6) + 0.64 / 2, 0.64 / np.sqrt(2)),
        Noise.EXPONENTIAL: (-np.euler_gamma, np.pi / np.sqrt(6)),
    }[noise]
    assert np.all(np.abs(logs.mean(axis=1) - mean) < 5 * sd / np.sqrt(4000))
    assert spread == pytest.approx(np.broadcast_to(sd, 7), rel=0.15)
