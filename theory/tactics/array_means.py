"""Means of vectors and matrices from those of their products with coordinate vectors."""

from __future__ import annotations

import operator
from contextlib import suppress
from functools import reduce

from ..kernel import Refused, Theorem, apply
from ..model import fixed
from ..node import Term, is_number, multiply, summands
from ..substitution import fresh_names, subterms
from ..terms import Sum, identity, inner, outer, tabulate, unit, zero_like
from .factors import factors_of
from .goals import same
from .rewriting import (
    Conversion,
    by_entries,
    collected,
    contracted,
    converted,
    factored,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    then,
)


def mean_of_array(term: Term, mean_of_number: Conversion) -> Theorem:
    """The mean of a vector or matrix from those of <E x, a> or <E X b, a>, at the coordinate vectors."""
    names = fresh_names(2 * len(term.shape), term)
    axes = [fixed(name, size) for name, size in zip(names, term.shape, strict=False)]
    column = itself(term) if len(axes) == 1 else apply("linear", term=term @ axes[1])
    product = replaced_within(itself(inner(left(column), axes[0])), [column])
    product = then(product, apply("linear", term=right(product)))
    value = in_letters(converted(product, mean_of_number))
    whole, total = zero_like(term.shape), collected(right(value))
    for part in summands(total):
        if not is_number(part, 0):
            whole = whole + _of_entry(factors_of(part), axes)
    places = [Term("index", axis.shape, (name,)) for axis, name in zip(axes, reversed(names), strict=False)]
    for axis, place in zip(axes, places, strict=True):
        value = apply("instance", value, symbol=axis, value=unit(place))
    binder = tabulate(places[0], left(value))
    found = apply("under", value, binder=binder, index=places[0])
    for place in places[1:]:
        binder = Sum(place, outer(binder, unit(place)))
        found = apply("under", found, binder=binder, index=place)
    return converted(then(same(term, binder, ()), found), lambda own: same(own, whole, ()))


def in_letters(found: Theorem) -> Theorem:
    """The equation with sums over entries of vectors and matrices as inner products and traces."""
    heads = {part.head for part in subterms(right(found))}
    if not heads & {"tabulate", "component"}:
        return found
    plain = same(right(found), by_entries(right(found)), ())
    sums = []
    for part in occurring(right(plain), "sum"):
        # What is no contraction stays a sum.
        with suppress(Refused):
            sums.append(same(part, contracted(part), ()))
    other = converted(replaced_within(then(found, plain), sums), lambda own: same(own, factored(own), ()))
    return other if "tabulate" in heads else min(found, other, key=lambda one: len(repr(right(one))))


def _of_entry(factors: list[Term], axes: list[Term]) -> Term:
    """The vector or matrix whose entry along the axes is a product: <x, e> of x, <A e, B e'> of A^T B."""
    along: dict[Term, Term] = {}
    rest: list[Term] = []
    for k, factor in enumerate(factors):
        sides = sorted(
            map(_taken_apart, factor.args if factor.head == "inner" else ()),
            key=lambda side: side[1] not in axes,
        )
        if not sides or sides[0][1] not in axes or sides[0][1] in along:
            rest.append(factor)
            continue
        (before, axis), (behind, x) = sides
        if x in axes and x is not axis:
            matrix = _product(_turned(before), behind)
            own = matrix if axis is axes[0] else _turned(matrix)
            return multiply(*rest, *factors[k + 1 :], identity(axis.shape[0]) if own is None else own)
        along[axis] = x if (matrix := _product(_turned(before), behind)) is None else matrix @ x
    if len(along) < len(axes):
        raise Refused(f"{multiply(*factors)} is no entry of a vector or matrix.")
    return multiply(*rest, along[axes[0]] if len(axes) == 1 else outer(*(along[axis] for axis in axes)))


def _taken_apart(x: Term) -> tuple[Term | None, Term]:
    """The matrix and the vector of A (B x), and of x."""
    if x.head != "matmul":
        return None, x
    inside, vector = _taken_apart(x.args[1])
    return _product(x.args[0], inside), vector


def _turned(matrix: Term | None) -> Term | None:
    """The transpose, of a product that of each factor; nothing of the identity, which is none."""
    if matrix is None:
        return None
    match matrix.head:
        case "identity":
            return matrix
        case "transpose":
            return matrix.args[0]
        case "matmul":
            return _product(*map(_turned, reversed(matrix.args)))
    return matrix.T


def _product(*factors: Term | None) -> Term | None:
    """The product of those that are no identity; nothing of none."""
    return reduce(operator.matmul, known) if (known := [x for x in factors if x is not None]) else None
