"""Rules of layers: hypotheses are checked, and a wrong result is caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.laws import Gaussian
from theorycheck.theory.rules.layers import (
    independent_product,
    mean_reciprocal,
    sum_of_normals,
)
from theorycheck.theory.rules.vectors import IndexSum, Inner, Vector

n = sp.Symbol("n", integer=True, positive=True)
STREAM = Vector("x")


def normals(count):
    """A sum of that many normal vectors."""
    j, d = sp.Symbol("j", integer=True, positive=True), sp.Symbol("d", positive=True)
    return sp.Eq(Vector("x"), IndexSum(Vector("g", j, Gaussian(d)), (j,), count), evaluate=False)


def test_a_sum_of_normal_vectors_is_as_long_as_the_root_of_their_number():
    fact = normals(n)
    found = sum_of_normals.apply(fact)
    assert sum_of_normals.check(found, fact)
    wrong = sp.Eq(found.lhs, n * found.rhs, evaluate=False)
    with pytest.raises(CheckFailed, match="two sides"):
        sum_of_normals.check(wrong, fact)


def test_the_reciprocal_of_a_squared_norm_is_not_that_of_its_mean():
    fact = sum_of_normals.apply(normals(n))
    found = mean_reciprocal.apply(fact)
    assert mean_reciprocal.check(found, fact)
    wrong = sp.Eq(found.lhs, 1 / n, evaluate=False)
    with pytest.raises(CheckFailed, match="By quadrature"):
        mean_reciprocal.check(wrong, fact)


def test_means_that_share_a_vector_are_not_multiplied():
    one = sp.Eq(Expectation(Inner(STREAM, STREAM)), sp.Integer(2), evaluate=False)
    with pytest.raises(SideConditionError, match="share a vector"):
        independent_product.conditions(one, one)
