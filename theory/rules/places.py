r"""Sequences of tokens and functions of them: relabelled, lengthened, changed elsewhere, at equal scores.

A token is $x_j$; functions of tokens stay unknown, so that what is shown holds for any of them. Sums run over
places; one that runs over all of them does not see in which order they stand. The second route gives every
token, and every function at every argument, a random fraction of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import CheckFailed, Rule, SideConditionError
from .vectors import with_right

PERMUTATION = sp.Function("pi", integer=True, positive=True)
"""A permutation of all places."""

GAP = sp.Symbol("gap")
_COUNT = 4
_SEEDS = (1, 2, 3)


def _relabelled(expression: sp.Expr, tokens: sp.IndexedBase, fixed: sp.Symbol | None) -> sp.Expr:
    moved = {
        x: tokens[PERMUTATION(x.indices[0])]
        for x in expression.atoms(sp.Indexed)
        if x.base == tokens and x.indices[0] != fixed
    }
    return expression.xreplace(moved)


def _relabel(fact: sp.Eq, *, tokens: sp.IndexedBase, fixed: sp.Symbol | None = None) -> sp.Eq:
    return with_right(fact, _relabelled(fact.rhs, tokens, fixed))


def _reindex(fact: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    def ordered(total: sp.Sum) -> sp.Expr:
        ((index, _, last),) = total.limits
        body = total.function.replace(lambda e: isinstance(e, sp.Sum), ordered)
        moved = PERMUTATION(index)
        masked = body.xreplace({moved: sp.Dummy()})
        if last == count and not masked.has(index):
            body = body.xreplace({moved: index})
        return sp.Sum(body, *total.limits)

    return with_right(fact, fact.rhs.replace(lambda e: isinstance(e, sp.Sum), ordered))


def _carried(fact: sp.Eq, *, place: sp.Symbol) -> sp.Eq:
    return with_right(fact, fact.rhs.subs(place, PERMUTATION(place)))


def _lengthen(fact: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    return with_right(fact, fact.rhs.subs(count, count + 1))


def _elsewhere(fact: sp.Eq, *, tokens: sp.IndexedBase, others: sp.IndexedBase, kept: sp.Tuple) -> sp.Eq:
    def changed(total: sp.Sum) -> sp.Expr:
        ((index, _, _),) = total.limits
        new = _changed(total.function, tokens, others, kept)
        own = (total.function - new).xreplace
        return sp.Sum(new, *total.limits) + sp.Add(*(own({index: place}) for place in kept))

    marks: dict[sp.Sum, sp.Dummy] = {total: sp.Dummy() for total in fact.rhs.atoms(sp.Sum)}
    bare = _changed(fact.rhs.xreplace(marks), tokens, others, kept)
    return with_right(fact, bare.xreplace({mark: changed(total) for total, mark in marks.items()}))


def _changed(expression: sp.Expr, tokens: sp.IndexedBase, others: sp.IndexedBase, kept: sp.Tuple) -> sp.Expr:
    places = {x: x.indices[0] for x in expression.atoms(sp.Indexed) if x.base == tokens}
    return expression.xreplace({x: others[place] for x, place in places.items() if place not in kept})


def _elsewhere_conditions(fact: sp.Eq, *, kept: sp.Tuple, **_: object) -> tuple[str, ...]:
    if any(len(total.limits) > 1 or total.function.has(sp.Sum) for total in fact.rhs.atoms(sp.Sum)):
        raise SideConditionError(f"A sum of {fact} stands under another.")
    names = ", ".join(f"${sp.latex(place)}$" for place in kept)
    return (f"only the tokens at {names} stay; these places differ and every sum runs over them",)


def _subtract(fact: sp.Eq, other: sp.Eq) -> sp.Eq:
    return sp.Eq(GAP, fact.rhs - other.rhs, evaluate=False)


class _World:
    """Random fractions for tokens and functions; free places and the permutation are given."""

    def __init__(self, seed: int, places: Mapping[sp.Symbol, int], order: tuple[int, ...]) -> None:
        self.seed, self.places, self.order = seed, places, order
        self.stand_in: dict[tuple[sp.IndexedBase, int], tuple[sp.IndexedBase, int]] = {}

    def value(self, expression: sp.Expr, at: Mapping[sp.Symbol, int] | None = None) -> Fraction:
        at = self.places if at is None else at
        if expression.is_Rational:
            return Fraction(int(expression.p), int(expression.q))
        if isinstance(expression, sp.Symbol):
            return Fraction(at[expression])
        if isinstance(expression, sp.Sum):
            ((index, _, last),) = expression.limits
            terms = range(1, int(self.value(last, at)) + 1)
            return sum((self.value(expression.function, {**at, index: k}) for k in terms), Fraction(0))
        parts = [self.value(k, at) for k in (getattr(expression, "indices", None) or expression.args)]
        if isinstance(expression, sp.Indexed):
            base, place = self.stand_in.get(
                (expression.base, int(parts[0])), (expression.base, int(parts[0]))
            )
            return self._letter(base, place)
        if isinstance(expression, PERMUTATION):
            return Fraction(self.order[int(parts[0]) - 1])
        if isinstance(expression, AppliedUndef | sp.exp):
            return self._letter(expression.func, *parts)
        return self._combined(expression, parts)

    def _combined(self, expression: sp.Expr, parts: list[Fraction]) -> Fraction:
        if isinstance(expression, sp.Pow):
            return parts[0] ** int(parts[1])
        total = Fraction(isinstance(expression, sp.Mul))
        for part in parts:
            total = total * part if isinstance(expression, sp.Mul) else total + part
        return total

    def _letter(self, *name: object) -> Fraction:
        return Fraction(Random(f"{self.seed} {name}").randint(2, 999), 37)


def _worlds(
    *facts: sp.Eq,
    fixed: sp.Symbol | None = None,
    count: sp.Symbol | None = None,
    distinct: sp.Tuple | None = None,
) -> list[_World]:
    """Three worlds; `count` counts all places, or where it is not told what bounds a sum and is no place."""
    free = {s for fact in facts for s in fact.rhs.free_symbols if isinstance(s, sp.Symbol)}
    free |= set(distinct or ())
    uppers = {limit[2] for fact in facts for total in fact.rhs.atoms(sp.Sum) for limit in total.limits}
    places = {x.indices[0] for fact in facts for x in fact.rhs.atoms(sp.Indexed)}
    found = []
    for seed in _SEEDS:
        random = Random(seed)
        order = list(range(1, _COUNT + (fixed is None)))
        random.shuffle(order)
        at = dict(zip(sorted(free, key=str), random.sample(range(1, _COUNT), _COUNT - 1) * 2, strict=False))
        counts = (uppers & free) - places if count is None else {count}
        at |= dict.fromkeys(counts | ({fixed} - {None}), _COUNT)
        found.append(_World(seed, at, (*order, _COUNT)[:_COUNT]))
    return found


def _require_same(worlds: list[_World], before: sp.Expr, after: sp.Expr) -> str:
    for world in worlds:
        if world.value(before) != world.value(after):
            raise CheckFailed(f"With {_COUNT} random tokens {before} and {after} have different values.")
    return f"equal with {_COUNT} random tokens and random functions, {len(worlds)} times"


def _check_relabel(
    result: sp.Eq, fact: sp.Eq, *, tokens: sp.IndexedBase, fixed: sp.Symbol | None = None
) -> str:
    """The first formula on tokens that stand elsewhere, and the second on those that were given."""
    worlds = _worlds(fact, result, fixed=fixed)
    for world in worlds:
        moved = _World(world.seed, world.places, world.order)
        moved.stand_in = {(tokens, k): (tokens, world.order[k - 1]) for k in range(1, _COUNT + 1)}
        if moved.value(fact.rhs) != world.value(result.rhs):
            raise CheckFailed("The formula on moved tokens has another value.")
    return f"the formula on {_COUNT} random tokens that were moved, {len(worlds)} times"


def _check_elsewhere(
    result: sp.Eq, fact: sp.Eq, *, tokens: sp.IndexedBase, others: sp.IndexedBase, kept: sp.Tuple
) -> str:
    worlds = _worlds(fact, distinct=kept)
    for world in worlds:
        own = {int(world.value(place)) for place in kept}
        moved = _World(world.seed, world.places, world.order)
        moved.stand_in = {(tokens, k): (others, k) for k in range(1, _COUNT + 1) if k not in own}
        if moved.value(fact.rhs) != world.value(result.rhs):
            raise CheckFailed("The formula on changed tokens has another value.")
    return f"the formula on {_COUNT} random tokens of which all others were changed, {len(worlds)} times"


def _check_lengthen(result: sp.Eq, fact: sp.Eq, *, count: sp.Symbol) -> str:
    worlds = _worlds(fact, result)
    for world in worlds:
        longer = _World(world.seed, {**world.places, count: _COUNT + 1}, world.order)
        shorter = _World(world.seed, {**world.places, count: _COUNT}, world.order)
        if longer.value(fact.rhs) != shorter.value(result.rhs):
            raise CheckFailed("The formula for one token more has another value.")
    return f"the formula at {_COUNT + 1} tokens, {len(worlds)} times"


def _check_carried(result: sp.Eq, fact: sp.Eq, *, place: sp.Symbol) -> str:
    """The formula with the number of the other place for the place."""
    worlds = _worlds(fact, result)
    for world in worlds:
        own = world.places[place]
        there = _World(world.seed, {**world.places, place: world.order[own - 1]}, world.order)
        if there.value(fact.rhs) != world.value(result.rhs):
            raise CheckFailed(f"The formula at another place than {place} has another value.")
    return f"the formula at the other place, {len(worlds)} times"


relabel = Rule(
    name="tokens in another order",
    statement=r"A function of the sequence $x_1, \ldots, x_T$ at $x_{\pi(1)}, \ldots, x_{\pi(T)}$.",
    apply=_relabel,
    conditions=lambda fact, *, tokens, fixed=None: (
        (rf"$\pi({sp.latex(fixed)}) = {sp.latex(fixed)}$",) if fixed is not None else ()
    ),
    check=_check_relabel,
)

reindex = Rule(
    name="sum in another order",
    statement=r"$\sum_{j=1}^{T} f_{\pi(j)} = \sum_{j=1}^{T} f_j$ for a permutation $\pi$ of all places.",
    apply=_reindex,
    check=lambda result, fact, *, count: _require_same(
        _worlds(fact, result, count=count), fact.rhs, result.rhs
    ),
)

carry = Rule(
    name="at the place it came from",
    statement=r"A statement about every place $i$ holds at $\pi(i)$.",
    apply=_carried,
    check=_check_carried,
)

lengthen = Rule(
    name="one token more",
    statement="A definition for every number of tokens holds for one more.",
    apply=_lengthen,
    check=_check_lengthen,
)

elsewhere = Rule(
    name="other tokens elsewhere",
    statement=r"$\sum_j f(x_j)$ with $x_j$ replaced by $z_j$ outside $K$ is $\sum_j f(z_j) + "
    r"\sum_{j \in K} (f(x_j) - f(z_j))$.",
    apply=_elsewhere,
    conditions=_elsewhere_conditions,
    check=_check_elsewhere,
)

subtract = Rule(
    name="difference",
    statement="The difference of two quantities is that of their values.",
    apply=_subtract,
)
