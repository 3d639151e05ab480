"""Convexity: bounds that hold and are near, and maps that are refused."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.convexity import bounded_slope, correlation_floor, jensen
from theorycheck.theory.rules.coordinates import X, zonal
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.vectors import with_right

KEYS = Sphere(d_k)
phi = sp.Function("phi")
Z = sp.Symbol("Z", positive=True)


def pieces(above, below):
    return sp.Eq(phi(X), sp.Piecewise((above, X > 0), (below, True)), evaluate=False)


ELU = pieces(1 + X, sp.exp(X))


def test_the_mean_and_the_spread_of_elu_are_bounded():
    mean, spread = jensen.apply(ELU, law=KEYS), bounded_slope.apply(ELU, law=KEYS)
    assert (mean.rhs, spread.rhs) == (1, 1 / d_k)
    jensen.check(mean, ELU, law=KEYS)
    bounded_slope.check(spread, ELU, law=KEYS)


def test_bounds_on_the_wrong_side_are_caught():
    mean, spread = jensen.apply(ELU, law=KEYS), bounded_slope.apply(ELU, law=KEYS)
    with pytest.raises(CheckFailed):
        jensen.check(with_right(mean, sp.Rational(3, 2)), ELU, law=KEYS)
    with pytest.raises(CheckFailed):
        bounded_slope.check(with_right(spread, spread.rhs / 3), ELU, law=KEYS)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (pieces(1 + X, 1 + 2 * X), "not known to be convex"),
        (pieces(1 + X, X), "not known to be convex"),
        (pieces(X, X - X**2), "not known to be convex"),
        (pieces(1 - X, sp.exp(-X)), "not known to rise"),
        (sp.Eq(phi(X), sp.exp(X), evaluate=False), "one piece above 0"),
    ],
)
def test_maps_that_are_not_convex_and_rising_are_refused(fact, words):
    with pytest.raises(SideConditionError, match=words):
        bounded_slope.conditions(fact, law=KEYS)


def test_the_sphere_is_needed_for_a_symmetric_coordinate():
    with pytest.raises(SideConditionError, match="symmetric"):
        jensen.conditions(ELU, law=Gaussian(d_k))


def test_a_vanishing_spread_leaves_full_correlation():
    mean, spread = jensen.apply(ELU, law=KEYS), bounded_slope.apply(ELU, law=KEYS)
    mixed = zonal.apply(spread, law=KEYS)
    floor = correlation_floor.apply(mean, spread, mixed)
    correlation_floor.check(floor, mean, spread, mixed)
    assert abs(floor.rhs.subs(d_k, 10**6) - 1) < sp.Rational(1, 10**5)
    with pytest.raises(CheckFailed):
        correlation_floor.check(with_right(floor, floor.rhs + 1 / d_k), mean, spread, mixed)
    with pytest.raises(SideConditionError, match="upper bounds on the spreads"):
        correlation_floor.conditions(spread, mean, mixed)
