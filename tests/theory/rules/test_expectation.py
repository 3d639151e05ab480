"""Integrating out vectors: known moments, special cases, and the enumeration that checks them."""

from collections import Counter

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.enumeration import require_same_means
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.expectation import integrate_out, pairings
from theorycheck.theory.rules.laws import Gaussian, OneHot, Sphere
from theorycheck.theory.rules.vectors import Inner, Vector

a, b, c = (sp.Symbol(name, integer=True, positive=True) for name in "abc")
Y = sp.Symbol("Y")


def mean(body, law, letter="k"):
    fact = sp.Eq(Y, Expectation(body(*(Vector("k", s, law) for s in (a, b, c)))), evaluate=False)
    integrate_out.conditions(fact, letter=letter)
    return sp.factor(integrate_out.apply(fact, letter=letter).rhs)


@pytest.mark.parametrize(("order", "count"), [(2, 1), (4, 3), (6, 15), (8, 105)])
def test_the_number_of_pairings_is_a_double_factorial(order, count):
    factors = tuple(Vector("y", sp.Integer(k)) for k in range(order))
    assert sum(pairings(factors).values()) == count


def test_a_triangle_of_unit_vectors_has_mean_one_over_d_squared():
    assert mean(lambda x, y, z: Inner(x, y) * Inner(y, z) * Inner(z, x), Sphere(d_k)) == d_k**-2


def test_odd_products_have_mean_zero():
    assert mean(lambda x, y, z: Inner(x, y) ** 3, Sphere(d_k)) == 0


def test_on_the_line_every_even_product_of_signs_is_one():
    even = mean(lambda x, y, z: Inner(x, y) ** 4 * Inner(y, z) ** 2, Sphere(d_k))
    assert even.subs(d_k, 1) == 1


def test_a_gaussian_has_no_denominator_in_its_fourth_moment():
    assert mean(lambda x, y, z: Inner(x, x) ** 2, Gaussian(d_k)) == (d_k + 2) / d_k
    fourth = mean(lambda x, y, z: Inner(x, y) ** 4, Gaussian(d_k))
    assert sp.cancel(fourth - 3 * (d_k + 2) / d_k**3) == 0


def test_pairings_are_refused_for_a_law_that_rotations_change():
    with pytest.raises(SideConditionError, match="not invariant under rotations"):
        mean(lambda x, y, z: Inner(x, y) ** 2, OneHot(d_k))


def test_enumeration_catches_a_wrong_coefficient():
    x, y = (Vector("k", s, Sphere(d_k)) for s in (a, b))
    before = Expectation(Inner(x, y) ** 4)
    require_same_means(before, 3 / (d_k * (d_k + 2)))
    for wrong in (3 / d_k**2, 2 / (d_k * (d_k + 2)), -3 / (d_k * (d_k + 2))):
        with pytest.raises(CheckFailed):
            require_same_means(before, wrong)


def test_equal_pairs_are_counted_together():
    y = Vector("y", a)
    assert pairings((y, y, y, y)) == Counter({(((y, y)), ((y, y))): 3})
