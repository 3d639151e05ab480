r"""Weights that add up to one (S5, S6): what a quotient of scores does, and how concentrated weights are.

| quantity | of what |
|---|---|
| `quotient_tail` | P(largest modulus of s_j / sum s > t), scores independent and standard normal |
| `quotient_tail_exact` | the same for two scores, by quadrature over one of them |
| `concentration` | n times the sum of squared weights |
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
SHARPNESS: Final = {"uniform": 0.0, "root": 1.0, "unscaled": sqrt(512)}
"""Scores are standard normal where scaled; at d_k = 512 without a scale so much larger."""


@simulator(
    title="P(largest modulus of a weight s_j / sum s > t)",
    outputs=("beyond",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"n": n}, points=tuple({"t": t} for t in _EDGES), trials_per_block=2**20 // n
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
    title="n times the sum of squared weights",
    outputs=("concentration",),
    groups=(
        DesignGroup.sized(shared={"weights": weights, "n": n}, trials_per_block=max(256, 2**14 // n))
        for weights in ("root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    dtype="float64",
)
def concentration(*, trials: Trials) -> Float[Tensor, "trials 1 1"]:
    """The sum of the squared weights times n."""
    alpha = _weights(trials)
    return (alpha.shape[-1] * alpha.square().sum(-1)).reshape(-1, 1, 1)


def _weights(trials: Trials) -> Float[Tensor, "trials n"]:
    """Uniform, the softmax of scaled scores, or of scores without a scale."""
    sharpness = SHARPNESS[str(trials.group.shared["weights"])]
    shape = (trials.n_trials, int(trials.group.shared["n"]))
    s = trials.source.normal(*shape)
    return torch.softmax(sharpness * s, dim=-1)
