"""The least weight that a matrix misses, told by hand and refused."""

import numpy as np
import pytest
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.model import fixed
from theorycheck.theory.terms import least_missed, separable


def test_rows_are_missed_one_by_one():
    """Three rays in the plane of which no two are less than a third of a turn apart."""
    x, p = fixed("x", 4, 2), fixed("p", 4)
    rays = np.array([[1, 0], [-0.5, 0.9], [-0.5, -0.9], [1, 0.1]])
    at = Evaluator({x: rays, p: np.array([4.0, 1, 2, 8])})
    assert at.value(least_missed(x, p)) == 1
    assert not at.value(separable(x))
    with pytest.raises(NoInstance, match="not independent"):
        Evaluator({x: np.ones((4, 2)), p: np.ones(4)}).value(least_missed(x, p))
    wide, q = fixed("wide", 40, 5), fixed("q", 40)
    many = np.random.default_rng(1).normal(size=(40, 5))
    with pytest.raises(NoInstance, match="too many edges"):
        Evaluator({wide: many, q: np.ones(40)}).value(least_missed(wide, q))
