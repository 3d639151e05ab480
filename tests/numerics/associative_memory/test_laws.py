"""Best thresholds, by trying every one."""

import numpy as np
import pytest
from theorycheck.numerics.associative_memory.laws import best_threshold_size, best_thresholded_error
from theorycheck.numerics.associative_memory.model import coordinates
from theorycheck.numerics.associative_memory.quadrature import recall_error_exact


def point(**given):
    return coordinates(M=2, N="inf", alpha=2.0, **given)


@pytest.mark.parametrize("rho", [0.0, 0.125, 1.0])
def test_the_best_threshold_is_the_best_of_all(rho):
    at = point(rho=rho, d=24)
    errors = [recall_error_exact.evaluate({**at, "scheme": "threshold", "P": P}).value for P in range(1, 97)]
    assert best_threshold_size.evaluate(at).value == 1 + int(np.argmin(errors))
    assert best_thresholded_error.evaluate(at).value == min(errors)


def test_a_neighbour_of_the_best_threshold_is_worse():
    at = point(rho=0.0, d=10**6)
    best = best_threshold_size.evaluate(at).value
    for other in (0.9 * best, 1.1 * best):
        worse = recall_error_exact.evaluate({**at, "scheme": "threshold", "P": int(other)}).value
        assert worse > best_thresholded_error.evaluate(at).value
