r"""How far apart two vectors of known length can be: Cauchy and Schwarz, and a quantity at its largest."""

from __future__ import annotations

from itertools import product

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import random_points, require_equal
from .vectors import Inner

_COORDINATES = (-2, -1, 0, 1, 3)


def _cauchy_schwarz(one: sp.Eq, other: sp.Eq) -> sp.Ge:
    (a, _), (b, _) = one.lhs.args, other.lhs.args
    return sp.Ge(Inner(a, b), -sp.sqrt(one.rhs * other.rhs), evaluate=False)


def _lengths(one: sp.Eq, other: sp.Eq) -> tuple[str, ...]:
    for fact in (one, other):
        if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Inner) or fact.lhs.squared_norm_of is None:
            raise SideConditionError(f"{fact} is no square length.")
    return ("both square lengths are known",)


def _check_cauchy(result: sp.Ge, one: sp.Eq, other: sp.Eq) -> str:
    """All pairs of vectors in the plane with five coordinates each way; opposite ones reach the bound."""
    reached = False
    for a, b in product(product(_COORDINATES, repeat=2), repeat=2):
        inner, squares = a[0] * b[0] + a[1] * b[1], [x[0] ** 2 + x[1] ** 2 for x in (a, b)]
        if inner < 0 and inner**2 > squares[0] * squares[1]:
            raise CheckFailed(f"<{a}, {b}> = {inner} lies below minus the product of the lengths.")
        reached = reached or (inner < 0 and inner**2 == squares[0] * squares[1])
    if not reached or result.rhs**2 != one.rhs * other.rhs:
        raise CheckFailed(f"{result.rhs} is not minus the product of the lengths.")
    return "all pairs of vectors in the plane with five coordinates each way; opposite ones reach it"


def _at_most(fact: sp.Eq, below: sp.Ge) -> sp.Le:
    return sp.Le(fact.lhs, fact.rhs.xreplace({below.lhs: below.rhs}), evaluate=False)


def _falls(fact: sp.Eq, below: sp.Ge) -> tuple[str, ...]:
    slope = sp.expand(fact.rhs).coeff(below.lhs)
    if (
        not isinstance(below, sp.Ge)
        or not slope.is_negative
        or sp.expand(fact.rhs - slope * below.lhs).has(below.lhs)
    ):
        raise SideConditionError(f"{fact.rhs} does not fall in proportion to {below.lhs}.")
    return (f"the quantity falls as ${sp.latex(below.lhs)}$ grows",)


def _check_at_most(result: sp.Le, fact: sp.Eq, below: sp.Ge) -> str:
    above = sp.Dummy("x", nonnegative=True)
    less = sp.expand(result.rhs - fact.rhs.xreplace({below.lhs: below.rhs + above}))
    for point in random_points(less.free_symbols):
        if less.subs(point) < 0:
            raise CheckFailed(f"At {point} above its bound the quantity is larger.")
    require_equal(result.rhs, fact.rhs.xreplace({below.lhs: below.rhs}))
    return "reached at the bound; at three random values above it the quantity is no larger"


cauchy_schwarz = Rule(
    name="Cauchy and Schwarz",
    statement=r"$\langle a, b \rangle \ge -|a|\,|b|$.",
    apply=_cauchy_schwarz,
    conditions=_lengths,
    check=_check_cauchy,
)

largest = Rule(
    name="largest at the lower bound",
    statement="A quantity that falls in another is at most its value at a lower bound on that.",
    apply=_at_most,
    conditions=_falls,
    check=_check_at_most,
)
