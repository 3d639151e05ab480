"""Largest overlaps on a line and on the ordinary sphere, and by loops over pairs."""

from dataclasses import replace
from itertools import combinations

import pytest
import torch
from theorycheck.numerics.conditioning.coherence import coherence, near_collision, worst_coherent_crosstalk
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.sampling import sample_keys
from theorycheck.numerics.trials import Source

Z_LIMIT = 4.5
POINTS = [{"n": n} for n in (2, 4, 7)]


def test_on_a_line_all_overlaps_are_one(measure, z_scores):
    worst = measure(worst_coherent_crosstalk, {"d_k": 1}, POINTS, n_trials=50)
    assert abs(z_scores(worst, [1, 3, 6])).max() == 0
    mu = measure(coherence, {"d_k": 1}, POINTS, n_trials=50)
    assert abs(z_scores(mu, [1, 1, 0, 1, 3, 1, 1, 6, 1])).max() == 0


def test_extremes_are_those_of_loops_over_pairs():
    group = DesignGroup.sized(shared={"d_k": 5}, points=POINTS, trials_per_block=9)
    worst = sample_trials(
        replace(worst_coherent_crosstalk, dtype="float64"), group, 9, torch.Generator().manual_seed(2)
    )
    pair = sample_trials(replace(coherence, dtype="float64"), group, 9, torch.Generator().manual_seed(2))
    keys = sample_keys("sphere", (9, 7), 5, Source(generator=torch.Generator().manual_seed(2)))
    for trial in range(9):
        for point, n in enumerate((2, 4, 7)):
            overlap = {
                frozenset(p): abs(float(keys[trial, p[0]] @ keys[trial, p[1]]))
                for p in combinations(range(n), 2)
            }
            sums = [sum(x for p, x in overlap.items() if i in p) for i in range(n)]
            assert float(worst[trial, point, 0]) == pytest.approx(max(sums))
            largest = max(overlap.values())
            expected = [largest, largest * (n - 1), float(largest * (n - 1) > 1)]
            assert pair[trial, point].tolist() == pytest.approx(expected)


def test_one_pair_on_the_ordinary_sphere(measure, z_scores):
    # |x| is uniform on (0, 1) there; of three pairs the largest is at least that of one.
    mu = measure(coherence, {"d_k": 3}, [{"n": 2}, {"n": 3}])
    assert abs(z_scores(mu, [1 / 2, 1 / 2, 0, 3 / 4, 3 / 2, 1])[:3]).max() < Z_LIMIT
    worst = measure(worst_coherent_crosstalk, {"d_k": 3}, [{"n": 2}])
    assert abs(z_scores(worst, [1 / 2])).max() < Z_LIMIT
    gaussian = measure(coherence, {"d_k": 3}, [{"n": 2}], key_law="gaussian")
    assert abs(z_scores(gaussian, [1 / 2, 1 / 2, 0])).min() > Z_LIMIT


def test_near_collisions_of_one_pair(measure, z_scores):
    estimate = measure(near_collision, {"d_k": 3}, [{"n": 2}, {"n": 3}])
    # Half of all pairs; of three pairs some more often than of one.
    assert abs(z_scores(estimate, [1 / 2, 3 / 4])[0]) < Z_LIMIT
    assert z_scores(estimate, [1 / 2, 3 / 4])[1] > Z_LIMIT
    assert measure(near_collision, {"d_k": 1}, [{"n": 2}], n_trials=50).mean.tolist() == [1.0]
