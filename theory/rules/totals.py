r"""Families whose sum over one index is known, such as weights: $\sum_n \alpha_{in} = 1$."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .components import apart, gathered
from .entries import require_same_entries
from .vectors import with_right


def _equate(one: sp.Eq, other: sp.Eq) -> sp.Eq:
    return sp.Eq(one.rhs, other.rhs, evaluate=False)


def _equate_conditions(one: sp.Eq, other: sp.Eq) -> tuple[str, ...]:
    if one.lhs != other.lhs:
        raise SideConditionError(f"{one.lhs} and {other.lhs} are not one quantity.")
    return ()


def _sum_out(fact: sp.Eq, total: sp.Eq) -> sp.Eq:
    weight, ((index, _, upper),) = total.lhs.function, total.lhs.limits

    def summed(found: sp.Sum) -> sp.Expr:
        factors = sp.Mul.make_args(found.function)
        for own, first, last in found.limits:
            (*others, carrier), rest = _carriers(factors, own, found.limits), found.limits
            place = dict(zip(weight.indices, getattr(carrier, "indices", ()), strict=False))
            fits = getattr(carrier, "base", None) == weight.base and place.get(index) == own
            if others or not fits or (first, last) != (1, upper):
                continue
            value = apart(total.rhs).subs({s: at for s, at in place.items() if s != index}, simultaneous=True)
            left = [limit for limit in rest if limit[0] != own]
            body = value * sp.Mul(*(part for part in factors if part is not carrier))
            return sp.Sum(body, *left) if left else body
        return found

    return with_right(fact, gathered(fact.rhs.replace(lambda part: isinstance(part, sp.Sum), summed)))


def _carriers(factors: tuple[sp.Expr, ...], index: sp.Symbol, limits: tuple[sp.Tuple, ...]) -> list[sp.Expr]:
    """The factors in which the index stands; itself where other limits need it too."""
    bounds = [upper for _, *ends in limits for upper in ends if index in upper.free_symbols]
    return [index, *bounds] if bounds else [part for part in factors if index in part.free_symbols] or [index]


def _check(result: sp.Eq, fact: sp.Eq, total: sp.Eq) -> str:
    weight, ((index, _, upper),) = total.lhs.function, total.lhs.limits
    raw = sp.IndexedBase("raw")
    # Exponentials, so that no denominator is zero.
    mass = sp.exp(raw[weight.indices])
    scaled = sp.Eq(weight, total.rhs * mass / apart(sp.Sum(mass, (index, 1, upper))), evaluate=False)
    return require_same_entries(fact.rhs, result.rhs, (scaled,))


equate = Rule(
    name="two expressions of one quantity",
    statement="What is equal to one quantity is equal.",
    apply=_equate,
    conditions=_equate_conditions,
    check=None,
)

sum_out = Rule(
    name="known sum of a family",
    statement=r"$\sum_i \sum_n \alpha_{in} f_i = \sum_i f_i$ if $\sum_n \alpha_{in} = 1$ and $f$ has no $n$.",
    apply=_sum_out,
    check=_check,
)
