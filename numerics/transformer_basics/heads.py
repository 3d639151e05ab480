r"""Heads of one attention layer (S7): counts, ranks, winners, and what narrow heads do that one cannot.

D is the width of the layer, H the number of heads, n the number of tokens.

| quantity | of what |
|---|---|
| `head_width` | dimension of a head of `torch.nn.MultiheadAttention` |
| `layer_parameters` | numbers in its matrices, with and without biases |
| `score_rank` | rank of Q K^T for random whole Q, K, by exact elimination |
| `score_winners` | how many different keys are largest in some row of Q K^T |
| `generic_parameters` | rank of the derivative of a layer's outputs by its parameters at a random point |
| `split_head_gap` | outputs of D heads of one dimension beside one head of D, the same matrices |
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials

_RANK_CUT: Final = 1e-9
_INPUTS: Final = 12
_TOKENS: Final = 4
_ROWS: Final = 6
"""Of the 48 D^2 outputs 6 D^2 are differentiated, chosen at random: there are 4 D^2 parameters."""


_WIDTHS: Final = ((64, 4), (512, 8), (768, 1), (768, 12), (768, 768), (1024, 16))


@computed(title="Dimension of one head", points=({"D": D, "H": H} for D, H in _WIDTHS))
def head_width(D: int, H: int) -> ExactValue:
    """Dimension of one head."""
    layer = torch.nn.MultiheadAttention(D, H, bias=False, device="meta")
    return ExactValue(value=float(layer.head_dim), error_bound=0.0)


@computed(
    title="Parameters of an attention layer",
    points=({"D": D, "H": H, "bias": bias} for D, H in _WIDTHS for bias in ("no", "yes")),
)
def layer_parameters(D: int, H: int, bias: str) -> ExactValue:
    """All numbers of the layer."""
    layer = torch.nn.MultiheadAttention(D, H, bias=bias == "yes", device="meta")
    return ExactValue(value=float(sum(p.numel() for p in layer.parameters())), error_bound=0.0)


@computed(
    title="Rank of the scores of n queries and n keys",
    points=({"n": n, "d_k": d_k} for n in (12, 24) for d_k in (1, 2, 4, 8, 16, 32)),
)
def score_rank(n: int, d_k: int) -> ExactValue:
    """The rank of an n x n matrix of scores, Q and K of whole numbers from -9 to 9."""
    group = DesignGroup.sized(shared={"n": n, "d_k": d_k}, trials_per_block=1)
    generator = block_generator(0, "transformer_basics.score_rank", 1, group.key, 0, device="cpu")
    q, k = torch.randint(-9, 10, (2, n, d_k), generator=generator)
    return ExactValue(value=float(exact_rank((q @ k.T).tolist())), error_bound=0.0)


def exact_rank(rows: list[list[int]]) -> int:
    """The rank of a matrix of whole numbers, by elimination in fractions."""
    left, rank = [[Fraction(x) for x in row] for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        rank += 1
        for row in left:
            factor = row[column] / pivot[column]
            if factor:
                row[:] = [x - factor * p for x, p in zip(row, pivot, strict=True)]
    return rank


@simulator(
    title="Different keys that are largest in some row, and whether they are more than two",
    outputs=("number", "beyond_two"),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k}, trials_per_block=max(64, 2**16 // (n * n)))
        for n in (4, 16, 64)
        for d_k in (1, 2, 8, 64)
    ),
    dtype="float64",
)
def score_winners(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """The number of different winners among n rows, and whether it exceeds two."""
    q, k = trials.source.normal(2, trials.n_trials, n, d_k)
    winner = (q @ k.mT).argmax(-1)
    won = torch.zeros(trials.n_trials, n, device=trials.device, dtype=trials.dtype).scatter_(1, winner, 1.0)
    number = won.sum(-1)
    return torch.stack((number, (number > 2).to(trials.dtype)), dim=-1).unsqueeze(1)  # noqa: PLR2004 - two ends


def layer(
    parameters: Float[Tensor, "4 D D"], x: Float[Tensor, "*batch n D"], heads: int
) -> Float[Tensor, "*batch n D"]:
    """Softmax attention without biases: columns of W_Q, W_K, W_V and rows of W_O are split among heads."""
    D = x.shape[-1]
    q, k, v = ((x @ w).unflatten(-1, (heads, D // heads)).transpose(-3, -2) for w in (*parameters[:3],))
    alpha = torch.softmax(q @ k.mT / sqrt(D // heads), dim=-1)
    joined: Tensor = (alpha @ v).transpose(-3, -2).flatten(-2)
    return joined @ parameters[3]


@computed(
    title="Rank of the derivative of a layer's outputs by its parameters",
    points=({"D": D, "H": H} for D in (2, 3, 4, 6) for H in (1, 2, 3, 4, 6) if D % H == 0),
)
def generic_parameters(D: int, H: int) -> ExactValue:
    """Directions of parameter space that move the outputs on some random inputs, at a random point.

    The rank is the count of singular values beyond 1e-9 of the largest; the bound is 1 unless the next
    one lies a thousand times below the last that counts.
    """
    group = DesignGroup.sized(shared={"D": D, "H": H}, trials_per_block=1)
    generator = block_generator(0, "transformer_basics.generic_parameters", 1, group.key, 0, device="cpu")
    parameters = torch.randn(4, D, D, generator=generator, dtype=torch.float64)
    x = torch.randn(_INPUTS * D, _TOKENS, D, generator=generator, dtype=torch.float64)
    outputs = layer(parameters.requires_grad_(), x, H).flatten()
    chosen = torch.randperm(len(outputs), generator=generator)[: _ROWS * D * D]
    slopes = torch.stack(
        [torch.autograd.grad(y, parameters, retain_graph=True)[0].flatten() for y in outputs[chosen]]
    )
    # A Gram matrix would square the singular values and hide the gap.
    values = torch.linalg.svdvals(slopes)
    rank = int((values > _RANK_CUT * values[0]).sum())
    clear = rank == len(values) or bool(values[rank] < 1e-3 * values[rank - 1])
    return ExactValue(value=float(rank), error_bound=0.0 if clear else 1.0)


@computed(
    title="Outputs of D heads of one dimension beside one head of D, of the same matrices",
    points=(
        {"attention": attention, "D": D}
        for attention in ("softmax", "linear", "scores")
        for D in (2, 64, 768)
    ),
)
def split_head_gap(D: int, attention: str) -> ExactValue:
    """Relative distance of the outputs of D heads of one dimension from those of one head of D.

    `softmax`: scores go through the softmax head by head. `linear`: they weigh values as they are.
    `scores`: the scores themselves, summed over heads.
    """
    n = 2 * _TOKENS
    group = DesignGroup.sized(shared={"D": D}, trials_per_block=1)
    generator = block_generator(0, "transformer_basics.split_head_gap", 1, group.key, 0, device="cpu")
    parameters = torch.randn(4, D, D, generator=generator, dtype=torch.float64) / sqrt(D)
    x = torch.randn(n, D, generator=generator, dtype=torch.float64)
    if attention == "softmax":
        one, many = (layer(parameters, x, heads) for heads in (1, D))
    else:
        q, k, v = (x @ w for w in parameters[:3])
        apart = torch.einsum("ih,jh->hij", q, k)
        one, many = q @ k.T, apart.sum(0)
        if attention == "linear":
            one, many = one @ v @ parameters[3], torch.einsum("hij,jh->ih", apart, v) @ parameters[3]
    gap = torch.linalg.vector_norm(one - many) / torch.linalg.vector_norm(one)
    return ExactValue(value=float(gap), error_bound=1e-13)
