"""Derivations under other premises, and premises that are refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.associative_memory import separability
from theorycheck.theory.associative_memory.ceilings import OUTSIDE
from theorycheck.theory.associative_memory.floors import Light
from theorycheck.theory.associative_memory.guaranteed import (
    GUARANTEED,
    equal_classes_ceiling,
    guaranteed_tokens,
)
from theorycheck.theory.associative_memory.one_competitor import FIVE, all_rivals_uniform, dimension
from theorycheck.theory.associative_memory.separability import LeastSquares, least_squares_error
from theorycheck.theory.associative_memory.wide import TWENTIETH, outer_products_floor
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, OneHot, Sphere
from theorycheck.theory.model import Size
from theorycheck.theory.notation import symbol

d, M, alpha = map(symbol, ("d", "M", "alpha"))


def test_a_cut_off_below_one_is_refused():
    with pytest.raises(ValueError, match="1 or more"):
        Light(cut_off=Fraction(1, 2))


def test_another_set_of_heavy_tokens_and_another_law_change_the_ceiling_of_equal_classes(once):
    P = symbol("P")
    sound = once(equal_classes_ceiling).formula
    tail = P ** (1 - alpha) / ((alpha - 1) * sp.zeta(alpha))
    assert sp.simplify(sound - tail - 2 * d ** (2 - 2 * alpha)) == 0
    fewer = equal_classes_ceiling(replace(OUTSIDE, cut_off=Fraction(8))).formula
    assert sp.simplify(fewer - tail - 2 * M * d ** (1 - alpha)) == 0
    with pytest.raises(Refused):
        equal_classes_ceiling(replace(OUTSIDE, output_law=Normal(0, 1, dimension=OUTSIDE.law.shape[0])))


def test_another_set_has_another_number():
    """The 8 of the set in place of 16: the number is defined alike, but no formula of it is known."""
    with pytest.raises(TypeError, match="not the edge of the set"):
        guaranteed_tokens(replace(GUARANTEED, cut_off=Fraction(8)))


d = symbol("d")


@pytest.mark.parametrize(
    "changed",
    [
        {"law": Sphere(dimension)},
        {"output_law": Normal(0, 1 / dimension, dimension=dimension)},
        {"level": Fraction(1)},
        {"level": Fraction(-1, 5)},
    ],
)
def test_what_the_bound_rests_on(changed):
    """Normal embeddings, unit unembeddings, and a level of overlaps between 0 and 1."""
    with pytest.raises(Refused):
        all_rivals_uniform(replace(FIVE, **changed))


def test_as_many_classes_as_dimensions():
    rarer = replace(TWENTIETH, error=Fraction(1, 100))
    assert outer_products_floor(rarer).formula == d**2 / (4 * sp.log(50 * d))
    twice = replace(TWENTIETH, law=Normal(0, 1 / dimension, dimension=2 * dimension))
    assert outer_products_floor(twice).formula == d**2 / (2 * sp.log(10 * d))


def test_the_floor_is_for_normal_embeddings_and_rare_errors():
    with pytest.raises(Refused):
        outer_products_floor(replace(TWENTIETH, error=Fraction(9, 10)))
    with pytest.raises(Refused):
        outer_products_floor(replace(TWENTIETH, law=Sphere(dimension)))


def test_more_tokens_than_dimensions_are_not_interpolated():
    wide = Size("d", minimum=2)
    with pytest.raises(Refused):
        least_squares_error(LeastSquares(tokens=separability.size + 1))
    wider = Normal(0, 1, dimension=2 * separability.size)
    assert least_squares_error(LeastSquares(law=wider)).formula == 0
    assert least_squares_error(LeastSquares(law=Sphere(wide), tokens=wide)).formula == 0
    with pytest.raises(Refused, match="atoms"):
        least_squares_error(LeastSquares(law=OneHot(separability.size)))
