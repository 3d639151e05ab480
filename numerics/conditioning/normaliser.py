"""Normalisers of the read-out: the paper's o_i = Norm(phi(k_i) S), by the sum of weights, RMS or LayerNorm.

The error is |Norm(o_i) - v_i|^2 for the first item, with values of length one: the sum normaliser
divides by sum_j phi(k_i) . phi(k_j), the other two scale the output to length one, LayerNorm after
subtracting the mean over coordinates; `none` divides by the item's own |phi(k_i)|^2.

Survival at declared thresholds, not means: under the identity map the sum of weights takes both
signs and comes arbitrarily close to zero, so that the error of the sum normaliser has a density
falling like its power -3/2, and no mean. The median is the threshold where survival crosses 1/2.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import SampledQuantity, Sheet
from ..sampling import sample_sphere
from .capacity import D_V
from .features import FEATURE_MAPS
from .memory import BYTES_PER_NUMBER

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


def sample_normalised_error(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, " trials"]:
    """|Norm(o_1) - v_1|^2 of the first of n items."""
    n, d_k = int(sheet.shared["n"]), int(sheet.shared["d_k"])
    keys = sample_sphere((n_trials, n), d_k, generator, device=device, dtype=dtype)
    values = sample_sphere((n_trials, n), D_V, generator, device=device, dtype=dtype)
    features = FEATURE_MAPS[str(sheet.shared["feature_map"])](keys)
    weights = torch.bmm(features, features[:, 0, :, None])
    output = torch.bmm(weights.mT, values).squeeze(1)
    found = normalised(str(sheet.shared["normaliser"]), output, weights.squeeze(-1))
    return (found - values[:, 0]).square().sum(dim=1)


def _edges(sheet: Sheet) -> tuple[float, ...]:
    return tuple(float(cell["t"]) for cell in sheet.cells)


def _sheet(normaliser: str, feature_map: str, d_k: int, n: int) -> Sheet:
    """A trial holds keys, features and values, each with a temporary."""
    return Sheet.sized(
        shared={"normaliser": normaliser, "feature_map": feature_map, "d_k": d_k, "n": n},
        cells=[{"t": t} for t in _THRESHOLDS],
        trials_per_block=_TRIALS[d_k] * (_HEAVY_TAILS if normaliser == "sum" else 1),
        bytes_per_trial=BYTES_PER_NUMBER * n * (3 * d_k + 2 * D_V),
    )


normalised_error: Final = SampledQuantity(
    name="conditioning.normalised_error",
    version=2,
    title="Survival of the error |Norm(o) - v|^2 (d_v = 16)",
    components=("survival",),
    binary=False,
    sheets=tuple(
        _sheet(normaliser, feature_map, d_k, quarters * d_k // 4)
        for normaliser in NORMALISERS
        for feature_map in _MAPS
        for d_k in _DIMENSIONS
        for quarters in _QUARTERS
    ),
    sample=sample_normalised_error,
    histogram_edges=_edges,
)
