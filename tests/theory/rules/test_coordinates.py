"""Coordinates of a unit vector: known moments, the correlation bound, and what is refused."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.coordinates import (
    X,
    coordinate_moment,
    correlation,
    covariance,
    zonal,
)
from theorycheck.theory.rules.events import Expectation, Variance
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.vectors import with_right

phi = sp.Function("phi")
ONE, OTHER = (phi(sp.Symbol(f"x_{k}", real=True)) for k in (1, 2))
KEYS = Sphere(d_k)
V = sp.Symbol("V", positive=True)


def defined(body):
    return sp.Eq(phi(X), body, evaluate=False)


def moment(body, *powers, law=KEYS):
    return coordinate_moment.apply(defined(body), law=law, powers=powers).rhs


@pytest.mark.parametrize(
    ("body", "powers", "expected"),
    [
        (X, (2,), 1 / d_k),
        (X, (1, 1), 0),
        (X, (2, 2), 1 / (d_k * (d_k + 2))),
        (sp.Max(X, 0), (2,), 1 / (2 * d_k)),
        (sp.Max(X, 0), (1, 1), 1 / (2 * sp.pi * d_k)),
        (sp.Max(3 * X, 0), (2,), 9 / (2 * d_k)),
    ],
)
def test_a_moment_of_coordinates_has_its_known_value(body, powers, expected):
    assert sp.simplify(moment(body, *powers) - expected) == 0


def test_an_exponential_on_the_sphere_of_space_is_a_hyperbolic_sine():
    value = moment(sp.exp(2 * X), 1).subs(d_k, 3)
    assert abs(sp.N(value - sp.sinh(2) / 2, 30)) < 10**-25


@pytest.mark.parametrize(("body", "powers"), [(sp.Max(X, 0), (1, 1)), (sp.exp(X), (1,)), (X, (2, 2))])
def test_quadrature_catches_a_wrong_moment(body, powers):
    fact = defined(body)
    right = coordinate_moment.apply(fact, law=KEYS, powers=powers)
    coordinate_moment.check(right, fact, law=KEYS, powers=powers)
    with pytest.raises(CheckFailed):
        coordinate_moment.check(with_right(right, right.rhs * 2), fact, law=KEYS, powers=powers)


def test_other_maps_and_other_laws_are_refused():
    with pytest.raises(SideConditionError, match="none of"):
        coordinate_moment.conditions(defined(X**2), law=KEYS, powers=(1,))
    with pytest.raises(SideConditionError, match="known on the sphere"):
        coordinate_moment.conditions(defined(X), law=Gaussian(d_k), powers=(1,))


def test_squares_of_coordinates_attain_the_correlation_bound():
    pair, square = moment(X, 2, 2), moment(X, 2)
    spread = sp.Eq(Variance(ONE), moment(X, 4) - square**2, evaluate=False)
    bound = zonal.apply(spread, law=KEYS)
    assert sp.simplify(bound.rhs + (pair - square**2)) == 0
    zonal.check(bound, spread, law=KEYS)
    with pytest.raises(CheckFailed):
        zonal.check(with_right(bound, bound.rhs * d_k), spread, law=KEYS)


def test_the_correlation_bound_is_about_variances():
    raw = sp.Eq(Expectation(ONE**2), V, evaluate=False)
    with pytest.raises(SideConditionError, match="neither a variance"):
        zonal.conditions(raw, law=KEYS)


def test_raw_and_centred_moments_do_not_mix():
    own = sp.Eq(Variance(ONE), V, evaluate=False)
    with pytest.raises(SideConditionError, match="both of raw or both of centred"):
        correlation.conditions(own, sp.Eq(Expectation(ONE * OTHER), V / 2, evaluate=False))


def test_the_covariance_of_other_variables_is_refused():
    mean = sp.Eq(Expectation(ONE), V, evaluate=False)
    with pytest.raises(SideConditionError, match="not the mixed moment"):
        covariance.conditions(sp.Eq(Expectation(ONE**2), V, evaluate=False), mean)
