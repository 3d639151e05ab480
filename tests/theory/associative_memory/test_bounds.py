"""Theorems 1 and 2: the constant of a normal tail, and the floor at its cut-off."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.ceilings import OUTSIDE, recall_ceiling
from theorycheck.theory.associative_memory.equal_classes import equal_classes_ceiling
from theorycheck.theory.associative_memory.floors import Light, recall_floor, recall_floor_constant
from theorycheck.theory.associative_memory.minimax import minimax_floor
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal
from theorycheck.theory.notation import symbol

d, M, alpha, g, load = (symbol(name) for name in ("d", "M", "alpha", "g", "load"))
FUNCTIONS = (recall_floor, recall_floor_constant, recall_ceiling, minimax_floor)


@pytest.fixture(scope="module")
def derived(once):
    return {function.__name__: once(function) for function in FUNCTIONS}


def test_the_constant_of_the_lower_bound_is_that_of_a_normal_tail(derived):
    formula = derived["recall_floor_constant"].formula
    assert formula == sp.erfc(1 / sp.sqrt(6)) / 2
    assert formula > sp.Rational(28, 100) > sp.Rational(1, 20)


def test_the_floor_at_the_cut_off_is_the_constant_from_above(derived):
    for size in (1, 10, 1000):
        value = derived["recall_floor"].formula.subs({load: sp.Rational(size, 3 * (size + 1)), d: size})
        assert value > derived["recall_floor_constant"].formula


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
