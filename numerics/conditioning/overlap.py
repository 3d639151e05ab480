"""The overlap x = <k, k'> of two independent keys: its moments and its tail.

Two routes: sampled from the definition, and by quadrature of the density that a slice of the unit
sphere of R^d at height x has, proportional to (1 - x^2)^((d - 3) / 2), normalised numerically.
"""

from __future__ import annotations

from math import asin, pi
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue
from ..sampling import KeyLaw, sample_keys
from ..simulator import computed, simulator
from ..trials import Trials

_DIMENSIONS: Final = tuple(2**m for m in range(2, 10))
_FAR_THRESHOLDS: Final = (1 / 8, 1 / 4, 1 / 2, 3 / 4)

# About 1/2, 1 and 3/2 times d_k^-1/2, where the tail is common enough to be counted to 1 %; the far
# tail is left to quadrature.
_THRESHOLDS: Final = {
    4: (1 / 4, 1 / 2, 3 / 4),
    8: (1 / 4, 1 / 2),
    16: (1 / 8, 1 / 4, 3 / 8),
    32: (1 / 8, 1 / 4),
    64: (1 / 16, 1 / 8, 3 / 16),
    128: (1 / 16, 1 / 8),
    256: (1 / 32, 1 / 16, 3 / 32),
    512: (1 / 32, 1 / 16),
}
_KEYS_PER_DRAW: Final = 32
_NODES: Final = (256, 512)


@simulator(
    title="Moments of the overlap x = <k, k'> of two keys: |x|, x^2, x^4, x^6",
    outputs=("absolute", "square", "fourth", "sixth"),
    groups=(DesignGroup.sized(shared={"d_k": d_k}, trials_per_block=2**9) for d_k in _DIMENSIONS),
)
def key_overlap(d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials 1 4"]:
    """Averages of |x|, x^2, x^4 and x^6 over all pairs of the keys of one draw."""
    keys = sample_keys(key_law, (trials.n_trials, _KEYS_PER_DRAW), d_k, trials.source)
    row, column = torch.triu_indices(_KEYS_PER_DRAW, _KEYS_PER_DRAW, offset=1, device=trials.device)
    overlap = torch.bmm(keys, keys.mT)[:, row, column]
    square = overlap.square()
    moments = [m.mean(dim=1) for m in (overlap.abs(), square, square.square(), square**3)]
    return torch.stack(moments, dim=-1).unsqueeze(1)


@simulator(
    title="Tail of the overlap of two keys: P(|<k, k'>| > t)",
    outputs=("beyond",),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k},
            points=[{"t": t} for t in thresholds],
            trials_per_block=min(2**15, 2**23 // d_k),
        )
        for d_k, thresholds in _THRESHOLDS.items()
    ),
)
def key_overlap_tail(
    d_k: int, *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials points 1"]:
    """Indicators of |x| > t for one fresh pair of keys a draw, at every threshold t of the group."""
    first, second = sample_keys(key_law, (2, trials.n_trials), d_k, trials.source)
    overlap = (first * second).sum(dim=-1).abs()
    exceeds = [overlap > float(point["t"]) for point in trials.points]
    return torch.stack(exceeds, dim=-1).to(trials.dtype).unsqueeze(-1)


@computed(title="E|<k, k'>| by quadrature", points=({"d_k": d_k} for d_k in _DIMENSIONS))
def key_overlap_quadrature(d_k: int) -> ExactValue:
    """E|x| for uniform unit vectors of R^d_k, d_k >= 2."""
    return _two_resolutions(d_k, 0.0, power=1)


@computed(
    title="P(|<k, k'>| > t) by quadrature",
    points=(
        {"d_k": d_k, "t": t} for d_k in _DIMENSIONS for t in sorted({*_THRESHOLDS[d_k], *_FAR_THRESHOLDS})
    ),
)
def key_overlap_tail_quadrature(d_k: int, t: float) -> ExactValue:
    """P(|x| > t) for uniform unit vectors of R^d_k, d_k >= 2."""
    return _two_resolutions(d_k, t, power=0)


def _two_resolutions(d: int, lower: float, power: int) -> ExactValue:
    """E[|x|^power; |x| > lower], with the change under doubled nodes as its error bound.

    Raises ValueError for d < 2, where no slice has a density.
    """
    if d < 2:  # noqa: PLR2004 - the circle is the first sphere with a density
        raise ValueError(f"The overlap has a density from d_k = 2 on; got d_k = {d}.")
    coarse, fine = (_slice_integral(d, lower, power, n) / _slice_integral(d, 0.0, 0, n) for n in _NODES)
    # Some hundred positive terms with powers up to the d-th of a cosine: their float64 rounding.
    rounding = 4 * (d + _NODES[1]) * np.finfo(float).eps * fine
    return ExactValue(value=fine, error_bound=float(abs(fine - coarse) + rounding))


def _slice_integral(d: int, lower: float, power: int, nodes: int) -> float:
    """Integral of x^power (1 - x^2)^((d - 3) / 2) over lower < x < 1 by Gauss-Legendre.

    With x = sin(angle) the integrand is sin^power cos^(d - 2), smooth up to the end.
    """
    abscissae, weights = gauss_legendre(nodes)
    half = (pi / 2 - asin(lower)) / 2
    angle = asin(lower) + half * (1 + abscissae)
    return float(half * np.sum(weights * np.sin(angle) ** power * np.cos(angle) ** (d - 2)))
