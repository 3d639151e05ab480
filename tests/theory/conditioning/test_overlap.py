"""The key overlap in dimensions where its law is elementary."""

import pytest
import sympy as sp
from theorycheck.theory.conditioning.coherent import key_overlap_mean_absolute
from theorycheck.theory.conditioning.collisions import key_overlap_tail
from theorycheck.theory.conditioning.overlap_moments import key_overlap_mean_square, key_overlap_tail_bound
from theorycheck.theory.notation import d_k, t


@pytest.mark.parametrize(("dimension", "mean"), [(1, 1), (2, 2 / sp.pi), (3, sp.Rational(1, 2))])
def test_the_mean_modulus_is_elementary_in_low_dimension(dimension, mean):
    assert sp.simplify(key_overlap_mean_absolute().formula.subs(d_k, dimension) - mean) == 0


def test_the_mean_square_is_one_on_the_line():
    assert key_overlap_mean_square().formula.subs(d_k, 1) == 1


def test_the_tail_is_an_angle_in_the_plane():
    share = key_overlap_tail().formula.subs({d_k: 2, t: sp.Rational(1, 2)}).evalf(30)
    assert abs(share - sp.Rational(2, 3)) < 10**-25


def test_the_bound_is_above_the_tail_everywhere_tried():
    exact, bound = key_overlap_tail().formula, key_overlap_tail_bound().formula
    for dimension in (2, 5, 40):
        for tenth in (1, 5, 9):
            at = {d_k: dimension, t: sp.Rational(tenth, 10)}
            assert exact.subs(at).evalf() <= bound.subs(at).evalf()
