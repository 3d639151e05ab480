"""A program: the steps of a graph in order, the memory that they need, and what runs them.

What does not depend on a draw is worked out once, in float64. A step writes to the memory of its first input
where nothing needs that any more. The memory of a trial follows from the sizes alone, and so do the trials of
a chunk, held in memory at once, and of a block, which has random numbers of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from ...theory.node import Term
from ..laws import Draw, Value, sampler
from ..trials import Source
from .graph import TRIALS, Node
from .item_operations import PLACES, histogram
from .operations import OPERATIONS, largest_places
from .products import OPERATION
from .schedule import IN_PLACE, Step, in_order, scheduled
from .shifts import numbers_of_rows, shifted

CHUNK_BYTES: Final = 2**24
"""Memory that a chunk aims at: what a core's caches hold, with room for the cost of each call."""
_CHUNKS_OF_A_BLOCK: Final = 16
_MOST_TRIALS_OF_A_CHUNK: Final = 2**16


@dataclass(frozen=True)
class Program:
    """Computes `outputs`, arrays whose first axis is the trials, from random numbers.

    `value` gives the parameters of laws at the design point.
    """

    outputs: tuple[Node, ...]
    value: Value
    _constants: dict[Any, dict[Node, Tensor]] = field(default_factory=dict)

    @cached_property
    def order(self) -> tuple[Node, ...]:
        """Every node that the outputs need, after its inputs."""
        return in_order(self.outputs)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What is computed for each chunk, in order."""
        return scheduled(self.order, self.outputs)

    # Memory and the cut into chunks.

    @cached_property
    def numbers_per_trial(self) -> int:
        """The most numbers that live at once for one draw, what operations use themselves included."""
        shown = Counter[Node]()
        peak, held = 1, 0
        for step in self.steps:
            is_new = step.node.root is step.node and not (step.in_place and step.node.op in IN_PLACE)
            own = step.node.numbers if is_new else 0
            # Of places no copy is made, where such of other numbers is counted.
            own -= sum(x.numbers for x in step.node.inputs if x in self._places)
            peak = max(peak, held + own + _temporary(step.node))
            for node, by in ((step.node, 1), *((one, -1) for one in step.released)):
                was_held = shown[node.root] > 0
                shown[node.root] += by
                numbers = node.root.numbers * (1 + (node.root in self._places))
                held += numbers * ((shown[node.root] > 0) - was_held)
        return peak

    @property
    def cost(self) -> float:
        """Numbers read and written for a draw, and a tenth of the multiplications of matrix products."""
        total = 0.0
        for step in self.steps:
            node = step.node
            if node.root is node and node.op != "draw":
                total += node.numbers + sum(one.numbers for one in node.inputs if one.is_random)
            if node.op == "matmul":
                total += OPERATION * _multiplications(node)
        return total

    @cached_property
    def constant_numbers(self) -> int:
        """Numbers of what does not depend on a draw."""
        return sum(node.numbers for node in self.order if not node.is_random and node.root is node)

    def bytes_per_chunk(self, dtype: torch.dtype) -> int:
        """A bound on the memory of a chunk and of constants, which have float64 copies for a while."""
        return self.trials_per_chunk * self.numbers_per_trial * dtype.itemsize + self.constant_numbers * (
            dtype.itemsize + 16
        )

    @cached_property
    def trials_per_chunk(self) -> int:
        """A power of two, from the sizes alone."""
        most = min(_MOST_TRIALS_OF_A_CHUNK, max(1, CHUNK_BYTES // (4 * self.numbers_per_trial)))
        return 1 << int(math.log2(most))

    @property
    def trials_per_block(self) -> int:
        """Trials that have random numbers of their own: a power of two."""
        return _CHUNKS_OF_A_BLOCK * self.trials_per_chunk

    def lock_entry(self, dtype: torch.dtype) -> tuple[int, int, int, str]:
        """Trials of a block and of a chunk, its bytes, and what is worked out in which order, with sizes."""
        place = {node: number for number, node in enumerate(self.order)}
        told = []
        for node in self.order:
            inputs = ",".join(str(place[one]) for one in node.inputs)
            sizes = "x".join("trials" if size == TRIALS else str(size) for size in node.sizes)
            told.append(f"{node.op}({inputs}) {sizes or 1}")
        return self.trials_per_block, self.trials_per_chunk, self.bytes_per_chunk(dtype), "; ".join(told)

    # Running.

    @cached_property
    def _is_tracked(self) -> bool:
        return any(step.node.is_tracked for step in self.steps)

    @cached_property
    def _sampled(self) -> dict[Node, Draw]:
        return {node: sampler(node.params[1], self.value) for node in self.order if node.op == "draw"}

    def run(self, trials: int, source: Source) -> list[Tensor]:
        """The outputs of that many trials, each of shape (trials, *sizes)."""
        tensors = dict(self._prepared(source))
        with torch.set_grad_enabled(self._is_tracked):
            for step in self.steps:
                tensors[step.node] = self._result(step, tensors, trials, source)
                for node in step.released:
                    tensors.pop(node, None)
        found = [(node, tensors[node].detach()) for node in self.outputs]
        return [x if node.is_random else x.expand(trials, *x.shape) for node, x in found]

    @cached_property
    def _joined_to_matrices(self) -> frozenset[Node]:
        """The nodes that meet vectors of a law, a matrix product, a histogram or places, entry by entry."""
        group: dict[Node, set[Node]] = {}
        for node in self.order:
            arrays = [x for x in (node, *node.inputs) if x.is_random and len(x.sizes) > 1]
            joined = set(arrays).union(*(group[x] for x in arrays if x in group))
            group |= dict.fromkeys(joined, joined)
        matrices = {
            x
            for x in group
            if x.op in {"matmul", "histogram", "gather"} or (x.op == "draw" and x.params[1].shape)
        }
        return frozenset(x for x, joined in group.items() if joined & matrices)

    @cached_property
    def _places(self) -> frozenset[Node]:
        """Whole numbers that are nothing but places, once: drawn as torch takes them, of twice the memory."""
        uses = [(x, k, step.node) for step in self.steps for k, x in enumerate(step.node.inputs)]
        often = Counter(x for x, *_ in uses)
        return frozenset(
            x
            for x, k, node in uses
            if x.op == "draw" and x.params[1].head == "discrete_uniform" and k == PLACES.get(node.op)
            if often[x] == 1 and x not in self.outputs
        )

    def _drawn(self, node: Node, trials: int, source: Source) -> Tensor:
        """Items of a law; numbers among themselves have the trials, the longest axis, as the innermost."""
        law: Term = node.params[1]
        counts = node.sizes[1 : len(node.sizes) - len(law.shape)]
        if node in self._places:
            source = replace(source, dtype=torch.int64)
        if node in self._joined_to_matrices or law.head == "markov_chain":
            return self._sampled[node]((trials, *counts), source)
        return self._sampled[node]((*counts, trials), source).movedim(-1, 0)

    def evaluated(self, known: Mapping[Node, Tensor]) -> list[Tensor]:
        """The outputs of a program without trials, in float64, where some of its nodes are known."""
        source = Source(generator=torch.Generator())
        exact = dict(known)
        for node in self.order:
            if node not in exact:
                exact[node] = self._result(Step(node, False, ()), exact, 1, source)
        return [exact[node] for node in self.outputs]

    def _prepared(self, source: Source) -> dict[Node, Tensor]:
        """What does not depend on a draw, on the source's device and in its type."""
        key = (source.device, source.dtype)
        if key not in self._constants:
            nodes = [node for node in self.order if not node.is_random]
            found = Program(tuple(nodes), self.value).evaluated({})
            self._constants[key] = {
                node: source.like(x.detach()) for node, x in zip(nodes, found, strict=True)
            }
        return self._constants[key]

    def _result(self, step: Step, tensors: dict[Node, Tensor], trials: int, source: Source) -> Tensor:
        node = step.node
        inputs = [tensors[one] for one in node.inputs]
        match node.op:
            case "draw":
                return self._drawn(node, trials, source)
            case "constant" | "identity" | "unequal":
                return _constant(node)
            case "spread":
                return _spread(node, inputs[0], trials)
            case "variable":
                # Within another gradient the variable is the other's, and stays connected to it.
                x = inputs[0].clone()
                return x if x.requires_grad else x.requires_grad_()
            case "gradient":
                return _gradient(node, inputs)
            case "argmax_uniform":
                return _argmax_uniform(inputs[0], node.params[0][0], source)
            case "histogram":
                return histogram(node, inputs, source.dtype)
            case "paired":
                return shifted(node, inputs)
        return OPERATIONS[node.op](node, inputs, inputs[0] if step.in_place else None)


def _multiplications(node: Node) -> float:
    """Of a batch of matrices of p x q and q x r, p q r each: the root of the product of the three sizes."""
    (left, *_), (batch, *_) = node.params
    each = math.prod(node.inputs[0].sizes[place] for place in left[:batch] if place)
    return math.sqrt(math.prod(x.numbers for x in (node, *node.inputs)) / each)


def _temporary(node: Node) -> int:
    """Numbers that an operation uses itself, a draw."""
    inputs = sum(one.numbers for one in node.inputs if one.is_random)
    match node.op:
        case "draw" if node.params[1].head in {"zipf", "mixture", "markov_chain"}:
            # Places in an alias table, which torch takes as numbers of 64 bits.
            return 4 * node.numbers
        case "matmul" | "dot":
            return inputs
        case "argmax_first" | "gather" | "gradient":
            return 2 * inputs
        case "counted" | "counted_rows":
            return 2 * (inputs + node.numbers)
        case "paired":
            return numbers_of_rows(node)
        case "argmax_uniform" | "histogram" | "beside" | "ranked":
            return 4 * inputs + node.numbers
        case "amax" | "amin" | "sum" | "select" | "diagonal" | "permute" | "taken":
            return 0
    return 2 * node.numbers


def _constant(node: Node) -> Tensor:
    if node.op == "identity":
        return torch.eye(node.sizes[0], dtype=torch.float64)
    if node.op == "unequal":
        return 1 - torch.eye(node.sizes[0], dtype=torch.float64)
    match node.params[0]:
        case "ones":
            return torch.ones(node.sizes, dtype=torch.float64)
        case "range":
            return torch.arange(1, node.sizes[0] + 1, dtype=torch.float64)
    return torch.from_numpy(np.array(node.params[1].content))


def _spread(node: Node, x: Tensor, trials: int) -> Tensor:
    (places,) = node.params
    if places == tuple(range(x.ndim)):
        return x
    order = [place for place in places if place is not None]
    view = x.permute(order)[tuple(slice(None) if place is not None else None for place in places)]
    return view.expand([trials if size == TRIALS else size for size in node.sizes])


def _gradient(node: Node, inputs: list[Tensor]) -> Tensor:
    """The derivative of a body by its variable; both have the same first axes, which are apart."""
    places, batch = node.params
    body, variable = inputs
    aligned = body.permute(places)
    entries = aligned.reshape(*aligned.shape[:batch], -1)
    parts = [_slope(entries[..., k].sum(), variable, node.is_tracked) for k in range(entries.shape[-1])]
    stacked = torch.stack(parts, dim=batch)
    return stacked.reshape(*aligned.shape, *variable.shape[batch:])


def _slope(total: Tensor, variable: Tensor, is_tracked: bool) -> Tensor:
    if not total.requires_grad:
        return torch.zeros_like(variable)
    (found,) = torch.autograd.grad(
        total, variable, create_graph=is_tracked, retain_graph=True, allow_unused=True
    )
    return torch.zeros_like(variable) if found is None else found


def _argmax_uniform(x: Tensor, place: int, source: Source) -> Tensor:
    """A place of the maximum, from 1, each with equal probability."""
    hits = largest_places(x, place)
    ties = hits.sum(dim=place, keepdim=True)
    # Rounding may take u ties to ties itself.
    chosen = torch.minimum((source.uniform(*ties.shape) * ties).floor_(), ties - 1)
    return (hits.cumsum(dim=place) <= chosen).sum(dim=place).to(x.dtype) + 1
