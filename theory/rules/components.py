r"""Index calculus in components: sums of symbolic range and Kronecker deltas.

Objects are indexed letters ($u_{z i}$, $W_{a b}$) and sums of their products. Statements about a whole family
($s_z$ for every z) are put in for every index. Each result is computed once more in numbers.
"""

from __future__ import annotations

from itertools import count as numbers_from
from itertools import permutations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .entries import require_same_entries
from .vectors import with_right

Limit = tuple[sp.Symbol, sp.Expr]
"""An index with the last of its values; the first is 1."""


def apart(expression: sp.Expr) -> sp.Expr:
    """The expression with an index of its own for every sum: SymPy's `as_dummy` names nested ones alike."""
    if not expression.args or isinstance(expression, sp.Indexed):
        return expression
    if not isinstance(expression, sp.Sum):
        return expression.func(*(apart(part) for part in expression.args))
    own = {k: sp.Dummy(k.name, integer=True, positive=True) for k in expression.variables}
    limits = ((own[k], first, last) for k, first, last in expression.limits)
    return sp.Sum(apart(expression.function).xreplace(own), *limits)


def gathered(expression: sp.Expr) -> sp.Expr:
    """The expression as a sum of products of sums, every Kronecker delta under a sum used up."""
    if isinstance(expression, sp.Sum):
        total = gathered(expression.function)
        for index, first, last in expression.limits:
            if first != 1:
                raise SideConditionError(f"The sum {expression} does not start at 1.")
            total = _summed(total, (index, last))
        return total
    if not expression.args or isinstance(expression, sp.Indexed | sp.KroneckerDelta):
        return expression
    parts = [gathered(part) for part in expression.args]
    if isinstance(expression, sp.Mul | sp.Pow):
        return sp.expand_mul(sp.expand_multinomial(expression.func(*parts)))
    return expression.func(*parts)


def _summed(total: sp.Expr, limit: Limit) -> sp.Expr:
    """The sum of every term over the index."""
    return sp.Add(*(_summed_term(term, limit) for term in sp.Add.make_args(sp.expand_mul(total))))


def _summed_term(term: sp.Expr, limit: Limit) -> sp.Expr:
    index, last = limit
    outside, inside = term.as_independent(index, as_Add=False)
    factors = list(sp.Mul.make_args(inside))
    for factor in factors:
        base, power = factor.as_base_exp()
        if isinstance(base, sp.KroneckerDelta) and power.is_positive and index in base.args:
            (other,) = (k for k in base.args if k != index)
            # A delta whose indices range alike is 1 for exactly one value of the index.
            return gathered(term.xreplace({factor: sp.Integer(1)}).subs(index, other))
    if inside == 1:
        return last * outside
    limits: list[Limit] = [limit]
    bare = []
    for factor in factors:
        if isinstance(factor, sp.Sum):
            factor = apart(factor)  # noqa: PLW2901 - two sums of a product may use one name
            limits.extend((k, upper) for k, _, upper in factor.limits)
            factor = factor.function  # noqa: PLW2901 - the factor without its sum
        bare.append(factor)
    return outside * _canonical(sp.Mul(*bare), limits)


def _canonical(summand: sp.Expr, limits: list[Limit]) -> sp.Sum:
    """The sum with indices named by their range, the least of the namings that permute equal ranges."""
    bound = {index for index, _ in limits}
    taken = {s.name for s in summand.atoms(sp.Symbol) - bound} | {
        k.name for inner in summand.atoms(sp.Sum) for k in inner.variables
    }
    ordered = sorted(limits, key=lambda limit: str(limit[1]))
    names = []
    for _, upper in ordered:
        letter = str(upper).lower()
        names.append(next(f"{letter}_{k}" for k in numbers_from(1) if f"{letter}_{k}" not in taken))
        taken.add(names[-1])
    fresh = [sp.Symbol(name, integer=True, positive=True) for name in names]
    named = [
        sp.Sum(
            summand.xreplace(dict(zip((index for index, _ in order), fresh, strict=True))),
            *((k, 1, upper) for k, (_, upper) in zip(fresh, order, strict=True)),
        )
        for order in permutations(ordered)
        if [str(upper) for _, upper in order] == [str(upper) for _, upper in ordered]
    ]
    return min(named, key=sp.default_sort_key)


def cancelled(expression: sp.Expr) -> sp.Expr:
    """The expression as a reduced fraction in its sums and their square roots."""
    sums = {s: sp.Dummy(positive=True) for s in expression.atoms(sp.Sum)}
    letters = {x: sp.Dummy() for x in expression.atoms(sp.Indexed, sp.KroneckerDelta)}
    squares = {mark: mark**2 for mark in sums.values()}
    masked = expression.xreplace(sums).xreplace(letters).subs(squares)
    back = {mark: sp.sqrt(s) for s, mark in sums.items()} | {mark: x for x, mark in letters.items()}
    return sp.expand_mul(sp.cancel(sp.together(masked)).xreplace(back))


def _inserted(expression: sp.Expr, known: sp.Eq) -> sp.Expr:
    """The right-hand side of `known` for its left-hand side, at every index where that is a family."""
    # No index that a sum binds may be caught by one that is put in.
    body = apart(known.rhs)
    if not isinstance(known.lhs, sp.Indexed):
        return expression.xreplace({known.lhs: body})
    indices = known.lhs.indices
    found = {
        x: body.subs(dict(zip(indices, x.indices, strict=True)), simultaneous=True)
        for x in expression.atoms(sp.Indexed)
        if x.base == known.lhs.base
    }
    return expression.xreplace(found)


def _insert(fact: sp.Eq, *known: sp.Eq) -> sp.Eq:
    right = fact.rhs
    for other in known:
        right = _inserted(right, other)
    return with_right(fact, _renamed(right))


def _renamed(expression: sp.Expr) -> sp.Expr:
    """The expression with the indices of each sum named by their range."""
    return expression.replace(
        lambda part: isinstance(part, sp.Sum),
        lambda total: _canonical(total.function, [(k, upper) for k, _, upper in total.limits]),
    )


insert = Rule(
    name="definitions put in",
    statement="Equals may be put for equals, for a family at every index.",
    apply=_insert,
    check=lambda result, fact, *known: require_same_entries(fact.rhs, result.rhs, known),
)

gather = Rule(
    name="sums gathered",
    statement=(
        r"Sums are linear, change order, and use up Kronecker deltas: $\sum_a \delta_{a i} f_a = f_i$; a "
        r"fraction is reduced."
    ),
    apply=lambda fact: with_right(fact, cancelled(gathered(fact.rhs))),
    check=lambda result, fact: require_same_entries(fact.rhs, result.rhs),
)
