"""Rules of coordinates refuse what they do not cover, and their checks see a wrong result."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.angles import excess, inner_product

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


def test_differences_add_back():
    found = excess.apply(value(x**2), value(x), name=name)
    excess.check(found, value(x**2), value(x), name=name)
    with pytest.raises(CheckFailed):
        excess.check(value(x), value(x**2), value(x), name=name)
