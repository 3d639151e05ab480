"""The second route of the calculus: the same expression computed on vectors of integers.

Vectors become random tuples of small integers, sums over indices become loops, and both sides of a
step are compared exactly. A symbol that bounds an index or is free gets a small integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import prod
from random import Random

import sympy as sp

from ..derivation import CheckFailed
from .events import Expectation
from .vectors import Feature, IndexSum, Inner, Outer, Recall, Vector

_LENGTH = 2
_ITEM = 2
_MOST_TERMS = 300

Tensor = tuple["Tensor", ...] | int | Fraction | sp.Expr
"""An exact number, a vector, or a matrix as nested tuples."""


@dataclass(kw_only=True)
class World:
    """Integer vectors for every letter and index, drawn as they are asked for."""

    random: Random
    numbers: Mapping[sp.Symbol, int]
    drawn: dict[tuple[str, int | None], tuple[int, ...]] = field(default_factory=dict)
    known: dict[sp.Basic, Tensor] = field(default_factory=dict)

    def vector(self, letter: str, index: int | None) -> tuple[int, ...]:
        """The vector of that letter and index."""
        key = (letter, index)
        if key not in self.drawn:
            self.drawn[key] = tuple(self.random.randint(-4, 4) for _ in range(_LENGTH))
        return self.drawn[key]


def world(*expressions: sp.Basic, seed: int = 1) -> World:
    """A world in which the expressions can be computed: a free index is 2, sums are short."""
    bounds = {s for e in expressions for total in e.atoms(IndexSum) for s in total.upper.free_symbols}
    symbols = sorted({s for e in expressions for s in e.atoms(sp.Symbol)}, key=str)
    random = Random(seed)
    items = {v.index for e in expressions for v in e.atoms(Vector) if v.index is not None}
    numbers = {
        s: _items(expressions) if s in bounds else _ITEM if s in items else random.randint(2, 5)
        for s in symbols
    }
    return World(random=random, numbers=numbers)


def value(expression: sp.Basic, given: World, at: Mapping[sp.Symbol, int] | None = None) -> Tensor:
    """The expression's value, exactly; `at` holds the indices of the enclosing sums.

    An expectation is taken over the one point the world has drawn.
    """
    at = at or {}
    if expression in given.known:
        return given.known[expression]
    if isinstance(expression, Expectation):
        return value(expression.args[0], given, at)
    if isinstance(expression, Vector):
        index = expression.index
        return given.vector(expression.name, None if index is None else _number(index, given, at))
    if isinstance(expression, Feature):
        inner = expression.args[1]
        return given.vector(f"{expression.args[0]}({inner.name})", _index_of(inner, given, at))
    if isinstance(expression, Inner | Outer | Recall):
        return _product(expression, given, at)
    if isinstance(expression, IndexSum):
        return _sum(
            value(expression.summand, given, {**at, **term}) for term in _terms(expression, given, at)
        )
    if isinstance(expression, sp.Add):
        return _sum(value(part, given, at) for part in expression.args)
    if isinstance(expression, sp.Mul):
        return _scaled([value(part, given, at) for part in expression.args])
    if isinstance(expression, sp.Abs):
        return abs(value(expression.args[0], given, at))
    if isinstance(expression, sp.Pow) and expression.base.has(Inner):
        return _raised(value(expression.base, given, at), _number(expression.exp, given, at))
    return _number(expression, given, at)


def require_same(before: sp.Expr, after: sp.Expr, known: sp.Eq | None = None) -> str:
    """A sentence where both have one value on random integer vectors, else `CheckFailed`.

    With `known`, the left-hand side of that statement has the value of its right-hand side.
    """
    _require_laws(before, after, known)
    for seed in (1, 2):
        given = world(before, after, *(known.args if known is not None else ()), seed=seed)
        if known is not None:
            given.known[known.lhs] = value(known.rhs, given)
        one, other = value(before, given), value(after, given)
        if _difference(one, other):
            raise CheckFailed(f"On integer vectors the sides are {one} and {other}: they differ.")
    return f"both sides agree exactly on random integer vectors with {_items((before, after))} items"


def _require_laws(before: sp.Expr, after: sp.Expr, known: sp.Eq | None) -> None:
    """Raise `CheckFailed` where a letter's vectors have another law than they had."""
    laws: dict[str, set[sp.Basic | None]] = {}
    for vector in (*before.atoms(Vector), *(() if known is None else known.atoms(Vector))):
        laws.setdefault(vector.name, set()).add(vector.law)
    for vector in after.atoms(Vector):
        if vector.law not in laws.get(vector.name, {vector.law}):
            raise CheckFailed(f"The law of {vector} is {vector.law}, and was another before.")


def _raised(base: int | Fraction | sp.Expr, exponent: int | Fraction | sp.Expr) -> int | Fraction | sp.Expr:
    return base**exponent if isinstance(exponent, int) else sp.Pow(sp.sympify(base), sp.sympify(exponent))


def _items(expressions: tuple[sp.Basic, ...]) -> int:
    """The number of items, from 2 to 5, that keeps the longest sum short."""
    longest = max((len(total.indices) for e in expressions for total in e.atoms(IndexSum)), default=1)
    return next((count for count in (5, 4, 3) if (count - 1) ** longest <= _MOST_TERMS), 2)


def _product(expression: Inner | Outer | Recall, given: World, at: Mapping[sp.Symbol, int]) -> Tensor:
    a, b = (value(part, given, at) for part in expression.args)
    if isinstance(expression, Inner):
        return sum(x * y for x, y in zip(a, b, strict=True))
    if isinstance(expression, Outer):
        return tuple(tuple(x * y for y in b) for x in a)
    return tuple(sum(x * row[c] for x, row in zip(a, b, strict=True)) for c in range(_LENGTH))


def _terms(total: IndexSum, given: World, at: Mapping[sp.Symbol, int]) -> Iterator[dict[sp.Symbol, int]]:
    excluded = {_number(j, given, at) for j in total.excluded}
    values = [j for j in range(1, _number(total.upper, given, at) + 1) if j not in excluded]
    count = len(total.indices)
    chosen = permutations(values, count) if total.distinct else product(values, repeat=count)
    return (dict(zip(total.indices, term, strict=True)) for term in chosen)


def _index_of(vector: Vector, given: World, at: Mapping[sp.Symbol, int]) -> int | None:
    return None if vector.index is None else _number(vector.index, given, at)


def _number(expression: sp.Expr, given: World, at: Mapping[sp.Symbol, int]) -> int | Fraction | sp.Expr:
    if isinstance(expression, sp.Symbol):
        return at.get(expression, given.numbers[expression])
    known = {**given.numbers, **at}
    exact = (
        expression
        if expression.is_Number
        else expression.xreplace({s: sp.sympify(x, strict=True) for s, x in known.items()})
    )
    if not exact.is_Rational:
        return exact
    return int(exact) if exact.is_Integer else Fraction(int(exact.p), int(exact.q))


def _sum(parts: Iterator[Tensor]) -> Tensor:
    total: Tensor = 0
    for part in parts:
        total = part if isinstance(total, int) and total == 0 else _added(total, part)
    return total


def _added(one: Tensor, other: Tensor) -> Tensor:
    if not isinstance(one, tuple):
        return one if other == 0 and not isinstance(other, tuple) else one + other
    if not isinstance(other, tuple):
        return one
    return tuple(_added(x, y) for x, y in zip(one, other, strict=True))


def _scaled(parts: list[Tensor]) -> Tensor:
    scalar = prod(part for part in parts if not isinstance(part, tuple))
    tensors = [part for part in parts if isinstance(part, tuple)]
    return _times(scalar, tensors[0]) if tensors else scalar


def _times(scalar: int | Fraction, tensor: Tensor) -> Tensor:
    return tuple(_times(scalar, part) for part in tensor) if isinstance(tensor, tuple) else scalar * tensor


def _difference(one: Tensor, other: Tensor) -> bool:
    """Whether the values differ; an empty sum is a zero of any shape."""
    parts = _flat(_added(one, _times(-1, other)))
    return any(sp.expand(part) != 0 for part in parts)


def _flat(tensor: Tensor) -> list[int | Fraction]:
    return [x for part in tensor for x in _flat(part)] if isinstance(tensor, tuple) else [tensor]
