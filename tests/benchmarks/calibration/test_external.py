"""The sampled fields at sizes small enough to be worked out by hand."""

import math

import numpy as np
import pytest
from theorycheck.document import Outcome

from benchmarks.calibration import external
from benchmarks.calibration.external import EXTERNAL, FIELDS

BY_HAND = {
    # The second of two days is the first again with probability 1/2, else the third must be.
    "birthday": ((2,), 2.5),
    # One draw, then a geometric number with mean 2.
    "coupons": ((2,), 3.0),
    # Two comparisons with the first of three keys, and one more unless it is the middle one.
    "quicksort": ((3,), 8 / 3),
    # Two balls meet in one box with probability 1/2.
    "occupancy": ((2,), 0.5),
    # Two steps in one direction visit three sites, else two.
    "walk": ((2,), 2.5),
    "records": ((2,), 1.5),
    "maximum": ((2,), 1 / math.sqrt(math.pi)),
    # Of six permutations one has length 3, one length 1.
    "subsequence": ((3,), 2.0),
    # The mean distance of two points on the unit torus: (sqrt 2 + log(1 + sqrt 2)) / 6.
    "neighbour": ((2,), (math.sqrt(2) + math.log(1 + math.sqrt(2))) / 6),
    # The sum of two squared Gaussians, and four minus one of them.
    "norm": ((1,), 2.0),
    "edge": ((1,), 3.0),
    # E |Z^2 - 1| = 4 phi(1).
    "projection": ((1,), 4 * math.exp(-0.5) / math.sqrt(2 * math.pi)),
    # 2 cos b cos(w + b) = cos w + cos(w + 2b): variance (1 + e^-2)/2 - e^-1 + 1/2.
    "features": ((1,), (1 + math.exp(-2)) / 2 - math.exp(-1) + 0.5),
    # One other pattern, one other neuron: the product of four signs over two, squared.
    "crosstalk": ((2, 2), 0.25),
}


def test_every_field_is_worked_out():
    assert set(BY_HAND) == set(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_the_mean_is_the_one_worked_out(name):
    at, expected = BY_HAND[name]
    values = FIELDS[name](at, np.random.default_rng(53)).astype(float)
    stderr = values.std(ddof=1) / math.sqrt(values.size)
    assert abs(values.mean() - expected) <= 4 * stderr + 1e-9


def test_each_field_has_a_true_and_a_false_claim():
    for name in FIELDS:
        rights = {row.right for row in EXTERNAL if row.field == name}
        assert rights == {Outcome.AGREES, Outcome.REFUTED}


def test_a_table_holds_each_value_as_a_draw_of_its_own():
    row = next(row for row in EXTERNAL if row.name == "gauntlet.occupancy")
    small = external.sampled(
        row.__class__(**{f: getattr(row, f) for f in row.__struct_fields__} | {"sizes": {"n": (2, 3)}}),
        np.random.default_rng(59),
    )
    assert len(small) == 4000
    assert np.bincount(small.columns["n"].astype(int))[2:].tolist() == [2000, 2000]
    assert small.draw is None
