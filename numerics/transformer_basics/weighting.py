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

from math import sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from scipy import special
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials

_EDGES: Final = tuple(float(2**m) for m in range(2, 11))
_RAYS: Final = 400
_DIMENSIONS: Final = 64


@simulator(
    title="P(largest modulus of a weight s_j / sum s > t)",
    outputs=("beyond",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"n": n},
            points=tuple({"t": t} for t in _EDGES),
            trials_per_block=2**20 // n,
        )
        for n in (2, 8, 64)
    ),
    dtype="float64",
    histogram_edges=lambda group: tuple(float(point["t"]) for point in group.points),
)
def quotient_tail(n: int, *, trials: Trials) -> Float[Tensor, " trials"]:
    """The largest modulus of n scores over the modulus of their sum."""
    s = trials.source.normal(trials.n_trials, n)
    return s.abs().amax(-1) / s.sum(-1).abs()


@computed(title="P(largest modulus of a weight s_j / (s_1 + s_2) > t)", points=({"t": t} for t in _EDGES))
def quotient_tail_exact(t: float) -> ExactValue:
    """P(max |s_j| > t |s_1 + s_2|) for two scores and t > 1.

    Let x be the larger modulus. Where its score is positive the other is in (-x, -x + x/t): twice (for which
    of them it is) twice (for its sign) the normal mass there.
    """
    fine, coarse = (_strip(t, nodes) for nodes in (_RAYS, _RAYS // 2))
    return ExactValue(value=fine, error_bound=2 * abs(fine - coarse) + 1e-13 * fine)


def _strip(t: float, nodes: int) -> float:
    unit, weights = gauss_legendre(nodes)
    x = 6.0 * (unit + 1)
    inside = special.ndtr(-x + x / t) - special.ndtr(-x)
    return float(4 * 6.0 * (weights * inside * np.exp(-(x**2) / 2)).sum() / sqrt(2 * np.pi))


@simulator(
    title="Whether some weight of a row is negative: scores over their sum, softmax",
    outputs=("quotient", "softmax"),
    binary=True,
    groups=(DesignGroup.sized(shared={"n": n}, trials_per_block=2**17 // n) for n in (2, 3, 4, 8)),
    dtype="float64",
)
def negative_share(n: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """Whether some weight is negative: of normal scores over their sum, and of their softmax."""
    s = trials.source.normal(trials.n_trials, n)
    quotient = s / s.sum(-1, keepdim=True)
    found = torch.stack([(w < 0).any(-1) for w in (quotient, torch.softmax(s, dim=-1))], dim=-1)
    return found.to(trials.dtype).unsqueeze(1)


@simulator(
    version=2,
    title="Mean square of an average of n independent values",
    outputs=("power",),
    groups=(
        DesignGroup.sized(
            shared={"weights": weights, "n": n},
            trials_per_block=max(128, 2**14 // n),
        )
        for weights in ("uniform", "root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    dtype="float64",
)
def averaging(*, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """Mean square of a coordinate of the average; values have 64 independent standard normal ones."""
    alpha = _weights(trials).unsqueeze(1)
    shape = (trials.n_trials, alpha.shape[-1], _DIMENSIONS)
    v = trials.source.normal(*shape)
    return (alpha @ v).square().mean((-2, -1)).reshape(-1, 1, 1)


@simulator(
    title="n times the sum of squared weights",
    outputs=("concentration",),
    groups=(
        DesignGroup.sized(
            shared={"weights": weights, "n": n},
            trials_per_block=max(256, 2**14 // n),
        )
        for weights in ("root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    dtype="float64",
)
def concentration(*, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """N times the sum of squared weights."""
    alpha = _weights(trials)
    return (alpha.shape[-1] * alpha.square().sum(-1)).reshape(-1, 1, 1)


def _weights(trials: Trials) -> Float[Tensor, "trials n"]:
    """Uniform, the softmax of scaled scores (standard normal), or of scores at d_k = 512 without a scale."""
    sharpness = {"uniform": 0.0, "root": 1.0, "unscaled": sqrt(512)}[str(trials.group.shared["weights"])]
    shape = (trials.n_trials, int(trials.group.shared["n"]))
    s = trials.source.normal(*shape)
    return torch.softmax(sharpness * s, dim=-1)


@simulator(
    title="Whether an average is longer than the longest of what is averaged: softmax, quotient",
    outputs=("softmax", "quotient"),
    binary=True,
    groups=(DesignGroup.sized(shared={"n": n}, trials_per_block=2**15 // n) for n in (2, 8, 64)),
    dtype="float64",
)
def convex_ratio(n: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """|sum alpha_j v_j| / max |v_j| of vectors in four dimensions: softmax weights, and a quotient's."""
    s = trials.source.normal(trials.n_trials, 1, n)
    v = trials.source.normal(trials.n_trials, n, 4)
    largest = torch.linalg.vector_norm(v, dim=-1).amax(-1)
    rows = (torch.softmax(s, dim=-1), s / s.sum(-1, keepdim=True))
    found = [
        (torch.linalg.vector_norm(w @ v, dim=(-2, -1)) > largest * (1 + 1e-12)).to(trials.dtype) for w in rows
    ]
    return torch.stack(found, dim=-1).unsqueeze(1)
