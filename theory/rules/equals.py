"""Equals put for equals anywhere in a statement."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule
from .points import number, random_points, require_close
from .vectors import Vector, with_right


def _put_in(fact: sp.Eq, known: sp.Eq) -> sp.Eq:
    return with_right(fact, fact.rhs.subs(known.lhs, known.rhs))


def _check_put_in(result: sp.Eq, fact: sp.Eq, known: sp.Eq) -> str:
    """Both sides with one number for what was put in, the rest at random points."""
    mark = sp.Dummy("x", positive=True)
    masked = fact.rhs.xreplace({known.lhs: mark})
    if any(side.has(known.lhs) or side.has(Vector) for side in (masked, result.rhs)):
        raise CheckFailed(f"{known.lhs} is left in {result}.")
    for point in random_points((masked.free_symbols | known.rhs.free_symbols) - {mark}):
        one = number(masked.xreplace({mark: known.rhs.xreplace(point)}), point)
        require_close(one, number(result.rhs, point), f"At {point} the two sides")
    return "equal at three random rational points to 50 digits"


def _called(fact: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, fact.rhs, evaluate=False)


put_in = Rule(
    name="equals for equals",
    statement="Equals may be put for equals.",
    apply=_put_in,
    check=_check_put_in,
)

called = Rule(
    name="a letter for a quantity",
    statement="A quantity with a letter of its own has its value.",
    apply=_called,
)
