"""Vectors by their coordinates: inner products, one minus a cosine; and the softmax of two scores."""

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


def _gap(overlap: sp.Eq, own: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    square = sp.factor(sp.cancel(1 - overlap.rhs**2 / (own.rhs * other.rhs)))
    return sp.Eq(name, square / (1 + sp.sqrt(1 - square)), evaluate=False)


def _gap_conditions(overlap: sp.Eq, own: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> tuple[str, ...]:
    for point in random_points(overlap.rhs.free_symbols | own.rhs.free_symbols | other.rhs.free_symbols):
        lengths = number(own.rhs, point) * number(other.rhs, point)
        if number(overlap.rhs, point) < 0 or number(overlap.rhs, point) ** 2 > lengths:
            raise SideConditionError(f"At {point} the vectors are at no angle of at most 90 degrees.")
    return ("the angle is at most 90 degrees",)


def _check_gap(result: sp.Eq, overlap: sp.Eq, own: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> str:
    for point in random_points(result.rhs.free_symbols | own.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            product = number(own.rhs, point) * number(other.rhs, point)
            direct = 1 - number(overlap.rhs, point) / mpmath.sqrt(product)
        require_close(direct, number(result.rhs, point), f"At {point} one minus the cosine and the rule")
    return "one minus the cosine itself at three random rational points to 50 digits"


def _leak(one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, 1 / (1 + sp.exp(sp.factor(one.rhs - other.rhs))), evaluate=False)


def _check_leak(result: sp.Eq, one: sp.Eq, other: sp.Eq, *, name: sp.Symbol) -> str:
    """Exponentials of both scores."""
    for point in random_points(one.rhs.free_symbols | other.rhs.free_symbols):
        with mpmath.workdps(2 * WORKING_DIGITS):
            first, second = (mpmath.exp(number(score.rhs, point)) for score in (one, other))
            direct = second / (first + second)
        require_close(direct, number(result.rhs, point), f"At {point} the quotient of exponentials")
    return "the quotient of exponentials at three random rational points to 50 digits"


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

cosine_gap = Rule(
    name="one minus a cosine",
    statement=(
        r"$1 - \cos \theta = \sin^2 \theta / (1 + \sqrt{1 - \sin^2 \theta})$ up to 90 degrees, with "
        r"$\sin^2 \theta = 1 - \langle a, b \rangle^2 / (|a|^2 |b|^2)$."
    ),
    apply=_gap,
    conditions=_gap_conditions,
    check=_check_gap,
)

weight_of_second = Rule(
    name="softmax of two scores",
    statement=r"$e^{s_2} / (e^{s_1} + e^{s_2}) = 1/(1 + e^{s_1 - s_2})$.",
    apply=_leak,
    check=_check_leak,
)

excess = Rule(
    name="one quantity less another",
    statement="The difference of two quantities is that of their values.",
    apply=_less,
    check=_check_less,
)
