"""Random keys and values: uniform on spheres, Gaussian, one-hot."""

from __future__ import annotations

from typing import Final, Literal, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

KeyLaw = Literal["sphere", "gaussian"]


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
    key_law: str,
    shape: tuple[int, ...],
    d: int,
    generator: torch.Generator,
    *,
    device: torch.device,
    dtype: torch.dtype,
) -> Float[Tensor, "*shape d"]:
    """Independent keys of the named law. Raises ValueError for a law that does not exist."""
    if key_law not in KEY_LAWS:
        raise ValueError(f"Key law {key_law!r} is unknown; the laws are {', '.join(KEY_LAWS)}.")
    return KEY_LAWS[key_law](shape, d, generator, device=device, dtype=dtype)


KEY_LAWS: Final[dict[str, _SampleVectors]] = {"sphere": sample_sphere, "gaussian": sample_gaussian_keys}
