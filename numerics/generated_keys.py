r"""Crosstalk power of the first item with keys and values that are never stored.

eta = sum_{j > 1} (k_1 . k_j) v_j with k and v uniform on unit spheres (see `conditioning.memory`). An item is
needed once, so it can be drawn where it is used: on a GPU a program a trial draws k_1, then item after item
from their places in a Philox stream, and keeps eta alone. Memory is d_v numbers a trial in place of
n (d_k + d_v). The twin draws the same numbers as tensors.

The kernel is used where `kernel=True` asks for it: on which sizes it is the faster one has not been measured.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from .philox import Stream, normal_vectors

KEYS: Final = 0
VALUES: Final = 1
"""Kinds of vectors, by which their counters differ."""


def sample_first_noise(
    n_trials: int, n: int, dimensions: tuple[int, int], generator: torch.Generator, *, kernel: bool = False
) -> Float[Tensor, " trials"]:
    """|eta_1|^2 of `n_trials` memories of n items, `dimensions` those of keys and of values."""
    stream = Stream.of(generator)
    if kernel:
        from .kernels.generated_keys import first_noise

        return first_noise(stream, n_trials, n, dimensions, device=generator.device)
    return plain(stream, n_trials, n, dimensions, device=generator.device)


def plain(
    stream: Stream, n_trials: int, n: int, dimensions: tuple[int, int], *, device: torch.device
) -> Float[Tensor, " trials"]:
    """The same numbers from keys and values that are stored: the twin of the kernel."""
    keys, values = (
        torch.nn.functional.normalize(
            normal_vectors(stream, n_trials, range(n), d, part=part, device=device), dim=-1
        )
        for part, d in zip((KEYS, VALUES), dimensions, strict=True)
    )
    eta = torch.bmm(torch.bmm(keys[:, :1], keys[:, 1:].mT), values[:, 1:])
    return eta.square().sum(dim=(1, 2))
