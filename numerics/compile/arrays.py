"""Vectors and matrices: only labels are joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ...theory.node import Term
from .arithmetic import by_parts
from .graph import Array
from .products import TRIAL, Factor, Product, pruned

if TYPE_CHECKING:
    from .lowering import Lowering


def _inner(lowering: Lowering, term: Term) -> Product:
    x, y = map(lowering.product, term.args)
    if term.args[0] is term.args[1]:
        return _norm2(lowering, term)
    rank = len(x.axes)
    both = lowering.contractor.joined(x, y)
    names = dict(zip(both.axes[rank:], both.axes[:rank], strict=True))
    return lowering.contractor.summed(replace(both, axes=()).renamed(names), *both.axes[:rank])


def _norm2(lowering: Lowering, term: Term) -> Product:
    """|x|^2 of the whole x, or as one contraction of two copies where that costs less."""
    x = lowering.product(term.args[0])
    rank = len(x.axes)
    twice = lowering.contractor.joined(x, x)
    names = dict(zip(twice.axes[rank:], twice.axes[:rank], strict=True))
    expanded = lowering.contractor.summed(replace(twice, axes=()).renamed(names), *twice.axes[:rank])
    if x.summed and lowering.contractor.cost(expanded) < lowering.contractor.cost_of_square(x):
        return expanded
    one = lowering.single(x)
    return lowering.contractor.summed(
        Product(coefficient=one.coefficient**2, factors=one.factors * 2, axes=one.axes), *one.axes
    )


def _outer(lowering: Lowering, term: Term) -> Product:
    return lowering.contractor.joined(*map(lowering.product, term.args))


def _matmul(lowering: Lowering, term: Term) -> Product:
    x, y = term.args
    by_row = by_parts(lowering, x, lambda part: _chained(lowering, part, lowering.product(y)))
    return by_row or _chained(lowering, lowering.product(x), lowering.product(y))


def _chained(lowering: Lowering, x: Product, y: Product) -> Product:
    both = lowering.contractor.joined(x, y)
    last, first = both.axes[len(x.axes) - 1], both.axes[len(x.axes)]
    axes = pruned(both.axes, (last, first))
    return lowering.contractor.summed(replace(both.renamed({first: last}), axes=axes), last)


def _transpose(lowering: Lowering, term: Term) -> Product:
    x = lowering.product(term.args[0])
    return replace(x, axes=x.axes[::-1])


def _trace(lowering: Lowering, term: Term) -> Product:
    x = lowering.product(term.args[0])
    row, column = x.axes
    return lowering.contractor.summed(replace(x.renamed({column: row}), axes=()), row)


def _matrix_power(lowering: Lowering, term: Term) -> Product:
    """x^p by squaring; x = A B with a smaller B A is A (B A)^(p - 1) B."""
    base, p = lowering.product(term.args[0]), lowering.size(term.args[1])
    if p == 0:
        return lowering.given("identity", *map(lowering.size, term.shape))
    if p == 1:
        return base
    split = _split(lowering, base) if p > 2 else None  # noqa: PLR2004 - a square is one contraction
    if split is None:
        return _matrix_powers(lowering, base, p)
    left, right = split
    middle = _matrix_powers(lowering, _chained(lowering, right, left), p - 1)
    return _chained(lowering, _chained(lowering, left, middle), right).scaled(base.coefficient**p)


def _matrix_powers(lowering: Lowering, base: Product, p: int) -> Product:
    one = lowering.single(base)
    if p == 1:
        return one
    half = lowering.single(_matrix_powers(lowering, one, p // 2))
    other = half if p % 2 == 0 else lowering.single(_matrix_powers(lowering, one, p - p // 2))
    return _chained(lowering, half, other)


def _split(lowering: Lowering, base: Product) -> tuple[Product, Product] | None:
    """A and B with x = c A B and a sum over fewer places than x has rows, or none."""
    if len(base.factors) != 2 or len(base.summed) != 1:  # noqa: PLR2004
        return None
    (label,), (row, column) = base.summed, base.axes
    if lowering.contractor.sizes[label] >= lowering.contractor.sizes[row]:
        return None
    left, right = sorted(base.factors, key=lambda factor: column in factor.labels)
    others = pruned((*left.labels, *right.labels), (TRIAL, label, row, column))
    if others or left.labels.count(row) != 1 or right.labels.count(column) != 1:
        return None
    if column in left.labels or row in right.labels or label not in left.labels:
        return None
    return Product(factors=(left,), axes=(row, label)), Product(factors=(right,), axes=(label, column))


def _identity(lowering: Lowering, term: Term) -> Product:
    return lowering.given("identity", *map(lowering.size, term.shape))


def _ones(lowering: Lowering, term: Term) -> Product:
    axes = tuple(lowering.contractor.fresh(lowering.size(x)) for x in term.shape)
    return Product(axes=axes)


def _zeros(lowering: Lowering, term: Term) -> Product:
    return _ones(lowering, term).scaled(0.0)


def _diagonal(lowering: Lowering, term: Term) -> Product:
    """x_a times the identity."""
    x = lowering.product(term.args[0])
    (axis,) = x.axes
    identity = lowering.given("identity", *(lowering.contractor.sizes[axis],) * 2)
    row, column = identity.axes
    joined = lowering.contractor.joined(replace(x.renamed({axis: row}), axes=()), replace(identity, axes=()))
    return replace(joined, axes=(row, column))


def _array(lowering: Lowering, term: Term) -> Product:
    """The sum of the entries, each at its place."""
    axes = tuple(map(lowering.contractor.fresh, term.data))
    parts = []
    for place, entry in zip(np.ndindex(*term.data), term.args, strict=True):
        spot = np.zeros(term.data)
        spot[place] = 1.0
        node = lowering.graph.node("constant", (), term.data, ("array", Array(spot)))
        one = lowering.single(lowering.product(entry))
        parts.append(replace(one, factors=(*one.factors, Factor(node, axes)), axes=axes))
    return lowering.total(parts)


def _stationary(lowering: Lowering, term: Term) -> Product:
    """The solution of pi P = pi with total 1, for a matrix that is not random."""
    size = lowering.size(term.shape[0])
    if lowering.evaluate is None:
        raise ValueError(f"{term} is not simulated here.")
    moved = np.eye(size) - lowering.evaluate(term.args[0]).numpy().T
    law, _, rank, _ = np.linalg.lstsq(np.vstack([moved, np.ones(size)]), np.eye(size + 1)[size], rcond=None)
    if rank < size:
        raise ValueError(f"{term.args[0]} has more than one stationary law at this design point.")
    return lowering.given("array", size, content=Array(law))


def _softmax(lowering: Lowering, term: Term) -> Product:
    x = lowering.product(term.args[0])
    logits = lowering.whole(x)
    place = logits.labels.index(x.axes[0])
    node = lowering.graph.node("softmax", (logits.node,), logits.node.sizes, (place,))
    return Product(factors=(Factor(node, logits.labels),), axes=x.axes)


HEADS: Final[dict[str, Callable[[Lowering, Term], Product]]] = {
    "inner": _inner,
    "norm2": _norm2,
    "outer": _outer,
    "matmul": _matmul,
    "transpose": _transpose,
    "trace": _trace,
    "matrix_power": _matrix_power,
    "identity": _identity,
    "ones": _ones,
    "zeros": _zeros,
    "diagonal": _diagonal,
    "array": _array,
    "stationary": _stationary,
    "softmax": _softmax,
}
