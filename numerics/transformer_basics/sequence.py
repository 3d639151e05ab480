"""What a stack of whole blocks sees of the order and the number of its tokens, in double precision.

| quantity | of what |
|---|---|
| `order_gap` | change by a permutation of the tokens, over the largest output |
| `broken_orders` | permutations but the identity under which the outputs are not permuted alike, one layer |
| `appending_gap` | change of the earlier outputs by one token more, over the largest output |
| `outputs_changed` | how many earlier outputs one token more changes |
| `cache_gap` | outputs token by token with kept keys and values, less those of the whole sequence |
| `position_gap` | largest block off the diagonal of a part's Jacobian over the largest on it |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..derivatives import jacobian
from ..quantity import ExactValue, Value
from ..simulator import computed
from .stack import (
    WHOLE,
    Block,
    Parts,
    attend,
    keyed_generator,
    keys_and_values,
    mlp,
    normal,
    normalised,
    run_block,
    run_cached,
    run_stack,
    sample_blocks,
    visible,
)

_WIDTH: Final = 8
_LENGTH: Final = 7
_ROUNDING: Final = 1e-13
"""A few hundred roundings of double precision in a row, relative to the largest output."""
_CHANGED: Final = 1e-9


@computed(
    title="Change by a permutation of the tokens",
    points=(
        {"of": of, "mask": mask, "L": L}
        for of in ("permuted", "same", "mean", "query", "last")
        for mask in ("full", "causal")
        for L in (1, 2, 3)
    ),
)
def order_gap(L: int, of: str, mask: str) -> ExactValue:
    """Largest change over three random permutations, over the largest output.

    `permuted`: the outputs of permuted tokens less the permuted outputs. `same`: less the outputs as they
    were. `mean`: of the mean over all places. `query`: read by a query that is no token. `last`: at the last
    place, the tokens before it being permuted.
    """
    generator = keyed_generator("order_gap", f"{mask} {L}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, _LENGTH, _WIDTH)
    query, seen = normal(generator, 1, _WIDTH), visible(_LENGTH, mask)
    gaps = []
    for _ in range(3):
        order = _random_order(generator, fixed_end=of == "last")
        there, here = (_read(blocks, given, seen, query, of) for given in (x[order], x))
        here = here[order] if of == "permuted" else here
        gaps.append(float((there - here).abs().max() / here.abs().max()))
    return ExactValue(value=max(gaps), error_bound=_ROUNDING)


def _random_order(generator: torch.Generator, *, fixed_end: bool) -> Tensor:
    """A permutation other than the identity."""
    moved = _LENGTH - fixed_end
    while torch.equal(order := torch.randperm(moved, generator=generator), torch.arange(moved)):
        continue
    return torch.cat((order, torch.arange(moved, _LENGTH)))


def _read(blocks: tuple[Block, ...], x: Tensor, seen: Tensor, query: Tensor, of: str) -> Tensor:
    states = run_stack(blocks, x, seen)
    if of == "mean":
        return states.mean(dim=0)
    if of == "query":
        reader = blocks[0]
        return attend(reader, query, keys_and_values(reader, states), seen[-1:])
    return states[-1] if of == "last" else states


@computed(
    title="Permutations under which the outputs are not permuted alike",
    points=({"mask": mask, "T": T} for mask in ("full", "causal") for T in (2, 3, 4, 5)),
)
def broken_orders(T: int, mask: str) -> ExactValue:
    """All permutations of T tokens are tried."""
    generator = keyed_generator("broken_orders", str(T))
    blocks, x = sample_blocks(1, _WIDTH, generator), normal(generator, T, _WIDTH)
    seen = visible(T, mask)
    orders = torch.tensor(list(permutations(range(T))))
    moved, here = run_stack(blocks, x[orders], seen), run_stack(blocks, x, seen)[orders]
    broken = (moved - here).abs().amax(dim=(1, 2)) > _CHANGED * here.abs().max()
    return ExactValue(value=float(broken.sum()), error_bound=0.0)


def _appended(at: Mapping[str, Value]) -> tuple[Tensor, Tensor]:
    """The outputs of T tokens, alone and with one more behind them."""
    L, T = int(at["L"]), int(at["T"])
    generator = keyed_generator("appending_gap", f"{L} {T}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, T + 1, _WIDTH)
    before = run_stack(blocks, x[:-1], visible(T, str(at["mask"])))
    return before, run_stack(blocks, x, visible(T + 1, str(at["mask"])))[:-1]


@computed(
    title="Change of the earlier outputs by one token more",
    points=({"mask": mask, "L": L, "T": T} for mask in ("causal", "full") for L in (1, 4) for T in (2, 16)),
)
def appending_gap(**at: Value) -> ExactValue:
    """The largest change over the largest output."""
    before, after = _appended(at)
    gap = float((after - before).abs().max() / before.abs().max())
    return ExactValue(value=gap, error_bound=_ROUNDING)


@computed(title="Earlier outputs that one token more changes", points=appending_gap.points)
def outputs_changed(**at: Value) -> ExactValue:
    """Outputs that change by more than rounding."""
    before, after = _appended(at)
    changed = (after - before).abs().amax(dim=-1) > _CHANGED * before.abs().max()
    return ExactValue(value=float(changed.sum()), error_bound=0.0)


@computed(
    title="Outputs with kept keys and values, less those computed anew",
    points=(
        {"mask": mask, "of": of, "L": L, "T": T}
        for mask in ("causal", "full")
        for of in ("all", "last")
        for L in (1, 2, 4)
        for T in (16, 64)
    ),
)
def cache_gap(L: int, T: int, mask: str, of: str) -> ExactValue:
    """Causal: every output. Full: the outputs after all tokens are there, against those kept from before."""
    generator = keyed_generator("cache_gap", f"{L} {T}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, T, _WIDTH)
    seen = visible(T, mask)
    whole, kept = run_stack(blocks, x, seen), run_cached(blocks, x, seen)
    if of == "last":
        whole, kept = whole[-1], kept[-1]
    gap = float((kept - whole).abs().max() / whole.abs().max())
    return ExactValue(value=gap, error_bound=_ROUNDING)


@computed(
    title="Largest block off the diagonal of the Jacobian, over the largest on it",
    points=({"part": part} for part in ("mlp", "normalised mlp", "attention", "block")),
)
def position_gap(part: str) -> ExactValue:
    """By automatic differentiation of the part on a whole sequence."""
    generator = keyed_generator("position_gap", part)
    (block,) = sample_blocks(1, _WIDTH, generator)
    x = normal(generator, _LENGTH, _WIDTH)
    slopes: Float[Tensor, "T d T d"] = jacobian(_part(block, part), x)
    blocks = slopes.abs().amax(dim=(1, 3))
    diagonal = torch.eye(_LENGTH, dtype=torch.bool)
    return ExactValue(value=float(blocks[~diagonal].max() / blocks[diagonal].max()), error_bound=0.0)


def _part(block: Block, part: str) -> Callable[[Tensor], Tensor]:
    seen = visible(_LENGTH, "full")
    parts: dict[str, Callable[[Tensor], Tensor]] = {
        "mlp": lambda x: mlp(block, x),
        "normalised mlp": lambda x: x + mlp(block, normalised(x)),
        "attention": lambda x: run_block(block, x, seen, Parts(mlp=False)),
        "block": lambda x: run_block(block, x, seen, WHOLE),
    }
    return parts[part]
