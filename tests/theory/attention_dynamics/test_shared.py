"""Updates of a shared matrix under other laws."""

import sympy as sp
from theorycheck.theory.attention_dynamics.shared import Independent, d_x, smoothed_power
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.notation import symbol


def test_inputs_of_one_length_spread_the_update_less():
    on_sphere = smoothed_power(Independent(inputs=Sphere(d_x))).formula
    # The fourth moment of a Gaussian length adds 2/d_x.
    assert sp.simplify(smoothed_power().formula - on_sphere) == 2 / symbol("d_x")


def test_a_single_input_on_the_sphere_leaves_its_update_alone():
    assert smoothed_power(Independent(inputs=Sphere(d_x))).formula.subs(symbol("T"), 1) == 1


def test_of_the_law_of_updates_their_mean_square_alone_matters():
    other = Independent(updates=Normal(0, 1 / d_x, dimension=d_x))
    assert smoothed_power(other).formula == smoothed_power().formula
