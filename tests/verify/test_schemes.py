"""Where the derived error of power weights and the computed one meet, and what each would catch."""

import pytest
import sympy as sp
from theorycheck.law import evaluate
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.associative_memory.weighted import (
    weighted_error,
)
from theorycheck.theory.notation import symbol

QUANTITY = quantities("associative_memory")["weighted_error"]
POINTS = [point for point in QUANTITY.points if point["d"] in (100, 10**4, 10**6)]


def place(point):
    """The exponents and the dimension of a point."""
    return f"alpha={point['alpha']}-rho={point['rho']}-d={point['d']}"


@pytest.fixture(scope="module")
def formula(once):
    return once(weighted_error).formula


def gap(formula, point):
    """The relative distance of the two routes."""
    return abs(QUANTITY.evaluate(point).value / evaluate(formula, point) - 1)


@pytest.mark.parametrize("point", POINTS, ids=place)
def test_two_routes_give_one_error(formula, point):
    found = QUANTITY.evaluate(point)
    assert gap(formula, point) <= found.error_bound / found.value + 1e-12


def test_another_power_of_the_frequency_is_told_apart(formula):
    rho = symbol("rho")
    other = formula.subs(rho, rho * sp.Rational(101, 100))
    assert all(gap(other, point) > 1e-4 for point in POINTS)
