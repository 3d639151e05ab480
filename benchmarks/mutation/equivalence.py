"""When a changed claim says the same as before, or less: by algebra alone, never by a list.

Two formulas of an equality or a bound are the same where their difference is zero. Two laws are the
same where they grow alike in each variable: a law leaves its constant free, so a factor, or n for
n - 1, is no other law. What a claim implies is no error either: Theta says O and Omega, and a bound
says every looser one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import ge, le
from typing import Final

import sympy as sp
from theorycheck.claim import BoundType, Claim, Relation, Value
from theorycheck.decide.context import Derived
from theorycheck.decide.symbolic import same_formula
from theorycheck.law import LawError, evaluate, form, parse
from theorycheck.theory.leading import NoLeadingTerm, leading
from theorycheck.theory.notation import symbol

_LOOSER: Final[Mapping[str, Callable[[float, float], bool]]] = {
    Relation.AT_MOST: ge,
    Relation.AT_LEAST: le,
    "<=": ge,
    ">=": le,
}
"""When a bound is looser than another, by what a claim or a derivation calls its side."""

_ONE_SIDED: Final = {
    ("<=", Relation.AT_MOST),
    ("<=", BoundType.O),
    (">=", Relation.AT_LEAST),
    (">=", BoundType.OMEGA),
}


def asks_for_no_more(claim: Claim, relation: str) -> bool:
    """Whether a bound derived on that side says as much of the claim as a derived value would."""
    return (relation, claim.bound_type or claim.relation) in _ONE_SIDED


def same_claim(claim: Claim, changed: Claim, names: tuple[str, ...], derived: Derived | None) -> bool:
    """Whether a claim with one thing changed still says the same; `names` are the grid's variables."""
    if claim.relation is not changed.relation:
        return False
    if claim.bound_type is not changed.bound_type:
        return same_bound_types(claim, names, derived)
    before, after = parse(claim.claimed), parse(changed.claimed)
    if claim.relation is Relation.LAW:
        return same_order(before, after, names)
    return same_formula(before, after) is True


def follows(claim: Claim, changed: Claim, places: Iterable[Mapping[str, Value]]) -> bool:
    """Whether who grants the claim grants the changed one: in each of the `places`, for a bound."""
    if claim.relation is not changed.relation:
        return False
    if claim.bound_type is not changed.bound_type:
        return claim.bound_type is BoundType.THETA
    return is_looser(claim.relation, parse(claim.claimed), parse(changed.claimed), places)


def is_looser(side: str, before: sp.Expr, after: sp.Expr, places: Iterable[Mapping[str, Value]]) -> bool:
    """Whether a bound says no more than before in each of the `places`; what is no bound is not looser."""
    looser = _LOOSER.get(side)
    return looser is not None and all(
        looser(evaluate(after, place), evaluate(before, place)) for place in places
    )


def same_end(sound: sp.Expr, made: sp.Expr) -> bool:
    """Whether two derivations end in one formula.

    >>> n, d = sp.symbols("n d", positive=True)
    >>> same_end((n - 1) / d, n / d - 1 / d), same_end(n / d, n / d**2)
    (True, False)
    """
    sound, made = _reduced(sound), _reduced(made)
    if sound == made:
        return True
    try:
        return same_formula(sound, made) is True
    except Exception:  # noqa: BLE001 - SymPy raises many kinds on what no sound rule makes
        # A formula without a value at some point is another one than the sound formula.
        return False


def _reduced(formula: sp.Expr) -> sp.Expr:
    """The formula with one for the whole mass of a Beta law, which SymPy leaves as it stands."""
    whole = (sp.S.Zero, sp.S.One)
    return formula.replace(
        lambda part: isinstance(part, sp.betainc_regularized) and part.args[2:] == whole, lambda *_: sp.S.One
    )


def same_order(one: sp.Expr, other: sp.Expr, names: Iterable[str]) -> bool:
    """Whether the ratio of two laws tends to a constant other than zero in each variable.

    In each variable with the others fixed, and in all of them one after another.

    >>> from theorycheck.law import parse
    >>> same_order(parse("C*n/d"), parse("3*C*(n - 1)/d"), ["n", "d"])
    True
    """
    grid = [symbol(name) for name in names]
    free = (one.free_symbols | other.free_symbols) - set(grid)
    whole = (one / other).subs(dict.fromkeys(free, 1))
    limit = whole
    try:
        if any(leading(whole, x)[1] != 0 for x in grid):
            return False
        for x in grid:
            limit, exponent = leading(limit, x)
            if exponent != 0:
                return False
    except NoLeadingTerm:
        return False
    return bool(limit.is_number and limit.is_finite and limit != 0)


def same_bound_types(claim: Claim, names: tuple[str, ...], derived: Derived | None) -> bool:
    """Whether Theta, O and Omega are one of what is derived: its exponents are the claimed ones."""
    if derived is None or derived.relation != "=" or not derived.exponents:
        return False
    try:
        claimed = form(claim.claimed, names).exponents
    except LawError:
        return False
    return all(derived.exponents.get(name, 0) == exponent for name, exponent in claimed.items())
