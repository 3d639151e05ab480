r"""A transformer from its definition: blocks of attention and MLP with residual sums, any mask, any depth.

x has axes (..., T, d). A block adds attention to the normalised stream and then an MLP to the normalised
stream; each part can be left out. `softmax` attention weighs by $e^s$ over its row sum, `linear` attention by
s itself; both over what the mask lets through. Rows of the mask are queries.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from ..monte_carlo import block_generator

States = Float[Tensor, "*batch T d"]
Mask = Bool[Tensor, "T S"]


@dataclass(frozen=True, kw_only=True)
class Block:
    """The parameters of one block with H heads of dimension d_h."""

    W_Q: Float[Tensor, "H d d_h"]
    W_K: Float[Tensor, "H d d_h"]
    W_V: Float[Tensor, "H d d_h"]
    W_O: Float[Tensor, "H d_h d"]
    W_1: Float[Tensor, "d m"]
    W_2: Float[Tensor, "m d"]


def mlp(block: Block, x: States) -> States:
    """W_2 gelu(W_1 x) at every position."""
    return torch.nn.functional.gelu(x @ block.W_1) @ block.W_2


@dataclass(frozen=True, kw_only=True)
class Parts:
    """Which parts a block has, and how it weighs."""

    attention: str = "softmax"
    residual: bool = True
    mlp: bool = True
    norm: bool = True


WHOLE = Parts()


def keyed_generator(name: str, key: str) -> torch.Generator:
    """A generator of its own for each quantity and point."""
    return block_generator(0, f"transformer_basics.{name}", 1, key, 0, device="cpu")


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Independent N(0, 1) numbers in double precision."""
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def sample_blocks(L: int, d: int, generator: torch.Generator, *, heads: int = 2) -> tuple[Block, ...]:
    """L blocks whose matrices keep the scale of what they are given."""

    def matrix(*shape: int) -> Tensor:
        return normal(generator, *shape) / math.sqrt(shape[-2])

    return tuple(
        Block(
            W_Q=matrix(heads, d, d),
            W_K=matrix(heads, d, d),
            W_V=matrix(heads, d, d),
            W_O=matrix(heads, d, d),
            W_1=matrix(d, 2 * d),
            W_2=matrix(2 * d, d),
        )
        for _ in range(L)
    )


def visible(T: int, mask: str, window: int | None = None) -> Bool[Tensor, "T T"]:
    """Which positions a query sees: all, or its own and earlier ones, at most `window` of them."""
    everything = torch.ones(T, T, dtype=torch.bool)
    if mask == "full":
        return everything
    causal = everything.tril()
    return causal if window is None else causal & everything.triu(-window)


def normalised(x: States) -> States:
    """Each state less its mean over its standard deviation."""
    centred = x - x.mean(dim=-1, keepdim=True)
    return centred / centred.square().mean(dim=-1, keepdim=True).sqrt()


def keys_and_values(block: Block, x: States) -> tuple[Tensor, Tensor]:
    """Keys and values of every head, axes (..., H, T, d_h)."""
    spread = x.unsqueeze(-3)
    return spread @ block.W_K, spread @ block.W_V


def attend(
    block: Block, x: States, cached: tuple[Tensor, Tensor], seen: Mask, attention: str = "softmax"
) -> States:
    """What the queries of x read from keys and values."""
    keys, values = cached
    queries = x.unsqueeze(-3) @ block.W_Q
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if attention == "softmax":
        weights = torch.softmax(scores.masked_fill(~seen, -torch.inf), dim=-1)
    else:
        weights = scores.masked_fill(~seen, 0.0)
    return (weights @ values @ block.W_O).sum(dim=-3)


def run_block(block: Block, x: States, seen: Mask, parts: Parts = WHOLE) -> States:
    """One block on all positions."""
    given = normalised(x) if parts.norm else x
    read = attend(block, given, keys_and_values(block, given), seen, parts.attention)
    x = x + read if parts.residual else read
    return x + mlp(block, normalised(x) if parts.norm else x) if parts.mlp else x


def run_stack(blocks: Sequence[Block], x: States, seen: Mask, parts: Parts = WHOLE) -> States:
    """All blocks, one after the other."""
    for block in blocks:
        x = run_block(block, x, seen, parts)
    return x


def run_cached(blocks: Sequence[Block], x: States, seen: Mask) -> States:
    """Position by position: keys and values of earlier positions are kept, never computed again."""
    caches: list[tuple[Tensor, Tensor] | None] = [None] * len(blocks)
    outputs = []
    for i in range(x.shape[-2]):
        state = x[..., i : i + 1, :]
        for depth, block in enumerate(blocks):
            given = normalised(state)
            new, kept = keys_and_values(block, given), caches[depth]
            cached = (
                new if kept is None else (torch.cat((kept[0], new[0]), -2), torch.cat((kept[1], new[1]), -2))
            )
            caches[depth] = cached
            state = state + attend(block, given, cached, seen[i : i + 1, : i + 1])
            state = state + mlp(block, normalised(state))
        outputs.append(state)
    return torch.cat(outputs, dim=-2)
