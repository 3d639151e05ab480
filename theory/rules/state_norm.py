r"""The squared norm of a state of outer products that takes in one item more."""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .points import WORKING_DIGITS, number, random_points, require_close


def _new_outer(length: sp.Eq, *, rate: sp.Expr, index: sp.Symbol) -> sp.Eq:
    (mean,) = length.rhs.atoms(Expectation)
    gain = sp.factor(sp.expand(length.rhs).coeff(mean))
    state = sp.Function("N")
    return sp.Eq(state(index + 1), gain * state(index) + rate**2, evaluate=False)


def _new_outer_conditions(length: sp.Eq, **_: object) -> tuple[str, ...]:
    if len(length.rhs.atoms(Expectation)) != 1:
        raise SideConditionError(f"{length.rhs} is not a multiple of one mean square.")
    return (
        "each row (or column) of the state shrinks as the given vector does",
        "the new item's other vector is centred, of mean square one, and independent of the state",
    )


def _check_new_outer(result: sp.Eq, length: sp.Eq, *, rate: sp.Expr, index: sp.Symbol) -> str:
    """A state s of one row: (c s + eta k v)^2 over all signs of k, v, with c^2 the gain."""
    state = result.lhs.func(index)
    (mean,) = length.rhs.atoms(Expectation)
    for point in random_points(length.rhs.free_symbols | sp.sympify(rate).free_symbols, least=2):
        gain, step = (number(part, point) for part in (length.rhs.subs(mean, 1), sp.sympify(rate)))
        with mpmath.workdps(WORKING_DIGITS):
            kept = mpmath.sqrt(gain) * 3
            mean_square = sum((kept + step * a * b) ** 2 for a, b in product((-1, 1), repeat=2)) / 4
            formula = number(result.rhs.subs(state, 9), point)
            require_close(mpmath.re(mean_square), formula, "All signs of the new item and the rule")
    return "all signs of a new item on the line were enumerated"


new_outer_product = Rule(
    name="a new outer product",
    statement=(
        r"$\mathbb{E} |P S + \eta\, a b^\top|^2 = g\, \mathbb{E} |S|^2 + \eta^2$ where P shrinks mean "
        r"squares by g and one of a, b is centred and independent of S and P."
    ),
    apply=_new_outer,
    conditions=_new_outer_conditions,
    check=_check_new_outer,
)
