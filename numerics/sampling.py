"""Random keys and values: uniform on spheres, Gaussian, one-hot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from .laws import LawByDimension, drawn
from .trials import Source

KeyLaw = str | LawByDimension
"""The law of keys of d coordinates: a name of `KEY_LAWS`, or what gives a law of `theory.laws` for each d."""


def sample_sphere(shape: tuple[int, ...], d: int, source: Source) -> Float[Tensor, "*shape d"]:
    """Independent vectors uniform on the unit sphere of R^d: Gaussian directions."""
    vectors = source.normal(*shape, d)
    norms = torch.linalg.vector_norm(vectors, dim=-1, keepdim=True)
    # In float32 a normal is exactly zero about once in 2^24: in few dimensions the direction must be redrawn.
    while bool((zero := norms == 0).any()):
        vectors = torch.where(zero, source.normal(*shape, d), vectors)
        norms = torch.linalg.vector_norm(vectors, dim=-1, keepdim=True)
    return vectors.div_(norms)


def sample_gaussian_keys(shape: tuple[int, ...], d: int, source: Source) -> Float[Tensor, "*shape d"]:
    """Independent vectors with independent N(0, 1/d) coordinates, hence mean square norm 1."""
    return source.empty(*shape, d).normal_(std=d**-0.5, generator=source.generator)


def sample_one_hot_indices(
    shape: tuple[int, ...], d: int, generator: torch.Generator
) -> Int[Tensor, "*shape"]:
    """Coordinates of one-hot keys, independent and uniform on 0, ..., d - 1."""
    return torch.randint(d, shape, generator=generator, device=generator.device)


def sample_keys(key_law: KeyLaw, shape: tuple[int, ...], d: int, source: Source) -> Float[Tensor, "*shape d"]:
    """Independent keys of the law. Raises ValueError for a name that no law has.

    >>> from theorycheck.theory.laws import Rademacher
    >>> from theorycheck.theory.terms import sqrt
    >>> source = Source(generator=torch.Generator())
    >>> sample_keys(lambda d: Rademacher(d, scale=1 / sqrt(d)), (3,), 4, source).abs()[0].tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    if not isinstance(key_law, str):
        return drawn(key_law(d), shape, source)
    if key_law not in KEY_LAWS:
        raise ValueError(f"Key law {key_law!r} is unknown; the laws are {', '.join(KEY_LAWS)}.")
    return KEY_LAWS[key_law](shape, d, source)


KEY_LAWS: Final[Mapping[str, Callable[[tuple[int, ...], int, Source], Tensor]]] = {
    "sphere": sample_sphere,
    "gaussian": sample_gaussian_keys,
}
