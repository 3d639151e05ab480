"""The key overlap in dimensions where its law is elementary."""

import pytest
import sympy as sp
from theorycheck.theory.conditioning.coherent import key_overlap_mean_absolute
from theorycheck.theory.conditioning.collisions import key_overlap_tail
from theorycheck.theory.conditioning.definitions import NORMAL_VECTORS, Memory
from theorycheck.theory.conditioning.definitions import d_k as keys
from theorycheck.theory.conditioning.one_hot import distinct_keys
from theorycheck.theory.conditioning.overlap_moments import key_overlap_mean_square, key_overlap_tail_bound
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Sphere
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


def test_gaussian_keys_have_no_sub_gaussian_overlap_by_this_route():
    with pytest.raises(Refused, match="no fixed length"):
        key_overlap_tail_bound(NORMAL_VECTORS)


def test_an_overlap_has_a_range_for_unit_vectors_only():
    for law in (NORMAL_VECTORS.key_law, Sphere(keys, 2)):
        with pytest.raises(Refused, match="unit sphere"):
            key_overlap_tail(Memory(key_law=law))


def test_distinctness_is_asked_of_one_hot_keys_only():
    with pytest.raises(Refused, match="equally likely"):
        distinct_keys(Memory())
