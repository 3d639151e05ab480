"""What operations on items do: counts by comparison and by value, items at places, extremes beside each."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

import torch
from torch import Tensor

from .graph import Node

PLACES: Final = {"histogram": 0, "gather": 1}
"""Which input is places in an array, from 1."""
_FEW: Final = 2**11
"""Numbers of an item below which a call for each item costs more than a cumulative extreme."""


def counted(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """For each i the sum over j of 1{x_i R y_j} w_j, one shift of the items after another.

    Of rows of numbers the relation is to hold for all.
    """
    relation, before, own, after = node.params
    compare = getattr(torch, relation)
    is_symmetric = relation in {"eq", "ne"} and node.inputs[0] is node.inputs[-1]
    # With the trials innermost each comparison reads and writes whole rows.
    x, y, *weights = (one.detach().movedim(0, -1).contiguous() for one in inputs)
    table, within = torch.empty_like(x), tuple(range(1, x.ndim - 1))
    total = x.new_zeros((len(x), x.shape[-1]))

    def add(of_x: slice, of_y: slice, *, twice: bool = False) -> None:
        holds = compare(x[of_x], y[of_y], out=table[of_x])
        holds = holds.amin(within) if within else holds
        total[of_x].add_(holds.mul_(weights[0][of_y]) if weights else holds)
        if twice:
            total[of_y].add_(holds)

    if own:
        add(slice(None), slice(None))
    for step in range(1, len(x)):
        both = before and after and is_symmetric
        if before:
            add(slice(step, None), slice(None, -step), twice=both)
        if after and not both:
            add(slice(None, -step), slice(step, None))
    return total.movedim(-1, 0)


def histogram(node: Node, inputs: list[Tensor], dtype: torch.dtype) -> Tensor:
    """How many values along an axis are 1, 2, ..., or the sum of their weights."""
    place, is_within = node.params
    x, *weights = (one.detach().movedim(place, -1) for one in inputs)
    bins = node.sizes[-1]
    index = as_index(x if is_within else x.clamp(max=bins + 1))
    # What is beyond the last bin is counted after it.
    total = torch.zeros((*x.shape[:-1], bins + 1 - is_within), dtype=dtype, device=x.device)
    return total.scatter_add_(-1, index, *weights or [total.new_ones(x.shape)])[..., :bins]


def as_index(places: Tensor) -> Tensor:
    """Places from 0, as torch takes them, of places from 1; int64 ones are written over."""
    return places.to(torch.int64, memory_format=torch.contiguous_format).sub_(1)


def taken(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """Items at places along an axis."""
    place, places = node.params
    x = inputs[0]
    if x.stride()[:1] != (1,):
        return x.index_select(place, torch.tensor(places, device=x.device))
    # The trials are the innermost axis, and stay it.
    return x.movedim(0, -1).index_select(place - 1, torch.tensor(places, device=x.device)).movedim(-1, 0)


def beside(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The largest or least of the items before, beside or after each, and of a number."""
    place, op, fill, before, own, after = node.params
    choose = torch.maximum if op == "amax" else torch.minimum
    # Of few trials the items lie innermost, of many the trials.
    order = ((place,), (-1,)) if inputs[0].select(place, 0).numel() < _FEW else ((0,), (-1,))
    x = inputs[0].movedim(*order).contiguous().movedim(*order[::-1]).movedim(place, 0)
    parts = [x] if own else []
    if before:
        parts.append(_running(x, choose, fill))
    if after:
        parts.append(_running(x.flip(0), choose, fill).flip(0))
    return reduce(choose, parts).movedim(0, place)


def _running(x: Tensor, choose: Callable[..., Tensor], fill: float) -> Tensor:
    """The extreme of a number and the items before each."""
    found = torch.full_like(x, fill)
    if x[0].numel() < _FEW:
        cumulative = torch.cummax if choose is torch.maximum else torch.cummin
        places = torch.empty_like(x[1:], dtype=torch.int64)
        cumulative(x[:-1], 0, out=(found[1:], places))
        return choose(found, x.new_tensor(fill), out=found)
    for k in range(1, len(x)):
        choose(found[k - 1], x[k - 1], out=found[k])
    return found
