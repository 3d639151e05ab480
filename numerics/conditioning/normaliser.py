"""Normalisers of the read-out: the paper's o_i = Norm(phi(k_i) S), by the sum of weights, RMS or LayerNorm.

The error is |Norm(o_i) - v_i|^2 for the first item, with values of length one: the sum normaliser
divides by sum_j phi(k_i) . phi(k_j), the other two scale the output to length one, LayerNorm after
subtracting the mean over coordinates; `none` divides by the item's own |phi(k_i)|^2.

Survival at declared thresholds, not means: under the identity map the sum of weights takes both
signs and comes arbitrarily close to zero, so that the error of the sum normaliser has a density
falling like its power -3/2, and no mean. The median is the threshold where survival crosses 1/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials
from .capacity import D_V
from .collapsed import sample_overlaps
from .features import FEATURE_MAPS

NORMALISERS: Final = ("none", "sum", "rms", "layer")
_MAPS: Final = ("identity", "relu")
_DIMENSIONS: Final = (32, 64, 128)
_QUARTERS: Final = (1, 2, 4)
_THRESHOLDS: Final = (
    0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 1.8, 2.5, 5.0, 10.0, 20.0, 50.0,
    100.0, 200.0, 500.0, 1000.0,
)  # fmt: skip
_HEAVY_TAILS: Final = 8
_TRIALS: Final = {32: 384, 64: 128, 128: 48}
_COLLAPSED_NUMBERS: Final = 2**14
"""Items a block."""

# For the law in n and d_k: sizes that do not follow the dimension, and thresholds about the median.
_LAW_SIZES: Final = (33, 65, 129, 257, 513, 1025)
_LAW_DIMENSIONS: Final = (32, 128, 512, 2048)
_LAW_THRESHOLDS: Final = (0.5, 0.65, 0.8, 0.9, 1.0, 1.15, 1.35, 1.7)


def normalised(
    name: str, output: Float[Tensor, "trials d_v"], weights: Float[Tensor, "trials n"]
) -> Float[Tensor, "trials d_v"]:
    """Norm(o) of the first item, whose own weight comes first. Raises ValueError for an unknown name."""
    if name == "none":
        return output / weights[:, :1]
    if name == "sum":
        return output / weights.sum(dim=1, keepdim=True)
    if name == "layer":
        output = output - output.mean(dim=1, keepdim=True)
    elif name != "rms":
        raise ValueError(f"Normaliser {name!r} is unknown; the normalisers are {', '.join(NORMALISERS)}.")
    lengths: Tensor = torch.linalg.vector_norm(output, dim=1, keepdim=True)
    return output / lengths


def _edges(group: DesignGroup) -> tuple[float, ...]:
    return tuple(float(point["t"]) for point in group.points)


def _group(normaliser: str, feature_map: str, d_k: int, n: int) -> DesignGroup:
    """A trial holds keys, features and values, each with a temporary."""
    return DesignGroup.sized(
        shared={"normaliser": normaliser, "feature_map": feature_map, "d_k": d_k, "n": n},
        points=[{"t": t} for t in _THRESHOLDS],
        trials_per_block=_TRIALS[d_k] * (_HEAVY_TAILS if normaliser == "sum" else 1),
    )


@simulator(
    version=2,
    title="Survival of the error |Norm(o) - v|^2 (d_v = 16)",
    outputs=("survival",),
    groups=(
        _group(normaliser, feature_map, d_k, quarters * d_k // 4)
        for normaliser in NORMALISERS
        for feature_map in _MAPS
        for d_k in _DIMENSIONS
        for quarters in _QUARTERS
    ),
    histogram_edges=_edges,
)
def normalised_error(
    n: int, d_k: int, feature_map: str, normaliser: str, *, trials: Trials
) -> Float[Tensor, " trials"]:
    """|Norm(o_1) - v_1|^2 of the first of n items."""
    keys = sample_sphere((trials.n_trials, n), d_k, trials.source)
    values = sample_sphere((trials.n_trials, n), D_V, trials.source)
    features = FEATURE_MAPS[feature_map](keys)
    weights = torch.bmm(features, features[:, 0, :, None])
    output = torch.bmm(weights.mT, values).squeeze(1)
    found = normalised(normaliser, output, weights.squeeze(-1))
    return (found - values[:, 0]).square().sum(dim=1)


def _collapsed_group(normaliser: str, d_k: int, n: int, thresholds: Sequence[float]) -> DesignGroup:
    return DesignGroup.sized(
        shared={"normaliser": normaliser, "feature_map": "identity", "d_k": d_k, "n": n},
        points=[{"t": t} for t in thresholds],
        trials_per_block=max(32, _COLLAPSED_NUMBERS // n),
    )


def _law_group(d_k: int, n: int) -> DesignGroup:
    """Thresholds at parts of (n - 1)/d_k, the mean."""
    return _collapsed_group("none", d_k, n, [part * (n - 1) / d_k for part in _LAW_THRESHOLDS])


@simulator(
    title="Survival of the error |Norm(o) - v|^2 under the identity map (d_v = 16), exact in law",
    outputs=("survival",),
    groups=(
        *(
            _collapsed_group(normaliser, d_k, quarters * d_k // 4, _THRESHOLDS)
            for normaliser in ("sum", "rms", "layer")
            for d_k in _DIMENSIONS
            for quarters in _QUARTERS
        ),
        *(_law_group(d_k, n) for d_k in _LAW_DIMENSIONS for n in _LAW_SIZES),
    ),
    histogram_edges=_edges,
)
def normalised_error_collapsed(
    n: int, d_k: int, normaliser: str, *, trials: Trials
) -> Float[Tensor, " trials"]:
    """The same under the identity map from overlaps and values, exact in law (`collapsed`)."""
    others = sample_overlaps((trials.n_trials, 1, n - 1), d_k, trials.source)
    values = sample_sphere((trials.n_trials, n), D_V, trials.source)
    output = torch.baddbmm(values[:, :1], others, values[:, 1:]).squeeze(1)
    weights = torch.nn.functional.pad(others.squeeze(1), (1, 0), value=1.0)
    found = normalised(normaliser, output, weights)
    return (found - values[:, 0]).square().sum(dim=1)
