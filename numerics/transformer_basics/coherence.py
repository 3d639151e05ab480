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

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials

_DIRECTIONS: Final = 64
_SIZES: Final = (128, 256, 512, 1024, 2048, 4096, 8192)


@simulator(
    title="Largest |cos| among 64 random directions",
    outputs=("largest",),
    groups=(DesignGroup.sized(shared={"d": d}, trials_per_block=64) for d in _SIZES),
)
def coherence(d: int, *, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """The largest |cos| among 64 random directions."""
    directions = sample_sphere((trials.n_trials, _DIRECTIONS), d, trials.source)
    return _largest(directions)


@simulator(
    title="Largest |cos| among 64 random directions, exact in law",
    outputs=("largest",),
    groups=(DesignGroup.sized(shared={"d": d}, trials_per_block=256) for d in _SIZES),
)
def coherence_collapsed(d: int, *, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """The same from the triangular factor, exact in law for d of at least 64."""
    shape = (trials.n_trials, _DIRECTIONS, _DIRECTIONS)
    factor = trials.source.normal(*shape).tril(-1)
    halves = (d - torch.arange(_DIRECTIONS, device=trials.device, dtype=trials.dtype)) / 2
    chi_squares = 2 * torch._standard_gamma(halves.expand(shape[:2]).contiguous(), generator=trials.generator)
    factor += chi_squares.sqrt().diag_embed()
    return _largest(factor / torch.linalg.vector_norm(factor, dim=-1, keepdim=True))


def _largest(directions: Float[Tensor, "trials directions d"]) -> Float[Tensor, "trials 1 1"]:
    cosines = (directions @ directions.mT).abs()
    cosines.diagonal(dim1=-2, dim2=-1).zero_()
    return cosines.flatten(1).amax(-1).reshape(-1, 1, 1)
