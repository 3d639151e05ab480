"""Ranks of the truth: by hand where the preset is a parabola, and uniform over many runs."""

import numpy as np
import pytest
from scipy import stats
from theorycheck.document import Outcome
from theorycheck.table import Kind, Table, evidence

from benchmarks.calibration.counts import CONFIDENCES, RANKS
from benchmarks.calibration.ranks import nominal, rank
from benchmarks.calibration.row import Row

CLAIM = Row(name="x", claimed="C*d", right=Outcome.AGREES).claim
D = np.array([10.0, 1000.0])
ERROR = 0.001
STDERR = ERROR * np.sqrt(2) / np.log(100)


def measured(means):
    return evidence(Table(path="x", kind=Kind.MEANS, columns={"d": D}, mean=means, stderr=ERROR * means))


def test_nominal_probabilities_are_those_of_the_confidences():
    assert len(nominal()) == RANKS
    assert sum(nominal()) == pytest.approx(1)
    assert 1 - nominal()[0] - nominal()[-1] == pytest.approx(CONFIDENCES[-1])
    assert nominal() == pytest.approx(nominal()[::-1])


@pytest.mark.parametrize(
    ("errors", "expected"), [(-3, 10), (-2.2, 9), (-1.8, 8), (0, 5), (0.6, 5), (0.8, 4), (1.5, 3), (2.8, 0)]
)
def test_two_sizes_have_a_parabola(errors, expected):
    """The estimate lies so many standard errors above the truth: so far below the interval is the truth."""
    assert rank(CLAIM, measured(D ** (1 + errors * STDERR)), 1.0) == expected


def test_ranks_are_as_nominal_for_a_form_without_corrections():
    rng = np.random.default_rng(61)
    found = np.bincount(
        [rank(CLAIM, measured(D * (1 + ERROR * rng.standard_normal(2))), 1.0) for _ in range(600)],
        minlength=RANKS,
    )
    assert stats.chisquare(found, 600 * np.array(nominal())).pvalue > 1e-3


def test_wrong_errors_show_at_the_ends():
    """The negative control: errors stated at half their size."""
    rng = np.random.default_rng(67)
    found = [rank(CLAIM, measured(D * (1 + 2 * ERROR * rng.standard_normal(2))), 1.0) for _ in range(200)]
    assert np.mean(np.isin(found, (0, RANKS - 1))) > 0.1


def test_nothing_fitted_has_no_rank():
    one = evidence(
        Table(path="x", kind=Kind.MEANS, columns={"d": np.ones(1)}, mean=np.ones(1), stderr=np.ones(1))
    )
    assert rank(CLAIM, one, 1.0) is None
