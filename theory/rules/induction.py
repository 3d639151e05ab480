"""Sums as the number of items grows: last terms, empty sums, sums combined, and induction."""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .realisation import require_same
from .vectors import IndexSum, Vector, with_right


def _shift(fact: sp.Eq, *, variable: sp.Symbol, by: int) -> sp.Eq:
    return fact.func(*(side.subs(variable, variable + by) for side in fact.args), evaluate=False)


def _at_zero(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    left, total = fact.lhs.subs(variable, 0), fact.rhs.subs(variable, 0)
    return (
        fact.func(left, sp.Integer(0), evaluate=False)
        if total.upper == 0
        else fact.func(left, total, evaluate=False)
    )


def _last_term(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    def split(total: IndexSum) -> sp.Expr:
        if total.upper != variable:
            return total
        (j,) = total.indices
        last = total.summand.xreplace({j: total.upper})
        return last + IndexSum(total.summand, total.indices, total.upper - 1, total.excluded)

    return with_right(fact, sp.expand(fact.rhs.replace(lambda e: isinstance(e, IndexSum), split)))


def _combine(fact: sp.Eq) -> sp.Eq:
    """Sums over one range become one sum; it vanishes where its term does."""
    rest, terms = sp.Integer(0), {}
    for part in sp.Add.make_args(sp.expand(fact.rhs)):
        factors = sp.Mul.make_args(part)
        sums = [factor for factor in factors if isinstance(factor, IndexSum)]
        if not sums:
            rest += part
            continue
        key = sums[0].args[1:]
        terms[key] = terms.get(key, sp.Integer(0)) + part / sums[0] * sums[0].summand
    kept = ((sp.factor(sp.powsimp(sp.expand(term))), key) for key, term in terms.items())
    return with_right(
        fact, rest + sum((IndexSum(term, *key) for term, key in kept if term != 0), start=sp.Integer(0))
    )


def _first_difference(start: sp.Eq, gap: sp.Eq, *, name: str) -> sp.Eq:
    return sp.Eq(Vector(name), gap.rhs, evaluate=False)


def _first_difference_conditions(start: sp.Eq, gap: sp.Eq, *, name: str) -> tuple[str, ...]:
    if start.rhs != 0:
        raise SideConditionError(
            f"Without items the sequences differ by {start.rhs}, so {name} is not first."
        )
    return ("both are zero without items",)


def _range_conditions(fact: sp.Eq, *, variable: sp.Symbol, by: int = 0) -> tuple[str, ...]:
    if not any(total.upper == variable for total in fact.rhs.atoms(IndexSum)):
        raise SideConditionError(f"No sum of {fact} ends at {variable}.")
    return (f"the definition holds for every ${variable}$",)


shift = Rule(
    name="another number of items",
    statement="A definition for every number of items holds for the number before.",
    apply=_shift,
    conditions=_range_conditions,
)

at_zero = Rule(
    name="empty sum",
    statement="A sum over no items is zero.",
    apply=_at_zero,
    conditions=_range_conditions,
)

induction = Rule(
    name="induction",
    statement="Two sequences that agree at $n = 0$ differ first by the gap between their steps; without a "
    "gap they never differ.",
    apply=_first_difference,
    conditions=_first_difference_conditions,
)

last_term = Rule(
    name="last term",
    statement=r"$\sum_{j=1}^{n} x_j = x_n + \sum_{j=1}^{n-1} x_j$.",
    apply=_last_term,
    check=lambda result, fact, *, variable: require_same(fact.rhs, result.rhs),
)

combine = Rule(
    name="sums term by term",
    statement=r"$\sum_j x_j - \sum_j y_j = \sum_j (x_j - y_j)$.",
    apply=_combine,
    check=lambda result, fact: require_same(fact.rhs, result.rhs),
)
