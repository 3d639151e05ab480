r"""Least squares through as many independent points as dimensions: every target is met."""

from __future__ import annotations

from random import Random
from typing import Final

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .dichotomies import GeneralPosition
from .laws import Gaussian, Sphere

_SHAPES: Final = ((2, 2), (3, 3), (2, 4), (3, 5))
"""Points and dimensions of random integers on which least squares is carried out."""
_CLASSES: Final = 3


def _met(position: GeneralPosition, tokens: sp.Eq, targets: sp.Eq) -> sp.Eq:
    return sp.Eq(sp.Symbol("E"), sp.S.Zero, evaluate=False)


def _conditions(position: GeneralPosition, tokens: sp.Eq, targets: sp.Eq) -> tuple[str, ...]:
    if not isinstance(position, GeneralPosition) or not isinstance(position.args[0].law, Gaussian | Sphere):
        raise SideConditionError(f"{position} does not say that points with a density are meant.")
    if not (position.dimension - tokens.rhs).is_nonnegative:
        raise SideConditionError(f"{tokens.rhs} points need not be independent in {position.dimension}.")
    if not isinstance(targets.rhs, sp.KroneckerDelta):
        raise SideConditionError(f"{targets.rhs} is not one for the right class and zero for the others.")
    return (
        "a law with a density has any $d$ points independent almost surely",
        "through independent points some linear map has any values, and least squares leaves nothing",
        "the own class scores one and every competitor zero",
    )


def _check(result: sp.Eq, position: GeneralPosition, tokens: sp.Eq, targets: sp.Eq) -> str:
    """Least squares of least norm on random integers, exactly."""
    random = Random(23)
    for points, size in _SHAPES:
        e = sp.Matrix(points, size, lambda *_: random.randint(-9, 9))
        right = sp.Matrix(points, _CLASSES, lambda x, y: int(x % _CLASSES == y))
        scores = e * (e.T * (e * e.T).inv() * right)
        wrong = sum(
            any(scores[x, y] >= scores[x, x % _CLASSES] for y in range(_CLASSES) if y != x % _CLASSES)
            for x in range(points)
        )
        if sp.Rational(wrong, points) != result.rhs:
            raise CheckFailed(f"Of {points} integer points in {size} dimensions {wrong} are wrong.")
    return "least squares on random integers at four sizes, exactly"


targets_met = Rule(
    name="interpolation",
    statement="Least squares through at most $d$ independent points of $R^d$ meets every target.",
    apply=_met,
    conditions=_conditions,
    check=_check,
)
