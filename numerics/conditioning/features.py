"""Crosstalk under feature maps: sum_{j != i} phi(k_i) . phi(k_j) v_j beside the item's own |phi(k_i)|^2 v_i.

Keys are uniform on the sphere of radius 1 (`scale` = unit) or d_k^(1/2) (root); values uniform on
the unit sphere of R^16. The relative noise of a query is |eta_i|^2 / |phi(k_i)|^4, and it fails where
this exceeds 1; the noise beside the mean signal is |eta_i|^2 / (E |phi(k)|^2)^2, whose mean is the
ratio of the two means. `centring` = centred subtracts from phi its mean over keys. Means over keys
are by quadrature over a coordinate of the sphere. Maps act on coordinates (identity, ReLU, ELU + 1,
exp), but for the positive random features exp(W k) with W Gaussian and as many features as
dimensions; their usual factor exp(-|k|^2/2) is the same for all keys and drops out.

Means and medians differ where |phi(k_i)| can be small. Under ReLU a key with a single positive
coordinate, one of d_k 2^-d_k, has features as short as that coordinate: the mean of the relative
noise is infinite, if invisibly so from d_k = 32 on; that beside the mean signal is not. With positive
features of long keys both are dominated by rare queries at every d_k, and only failures are counted:
the n at which half of the queries fail is where the median of the relative noise is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import elu

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Source, Trials
from .capacity import D_V

_QUERIES: Final = 64
_NODES: Final = 64

_FEW: Final = (1, 2, 3, 4, 5)
_SOME: Final = (2, 3, 4, 6, 8, 10, 13)
_MANY: Final = (2, 4, 8, 16, 32, 64)
_ABOUT_D: Final = (0.5, 0.7, 0.9, 1.1, 1.3, 1.6)
_ABOUT_HALF: Final = (0.2, 0.3, 0.42, 0.55, 0.7, 0.9)

# The sizes about the threshold: numbers for raw features, whose capacity does not grow, and parts of d_k.
_SIZES: Final[dict[tuple[str, str, str], tuple[float, ...]]] = {
    ("identity", "unit", "raw"): _ABOUT_D,
    ("relu", "unit", "raw"): _SOME,
    ("relu", "unit", "centred"): _ABOUT_D,
    ("elu1", "unit", "raw"): _FEW,
    ("elu1", "unit", "centred"): _ABOUT_D,
    ("elu1", "root", "raw"): _FEW,
    ("elu1", "root", "centred"): _ABOUT_D,
    ("exp", "unit", "raw"): _FEW,
    ("exp", "unit", "centred"): _ABOUT_D,
    ("exp", "root", "raw"): _SOME,
    ("exp", "root", "centred"): _ABOUT_D,
    ("positive", "unit", "raw"): _SOME,
    ("positive", "unit", "centred"): _ABOUT_HALF,
    ("positive", "root", "raw"): _MANY,
    ("positive", "root", "centred"): _FEW,
}
_NUMBERS: Final = (_FEW, _SOME, _MANY)
_MEDIAN_ONLY: Final = ("positive", "root")
_TRIALS: Final = {16: 256, 32: 256, 48: 192, 64: 128, 128: 64, 256: 48, 512: 32, 1024: 32}
_LEAST_TRIALS: Final = 16
_NOISE_DIMENSIONS: Final = (32, 64, 128, 256, 512, 1024)
_FAILURE_DIMENSIONS: Final = (16, 32, 64, 128, 256)
_LARGEST_PRODUCT: Final = 512
"""Random features cost d_k^2 a key, and d_k keys as much."""
_FAR: Final = 10.0
_LONGEST_KEYS: Final = 64
"""Positive features of longer keys leave the range of float32."""
_BETWEEN: Final = 48
"""A fourth size for them."""


def elu_plus_one(x: Float[Tensor, "*axes"]) -> Float[Tensor, "*axes"]:
    """ELU + 1: x + 1 for x > 0, else exp(x)."""
    return elu(x) + 1


FEATURE_MAPS: Final[dict[str, Callable[[Tensor], Tensor]]] = {
    "identity": torch.positive,
    "relu": torch.relu,
    "elu1": elu_plus_one,
    "exp": torch.exp,
    "positive": torch.exp,
}


def coordinate_mean(
    phi: Callable[[Tensor], Tensor], radii: Float[Tensor, "*axes"], d: int
) -> Float[Tensor, "*axes"]:
    """E phi(r x) for a coordinate x of a uniform unit vector of R^d, d >= 2, at every radius r.

    With x = sin(angle) its density is proportional to cos^(d - 2); a rule on each side of the kink at 0.
    """
    abscissae, weights = (torch.from_numpy(a).to(radii) for a in gauss_legendre(_NODES))
    angle = torch.cat((abscissae - 1, abscissae + 1)) * (np.pi / 4)
    density = torch.cat((weights, weights)) * torch.cos(angle) ** (d - 2)
    return phi(radii.unsqueeze(-1) * torch.sin(angle)) @ (density / density.sum())


def sample_features(
    group: DesignGroup, n_trials: int, n: int, source: Source
) -> Float[Tensor, "trials n d_phi"]:
    """phi(k_j) of n keys a trial, raw or centred."""
    d_k, name = int(group.shared["d_k"]), str(group.shared["feature_map"])
    radius = _key_length(group)
    phi, radii = FEATURE_MAPS[name], torch.full((1,), radius, device=source.device, dtype=source.dtype)
    arguments = sample_sphere((n_trials, n), d_k, source) * radius
    if name == "positive":
        projection = source.normal(n_trials, d_k, d_k)
        arguments = torch.bmm(arguments, projection)
        radii = radius * torch.linalg.vector_norm(projection, dim=1, keepdim=True)
    features = phi(arguments)
    return features - coordinate_mean(phi, radii, d_k) if group.shared["centring"] == "centred" else features


def mean_signal(group: DesignGroup) -> float:
    """E |phi(k)|^2, the mean output along the stored value: over keys, and over random projections.

    A feature is phi(r x) of a coordinate x, with the key's length r or, projected at random, r times
    the length of a normal vector.
    """
    feature_map, centring = str(group.shared["feature_map"]), str(group.shared["centring"])
    return _mean_signal(feature_map, centring, int(group.shared["d_k"]), _key_length(group))


@cache
def _mean_signal(feature_map: str, centring: str, d_k: int, length: float) -> float:
    """The same number, once a process: every chunk of a group asks for it."""
    phi = FEATURE_MAPS[feature_map]
    radii, weights = torch.ones(1, dtype=torch.float64), torch.ones(1, dtype=torch.float64)
    if feature_map == "positive":
        abscissae, weights = (torch.from_numpy(a).to(radii) for a in gauss_legendre(_NODES))
        # The length of a normal vector lies within 10 of sqrt(d_k), but for 1e-20.
        low, high = max(d_k**0.5 - _FAR, 0.0), d_k**0.5 + _FAR
        radii = (low + high + (high - low) * abscissae) / 2
        logs = (d_k - 1) * radii.log() - radii.square() / 2
        weights = weights * (logs - logs.max()).exp()
    mean, square = (coordinate_mean(f, length * radii, d_k) for f in (phi, lambda x: phi(x).square()))
    spread = square - mean.square() if centring == "centred" else square
    return float(d_k * (weights * spread).sum() / weights.sum())


def crosstalk_weights(
    trials: Trials,
) -> tuple[
    Float[Tensor, "trials queries n"], Float[Tensor, "trials queries 1"], Float[Tensor, "trials n d_v"]
]:
    """<phi(k_i), phi(k_j)> of the first items i, zero at j = i; their own |phi(k_i)|^2; and the values."""
    sizes = trials.sizes("n")
    features = sample_features(trials.group, trials.n_trials, max(sizes), trials.source)
    values = sample_sphere((trials.n_trials, max(sizes)), D_V, trials.source)
    queries = min(_QUERIES, sizes[0])
    weights = torch.bmm(features[:, :queries], features.mT)
    own = weights.diagonal(dim1=1, dim2=2).clone().unsqueeze(-1)
    weights.diagonal(dim1=1, dim2=2).zero_()
    return weights, own, values


def noise_power(
    group: DesignGroup, weights: Float[Tensor, "trials queries n"], values: Float[Tensor, "trials n d_v"]
) -> Float[Tensor, "trials points queries"]:
    """|sum_j w_ij v_j|^2 over the first n items, at each size n."""
    columns = [torch.bmm(weights[:, :, :n], values[:, :n]).square().sum(dim=-1) for n in group.sizes("n")]
    return torch.stack(columns, dim=1)


def relative_noise(trials: Trials) -> Float[Tensor, "trials points queries"]:
    """|eta_i|^2 / |phi(k_i)|^4 of the first items at each size n; infinite where phi(k_i) = 0."""
    weights, own, values = crosstalk_weights(trials)
    return noise_power(trials.group, _beside(weights, own), values)


def _group(kind: tuple[str, str, str], d_k: int, share: int = 1) -> DesignGroup:
    feature_map, scale, centring = kind
    parts = _SIZES[kind]
    unit = 1 if parts in _NUMBERS else d_k
    sizes = [round(part * unit) for part in parts]
    projection = 2 * d_k * d_k + 2 * _NODES * d_k if feature_map == "positive" else 0
    trials = max(_TRIALS[d_k], min(512, 2**16 // d_k) if unit == 1 and not projection else 1)
    return DesignGroup.sized(
        shared={"feature_map": feature_map, "scale": scale, "centring": centring, "d_k": d_k},
        points=[{"n": n} for n in sizes],
        trials_per_block=max(_LEAST_TRIALS, trials // share),
    )


_NOISE_KINDS: Final = tuple(
    (kind, d_k)
    for kind in _SIZES
    for d_k in _NOISE_DIMENSIONS
    if kind[:2] != _MEDIAN_ONLY
    and ((kind[0] != "positive" and _SIZES[kind] in _NUMBERS) or d_k <= _LARGEST_PRODUCT)
)


@simulator(
    version=2,
    title="Noise under a feature map beside the own and beside the mean signal (d_v = 16)",
    outputs=("power", "noise"),
    groups=(_group(*kind) for kind in _NOISE_KINDS),
)
def feature_noise(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """Averages over queries of the relative noise and of the noise beside the mean signal."""
    weights, own, values = crosstalk_weights(trials)
    signal = torch.full_like(own, mean_signal(trials.group))
    noises = [
        noise_power(trials.group, _beside(weights, scale), values).mean(dim=2) for scale in (own, signal)
    ]
    return torch.stack(noises, dim=-1)


_SHARE: Final = 8
"""Means over values vary so much less that a part of the trials is as precise; less so with few items."""
_FEW_SHARE: Final = 2
_HEAVY_SHARE: Final = 3
_HEAVY: Final = ("exp", "root", "centred")


@simulator(
    title="Noise under a feature map beside the own and beside the mean signal, in mean over values",
    outputs=("power", "noise"),
    groups=(
        _group(
            kind, d_k, _FEW_SHARE if _SIZES[kind] in _NUMBERS else _HEAVY_SHARE if kind == _HEAVY else _SHARE
        )
        for kind, d_k in _NOISE_KINDS
    ),
)
def feature_noise_given_keys(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """The same two averages over the first min(64, n) queries, their means over values taken by hand.

    Values are independent, of length one and of mean zero: E |sum_j w_j v_j|^2 = sum_j w_j^2.
    """
    sizes, signal = trials.sizes("n"), mean_signal(trials.group)
    features = sample_features(trials.group, trials.n_trials, max(sizes), trials.source)
    # Divided before squaring, as squares of long features leave the range of float32.
    weights = torch.bmm(features[:, :_QUERIES] / signal, features.mT)
    own = weights.diagonal(dim1=1, dim2=2).clone()
    weights.diagonal(dim1=1, dim2=2).zero_()
    columns, squares = [], weights.square_()
    for n in sizes:
        noise = squares[:, :n, :n].sum(dim=2)
        power = torch.where(own[:, :n] > 0, noise / own[:, :n].square(), torch.inf)
        columns.append(torch.stack((power.mean(dim=1), noise.mean(dim=1)), dim=-1))
    return torch.stack(columns, dim=1)


@simulator(
    version=2,
    title="Fraction of queries whose relative noise under a feature map exceeds 1 (d_v = 16)",
    outputs=("fails",),
    groups=tuple(
        _group(kind, d_k)
        for kind in _SIZES
        for d_k in _FAILURE_DIMENSIONS
        if kind[:2] != _MEDIAN_ONLY or d_k <= _LONGEST_KEYS
    )
    + tuple(_group(kind, _BETWEEN) for kind in _SIZES if kind[:2] == _MEDIAN_ONLY),
)
def feature_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Fraction of queries whose relative noise exceeds 1."""
    noise = relative_noise(trials)
    # No number (from an infinity that meets a zero) is no success.
    return (~(noise <= 1)).to(trials.dtype).mean(dim=2, keepdim=True)


def _beside(
    weights: Float[Tensor, "trials queries n"], scale: Float[Tensor, "trials queries 1"]
) -> Float[Tensor, "trials queries n"]:
    """Divided before squaring, as squares of long features leave the range of float32."""
    return torch.where(scale > 0, weights / scale, torch.inf)


def _key_length(group: DesignGroup) -> float:
    return float(group.shared["d_k"]) ** 0.5 if group.shared["scale"] == "root" else 1.0
