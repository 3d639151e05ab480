"""All competitors of a token: other premises, values by another route, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.many_classes import one_rival_uniform
from theorycheck.theory.associative_memory.one_competitor import FIVE, all_rivals_uniform, dimension
from theorycheck.theory.associative_memory.wide import TWENTIETH, outer_products_floor
from theorycheck.theory.formula_balls import number
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.notation import symbol

d, N = symbol("d"), symbol("N")


def test_both_bounds_of_all_tokens_stored_are_in_order():
    at = {d: sp.Integer(400), N: sp.Integer(100)}
    below, above = (number(derive().formula, at) for derive in (one_rival_uniform, all_rivals_uniform))
    assert 0 < below < above < 0.01


def test_the_bound_is_made_of_tails():
    """The largest class has 54 tokens, each further one adds (2/20) of its own; four times four overlaps."""
    found = number(all_rivals_uniform().formula, {d: sp.Integer(400), N: sp.Integer(266)})
    noise = 2 * 54 - 1 + 3 * 54 * mpmath.mpf(1) / 10
    with mpmath.workdps(30):
        one = mpmath.betainc(200, 0.5, 0, noise / (noise + 1), regularized=True) / 2
        overlap = mpmath.betainc(mpmath.mpf(399) / 2, 0.5, 0, 1 - mpmath.mpf(1) / 25, regularized=True)
        assert abs(found / (4 * one + 16 * overlap) - 1) < 1e-12


def test_premises_move_the_bound():
    nearer = replace(FIVE, level=Fraction(1, 10))
    assert all_rivals_uniform(nearer).formula != all_rivals_uniform().formula
    assert all_rivals_uniform(replace(FIVE, number_of=4)).formula != all_rivals_uniform().formula


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
