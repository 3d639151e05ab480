"""Updates of a shared matrix: other premises lead to other formulas, and the cosine has its known ends."""

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.shared import (
    Independent,
    Matrix,
    T,
    d_x,
    free_update_gap,
    orthonormal_cosine,
    smoothed_power,
    smoothed_update_gap,
)
from theorycheck.theory.rules.laws import Gaussian, Sphere


def test_the_free_update_is_not_that_of_inputs_that_overlap():
    assert free_update_gap(Matrix()).formula != 0


@pytest.mark.parametrize("derivation", [smoothed_update_gap, free_update_gap])
def test_values_of_another_scale_move_by_its_square(derivation):
    coordinates = derivation is free_update_gap
    left = derivation(Matrix(scale=sp.Integer(2), coordinate_inputs=coordinates)).formula
    assert left.as_coeff_Mul()[0] == -3


def test_inputs_of_one_length_spread_the_update_less():
    on_sphere = smoothed_power(Independent(inputs=Sphere(d_x))).formula
    # The fourth moment of a Gaussian length adds 2/d_x.
    assert sp.simplify(smoothed_power().formula - on_sphere) == 2 / d_x


def test_a_single_input_on_the_sphere_leaves_its_update_alone():
    assert smoothed_power(Independent(inputs=Sphere(d_x))).formula.subs(T, 1) == 1


def test_of_the_law_of_updates_their_mean_square_alone_matters():
    assert smoothed_power(Independent(updates=Gaussian(d_x))).formula == smoothed_power().formula


def test_inputs_that_overlap_turn_the_move_of_the_values():
    assert orthonormal_cosine().formula == 1
    assert orthonormal_cosine(Matrix()).formula != 1
