"""Random keys and values: uniform on spheres, Gaussian, one-hot."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from .laws import LawByDimension, Source, drawn

KeyLaw = str | LawByDimension
"""The law of keys of d coordinates: a name of `KEY_LAWS`, or what gives a law of `theory.laws` for each d."""


@runtime_checkable
class _SampleVectors(Protocol):
    """Draws an array of `shape` of independent vectors with `d` coordinates."""

    def __call__(
        self,
        shape: tuple[int, ...],
        d: int,
        generator: torch.Generator,
        *,
        device: torch.device,
        dtype: torch.dtype,
    ) -> Float[Tensor, "*shape d"]: ...


def sample_sphere(
    shape: tuple[int, ...], d: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "*shape d"]:
    """Independent vectors uniform on the unit sphere of R^d: Gaussian directions."""
    vectors = torch.empty((*shape, d), device=device, dtype=dtype).normal_(generator=generator)
    norms = torch.linalg.vector_norm(vectors, dim=-1, keepdim=True)
    # In float32 a normal is exactly zero about once in 2^24: in few dimensions the direction must be redrawn.
    while bool((zero := norms == 0).any()):
        redrawn = torch.empty_like(vectors).normal_(generator=generator)
        vectors = torch.where(zero, redrawn, vectors)
        norms = torch.linalg.vector_norm(vectors, dim=-1, keepdim=True)
    return vectors.div_(norms)


def sample_gaussian_keys(
    shape: tuple[int, ...], d: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "*shape d"]:
    """Independent vectors with independent N(0, 1/d) coordinates, hence mean square norm 1."""
    return torch.empty((*shape, d), device=device, dtype=dtype).normal_(std=d**-0.5, generator=generator)


def sample_one_hot_indices(
    shape: tuple[int, ...], d: int, generator: torch.Generator, *, device: torch.device
) -> Int[Tensor, "*shape"]:
    """Coordinates of one-hot keys, independent and uniform on 0, ..., d - 1."""
    return torch.randint(d, shape, generator=generator, device=device)


def sample_keys(
    key_law: KeyLaw,
    shape: tuple[int, ...],
    d: int,
    generator: torch.Generator,
    *,
    device: torch.device,
    dtype: torch.dtype,
) -> Float[Tensor, "*shape d"]:
    """Independent keys of the law. Raises ValueError for a name that no law has.

    >>> from theorycheck.theory.laws import Rademacher
    >>> from theorycheck.theory.terms import sqrt
    >>> on_cpu = {"device": torch.device("cpu"), "dtype": torch.float32}
    >>> sample_keys(lambda d: Rademacher(d, scale=1 / sqrt(d)), (3,), 4, torch.Generator(), **on_cpu).abs()
    tensor([[0.5000, 0.5000, 0.5000, 0.5000],
            [0.5000, 0.5000, 0.5000, 0.5000],
            [0.5000, 0.5000, 0.5000, 0.5000]])
    """
    if not isinstance(key_law, str):
        return drawn(key_law(d), shape, Source(generator=generator, device=device, dtype=dtype))
    if key_law not in KEY_LAWS:
        raise ValueError(f"Key law {key_law!r} is unknown; the laws are {', '.join(KEY_LAWS)}.")
    return KEY_LAWS[key_law](shape, d, generator, device=device, dtype=dtype)


KEY_LAWS: Final[dict[str, _SampleVectors]] = {"sphere": sample_sphere, "gaussian": sample_gaussian_keys}
