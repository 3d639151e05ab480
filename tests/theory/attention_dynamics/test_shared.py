"""Updates of a shared matrix: other premises lead elsewhere or are refused."""

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.shared import (
    COORDINATES,
    Independent,
    Matrix,
    d_x,
    free_update_gap,
    orthonormal_cosine,
    smoothed_power,
    smoothed_update_gap,
)
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.notation import symbol


@pytest.mark.parametrize(
    ("derive", "premises"),
    [
        (smoothed_update_gap, Matrix(scale=2)),
        (free_update_gap, Matrix()),
        (free_update_gap, Matrix(scale=2, inputs=COORDINATES.inputs)),
        (orthonormal_cosine, Matrix()),
    ],
)
def test_another_premise_is_refused(derive, premises):
    with pytest.raises(Refused, match="not the same"):
        derive(premises)


def test_inputs_of_one_length_spread_the_update_less():
    on_sphere = smoothed_power(Independent(inputs=Sphere(d_x))).formula
    # The fourth moment of a Gaussian length adds 2/d_x.
    assert sp.simplify(smoothed_power().formula - on_sphere) == 2 / symbol("d_x")


def test_a_single_input_on_the_sphere_leaves_its_update_alone():
    assert smoothed_power(Independent(inputs=Sphere(d_x))).formula.subs(symbol("T"), 1) == 1


def test_of_the_law_of_updates_their_mean_square_alone_matters():
    other = Independent(updates=Normal(0, 1 / d_x, dimension=d_x))
    assert smoothed_power(other).formula == smoothed_power().formula
