"""The graph of a compiled program: nodes that stand for arrays, each made once for equal parts.

A node has an operation, inputs, parameters and sizes. `TRIALS` as the first size is the number of trials,
which is known when the program runs; a node without it is a constant of the design point. Events are arrays
of 0 and 1 in the program's own type: on a CPU a comparison that writes numbers is five times faster than one
that writes booleans, and so are its maximum and its sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

TRIALS: Final = -1
"""The size of the axis of trials."""

VIEWS: Final = frozenset({"select", "diagonal", "permute", "spread"})
"""Operations whose result shares the memory of their input."""


class Array:
    """An array of numbers that stands in a node's parameters: equal only to itself."""

    def __init__(self, content: NDArray[np.float64]) -> None:
        self.content = content


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """An array to be computed: `op` applied to `inputs` with `params`, of these `sizes`."""

    op: str
    inputs: tuple[Node, ...]
    params: tuple[Any, ...]
    sizes: tuple[int, ...]
    variables: frozenset[int]
    """The variables of gradients that it depends on."""

    @property
    def is_tracked(self) -> bool:
        """Whether something is differentiated through it."""
        return bool(self.variables)

    @property
    def is_random(self) -> bool:
        """Whether it has an axis of trials."""
        return self.sizes[:1] == (TRIALS,)

    @property
    def numbers(self) -> int:
        """Numbers that it holds, for each draw where it is random."""
        return prod(self.sizes[1:] if self.is_random else self.sizes)

    @property
    def root(self) -> Node:
        """The node whose memory it shows."""
        return self.inputs[0].root if self.op in VIEWS else self


class Graph:
    """Nodes by their parts."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Node] = {}

    def node(
        self, op: str, inputs: tuple[Node, ...], sizes: tuple[int, ...], params: tuple[Any, ...] = ()
    ) -> Node:
        """The node with these parts, which hash."""
        key = (op, tuple(map(id, inputs)), params, sizes)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Node(op, inputs, params, sizes, _variables(op, inputs, params))
        return known


def _variables(op: str, inputs: tuple[Node, ...], params: tuple[Any, ...]) -> frozenset[int]:
    found = frozenset[int]().union(*(one.variables for one in inputs))
    if op == "variable":
        return found.union(params)
    return found.difference(inputs[1].params) if op == "gradient" else found
