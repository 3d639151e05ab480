"""The truths that make rows undecidable have the other answer; the bound is that of two normal means."""

import numpy as np
import pytest
from msgspec.structs import replace
from scipy import stats
from theorycheck import law
from theorycheck.claim import Relation
from theorycheck.document import Outcome

from benchmarks.calibration.hard import HARD
from benchmarks.calibration.undecidable import (
    NEAREST,
    decidable,
    most_decided,
    nearest_means,
    standard_errors_between,
)

ROWS = {row.name: row for row in HARD}
FAR = 1e30


def exponent_at_large_sizes(formula: str, name: str) -> float:
    far = np.array([FAR, 10 * FAR]) ** (-1 if name == "eta" else 1)
    low, high = np.log(law.values(law.parse(formula), {name: far}))
    return float((high - low) / np.log(far[1] / far[0]))


@pytest.mark.parametrize("name", NEAREST)
def test_the_nearest_truth_has_the_other_answer(name):
    row, nearest = ROWS[name], NEAREST[name]
    if row.relation is Relation.LIMIT:
        value = law.values(law.parse(nearest.truth), {"d": np.array([1e300])})[0]
        assert (value <= row.margin) == (row.right is Outcome.REFUTED)
    elif row.relation in (Relation.EQUALS, Relation.AT_LEAST):
        claimed = law.values(law.parse(row.claimed), row.coordinates)
        assert np.max(np.abs(nearest_means(row) / claimed - 1)) == pytest.approx(row.margin)
    elif name == "hard.sums.close":
        # Its second power is what is off; both are read from the formula.
        assert nearest.truth.endswith("d**(-7/10)")
        assert row.claimed.endswith("d**(-3/4)")
    else:
        (variable,) = row.sizes
        leading = row.claimed.replace("a/sqrt(d) + b/d", "C/sqrt(d)").replace("C", "1")
        gap = exponent_at_large_sizes(nearest.truth, variable) - exponent_at_large_sizes(leading, variable)
        beyond = abs(gap) >= row.margin - 1e-6
        assert beyond == (row.right is Outcome.AGREES)


def test_the_bound_is_that_of_the_best_test_of_two_normal_means():
    row = ROWS["hard.small.root"]
    ratios = np.log(row.means / nearest_means(row))
    towards = (ratios - ratios.mean()) / row.error
    rng = np.random.default_rng(3)
    own = towards @ (rng.standard_normal((200_000, row.means.size)) + towards).T
    other = towards @ rng.standard_normal((200_000, row.means.size)).T
    found = np.mean(own > np.quantile(other, 0.99))
    assert found == pytest.approx(most_decided(row), abs=0.01)
    assert standard_errors_between(row) == pytest.approx(np.linalg.norm(towards))


def test_a_row_is_decidable_once_it_is_measured_well_enough():
    row = ROWS["hard.sizes.four"]
    assert not decidable(row)
    assert decidable(replace(row, error=row.error / 10))
    assert decidable(ROWS["hard.small.linear"])
    assert most_decided(row) == pytest.approx(
        stats.norm.cdf(standard_errors_between(row) - stats.norm.ppf(0.99))
    )


def test_every_row_with_a_nearest_truth_is_one_that_no_rule_decides():
    assert not [name for name in NEAREST if decidable(ROWS[name])]
