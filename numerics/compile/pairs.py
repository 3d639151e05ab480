"""Sums over pairs of items of a function of both, without a table of pairs.

A sum over j, or over i and j, of f(x_i, y_j) is worked out one shift of the items after another: where
j = i - k, f is a function of two rows of items.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch import Tensor

from .graph import Node
from .products import TRIAL, Factor, Label, Product
from .tables import ENTRY_BY_ENTRY, EVERY, Sides, inputs_of, sides_of

if TYPE_CHECKING:
    from .contraction import Contractor

_HELD: Final = "held"
"""A leaf of the function of both: items of an array, at i or at j, or an array without either."""


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
    if not both and all(x.op in {_HELD, "linear", "multiply"} for x in _order(body.node)):
        # A product of a matrix that is a sum of products: the matrix may be needed again.
        return None
    leaves = tuple(dict.fromkeys(x.params[0] for x in _order(body.node) if x.op == _HELD))
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
        held = contractor.graph.node(_HELD, (), factor.node.sizes, params)
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


@lru_cache(maxsize=256)
def _order(body: Node) -> dict[Node, bool]:
    """The nodes of the function, after their inputs, and whether each may write to the first of them."""
    from .program import Program

    # A function of items has no law, whose parameters it would ask for.
    program = Program((body,), torch.tensor)
    in_place = {step.node for step in program.steps if step.in_place}
    return {x: x in in_place and x.inputs[0].op != _HELD for x in program.order}


@lru_cache(maxsize=4096)
def _parity(node: Node) -> int:
    """1 where exchanging the items i and j changes nothing, -1 where it changes the sign, or else 0."""
    if node.op == _HELD:
        return int(node.params[1] is None)
    parities = {_parity(x) for x in node.inputs}
    found = parities.pop() if len(parities) == 1 else 0
    match node.op, node.inputs:
        case "linear" | "maximum" | "minimum" | "multiply", (x, y) if _are_exchanged(x, y):
            c, e = node.params[1] if node.op == "linear" else (1, 1)
            return 1 if c == e else -int(c == -e and not node.params[2])
        case "multiply", (x, y):
            return _parity(x) * _parity(y)
        case ("linear", _) if found < 0:
            return -int(not node.params[2])
        case ("function", _) if found < 0:
            return {"abs": 1, "cos": 1, "sign": -1, "sin": -1, "tanh": -1}.get(node.params[1], 0)
        case ("power", _) if found < 0:
            return int(node.params[1] % 2 == 0) - int(node.params[1] % 2 == 1)
    return max(found, 0)


def _are_exchanged(one: Node, other: Node) -> bool:
    """Whether they are the items of one array at i and at j."""
    are_held = one.op == other.op == _HELD and one.params[1] is not None
    return are_held and one.params[:2] == other.params[:2] and one.params[2] != other.params[2]


def numbers_of_rows(node: Node) -> int:
    """Numbers that live at one shift, a draw: each array of the function, and copies of its leaves."""
    return sum(x.numbers for x in (*_order(node.params[0]), *node.inputs))


def shifted(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The sums over j for each i, or over both, one shift of the items after another."""
    from .operations import OPERATIONS

    body, before, own, after = node.params
    order, parity = _order(body), _parity(body) if before and after else 0
    # With the trials innermost each shift reads and writes whole rows.
    known = {
        leaf: x.movedim(0, -1).contiguous().movedim(-1, 0)
        for leaf, x in zip(node.inputs, inputs, strict=True)
    }
    items = next(x.sizes[x.params[1]] for x in order if x.op == _HELD and x.params[1] is not None)
    random = next(x for leaf, x in known.items() if leaf.is_random)
    total = random.new_zeros((*([items] if len(node.sizes) > 1 else []), len(random))).movedim(-1, 0)

    def add(*starts: int) -> None:
        found: dict[Node, Tensor] = {}
        for one, in_place in order.items():
            if one.op == _HELD:
                leaf, axis, is_second = one.params
                x = known[leaf]
                found[one] = x if axis is None else x.narrow(axis, starts[is_second], items - max(starts))
            else:
                xs = [found[x] for x in one.inputs]
                found[one] = OPERATIONS[one.op](one, xs, xs[0] if in_place else None)
        # Where i and j may be exchanged, the sum over j after i is that over j before i of the other's.
        twice = parity if starts[0] else 0
        if total.ndim > 1:
            for start, by in zip(starts, (1, twice), strict=True):
                if by:
                    total.narrow(1, start, items - max(starts)).add_(found[body], alpha=by)
        else:
            total.add_(found[body].movedim(0, -1).sum(0), alpha=1 + twice)

    if own:
        add(0, 0)
    for step in range(1, items):
        if before:
            add(step, 0)
        if after and not parity:
            add(0, step)
    return total


OPERATIONS: Final = {"paired": shifted}
"""What each operation does, by its name."""
