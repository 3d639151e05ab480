r"""The largest |cos| among 64 random directions (S14), from the directions and from a triangular factor.

The products of normal vectors in d dimensions are $A A^\top$ with A lower triangular: independent standard
normals below the diagonal, the square of the i-th diagonal entry (from zero) a chi-square of d - i (Bartlett,
1933). That needs two thousand normals whatever d is.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, SampledQuantity
from ..sampling import sample_sphere

_DIRECTIONS: Final = 64
_SIZES: Final = (128, 256, 512, 1024, 2048, 4096, 8192)


def sample_coherence(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 1"]:
    """The largest |cos| among 64 random directions."""
    (d,) = group.sizes("d")
    directions = sample_sphere((n_trials, _DIRECTIONS), d, generator, device=device, dtype=dtype)
    return _largest(directions)


def sample_coherence_collapsed(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 1"]:
    """The same from the triangular factor, exact in law for d of at least 64."""
    (d,) = group.sizes("d")
    shape = (n_trials, _DIRECTIONS, _DIRECTIONS)
    factor = torch.randn(shape, generator=generator, device=device, dtype=dtype).tril(-1)
    halves = (d - torch.arange(_DIRECTIONS, device=device, dtype=dtype)) / 2
    chi_squares = 2 * torch._standard_gamma(halves.expand(shape[:2]).contiguous(), generator=generator)
    factor += chi_squares.sqrt().diag_embed()
    return _largest(factor / torch.linalg.vector_norm(factor, dim=-1, keepdim=True))


def _largest(directions: Float[Tensor, "trials directions d"]) -> Float[Tensor, "trials 1 1"]:
    cosines = (directions @ directions.mT).abs()
    cosines.diagonal(dim1=-2, dim2=-1).zero_()
    return cosines.flatten(1).amax(-1).reshape(-1, 1, 1)


coherence: Final = SampledQuantity(
    name="transformer_basics.coherence",
    version=1,
    title="Largest |cos| among 64 random directions",
    outputs=("largest",),
    binary=False,
    groups=tuple(
        DesignGroup.sized(
            shared={"d": d},
            trials_per_block=64,
            bytes_per_trial=4 * _DIRECTIONS * (2 * d + 2 * _DIRECTIONS),
        )
        for d in _SIZES
    ),
    sample=sample_coherence,
)

coherence_collapsed: Final = SampledQuantity(
    name="transformer_basics.coherence_collapsed",
    version=1,
    title="Largest |cos| among 64 random directions, exact in law",
    outputs=("largest",),
    binary=False,
    groups=tuple(
        DesignGroup.sized(
            shared={"d": d}, trials_per_block=256, bytes_per_trial=4 * 5 * _DIRECTIONS * _DIRECTIONS
        )
        for d in _SIZES
    ),
    sample=sample_coherence_collapsed,
)
