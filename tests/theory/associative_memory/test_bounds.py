"""Theorems 1 and 2 by rules: derived, moved by their premises, refused outside them."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.ceilings import Outside, recall_ceiling
from theorycheck.theory.associative_memory.competitors import LARGE, dimension
from theorycheck.theory.associative_memory.floors import Light, recall_floor, recall_floor_constant
from theorycheck.theory.associative_memory.minimax import Minimax, minimax_floor
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.notation import symbol
from theorycheck.theory.terms import number

d, M, alpha, g, load = (symbol(name) for name in ("d", "M", "alpha", "g", "load"))
FUNCTIONS = (recall_floor, recall_floor_constant, recall_ceiling, minimax_floor)


@pytest.fixture(scope="module")
def derived(once):
    return {function.__name__: once(function) for function in FUNCTIONS}


def test_the_constant_of_the_lower_bound_is_that_of_a_normal_tail(derived):
    formula = derived["recall_floor_constant"].formula
    assert formula == sp.erfc(1 / sp.sqrt(6)) / 2
    assert formula > sp.Rational(28, 100) > sp.Rational(1, 20)


def test_the_upper_bound_is_the_square_of_the_printed_term(derived):
    assert sp.simplify(derived["recall_ceiling"].formula - 2 * d ** (-2 * g)) == 0
    assert derived["recall_ceiling"].relation == "<="


def test_neither_bound_asks_for_four_classes_or_a_large_dimension(derived):
    for derivation in derived.values():
        assert not any("M \\ge 4" in premise or "8 \\log" in premise for premise in derivation.premises)


def test_the_floor_at_the_cut_off_is_the_constant_from_above(derived):
    for size in (1, 10, 1000):
        value = derived["recall_floor"].formula.subs({load: sp.Rational(size, 3 * (size + 1)), d: size})
        assert value > derived["recall_floor_constant"].formula


def test_a_lower_cut_off_weakens_and_moves_the_floor(derived):
    moved = recall_floor_constant(Light(cut_off=Fraction(2)))
    assert moved.formula == sp.erfc(sp.Rational(1, 2)) / 2 < derived["recall_floor_constant"].formula
    least = minimax_floor(Minimax(light=Light(cut_off=Fraction(2))))
    at = {d: 10, M: 3, alpha: 2}
    assert least.formula.subs(at) != derived["minimax_floor"].formula.subs(at)


def test_a_smaller_set_moves_the_ceiling(derived):
    moved = recall_ceiling(Outside(cut_off=Fraction(8)))
    at = {d: 100, M: 4, g: 2}
    assert moved.formula.subs(at).evalf() > derived["recall_ceiling"].formula.subs(at).evalf()


def test_a_larger_set_lets_no_cause_be_rarer():
    with pytest.raises(Refused, match="not positive"):
        recall_ceiling(Outside(cut_off=Fraction(17)))


def test_one_more_dimension_moves_the_floor(derived):
    moved = recall_floor(replace(LARGE, law=Normal(0, 1 / dimension, dimension=dimension + 1)))
    assert moved.formula != derived["recall_floor"].formula


def test_inputs_on_the_sphere_are_refused():
    for derive in (
        lambda: recall_floor(replace(LARGE, law=Sphere(dimension))),
        lambda: recall_ceiling(Outside(law=Sphere(dimension))),
        lambda: recall_ceiling(Outside(output_law=Normal(0, 1 / dimension, dimension=dimension))),
    ):
        with pytest.raises(Refused):
            derive()


def test_a_cut_off_below_one_is_refused():
    with pytest.raises(ValueError, match="1 or more"):
        Light(cut_off=Fraction(1, 2))


def test_a_law_without_a_normaliser_is_refused():
    with pytest.raises(Refused, match="1/2 > 1"):
        minimax_floor(Minimax(exponent=number(Fraction(1, 2))))
