r"""Weights that add up to one (S5, S6): what a quotient of scores does, and what averaging leaves of values.

| quantity | of what |
|---|---|
| `quotient_tail` | P(largest modulus of s_j / sum s > t), scores independent and standard normal |
| `quotient_tail_exact` | the same for two scores, by quadrature over one of them |
| `negative_share` | whether some weight of a row s_j / sum s is negative |
| `averaging` | square of an average of n independent values |
| `concentration` | n times the sum of squared weights |
| `convex_ratio` | modulus of an average over the largest modulus of what is averaged |
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from scipy import special
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity, Value

_BYTES_PER_NUMBER: Final = 8
_EDGES: Final = tuple(float(2**m) for m in range(2, 11))
_RAYS: Final = 400
_DIMENSIONS: Final = 64


def sample_quotients(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, " trials"]:
    """The largest modulus of n scores over the modulus of their sum."""
    s = torch.randn(n_trials, int(group.shared["n"]), generator=generator, device=device, dtype=dtype)
    return s.abs().amax(-1) / s.sum(-1).abs()


def quotient_tail_of(at: Mapping[str, Value]) -> ExactValue:
    """P(max |s_j| > t |s_1 + s_2|) for two scores and t > 1.

    Let x be the larger modulus. Where its score is positive the other is in (-x, -x + x/t): twice (for which
    of them it is) twice (for its sign) the normal mass there.
    """
    t = float(at["t"])
    fine, coarse = (_strip(t, nodes) for nodes in (_RAYS, _RAYS // 2))
    return ExactValue(value=fine, error_bound=2 * abs(fine - coarse) + 1e-13 * fine)


def _strip(t: float, nodes: int) -> float:
    unit, weights = gauss_legendre(nodes)
    x = 6.0 * (unit + 1)
    inside = special.ndtr(-x + x / t) - special.ndtr(-x)
    return float(4 * 6.0 * (weights * inside * np.exp(-(x**2) / 2)).sum() / sqrt(2 * np.pi))


def sample_negative(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 2"]:
    """Whether some weight is negative: of normal scores over their sum, and of their softmax."""
    s = torch.randn(n_trials, int(group.shared["n"]), generator=generator, device=device, dtype=dtype)
    quotient = s / s.sum(-1, keepdim=True)
    found = torch.stack([(w < 0).any(-1) for w in (quotient, torch.softmax(s, dim=-1))], dim=-1)
    return found.to(dtype).unsqueeze(1)


def sample_averaging(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 1"]:
    """Mean square of a coordinate of the average; values have 64 independent standard normal ones."""
    alpha = _weights(group, n_trials, generator, device, dtype).unsqueeze(1)
    shape = (n_trials, alpha.shape[-1], _DIMENSIONS)
    v = torch.randn(shape, generator=generator, device=device, dtype=dtype)
    return (alpha @ v).square().mean((-2, -1)).reshape(-1, 1, 1)


def sample_concentration(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 1"]:
    """N times the sum of squared weights."""
    alpha = _weights(group, n_trials, generator, device, dtype)
    return (alpha.shape[-1] * alpha.square().sum(-1)).reshape(-1, 1, 1)


def _weights(
    group: DesignGroup, n_trials: int, generator: torch.Generator, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials n"]:
    """Uniform, the softmax of scaled scores (standard normal), or of scores at d_k = 512 without a scale."""
    sharpness = {"uniform": 0.0, "root": 1.0, "unscaled": sqrt(512)}[str(group.shared["weights"])]
    shape = (n_trials, int(group.shared["n"]))
    s = torch.randn(shape, generator=generator, device=device, dtype=dtype)
    return torch.softmax(sharpness * s, dim=-1)


def sample_convex_ratio(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 2"]:
    """|sum alpha_j v_j| / max |v_j| of vectors in four dimensions: softmax weights, and a quotient's."""
    n = int(group.shared["n"])
    s = torch.randn(n_trials, 1, n, generator=generator, device=device, dtype=dtype)
    v = torch.randn(n_trials, n, 4, generator=generator, device=device, dtype=dtype)
    largest = torch.linalg.vector_norm(v, dim=-1).amax(-1)
    rows = (torch.softmax(s, dim=-1), s / s.sum(-1, keepdim=True))
    found = [(torch.linalg.vector_norm(w @ v, dim=(-2, -1)) > largest * (1 + 1e-12)).to(dtype) for w in rows]
    return torch.stack(found, dim=-1).unsqueeze(1)


quotient_tail: Final = SampledQuantity(
    name="transformer_basics.quotient_tail",
    version=1,
    title="P(largest modulus of a weight s_j / sum s > t)",
    outputs=("beyond",),
    binary=True,
    groups=tuple(
        DesignGroup.sized(
            shared={"n": n},
            points=tuple({"t": t} for t in _EDGES),
            trials_per_block=2**20 // n,
            bytes_per_trial=_BYTES_PER_NUMBER * 3 * n,
        )
        for n in (2, 8, 64)
    ),
    sample=sample_quotients,
    dtype="float64",
    histogram_edges=lambda group: tuple(float(point["t"]) for point in group.points),
)

quotient_tail_exact: Final = ExactQuantity(
    name="transformer_basics.quotient_tail_exact",
    version=1,
    title="P(largest modulus of a weight s_j / (s_1 + s_2) > t)",
    points=tuple({"t": t} for t in _EDGES),
    evaluate=quotient_tail_of,
)

negative_share: Final = SampledQuantity(
    name="transformer_basics.negative_share",
    version=1,
    title="Whether some weight of a row is negative: scores over their sum, softmax",
    outputs=("quotient", "softmax"),
    binary=True,
    groups=tuple(
        DesignGroup.sized(
            shared={"n": n}, trials_per_block=2**17 // n, bytes_per_trial=_BYTES_PER_NUMBER * 4 * n
        )
        for n in (2, 3, 4, 8)
    ),
    sample=sample_negative,
    dtype="float64",
)

averaging: Final = SampledQuantity(
    name="transformer_basics.averaging",
    version=2,
    title="Mean square of an average of n independent values",
    outputs=("power",),
    binary=False,
    groups=tuple(
        DesignGroup.sized(
            shared={"weights": weights, "n": n},
            trials_per_block=max(128, 2**14 // n),
            bytes_per_trial=_BYTES_PER_NUMBER * 2 * n * _DIMENSIONS,
        )
        for weights in ("uniform", "root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    sample=sample_averaging,
    dtype="float64",
)

concentration: Final = SampledQuantity(
    name="transformer_basics.concentration",
    version=1,
    title="n times the sum of squared weights",
    outputs=("concentration",),
    binary=False,
    groups=tuple(
        DesignGroup.sized(
            shared={"weights": weights, "n": n},
            trials_per_block=max(256, 2**14 // n),
            bytes_per_trial=_BYTES_PER_NUMBER * 4 * n,
        )
        for weights in ("root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    sample=sample_concentration,
    dtype="float64",
)

convex_ratio: Final = SampledQuantity(
    name="transformer_basics.convex_ratio",
    version=1,
    title="Whether an average is longer than the longest of what is averaged: softmax, quotient",
    outputs=("softmax", "quotient"),
    binary=True,
    groups=tuple(
        DesignGroup.sized(
            shared={"n": n}, trials_per_block=2**15 // n, bytes_per_trial=_BYTES_PER_NUMBER * 10 * n
        )
        for n in (2, 8, 64)
    ),
    sample=sample_convex_ratio,
    dtype="float64",
)
