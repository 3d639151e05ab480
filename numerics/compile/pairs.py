"""Sums over pairs of items of a function of both, without a table of pairs.

A sum over j, or over i and j, of f(x_i, y_j) is worked out one shift of the items after another: where
j = i - k, f is a function of two rows of items.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from .products import TRIAL, Factor, Label, Product
from .schedule import in_order
from .shifts import HELD
from .tables import ENTRY_BY_ENTRY, EVERY, Sides, inputs_of, sides_of

if TYPE_CHECKING:
    from .contraction import Contractor


class _Pair(NamedTuple):
    """The labels of i and j, and of the rows that hold both at one shift."""

    first: Label
    second: Label
    row: Label
    sides: Sides


def paired(contractor: Contractor, product: Product) -> tuple[Product, list[Factor], float] | None:
    """The product with a sum over pairs carried out, the tables of this, and the share of pairs."""
    for second in sorted(product.summed, key=str):
        tables = [x for x in product.factors if second in x.labels and len(x.labels) > 2 and x.node.is_random]  # noqa: PLR2004
        for first in sorted({label for x in tables for label in x.labels} - {TRIAL, second}, key=str):
            made = _summed(contractor, product, first, second)
            if made is not None:
                return made
    return None


def _summed(
    contractor: Contractor, product: Product, first: Label, second: Label
) -> tuple[Product, list[Factor], float] | None:
    own, both = {first, second}, first in product.summed
    if contractor.sizes[first] != contractor.sizes[second]:
        return None
    of_second = [x for x in product.factors if second in x.labels]
    sides = {id(x): sides_of(x, second) for x in of_second if not x.node.is_random and own == set(x.labels)}
    masks = [x for x in of_second if sides.get(id(x))]
    if len(masks) > 1:
        return None
    having = [x for x in product.factors if own & set(x.labels)] if both else of_second
    if any(not set(x.labels) <= {TRIAL, *own} or len(x.labels) > len(set(x.labels)) for x in having):
        return None
    within = sides[id(masks[0])] if masks else EVERY
    pair = _Pair(first, second, contractor.fresh(contractor.sizes[first]), within or EVERY)
    rows = [_row(contractor, x, pair) for x in having if x not in masks]
    placed = [x for x in rows if x is not None]
    if len(placed) < len(rows):
        return None
    body = reduce(lambda x, y: contractor.pointwise("multiply", [x, y], (TRIAL, pair.row)), placed)
    if not both and all(x.op in {HELD, "linear", "multiply"} for x in in_order((body.node,))):
        # A product of a matrix that is a sum of products: the matrix may be needed again.
        return None
    leaves = tuple(dict.fromkeys(x.params[0] for x in in_order((body.node,)) if x.op == HELD))
    labels = (TRIAL,) if both else (TRIAL, first)
    node = contractor.graph.node("paired", leaves, contractor.sizes_of(labels), (body.node, *pair.sides))
    left = (*(x for x in product.factors if x not in having), Factor(node, labels))
    tables = [x for x in having if own <= set(x.labels) and x.node.is_random]
    done = replace(product, factors=left, summed=product.summed - (own if both else {second}))
    return done, tables, (pair.sides.before + pair.sides.after) / 2


def _row(contractor: Contractor, factor: Factor, pair: _Pair) -> Factor | None:
    """A factor at one shift: its items at i or j, or, of a table of both, its function of items."""
    at = {pair.first, pair.second} & set(factor.labels)
    if len(at) < 2:  # noqa: PLR2004
        (label,) = at or (None,)
        params = (factor.node, None if label is None else factor.labels.index(label), label == pair.second)
        held = contractor.graph.node(HELD, (), factor.node.sizes, params)
        return Factor(held, factor.labels).renamed({pair.first: pair.row, pair.second: pair.row})
    if factor.node.op == "fill_diagonal" and not pair.sides.own:
        return _row(contractor, Factor(factor.node.inputs[0], factor.labels), pair)
    if factor.node.op not in ENTRY_BY_ENTRY or factor.node.is_tracked or not factor.node.is_random:
        return None
    inputs = [_row(contractor, x, pair) for x in inputs_of(factor)]
    made = [x for x in inputs if x is not None]
    if len(made) < len(inputs):
        return None
    return contractor.pointwise(factor.node.op, made, params=factor.node.params[1:])
