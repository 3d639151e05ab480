"""The best matrix of all, two classes: bounds beside what they bound."""

import numpy as np
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.best_matrix import (
    BEST,
    Best,
    best_matrix_ceiling,
    best_matrix_floor,
)
from theorycheck.theory.associative_memory.separability import size
from theorycheck.theory.check import instance_at
from theorycheck.theory.evaluation import Evaluator, NoInstance
from theorycheck.theory.formula_balls import number
from theorycheck.theory.model import fixed
from theorycheck.theory.notation import symbol
from theorycheck.theory.outcomes import sample
from theorycheck.theory.terms import least_missed, separable

d, alpha = symbol("d"), symbol("alpha")


def test_the_bounds_are_in_order_and_of_one_order():
    below, above = best_matrix_floor().formula, best_matrix_ceiling().formula
    for power in (sp.Rational(3, 2), sp.Integer(2)):
        scaled = [side * d ** (alpha - 1) for side in (below, above)]
        ends = [[number(end, {d: sp.Integer(at), alpha: power}) for end in scaled] for at in (100, 10_000)]
        assert all(0 < low < high for low, high in ends)
        assert abs(ends[1][0] / ends[0][0] - 1) < 1e-6


@pytest.mark.parametrize("premises", [BEST, Best(window=12 * size, errors=size / 2)])
def test_the_mean_error_is_between_the_bounds(premises):
    """In two dimensions, with 24 tokens."""
    low, high = best_matrix_floor(premises), best_matrix_ceiling(premises)
    error = low.theorem.proposition.args[1]
    assert error is high.theorem.proposition.args[0]
    values = {"d": 2, "N": 24, "alpha": 1.5}
    instance = instance_at(error, (), values)
    drawn = sample(error, instance, np.random.default_rng(1), 1)
    mean = Evaluator(instance.values, drawn).value(error).item()
    at = {d: sp.Integer(2), alpha: sp.Rational(3, 2)}
    assert number(low.formula, at) < mean < number(high.formula, at)


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
