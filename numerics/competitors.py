r"""Is a row's own score above every competitor's? In low precision where that is certain, else in float64.

Scores are s_iy = x_i . k_y. Products of inputs rounded to a unit u, added up in float32, err by at most
((1 + u)^2 (1 + g) - 1) |x_i| |k_y| with g = d 2^{-24}/(1 - d 2^{-24}), by Cauchy and Schwarz. A row whose
own score and best competitor lie farther apart than twice that is decided; the others are computed again in
float64, so that the verdict on every row is that of float64.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Scores = tuple[Tensor, Tensor]
"""Of each row the score with its own class, and the largest with another."""

_ROUNDING: Final = {torch.bfloat16: 2.0**-9, torch.float32: 2.0**-11, torch.float64: 0.0}
"""Unit of rounding of what is multiplied; a device may multiply float32 as TF32."""

_SUMMING: Final = {torch.bfloat16: 2.0**-24, torch.float32: 2.0**-24, torch.float64: 2.0**-53}

_LEAST: Final = 2.0**-126
"""What float32 may take for zero."""


def wrong_and_tied(
    x: Float[Tensor, "rows d"], keys: Float[Tensor, "classes d"], answers: Int[Tensor, " rows"]
) -> tuple[Bool[Tensor, " rows"], Bool[Tensor, " rows"]]:
    """The rows whose own score is not above every competitor's, and those where it ties for the best.

    >>> x = torch.eye(2)
    >>> keys = torch.tensor([[1.0, 1.0], [0.0, 1.0]])
    >>> wrong, tied = wrong_and_tied(x, keys, torch.tensor([0, 1]))
    >>> wrong.tolist(), tied.tolist()
    ([False, True], [False, True])
    """
    own, competitor = _route(x)(x, keys, answers)
    wrong, tied = own <= competitor, own == competitor
    unsure = (own - competitor).abs() <= 2 * rounding_bound(x, keys)
    if unsure.any():
        rows = unsure.nonzero().squeeze(1)
        own, competitor = plain(x[rows].double(), keys.double(), answers[rows])
        wrong[rows], tied[rows] = own <= competitor, own == competitor
    return wrong, tied


def plain(
    x: Float[Tensor, "rows d"], keys: Float[Tensor, "classes d"], answers: Int[Tensor, " rows"]
) -> Scores:
    """Own and best competitor score by one product: the twin of the fused kernel."""
    return own_and_best(x @ keys.T, answers.unsqueeze(1), dim=1)


def own_and_best(scores: Tensor, index: Tensor, *, dim: int) -> Scores:
    """The scores at an index along a dimension and the largest of the others; overwrites the former."""
    own = scores.gather(dim, index).squeeze(dim)
    return own, scores.scatter_(dim, index, -torch.inf).amax(dim=dim)


def rounding_bound(x: Float[Tensor, "rows d"], keys: Float[Tensor, "classes d"]) -> Float[Tensor, " rows"]:
    """The most by which any score of a row may err; norms are rounded upwards, products may underflow."""
    d = x.shape[1]
    terms = d * _SUMMING[x.dtype]
    factor = (1 + _ROUNDING[x.dtype]) ** 2 * (1 + terms / (1 - terms)) - 1
    lengths: Tensor = _length_bound(x) * _length_bound(keys).max()
    return factor * 1.001 * lengths + d * _LEAST


def _length_bound(x: Float[Tensor, "rows d"]) -> Float[Tensor, " rows"]:
    """A bound on |x|, summed in float32 at least: each square and each sum errs by one part in 2^24.

    >>> bool((_length_bound(torch.full((1, 1000), 0.1)) >= 0.1 * 1000**0.5).all())
    True
    """
    d = x.shape[1]
    length: Tensor = torch.linalg.vector_norm(x.float() if x.dtype is torch.bfloat16 else x, dim=1)
    bound: Tensor = length.double() * (1 + (d + 4) * 2.0**-24) + (d * _LEAST) ** 0.5
    return bound


def _route(x: Tensor) -> Callable[[Tensor, Tensor, Tensor], Scores]:
    """The fused kernel where a GPU and Triton are at hand, else its twin."""
    if x.is_cuda and x.dtype is not torch.float64 and find_spec("triton") is not None:
        from .kernels.competitors import own_and_competitor

        return own_and_competitor
    return plain
