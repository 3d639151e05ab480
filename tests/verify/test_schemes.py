"""Where the derived error of power weights and the computed one meet, and what each would catch."""

import mpmath
import pytest
import sympy as sp
from theorycheck.law import evaluate
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.associative_memory.weighted import (
    weighted_error,
    weighted_error_above,
    weighted_error_below,
)
from theorycheck.theory.notation import symbol

QUANTITY = quantities("associative_memory")["weighted_error"]
POINTS = [point for point in QUANTITY.points if point["d"] in (100, 10**4, 10**6)]


def place(point):
    """The exponents and the dimension of a point."""
    return f"alpha={point['alpha']}-rho={point['rho']}-d={point['d']}"


@pytest.fixture(scope="module")
def formulas():
    return {f.__name__: f().formula for f in (weighted_error, weighted_error_above, weighted_error_below)}


def gap(formula, point):
    """The relative distance of the two routes."""
    return abs(QUANTITY.evaluate(point).value / evaluate(formula, point) - 1)


@pytest.mark.parametrize("point", POINTS, ids=place)
def test_two_routes_give_one_error(formulas, point):
    found = QUANTITY.evaluate(point)
    assert gap(formulas["weighted_error"], point) <= found.error_bound / found.value + 1e-12


@pytest.mark.parametrize("point", POINTS, ids=place)
def test_the_error_lies_between_its_bounds(formulas, point):
    names = [symbol(name) for name in ("alpha", "rho", "d")]
    at = [mpmath.mpf(point[name.name]) for name in names]
    below, above = (
        sp.lambdify(names, formulas[f"weighted_error_{side}"], "mpmath")(*at) for side in ("below", "above")
    )
    assert below < QUANTITY.evaluate(point).value < above


def test_another_power_of_the_frequency_is_told_apart(formulas):
    rho = symbol("rho")
    other = formulas["weighted_error"].subs(rho, rho * sp.Rational(101, 100))
    assert all(gap(other, point) > 1e-4 for point in POINTS)
