"""Answers of rectified overlaps (`associative_memory.rectified`): when one is wrong."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .relations import require_side
from .vectors import Inner

_LEVELS = (sp.Rational(1, 3), sp.Rational(3, 4))
_OVERLAPS = tuple(sp.Rational(k, 10) for k in (-9, 0, 5, 8, 9))


def _two_needed(answer: sp.Eq, below: sp.Lt, two: sp.Le) -> sp.Le:
    return sp.Le(Probability(Named("a stored token is wrong")), two.rhs, evaluate=False)


def _two_needed_conditions(answer: sp.Eq, below: sp.Lt, two: sp.Le) -> tuple[str, ...]:
    rectified = answer.rhs.atoms(sp.Max)
    if len(rectified) != 1 or not next(iter(rectified)).has(below.lhs) or below.rhs != 1:
        raise SideConditionError(f"{answer} is no sum of overlaps rectified at {below.lhs} < 1.")
    if not isinstance(two.lhs, Probability):
        raise SideConditionError(f"{two} is no bound on two overlaps at once.")
    return (
        "unembeddings are orthonormal, so that a class scores the sum of its own tokens' terms",
        "the own term is one less the level, and another's is less, as no overlap is one",
    )


def _check_two_needed(result: sp.Le, answer: sp.Eq, below: sp.Lt, two: sp.Le) -> str:
    """One other token at any rational overlap below one; the bound is that on two overlaps at once."""
    if not isinstance(result, sp.Le) or result.rhs != two.rhs:
        raise CheckFailed(f"{result} is not bounded by {two.rhs}.")
    require_side(result, sp.Le)
    if result.rhs != two.rhs:
        raise CheckFailed(f"{result} is not bounded by {two.rhs}.")
    (rectified,) = answer.rhs.atoms(sp.Max)
    (overlap,) = rectified.atoms(Inner)
    for level in _LEVELS:
        own = rectified.xreplace({overlap: sp.S.One, below.lhs: level})
        for other in _OVERLAPS:
            if rectified.xreplace({overlap: other, below.lhs: level}) >= own:
                raise CheckFailed(f"One overlap of {other} reaches the own term at the level {level}.")
    return "one other token at five overlaps and two levels, exactly"


two_needed = Rule(
    name="one overlap is not enough",
    statement=r"$x - \eta < 1 - \eta$ for an overlap $x < 1$: a class is beaten by two terms at least.",
    apply=_two_needed,
    conditions=_two_needed_conditions,
    check=_check_two_needed,
)
