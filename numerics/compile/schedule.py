"""The steps of a graph in order, and which of them may write to memory that nothing needs any more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from .graph import Node

IN_PLACE: Final = frozenset(
    {"linear", "multiply", "power", "function", "compare", "compare_number", "fill_diagonal"}
    | {"maximum", "minimum", "maximum_number", "minimum_number"}
)
"""Operations that may write to the memory of their first input."""

SPOILING: Final = frozenset({"dot"})
"""Operations that may use that memory for what they work out on the way, and have their result elsewhere."""


@dataclass(frozen=True)
class Step:
    """A node to be computed, whether it may write to its first input, and what is not needed after it."""

    node: Node
    in_place: bool
    released: tuple[Node, ...]


def in_order(outputs: Sequence[Node]) -> tuple[Node, ...]:
    """Every node that the outputs need, after its inputs."""
    seen: dict[Node, None] = {}
    # Steps written out one by one are deeper than Python's recursion.
    waiting = [(node, False) for node in reversed(outputs)]
    while waiting:
        node, has_inputs = waiting.pop()
        if has_inputs:
            seen[node] = None
        elif node not in seen:
            waiting += [(node, True), *((one, False) for one in reversed(node.inputs))]
    return tuple(seen)


def scheduled(order: Sequence[Node], outputs: Sequence[Node]) -> tuple[Step, ...]:
    """The steps that compute what is random in this order, each with the memory that it may use and frees."""
    nodes = [node for node in order if node.is_random]
    last = {one: place for place, node in enumerate(nodes) for one in (*_needed(node, order), node)}
    last |= dict.fromkeys(outputs, len(nodes))
    released, showing = defaultdict[int, list[Node]](list), defaultdict[Node, list[Node]](list)
    for node in nodes:
        released[last[node]].append(node)
        showing[node.root].append(node)
    return tuple(
        Step(node, _may_write(node, place, last, showing), tuple(released[place]))
        for place, node in enumerate(nodes)
    )


def _may_write(node: Node, place: int, last: Mapping[Node, int], showing: Mapping[Node, list[Node]]) -> bool:
    """Whether the first input has the axes of what is written, and its memory is free afterwards."""
    if node.op not in IN_PLACE | SPOILING or node.is_tracked:
        return False
    first = node.inputs[0]
    views = node.params[0] if node.params and isinstance(node.params[0], tuple) else ()
    fits = node.op in SPOILING or first.sizes == node.sizes
    fits = fits and (not views or views[0] == tuple(range(len(first.sizes))))
    if not fits or first.root is not first or not first.is_random:
        return False
    # Written to while it is read along other axes, it would be read wrong.
    if any(x.root is first and not (x is first and views and v == views[0]) for x, v in _others(node)):
        return False
    return last[first] == place and all(last[one] < place for one in showing[first] if one is not first)


def _others(node: Node) -> Iterator[tuple[Node, Any]]:
    """The inputs after the first, each with its view where the operation has views."""
    views = node.params[0] if node.params and isinstance(node.params[0], tuple) else ()
    return zip_longest(node.inputs[1:], views[1 : len(node.inputs)])


def _needed(node: Node, order: Sequence[Node]) -> tuple[Node, ...]:
    """The inputs of a node; a gradient needs all that its body was worked out from."""
    if node.op != "gradient":
        return node.inputs
    tracked = [one for one in order[: order.index(node)] if one.is_tracked]
    return (*node.inputs, *tracked, *(one for each in tracked for one in each.inputs))
