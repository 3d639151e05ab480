r"""Sums over indices for symbolic n: coincidences of indices, and exchangeable items.

A sum over several indices is split by which of them coincide (set partitions, the indices of one
block being equal); patterns that differ only in the naming of blocks are one pattern. In
expectation each of the $(n-1)(n-2)\cdots$ choices of distinct items contributes the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation
from .graphs import graph
from .realisation import require_same
from .vectors import IndexSum, Inner, Vector, vectors, with_right

_NAMES = "abcfghpqrs"
_FIXED = -1
_LabelledEdge = tuple[tuple[str, int], tuple[str, int]]


def set_partitions(count: int) -> Iterator[tuple[int, ...]]:
    """The set partitions of `count` items, as the block of each item (restricted growth strings).

    >>> len(list(set_partitions(6)))
    203
    """

    def grow(prefix: tuple[int, ...], blocks: int) -> Iterator[tuple[int, ...]]:
        if len(prefix) == count:
            yield prefix
            return
        for block in range(blocks + 1):
            yield from grow((*prefix, block), max(blocks, block + 1))

    return grow((), 0)


def falling(base: sp.Expr, count: int) -> sp.Expr:
    """Base (base - 1) ... (base - count + 1): ways to choose distinct items in order."""
    return sp.Mul(*(base - k for k in range(count)))


def _split(fact: sp.Eq) -> sp.Eq:
    total = fact.rhs
    letters = {v.name: v for v in vectors(total.summand)}
    fixed = _free_index(total)
    patterns = Counter(_canonical(labels) for labels in _labellings(total, fixed))
    excluded = total.excluded if fixed in (None, *total.excluded) else (*total.excluded, fixed)
    parts = []
    for edges, times in patterns.items():
        blocks = {label for pair in edges for _, label in pair} - {_FIXED}
        names = {b: sp.Symbol(_NAMES[b], integer=True, positive=True) for b in blocks} | {_FIXED: fixed}
        term = sp.Mul(*(Inner(*(_vector(letters[x], names[label]) for x, label in pair)) for pair in edges))
        chosen = tuple(names[b] for b in sorted(blocks))
        parts.append(
            times * (IndexSum(term, chosen, total.upper, excluded, distinct=True) if chosen else term)
        )
    return with_right(fact, sp.Add(*parts))


def _vector(letter: Vector, index: sp.Symbol | None) -> Vector:
    return letter if letter.index is None else letter.at(index)


def _free_index(total: IndexSum) -> sp.Symbol | None:
    """The index of the summand that is not summed over, if any."""
    free = {v.index for v in vectors(total.summand)} - {None, *total.indices}
    return free.pop() if free else None


def _labellings(total: IndexSum, fixed: sp.Symbol | None) -> Iterator[tuple[_LabelledEdge, ...]]:
    """The summand's edges for every coincidence pattern of the indices, with blocks as labels.

    Where the free index is not excluded, one block may coincide with it.
    """
    edges = [pair for pair, times in graph(total.summand).items() for _ in range(times)]
    may_meet = fixed is not None and fixed not in total.excluded
    for blocks in set_partitions(len(total.indices)):
        for meeting in (None, *sorted(set(blocks))) if may_meet else (None,):
            label = {j: _FIXED if b == meeting else b for j, b in zip(total.indices, blocks, strict=True)}
            yield tuple(tuple((v.name, label.get(v.index, _FIXED)) for v in pair) for pair in edges)


def _canonical(edges: tuple[_LabelledEdge, ...]) -> tuple[_LabelledEdge, ...]:
    """The least relabelling of the blocks: one representative of patterns that differ by names."""
    blocks = sorted({label for pair in edges for _, label in pair} - {_FIXED})

    def relabelled(order: tuple[int, ...]) -> tuple[_LabelledEdge, ...]:
        new = dict(zip(blocks, order, strict=True)) | {_FIXED: _FIXED}
        return tuple(sorted(tuple(sorted((x, new[label]) for x, label in pair)) for pair in edges))

    return min(relabelled(order) for order in permutations(range(len(blocks))))


def _check_split(result: sp.Eq, fact: sp.Eq) -> str:
    """Both sides on integer vectors, and the number of terms on both sides for up to eight items."""
    total = fact.rhs
    (n,) = total.upper.free_symbols
    for items in range(1, 9):
        counted = sum(
            times * falling(part.count, len(part.indices)).subs(n, items)
            if isinstance(part, IndexSum)
            else times
            for times, part in _distinct_sums(result.rhs)
        )
        if counted != total.count.subs(n, items) ** len(total.indices):
            raise CheckFailed(
                f"With {items} items the patterns have {counted} terms, which is not what the sum has."
            )
    return require_same(total, result.rhs) + "; the terms were counted for up to 8 items"


def _exchange(fact: sp.Eq) -> sp.Eq:
    parts = []
    for times, total in _distinct_sums(fact.rhs):
        if isinstance(total, IndexSum):
            parts.append(times * falling(total.count, len(total.indices)) * Expectation(total.summand))
        else:
            parts.append(times * Expectation(total))
    return fact.func(Expectation(fact.lhs), sp.Add(*parts), evaluate=False)


def _distinct_sums(total: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
    """Pairs of multiplicity and sum over distinct indices (or a random monomial)."""
    return [term.as_coeff_Mul() for term in sp.Add.make_args(total)]


def _exchange_conditions(fact: sp.Eq) -> tuple[str, ...]:
    laws: dict[str, sp.Basic | None] = {}
    for vector in vectors(fact.rhs):
        if laws.setdefault(vector.name, vector.law) != vector.law:
            raise SideConditionError(
                f"The vectors {vector.name} do not share one law, so the items are not exchangeable."
            )
    for total in fact.rhs.atoms(IndexSum):
        if not total.distinct and len(total.indices) > 1:
            raise SideConditionError(
                f"The indices of {total} may coincide: split the sum by coincidences first."
            )
        if _free_index(total) not in (None, *total.excluded):
            raise SideConditionError(f"An index of {total} may meet the free one: separate that term first.")
    return ("the items are exchangeable: vectors of one letter are independent with one law",)


def _check_exchange(result: sp.Eq, fact: sp.Eq) -> str:
    """Count the terms of each sum over distinct indices by enumeration at small sizes."""
    for _, total in _distinct_sums(fact.rhs):
        if not isinstance(total, IndexSum):
            continue
        for size in (3, 5):
            choices = sum(1 for _ in permutations(range(size), len(total.indices)))
            (n,) = total.upper.free_symbols
            counted = falling(total.count, len(total.indices)).subs(n, size + len(total.excluded))
            if counted != choices:
                raise CheckFailed(
                    f"{choices} choices of distinct items were counted where the rule has {counted}."
                )
    _count_terms(result, fact)
    if result.lhs != Expectation(fact.lhs):
        raise CheckFailed("The result is not about the expectation of what was given.")
    return "the choices of distinct items were counted at 3 and 5 items"


def _count_terms(result: sp.Eq, fact: sp.Eq) -> None:
    """Of each mean the result holds as many as the sums have terms with that summand, enumerated."""
    sums = _distinct_sums(fact.rhs)
    means = [Expectation(part.summand if isinstance(part, IndexSum) else part) for _, part in sums]
    uppers = {n for _, part in sums if isinstance(part, IndexSum) for n in part.upper.free_symbols}
    atoms = set(means) | result.rhs.atoms(Expectation)
    for size, mean in product((3, 5), sorted(atoms, key=sp.default_sort_key)):
        counted = sum(
            times * sum(1 for _ in permutations(range(size - len(part.excluded)), len(part.indices)))
            if isinstance(part, IndexSum)
            else times
            for (times, part), own in zip(sums, means, strict=True)
            if own == mean
        )
        one = result.rhs.xreplace({other: sp.Integer(int(other == mean)) for other in atoms})
        if sp.expand(one.subs(dict.fromkeys(uppers, size)) - counted) != 0:
            raise CheckFailed(
                f"With {size} items {counted} terms have the mean {mean}, and in the result another number."
            )


coincidences = Rule(
    name="coincidence of indices",
    statement=(
        r"A sum over indices is the sum, over the set partitions of the indices, of sums over "
        r"distinct indices, one index for each block."
    ),
    apply=_split,
    check=_check_split,
)

exchange = Rule(
    name="linearity and exchangeability",
    statement=(
        r"$\mathbb{E} \sum_{\text{distinct}} f = N(N-1)\cdots(N-b+1)\, \mathbb{E} f$ for $b$ indices "
        r"that range over $N$ exchangeable items."
    ),
    apply=_exchange,
    conditions=_exchange_conditions,
    check=_check_exchange,
)
