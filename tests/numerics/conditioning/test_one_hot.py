"""One-hot keys in the memory, and the enumeration of all assignments."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import torch
from theorycheck.numerics.conditioning.memory import crosstalk
from theorycheck.numerics.conditioning.one_hot import distinct_keys_enumeration


def is_distinct(assignment: tuple[int, ...]) -> bool:
    """Whether no coordinate occurs twice."""
    return len(set(assignment)) == len(assignment)


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
