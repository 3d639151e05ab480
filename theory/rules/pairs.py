r"""How many of all pairs, or of a token's partners, have a property: the mean number, and at least one.

The mean needs no independence, and bounds the probability of at least one (Markov).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Named, Probability
from .relations import require_side

_FAMILIES = (2, 3, 4)
_EVENTS = 3
_CHANCE = sp.Rational(2, 7)
_COUNT = sp.Symbol("K")


def _require_chance(fact: sp.Basic) -> None:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Probability):
        raise SideConditionError(f"{fact} is not the probability of one event.")


def _all_pairs(count: sp.Expr) -> sp.Expr:
    return count * (count - 1) / 2


def _partners(count: sp.Expr) -> sp.Expr:
    return count - 1


def _listed_pairs(size: int) -> int:
    return sum(1 for _ in combinations(range(size), 2))


def _listed_partners(size: int) -> int:
    return sum(1 for other in range(size) if other != 0)


def _mean(many: Callable[[sp.Expr], sp.Expr], fact: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    return sp.Eq(Expectation(_COUNT), many(count) * fact.rhs, evaluate=False)


def _mean_conditions(fact: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    _require_chance(fact)
    return ("each has the same probability; they may depend on each other",)


def _check_mean(listed: Callable[[int], int], result: sp.Eq, fact: sp.Eq, *, count: sp.Symbol) -> str:
    for size in _FAMILIES:
        factor = sp.cancel(result.rhs / fact.rhs).subs(count, size)
        if factor != listed(size):
            raise CheckFailed(f"Of {size} there are {listed(size)}, not {factor}.")
    return "counted one by one in families of two to four"


def _some(mean: sp.Eq) -> sp.Le:
    return sp.Le(Probability(Named("at least one")), mean.rhs, evaluate=False)


def _some_conditions(mean: sp.Eq) -> tuple[str, ...]:
    if not isinstance(mean, sp.Eq) or not isinstance(mean.lhs, Expectation):
        raise SideConditionError(f"{mean} is no mean number.")
    return ("a number that is not zero is at least one",)


def _check_some(result: sp.Le, mean: sp.Eq) -> str:
    """Laws on all outcomes of three events, however they depend."""
    require_side(result, sp.Le)
    if result.rhs != mean.rhs:
        raise CheckFailed(f"{result} does not hold {mean.rhs}.")
    outcomes = list(product((0, 1), repeat=_EVENTS))
    for seed in range(1, 6):
        weights = [Fraction((seed * (k + 3)) % 11, 1) for k in range(len(outcomes))]
        total = sum(weights)
        some = sum(w for w, o in zip(weights, outcomes, strict=True) if any(o)) / total
        if some > sum(w * sum(o) for w, o in zip(weights, outcomes, strict=True)) / total:
            raise CheckFailed(f"Under the weights {weights} at least one is likelier than the mean number.")
    return "five laws on all outcomes of three events"


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


mean_pairs = Rule(
    name="mean number of pairs",
    statement=r"Of $P$ there are $P (P-1)/2$ pairs, and the mean number of events is the sum of their "
    "probabilities.",
    apply=partial(_mean, _all_pairs),
    conditions=_mean_conditions,
    check=partial(_check_mean, _listed_pairs),
)

mean_partners = Rule(
    name="mean number of partners",
    statement="One of $P$ has $P - 1$ partners, and the mean number of events is the sum of their "
    "probabilities.",
    apply=partial(_mean, _partners),
    conditions=_mean_conditions,
    check=partial(_check_mean, _listed_partners),
)

some_by_mean = Rule(
    name="at least one",
    statement=r"$\mathbb{P}(K \ge 1) \le \mathbb{E} K$ for a number $K$ of events (Markov).",
    apply=_some,
    conditions=_some_conditions,
    check=_check_some,
)


two_partners = Rule(
    name="two partners at once",
    statement=r"Two of $P - 1$ independent events happen with at most $P^2 p^2/2$ (union over pairs).",
    apply=_two,
    conditions=_two_conditions,
    check=_check_two,
)
