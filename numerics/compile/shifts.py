"""Sums of a function of two items over pairs of them, one shift of the items after another."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from torch import Tensor

from .graph import Node
from .operations import OPERATIONS
from .schedule import in_order, scheduled

HELD: Final = "held"
"""A leaf of the function of both: items of an array, at i or at j, or an array without either."""


@lru_cache(maxsize=256)
def _order(body: Node) -> dict[Node, bool]:
    """The nodes of the function, after their inputs, and whether each may write to the first of them."""
    order = in_order((body,))
    in_place = {step.node for step in scheduled(order, (body,)) if step.in_place}
    return {x: x in in_place and x.inputs[0].op != HELD for x in order}


@lru_cache(maxsize=4096)
def _parity(node: Node) -> int:
    """1 where exchanging the items i and j changes nothing, -1 where it changes the sign, or else 0."""
    if node.op == HELD:
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
    are_held = one.op == other.op == HELD and one.params[1] is not None
    return are_held and one.params[:2] == other.params[:2] and one.params[2] != other.params[2]


def numbers_of_rows(node: Node) -> int:
    """Numbers that live at one shift, a draw: each array of the function, and copies of its leaves."""
    return sum(x.numbers for x in (*_order(node.params[0]), *node.inputs))


def shifted(node: Node, inputs: list[Tensor]) -> Tensor:
    """The sums over j for each i, or over both, one shift of the items after another."""
    body, before, own, after = node.params
    order, parity = _order(body), _parity(body) if before and after else 0
    # With the trials innermost each shift reads and writes whole rows.
    known = {
        leaf: x.movedim(0, -1).contiguous().movedim(-1, 0)
        for leaf, x in zip(node.inputs, inputs, strict=True)
    }
    items = next(x.sizes[x.params[1]] for x in order if x.op == HELD and x.params[1] is not None)
    random = next(x for leaf, x in known.items() if leaf.is_random)
    total = random.new_zeros((*([items] if len(node.sizes) > 1 else []), len(random))).movedim(-1, 0)

    def add(*starts: int) -> None:
        found: dict[Node, Tensor] = {}
        for one, in_place in order.items():
            if one.op == HELD:
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
