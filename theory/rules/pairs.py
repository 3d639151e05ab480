"""Two of a token's partners at once, and the share of a sphere near a line."""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .relations import require_side

_FAMILIES = (2, 3, 4)
_CHANCE = sp.Rational(2, 7)


def _require_chance(fact: sp.Basic) -> None:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Probability):
        raise SideConditionError(f"{fact} is not the probability of one event.")


def _two(chance: sp.Eq, *, count: sp.Symbol) -> sp.Le:
    return sp.Le(
        Probability(Named("two of the others overlap the token")),
        count**2 / 2 * chance.rhs**2,
        evaluate=False,
    )


def _two_conditions(chance: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    _require_chance(chance)
    return (
        "given the token its overlaps with the others are independent, by invariance under rotations",
        f"of ${sp.latex(count - 1)}$ others there are fewer than ${sp.latex(count**2 / 2)}$ pairs",
    )


def _check_two(result: sp.Le, chance: sp.Eq, *, count: sp.Symbol) -> str:
    """All outcomes of independent overlaps of one to three others."""
    require_side(result, sp.Le)
    share = sp.cancel(result.rhs / chance.rhs**2)
    for size in _FAMILIES:
        outcomes = list(product((0, 1), repeat=size - 1))
        exact = sum(_CHANCE ** sum(o) * (1 - _CHANCE) ** (size - 1 - sum(o)) for o in outcomes if sum(o) > 1)
        if exact > share.subs(count, size) * _CHANCE**2:
            raise CheckFailed(f"Of {size - 1} others two overlap with {exact}, which is beyond the bound.")
    return "all outcomes for one to three others"


def cap(size: int, height: mpmath.mpf) -> mpmath.mpf:
    """The share of the unit sphere within an angle of acos(height) of a line, integrated by parts.

    Digits are lost where the share is small.

    >>> mpmath.nstr(cap(3, mpmath.mpf("0.25")), 8)
    '0.75'
    """
    return _area(size - 2, height) / _area(size - 2, mpmath.mpf(0))


def _area(power: int, cosine: mpmath.mpf) -> mpmath.mpf:
    """The integral of a power of the sine up to an angle of that cosine."""
    sine = mpmath.sqrt(1 - cosine**2)
    area = mpmath.acos(cosine) if power % 2 == 0 else 1 - cosine
    for n in range(2 + power % 2, power + 1, 2):
        area = ((n - 1) * area - cosine * sine ** (n - 1)) / n
    return area


two_partners = Rule(
    name="two partners at once",
    statement=r"Two of $P - 1$ independent events happen with at most $P^2 p^2/2$ (union over pairs).",
    apply=_two,
    conditions=_two_conditions,
    check=_check_two,
)
