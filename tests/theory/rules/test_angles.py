"""Rules of coordinates refuse what they do not cover, and their checks see a wrong result."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.angles import cosine_gap, excess, inner_product, weight_of_second

x = sp.Symbol("x", positive=True)
name = sp.Symbol("name")


def vector(*parts):
    return sp.Eq(sp.Symbol("u"), sp.Tuple(*map(sp.sympify, parts)), evaluate=False)


def value(formula):
    return sp.Eq(sp.Symbol("q"), sp.sympify(formula), evaluate=False)


def test_inner_products_by_hand_and_checked():
    found = inner_product.apply(vector(x, 2), vector(3, x), name=name)
    assert found.rhs == 5 * x
    inner_product.check(found, vector(x, 2), vector(3, x), name=name)
    with pytest.raises(CheckFailed):
        inner_product.check(value(4 * x), vector(x, 2), vector(3, x), name=name)


@pytest.mark.parametrize("other", [vector(1), value(x)])
def test_only_coordinates_of_one_dimension_have_an_inner_product(other):
    with pytest.raises(SideConditionError):
        inner_product.conditions(vector(1, 2), other, name=name)


def test_one_minus_a_cosine_by_hand_and_checked():
    # (1, 0) and (1, 1): 1 - 1/sqrt(2).
    parts = value(1), value(1), value(2)
    found = cosine_gap.apply(*parts, name=name)
    assert sp.simplify(found.rhs - 1 + 1 / sp.sqrt(2)) == 0
    cosine_gap.check(found, *parts, name=name)
    with pytest.raises(CheckFailed):
        cosine_gap.check(value("1/3"), *parts, name=name)


@pytest.mark.parametrize("overlap", [-1, 2])
def test_obtuse_angles_and_impossible_overlaps_are_refused(overlap):
    with pytest.raises(SideConditionError):
        cosine_gap.conditions(value(overlap), value(1), value(2), name=name)


def test_softmax_of_two_scores():
    found = weight_of_second.apply(value(x), value(0), name=name)
    assert found.rhs == 1 / (1 + sp.exp(x))
    weight_of_second.check(found, value(x), value(0), name=name)
    with pytest.raises(CheckFailed):
        weight_of_second.check(value(1 / (1 + sp.exp(-x))), value(x), value(0), name=name)


def test_differences_add_back():
    found = excess.apply(value(x**2), value(x), name=name)
    excess.check(found, value(x**2), value(x), name=name)
    with pytest.raises(CheckFailed):
        excess.check(value(x), value(x**2), value(x), name=name)
