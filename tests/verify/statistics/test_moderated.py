"""Variances that lean on each other: Student's law where trials are normal, and less where they scatter."""

import numpy as np
import pytest
from scipy import stats
from theorycheck.statistics.moderated import moderated

LEVEL = 0.01


def drawn(rng, settings, trials, power, scatter=0.0):
    """Sizes, and variances of normal trials of variance n^power, apart by a log-normal factor."""
    sizes = 2.0 ** np.arange(settings)
    true = sizes**power * np.exp(scatter * rng.standard_normal(settings))
    return sizes, true, true * rng.chisquare(trials - 1, settings) / (trials - 1)


def rejections(settings, trials, power=1.0, scatter=0.0, tables=1000):
    """How often the mean of a setting is told from its true one, by moderated variances and by its own."""
    rng = np.random.default_rng(17)
    leaning = own = 0
    for _ in range(tables):
        sizes, true, variances = drawn(rng, settings, trials, power, scatter)
        dof = np.full(settings, trials - 1.0)
        errors = np.sqrt(true) * rng.standard_normal(settings)
        found = moderated({"n": sizes}, variances, dof)
        p = 2 * stats.t.sf(np.abs(errors) / np.sqrt(found.variances), found.dof)
        leaning += np.sum(p < LEVEL)
        own += np.sum(2 * stats.norm.sf(np.abs(errors) / np.sqrt(variances)) < LEVEL)
    return leaning / (tables * settings), own / (tables * settings)


@pytest.mark.parametrize(
    ("settings", "trials", "power"), [(4, 2, 0.0), (4, 5, 2.0), (8, 2, 2.0), (8, 3, 0.0), (8, 5, 1.0)]
)
def test_means_of_few_normal_trials_are_told_from_their_true_ones_as_often_as_the_level_says(
    settings, trials, power
):
    leaning, own = rejections(settings, trials, power)
    assert LEVEL / 3 < leaning < 1.3 * LEVEL
    assert own > 3 * LEVEL


def test_variances_that_scatter_of_themselves_lean_less():
    assert rejections(8, 5, scatter=0.7)[0] < 1.5 * LEVEL
    rng = np.random.default_rng(5)
    dof = np.full(12, 8.0)
    alike, apart = (
        [moderated({"n": sizes}, found, dof).dof.mean() for sizes, _, found in tables]
        for tables in ([drawn(rng, 12, 9, 0.0, s) for _ in range(40)] for s in (0.0, 2.0))
    )
    assert np.mean(apart) < 1.3 * 8 < np.mean(alike)


def test_an_error_near_zero_takes_part_and_none_at_all_does_not():
    sizes, dof = {"n": 2.0 ** np.arange(6)}, np.full(6, 1.0)
    found = moderated(sizes, np.array([1.0, 2.0, 0.0, 1.5, 1e-9, 0.7]), dof)
    assert np.all(found.variances > 0)
    assert moderated(sizes, np.zeros(6), dof) is None


def test_of_two_settings_beside_the_line_nothing_is_told():
    assert moderated({"n": np.array([1.0, 2.0, 4.0])}, np.ones(3), np.ones(3)) is None
    assert moderated({"n": np.array([1.0, 2.0, 4.0, 8.0])}, np.ones(4), np.ones(4)) is not None


def test_the_line_follows_variances_over_six_orders():
    sizes = 10.0 ** np.arange(7)
    found = moderated({"n": sizes}, 3 * sizes, np.full(7, 2.0))
    assert found.variances == pytest.approx(3 * sizes, rel=1e-9)
