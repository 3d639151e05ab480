"""Where the derived error of power weights and the computed one meet, and what each would catch."""

import mpmath
import pytest
import sympy as sp
from theorycheck.law import evaluate
from theorycheck.numerics.associative_memory import QUANTITIES
from theorycheck.theory.associative_memory.weighted import (
    weighted_error,
    weighted_error_above,
    weighted_error_below,
)
from theorycheck.theory.notation import symbol

QUANTITY = QUANTITIES["weighted_error"]
CELLS = [cell for cell in QUANTITY.cells if cell["d"] in (100, 10**4, 10**6)]


def place(cell):
    """The exponents and the dimension of a cell."""
    return f"alpha={cell['alpha']}-rho={cell['rho']}-d={cell['d']}"


@pytest.fixture(scope="module")
def formulas():
    return {f.__name__: f().formula for f in (weighted_error, weighted_error_above, weighted_error_below)}


def gap(formula, cell):
    """The relative distance of the two roads."""
    return abs(QUANTITY.evaluate(cell).value / evaluate(formula, cell) - 1)


@pytest.mark.parametrize("cell", CELLS, ids=place)
def test_two_roads_give_one_error(formulas, cell):
    found = QUANTITY.evaluate(cell)
    assert gap(formulas["weighted_error"], cell) <= found.error_bound / found.value + 1e-12


@pytest.mark.parametrize("cell", CELLS, ids=place)
def test_the_error_lies_between_its_bounds(formulas, cell):
    names = [symbol(name) for name in ("alpha", "rho", "d")]
    at = [mpmath.mpf(cell[name.name]) for name in names]
    below, above = (
        sp.lambdify(names, formulas[f"weighted_error_{side}"], "mpmath")(*at) for side in ("below", "above")
    )
    assert below < QUANTITY.evaluate(cell).value < above


def test_another_power_of_the_frequency_is_told_apart(formulas):
    rho = symbol("rho")
    other = formulas["weighted_error"].subs(rho, rho * sp.Rational(101, 100))
    assert all(gap(other, cell) > 1e-4 for cell in CELLS)
