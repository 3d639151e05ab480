"""Overlaps of images: of keys themselves, of constants, and what is refused."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.coordinates import Covariance, X, coordinate_moment, correlation
from theorycheck.theory.rules.events import Expectation, Variance
from theorycheck.theory.rules.image_overlaps import image_overlap, mean_image_overlap, overlap_floor
from theorycheck.theory.rules.laws import Sphere
from theorycheck.theory.rules.vectors import with_right

phi = sp.Function("phi")
IDENTITY = sp.Eq(phi(X), X, evaluate=False)
ONE, OTHER = (phi(sp.Symbol(f"x_{k}", real=True)) for k in (1, 2))
KEYS = Sphere(d_k)
V = sp.Symbol("V", positive=True)
F = sp.Symbol("f")


def test_a_bound_without_a_modulus_is_refused():
    own = sp.Eq(Variance(ONE), V, evaluate=False)
    bound = sp.Le(Covariance(ONE, OTHER), V / 2, evaluate=False)
    with pytest.raises(SideConditionError, match="bounds no modulus"):
        image_overlap.conditions(correlation.apply(own, bound), law=KEYS, image=F)


def test_identity_features_have_the_overlap_of_keys():
    own = coordinate_moment.apply(IDENTITY, law=KEYS, powers=(2,))
    mixed = coordinate_moment.apply(IDENTITY, law=KEYS, powers=(1, 1))
    share = image_overlap.apply(correlation.apply(own, mixed), law=KEYS, image=F)
    assert share.rhs == 1 / d_k
    assert overlap_floor.apply(own, law=KEYS, image=F).rhs == 1 / d_k


def test_a_wrong_overlap_is_caught():
    ratio = sp.Eq(Expectation(ONE * OTHER) / Expectation(ONE**2), sp.Rational(1, 3), evaluate=False)
    right = image_overlap.apply(ratio, law=KEYS, image=F)
    image_overlap.check(right, ratio, law=KEYS, image=F)
    with pytest.raises(CheckFailed):
        image_overlap.check(with_right(right, right.rhs + 1 / d_k), ratio, law=KEYS, image=F)


@pytest.mark.parametrize(
    "left", [Expectation(ONE * OTHER), Expectation(ONE * OTHER) / Expectation(ONE**4), V, ONE * OTHER]
)
def test_what_is_no_correlation_of_coordinates_is_refused(left):
    known = sp.Eq(left, sp.Rational(1, 3), evaluate=False)
    with pytest.raises(SideConditionError, match="not the correlation"):
        image_overlap.conditions(known, law=KEYS, image=F)


@pytest.mark.parametrize("own", [sp.Eq(Expectation(ONE), V), sp.Eq(F, V), sp.Eq(Expectation(ONE**2), -V)])
def test_what_is_no_second_moment_of_a_coordinate_is_refused(own):
    with pytest.raises(SideConditionError, match="second moment"):
        overlap_floor.conditions(own, law=KEYS, image=F)
    with pytest.raises(SideConditionError, match="second moment"):
        mean_image_overlap.conditions(sp.Eq(Expectation(ONE), V), own, image=F)


def test_the_mean_of_another_map_is_refused():
    own = sp.Eq(Expectation(ONE**2), V, evaluate=False)
    for mean in (Expectation(sp.Function("psi")(ONE.args[0])), Expectation(ONE**2)):
        with pytest.raises(SideConditionError, match="first two moments"):
            mean_image_overlap.conditions(sp.Eq(mean, V, evaluate=False), own, image=F)


def test_constant_images_overlap_fully():
    mean = sp.Eq(Expectation(ONE), V, evaluate=False)
    own = sp.Eq(Expectation(ONE**2), V**2, evaluate=False)
    assert mean_image_overlap.apply(mean, own, image=F).rhs == 1
