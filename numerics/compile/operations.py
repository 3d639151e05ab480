"""What each operation of a graph does to tensors.

An operation gets its node, its inputs, and, where an input of the same sizes is not used again, memory to
write to. The first axis of what is random is the trials.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor

from .graph import Node
from .item_operations import as_index, beside, counted, taken

Operation = Callable[[Node, list[Tensor], Tensor | None], Tensor]

_FUNCTIONS: Final[dict[str, Callable[..., Tensor]]] = {
    "erfc": torch.special.erfc,
    "log_gamma": torch.special.gammaln,
    "ceiling": torch.ceil,
    "zeta": lambda x, out=None: torch.special.zeta(x, 1.0, out=out),
}
"""Functions that torch has under another name."""
_ROUNDING: Final = 1e-5
"""By how much rounded numbers may be beyond 1 that are none."""
_SHORT: Final = 8
_FEWEST_OF_A_PRODUCT: Final = 400
"""Multiplications from which torch hands batches of matrices to a library."""
_SQUARE_ROOTS: Final[dict[float, Callable[..., Tensor]]] = {
    0.5: torch.sqrt,
    -0.5: torch.rsqrt,
    -1.0: torch.reciprocal,
}


def _view(x: Tensor, places: tuple[int | None, ...]) -> Tensor:
    """The axes of x at their places among those of the result, with axes of length 1 for the others."""
    if places == tuple(range(x.ndim)):
        return x
    order = [place for place in places if place is not None]
    if order != list(range(x.ndim)):
        x = x.permute(order)
    return (
        x if len(order) == len(places) else x[tuple(slice(None) if k is not None else None for k in places)]
    )


def _linear(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    views, coefficients, constant = node.params
    parts = [(c, _view(x, view)) for c, x, view in zip(coefficients, inputs, views, strict=True)]
    if out is None:
        # The largest first, so that the others are added to its memory.
        parts.sort(key=lambda part: -part[1].numel())
    (first, total), *rest = parts
    into, is_tracked = out, any(x.requires_grad for x in inputs)
    if first != 1.0:
        total = torch.mul(total, first, out=into)
        into = None if is_tracked else total
    elif not rest:
        return torch.add(total, constant, out=into)
    for c, x in rest:
        fits = into is not None and all(size in {1, into.shape[k]} for k, size in enumerate(x.shape))
        total = torch.add(total, x, alpha=c, out=into if fits else None)
        into = None if is_tracked else total
    return total.add(constant) if constant else total


def _multiply(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    one, other = (_view(x, view) for x, view in zip(inputs, node.params[0], strict=True))
    return torch.mul(one, other, out=out)


def _power(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    x, exponent = inputs[0], node.params[1]
    special = _SQUARE_ROOTS.get(exponent)
    return special(x, out=out) if special else torch.pow(x, exponent, out=out)


def _float_power(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    base, exponent = (_view(x, view) for x, view in zip(inputs, node.params[0], strict=True))
    return torch.pow(base, exponent)


def _function(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    (x,), name = inputs, node.params[1]
    match name:
        case "arccos":
            return torch.arccos(torch.where(x.abs() > 1 + _ROUNDING, x, x.clamp(-1, 1)))
        case "relu":
            return torch.clamp_min(x, 0, out=out)
        case "softplus":
            return torch.nn.functional.softplus(x, threshold=40.0)
        case "gamma":
            sign = torch.where((x < 0) & (x.floor().remainder(2) == 1), -1.0, 1.0)
            magnitude: Tensor = torch.special.gammaln(x).exp_()
            return magnitude * sign
    made: Tensor = (_FUNCTIONS.get(name) or getattr(torch, name))(x, out=out)
    return made


def _compare_number(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    _, relation, number = node.params
    x = inputs[0].detach()
    made = torch.empty_like(x) if out is None else out
    getattr(torch, relation)(x, number, out=made)
    return made


def _compare(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    views, relation = node.params
    one, other = (_view(x.detach(), view) for x, view in zip(inputs, views, strict=True))
    if out is None:
        out = _empty([max(pair) for pair in zip(one.shape, other.shape, strict=True)], like=one)
    getattr(torch, relation)(one, other, out=out)
    return out


def _empty(shape: list[int], *, like: Tensor) -> Tensor:
    """Memory with the trials as the innermost axis where those of another array are."""
    if like.stride()[:1] != (1,):
        return like.new_empty(shape)
    return like.new_empty([*shape[1:], shape[0]]).movedim(-1, 0)


def _where(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The first input where the second is not zero, else a number."""
    views, fill = node.params
    x, mask = (_view(one, view) for one, view in zip(inputs, views, strict=True))
    return torch.where(mask != 0, x, fill)


def _fill_diagonal(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    first, second, fill = node.params
    made = inputs[0].clone() if out is None else inputs[0]
    made.diagonal(dim1=first, dim2=second).fill_(fill)
    return made


def _matmul(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """A product over shared axes by one batched matrix product."""
    (left, right, places), (batch, rows, inner, _) = node.params
    one, other = inputs[0].permute(left), inputs[1].permute(right)
    shape = [*one.shape[: batch + rows], *other.shape[batch + inner :]]
    b = math.prod(one.shape[:batch])
    k = math.prod(one.shape[batch + rows :])
    one = one.reshape(b, -1, k) if batch else one.reshape(-1, k)
    other = other.reshape(b, k, -1) if batch else other.reshape(k, -1)
    if batch:
        one, other = map(_by_rows, (one, other))
    # A matrix product whose last axis is short runs at a fifth of the speed of its transpose.
    if other.shape[-1] <= _SHORT and other.shape[-1] < one.shape[-2]:
        made = _multiplied(other.mT, one.mT).mT.reshape(shape)
    else:
        made = _multiplied(one, other).reshape(shape)
    return made if places == tuple(range(len(places))) else made.permute(places)


def _multiplied(one: Tensor, other: Tensor) -> Tensor:
    """A matrix product; of small matrices torch makes one entry after another, and rows are summed faster."""
    is_row = one.ndim > 2 and one.shape[-2] == 1 and other.stride()[-1] == 1  # noqa: PLR2004
    if is_row and other[0].numel() < _FEWEST_OF_A_PRODUCT:
        return (one.mT * other).sum(1, keepdim=True)
    return torch.matmul(one, other)


def _by_rows(x: Tensor) -> Tensor:
    """Matrices whose rows or columns lie in one piece: of others torch multiplies one trial after another."""
    _, rows, columns = x.stride()
    return x if columns == 1 or rows == 1 else x.contiguous()


def _dot(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The sum over trailing axes of a product of two, or of a square."""
    (left, right), kept = node.params
    one = _view(inputs[0], left)
    is_square = node.inputs[0] is node.inputs[1] and left == right
    places = tuple(range(kept, one.ndim))
    # A norm over axes that are not the innermost is read at a hundredth of the speed.
    if is_square and not one.requires_grad and one.stride()[-1] == 1:
        length: Tensor = torch.linalg.vector_norm(one, dim=places)
        return length.square_()
    other = one if is_square else _view(inputs[1], right)
    # Laid out alike, products are summed in one order wherever they are written.
    into = one if out is not None and one.stride() == other.stride() else None
    return _reduced(torch.sum, torch.mul(one, other, out=into), places)


def _reduced(reduce: Callable[..., Tensor], x: Tensor, places: tuple[int, ...]) -> Tensor:
    if x.stride()[:1] != (1,) or 0 in places:
        return reduce(x, dim=places)
    # The trials are the innermost axis, and stay it.
    return reduce(x.movedim(0, -1), dim=tuple(place - 1 for place in places)).movedim(-1, 0)


def _ranked(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The largest or least of each trial but so many."""
    others, is_largest = node.params
    return inputs[0].topk(others + 1, dim=1, largest=is_largest).values[:, others]


def _argmax_first(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """The first place of the maximum, from 1: torch's own argmax is three times slower."""
    (x,), ((place,),) = inputs, node.params
    hits = largest_places(x, place)
    down = torch.arange(x.shape[place], 0, -1, device=x.device, dtype=x.dtype)
    hits.mul_(down.reshape([-1 if k == place else 1 for k in range(x.ndim)]))
    return hits.amax(dim=place).neg_().add_(x.shape[place] + 1)


def largest_places(x: Tensor, place: int) -> Tensor:
    """1 where x has its maximum over an axis, else 0."""
    x = x.detach()
    return torch.eq(x, x.amax(dim=place, keepdim=True), out=torch.empty_like(x))


def _softmax(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    return _reduced(lambda x, dim: torch.softmax(x, *dim), inputs[0], node.params)


def _gather(node: Node, inputs: list[Tensor], out: Tensor | None) -> Tensor:
    """Entries of an array at places, from 1, that another array holds."""
    orders, kept = node.params
    array, index = inputs[0].permute(orders), as_index(inputs[1])
    shared = sum(kept)
    if array.ndim == shared + 1 and all(kept[:shared]) and shared < index.ndim:
        return array.gather(-1, index.flatten(shared)).reshape(index.shape)
    spread = [
        torch.arange(size, device=index.device).reshape([-1 if k == axis else 1 for k in range(index.ndim)])
        for axis, size in enumerate(index.shape)
        if kept[axis]
    ]
    return array[(*spread, index)]


OPERATIONS: Final[dict[str, Operation]] = {
    "linear": _linear,
    "multiply": _multiply,
    "power": _power,
    "float_power": _float_power,
    "function": _function,
    "compare": _compare,
    "compare_number": _compare_number,
    "maximum": lambda node, inputs, out: torch.maximum(*map(_view, inputs, node.params[0]), out=out),
    "minimum": lambda node, inputs, out: torch.minimum(*map(_view, inputs, node.params[0]), out=out),
    "maximum_number": lambda node, inputs, out: torch.clamp(inputs[0], min=node.params[1], out=out),
    "minimum_number": lambda node, inputs, out: torch.clamp(inputs[0], max=node.params[1], out=out),
    "where": _where,
    "fill_diagonal": _fill_diagonal,
    "matmul": _matmul,
    "dot": _dot,
    "sum": lambda node, inputs, _: _reduced(torch.sum, inputs[0], *node.params),
    "amax": lambda node, inputs, _: _reduced(torch.amax, inputs[0], *node.params),
    "amin": lambda node, inputs, _: _reduced(torch.amin, inputs[0], *node.params),
    "prod": lambda node, inputs, _: inputs[0].prod(dim=node.params[0][0]),
    "argmax_first": _argmax_first,
    "ranked": _ranked,
    "softmax": _softmax,
    "gather": _gather,
    "select": lambda node, inputs, _: inputs[0].select(*node.params),
    "diagonal": lambda node, inputs, _: inputs[0].diagonal(0, *node.params),
    "permute": lambda node, inputs, _: inputs[0].permute(node.params[0]),
    "counted": counted,
    "counted_rows": counted,
    "taken": taken,
    "beside": beside,
}
"""Every operation that needs its inputs alone."""
