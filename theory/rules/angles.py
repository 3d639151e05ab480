"""Vectors by their coordinates: inner products, and differences."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number, random_points, require_close


def _inner(one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    total = sum((a * b for a, b in zip(one.rhs, other.rhs, strict=True)), start=sp.Integer(0))
    return sp.Eq(name, sp.expand(total), evaluate=False)


def _inner_conditions(one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> tuple[str, ...]:
    if not (isinstance(one.rhs, sp.Tuple) and isinstance(other.rhs, sp.Tuple)):
        raise SideConditionError(f"{one} and {other} do not say what the coordinates are.")
    if len(one.rhs) != len(other.rhs):
        raise SideConditionError(f"{one.lhs} and {other.lhs} have different numbers of coordinates.")
    return ()


def _check_inner(result: sp.Eq, one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> str:
    """Polarisation: <a, b> = (|a + b|^2 - |a - b|^2)/4."""
    for point in random_points(one.rhs.free_symbols | other.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            pairs = [(number(a, point), number(b, point)) for a, b in zip(one.rhs, other.rhs, strict=True)]
            apart = mpmath.fsum((a + b) ** 2 - (a - b) ** 2 for a, b in pairs) / 4
        require_close(apart, number(result.rhs, point), f"At {point} the polarised squares and the sum")
    return "by squares of sums and differences at three random rational points to 50 digits"


def _less(one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, sp.factor(one.rhs - other.rhs), evaluate=False)


def _check_less(result: sp.Eq, one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> str:
    if sp.expand(result.rhs + other.rhs - one.rhs) != 0:
        raise CheckFailed(f"{result.rhs} and {other.rhs} do not add up to {one.rhs}.")
    return "added back, exactly"


inner_product = Rule(
    name="inner product of coordinates",
    statement=r"$\langle a, b \rangle = \sum_i a_i b_i$.",
    apply=_inner,
    conditions=_inner_conditions,
    check=_check_inner,
)

excess = Rule(
    name="one quantity less another",
    statement="The difference of two quantities is that of their values.",
    apply=_less,
    check=_check_less,
)
