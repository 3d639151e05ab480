"""One-hot keys against enumeration of all assignments, and against real keys in the memory."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import torch
from theorycheck.numerics.conditioning.memory import crosstalk
from theorycheck.numerics.conditioning.one_hot import (
    distinct_keys_enumeration,
    first_collision,
    unshared_fraction,
)
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.sampling import sample_one_hot_indices

Z_LIMIT = 4.5


def unshared(assignment: tuple[int, ...]) -> Fraction:
    """Fraction of items that hold their coordinate alone, counted one by one."""
    return Fraction(sum(assignment.count(c) == 1 for c in assignment), len(assignment))


def mean_over_assignments(value: Callable, n: int, d: int) -> float:
    """Average of a function over all d^n assignments."""
    return float(sum(Fraction(value(a)) for a in product(range(d), repeat=n)) / d**n)


def is_distinct(assignment: tuple[int, ...]) -> bool:
    """Whether no coordinate occurs twice."""
    return len(set(assignment)) == len(assignment)


def test_first_collision_is_the_first_key_that_repeats_an_earlier_one():
    n, d_k, n_trials = 12, 20, 300
    group = DesignGroup.sized(shared={"d_k": d_k}, points=[{"n": 3}, {"n": n}], trials_per_block=n_trials)
    sampled = sample_trials(
        replace(first_collision, dtype="float64"), group, n_trials, torch.Generator().manual_seed(3)
    )
    indices = sample_one_hot_indices((n_trials, n), d_k, torch.Generator().manual_seed(3))
    for row, first in zip(indices.tolist(), sampled.tolist(), strict=True):
        expected = next((i + 1 for i in range(n) if row[i] in row[:i]), n + 1)
        assert first == expected


def test_distinct_keys_have_their_enumerated_frequency(measure, z_scores):
    estimate = measure(first_collision, {"d_k": 4}, [{"n": n} for n in (2, 3, 4)])
    expected = [mean_over_assignments(is_distinct, n, 4) for n in (2, 3, 4)]
    assert abs(z_scores(estimate, expected)).max() < Z_LIMIT
    five = [mean_over_assignments(is_distinct, n, 5) for n in (2, 3, 4)]
    assert abs(z_scores(estimate, five)).min() > 3 * Z_LIMIT


def test_unshared_fractions_have_their_enumerated_mean(measure, z_scores):
    estimate = measure(unshared_fraction, {"d_k": 3}, [{"n": n} for n in (1, 2, 4)])
    expected = [mean_over_assignments(unshared, n, 3) for n in (1, 2, 4)]
    assert expected[0] == 1
    assert abs(z_scores(estimate, expected)).max() < Z_LIMIT
    wrong = [1.0, *(mean_over_assignments(is_distinct, n, 4) for n in (2, 4))]
    assert abs(z_scores(estimate, wrong))[1:].min() > 3 * Z_LIMIT


def test_an_unshared_coordinate_means_no_crosstalk_in_the_memory():
    assignments = torch.tensor(list(product(range(3), repeat=3)))
    keys = torch.nn.functional.one_hot(assignments, 3).float()
    values = torch.eye(3).expand(len(assignments), 3, 3)
    quiet = (crosstalk(keys, values) == 0).all(dim=-1)
    expected = [[row.count(c) == 1 for c in row] for row in assignments.tolist()]
    assert quiet.tolist() == expected


@pytest.mark.parametrize(("n", "d_k", "expected"), [(2, 2, 1 / 2), (2, 3, 2 / 3), (3, 3, 2 / 9), (3, 2, 0.0)])
def test_enumeration_by_hand(n, d_k, expected):
    assert distinct_keys_enumeration.evaluate({"n": n, "d_k": d_k}).value == expected


def test_enumeration_is_exact_up_to_the_last_bit():
    for point in distinct_keys_enumeration.points:
        computed = distinct_keys_enumeration.evaluate(point)
        exact = sum(map(is_distinct, product(range(point["d_k"]), repeat=point["n"])))
        error = abs(Fraction(computed.value) - Fraction(exact, point["d_k"] ** point["n"]))
        assert error <= Fraction(computed.error_bound) <= Fraction(np.spacing(computed.value))


def test_too_many_assignments_are_refused():
    with pytest.raises(ValueError, match="at most 1048576 assignments, and d_k\\^n is 100000000"):
        distinct_keys_enumeration.evaluate({"n": 8, "d_k": 10})
