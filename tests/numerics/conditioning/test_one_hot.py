"""The enumeration of all assignments of one-hot keys."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from theorycheck.numerics.conditioning.one_hot import distinct_keys_enumeration


def is_distinct(assignment: tuple[int, ...]) -> bool:
    """Whether no coordinate occurs twice."""
    return len(set(assignment)) == len(assignment)


def test_enumeration_is_exact_up_to_the_last_bit():
    for point in distinct_keys_enumeration.points:
        computed = distinct_keys_enumeration.evaluate(point)
        exact = sum(map(is_distinct, product(range(point["d_k"]), repeat=point["n"])))
        error = abs(Fraction(computed.value) - Fraction(exact, point["d_k"] ** point["n"]))
        assert error <= Fraction(computed.error_bound) <= Fraction(np.spacing(computed.value))


def test_too_many_assignments_are_refused():
    with pytest.raises(ValueError, match="at most 1048576 assignments, and d_k\\^n is 100000000"):
        distinct_keys_enumeration.evaluate({"n": 8, "d_k": 10})
