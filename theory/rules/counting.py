r"""Independent choices among equally likely coordinates: distinctness and coincidence.

Each rule starts from the mass q of one coordinate, so that there are 1/q coordinates, and is
checked by enumerating all sequences of choices at small sizes.
"""

from __future__ import annotations

from itertools import product

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .vectors import with_right

_j = sp.Symbol("j", integer=True, nonnegative=True)
_COORDINATES = 3


def _all_distinct(mass: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    chain = sp.Product(1 - _j * mass.rhs, (_j, 0, count - 1))
    return sp.Eq(Probability(Named("all keys are distinct")), chain, evaluate=False)


def _uniform_conditions(mass: sp.Eq, **_: object) -> tuple[str, ...]:
    if not isinstance(mass.lhs, Probability) or not (1 / mass.rhs).is_integer:
        raise SideConditionError(f"The mass {mass.rhs} must be one over a whole number of coordinates.")
    return ("the choices are independent", f"the ${sp.latex(1 / mass.rhs)}$ coordinates are equally likely")


def _check_all_distinct(result: sp.Eq, mass: sp.Eq, *, count: sp.Symbol) -> str:
    for items in (1, 2, 3, 4):
        sequences = list(product(range(_COORDINATES), repeat=items))
        share = sp.Rational(sum(len(set(s)) == items for s in sequences), len(sequences))
        _require(result.rhs.subs({count: items} | _at_three(mass)).doit(), share, items)
    return "all sequences of 1 to 4 choices among 3 coordinates were enumerated"


def _evaluate_product(fact: sp.Eq) -> sp.Eq:
    """prod_{j<n} (1 - jq) = (1/q)(1/q - 1)...(1/q - n + 1) q^n."""
    factors, (j, _, last) = fact.rhs.function, fact.rhs.limits[0]
    mass = -sp.diff(factors, j)
    return with_right(fact, sp.FallingFactorial(1 / mass, last + 1) * mass ** (last + 1))


def _check_product(result: sp.Eq, fact: sp.Eq) -> str:
    last = fact.rhs.limits[0][2]
    (count,) = last.free_symbols
    for items in range(1, 6):
        if sp.cancel(fact.rhs.subs(count, items).doit() - result.rhs.subs(count, items)) != 0:
            raise CheckFailed(f"With {items} factors the product is not {result.rhs}.")
    return "multiplied out for 1 to 5 factors with symbolic dimension"


def _coincide(mass: sp.Eq) -> sp.Eq:
    """Sum over the 1/q coordinates of q^2."""
    return sp.Eq(Probability(Named("two keys are equal")), 1 / mass.rhs * mass.rhs**2, evaluate=False)


def _check_coincide(result: sp.Eq, mass: sp.Eq) -> str:
    pairs = list(product(range(_COORDINATES), repeat=2))
    _require(result.rhs.subs(_at_three(mass)), sp.Rational(sum(a == b for a, b in pairs), len(pairs)), 2)
    return "all pairs of choices among 3 coordinates were enumerated"


def _none_equal(pair: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    event = Named("no other key equals the given one")
    return sp.Eq(Probability(event), (1 - pair.rhs) ** (count - 1), evaluate=False)


def _none_equal_conditions(pair: sp.Eq, **_: object) -> tuple[str, ...]:
    if not isinstance(pair.lhs, Probability):
        raise SideConditionError("The probability that two keys are equal is needed.")
    return ("given the key, the others are independent and each equals it with the same probability",)


def _check_none_equal(result: sp.Eq, pair: sp.Eq, *, count: sp.Symbol) -> str:
    for items in (1, 2, 3, 4):
        sequences = list(product(range(_COORDINATES), repeat=items))
        share = sp.Rational(sum(s[0] not in s[1:] for s in sequences), len(sequences))
        _require(result.rhs.subs({count: items} | _at_three(pair)), share, items)
    return "all sequences of 1 to 4 choices among 3 coordinates were enumerated"


def _at_three(mass: sp.Eq) -> dict[sp.Symbol, sp.Expr]:
    """The dimension at which there are three coordinates."""
    (d,) = mass.rhs.free_symbols
    unknown = sp.Dummy("d")
    return {d: sp.solve(1 / mass.rhs.subs(d, unknown) - _COORDINATES, unknown)[0]}


def _require(formula: sp.Expr, share: sp.Rational, items: int) -> None:
    if formula != share:
        raise CheckFailed(
            f"Of all sequences of {items} choices among 3 coordinates the share is {share}, not {formula}."
        )


all_distinct = Rule(
    name="one choice after another",
    statement="Given $j$ distinct choices, the next differs from them with probability $1 - jq$.",
    apply=_all_distinct,
    conditions=_uniform_conditions,
    check=_check_all_distinct,
)

evaluate_product = Rule(
    name="product of linear factors",
    statement=r"$\prod_{j<n} (1 - j q) = q^n \frac{1}{q} (\frac{1}{q} - 1) \cdots (\frac{1}{q} - n + 1)$.",
    apply=_evaluate_product,
    check=_check_product,
)

coincide = Rule(
    name="coincidence of two choices",
    statement=r"Two independent choices among $1/q$ equal ones coincide with probability $\sum_a q^2$.",
    apply=_coincide,
    conditions=_uniform_conditions,
    check=_check_coincide,
)

none_equal = Rule(
    name="independent misses",
    statement="Where each of $n-1$ choices misses with probability $1-p$, all miss with $(1-p)^{n-1}$.",
    apply=_none_equal,
    conditions=_none_equal_conditions,
    check=_check_none_equal,
)
