"""Do the heads of a layer fail independently, and is it better to average them than to pick a good one?

Three laws of the keys of H heads (`tokens`):

- fresh: each head has keys of its own, uniform on the sphere;
- slices: a token is one vector uniform on the sphere of R^width, and each head has a slice of it,
  scaled to mean square length 1;
- unit slices: the same slices, each scaled to length 1;
- projections: a token is uniform on the sphere of R^width, and each head projects all tokens by a
  Gaussian matrix of its own, scaled to mean square length 1.

A head fails when its first item has |eta|^2 > 1 (d_v = d_k). Values are fresh in each head where
dependence is measured, so that it comes from the keys alone, and shared where heads are averaged.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_gaussian_keys, sample_sphere
from ..simulator import simulator
from ..trials import Source, Trials

_TAU: Final = 1.0
_HEADS: Final = 3
_AVERAGED: Final = (1, 2, 4, 8)
_TRIALS: Final = {8: 512, 16: 128, 32: 32}
_UNIT_TRIALS: Final = 8192
_AVERAGED_TRIALS: Final = {8: 512, 16: 256, 32: 64}


def head_keys(
    tokens: str, shape: tuple[int, int, int], dimensions: tuple[int, int], source: Source
) -> Float[Tensor, "systems heads n d_k"]:
    """Keys of all heads; `shape` is (systems, heads, n), `dimensions` (d_k, width).

    Raises ValueError for an unknown law of the tokens, or slices that do not fit the width.
    """
    (systems, heads, n), (d_k, width) = shape, dimensions
    draw = partial(sample_sphere, source=source)
    if tokens == "fresh":
        return draw(shape, d_k)
    embedded = draw((systems, n), width)
    if tokens in {"slices", "unit slices"} and heads * d_k <= width:
        slices = embedded[..., : heads * d_k].reshape(systems, n, heads, d_k).transpose(1, 2)
        if tokens == "unit slices":
            lengths: Tensor = torch.linalg.vector_norm(slices, dim=-1, keepdim=True)
            return slices.div(lengths)
        return slices * float((width / d_k) ** 0.5)
    if tokens == "projections":
        # Entries of variance 1/d_k, so that E|W e|^2 = |e|^2.
        maps = sample_gaussian_keys((systems, heads, width), d_k, source)
        joined = maps.transpose(1, 2).flatten(2)
        return torch.bmm(embedded, joined).view(systems, n, heads, d_k).transpose(1, 2)
    raise ValueError(f"{heads} heads of {d_k} dimensions cannot have {tokens!r} of width {width}.")


def _group(
    tokens: str, width: int, d_k: int, n: int, heads: tuple[int, ...], trials_per_block: int
) -> DesignGroup:
    return DesignGroup.sized(
        shared={"tokens": tokens, "width": width, "d_k": d_k, "n": n},
        points=[{"H": h} for h in heads],
        trials_per_block=trials_per_block,
    )


@simulator(
    title="One head fails, H heads fail together, H independent heads fail, and the excess of the former",
    outputs=("single", "together", "apart", "excess"),
    groups=(
        _group(tokens, parts * d_k, d_k, n, (2, 3), _TRIALS[d_k])
        for d_k in _TRIALS
        for n in (3 * d_k // 4, d_k)
        for tokens, parts in (("fresh", 3), ("slices", 3), ("projections", 1), ("projections", 4))
    ),
)
def head_dependence(
    n: int, d_k: int, width: int, tokens: str, *, trials: Trials
) -> Float[Tensor, "trials points 4"]:
    """From 3 systems of 3 heads: one head fails; H heads of one system do; H heads of H systems; the excess.

    The product takes head h from another system for each h, so its factors are independent whatever
    the law of the tokens; all cyclic choices are averaged.
    """
    shape = (trials.n_trials * _HEADS, _HEADS, n)
    keys = head_keys(tokens, shape, (d_k, width), trials.source)
    values = sample_sphere(shape, d_k, trials.source)
    # Elementwise: products of matrices as small as these cost more than their operations.
    weights = (keys[:, :, 1:] * keys[:, :, :1]).sum(dim=3, keepdim=True)
    eta = (weights * values[:, :, 1:]).sum(dim=2)
    fails = (eta.square().sum(dim=2) > _TAU).to(trials.dtype).reshape(trials.n_trials, _HEADS, _HEADS)
    columns = []
    for heads in trials.sizes("H"):
        together = fails[..., :heads].prod(dim=2).mean(dim=1)
        shifted = [fails[..., h].roll(h, dims=1) for h in range(heads)]
        apart = torch.stack(shifted).prod(dim=0).mean(dim=1)
        columns.append(torch.stack((fails.mean(dim=(1, 2)), together, apart, together - apart), dim=-1))
    return torch.stack(columns, dim=1)


@simulator(
    version=2,
    title="Crosstalk power of the mean of H heads (in mean over values), its failure, and of all H heads",
    outputs=("power", "average_fails", "all_fail"),
    groups=(
        _group(tokens, parts * d_k, d_k, n, _AVERAGED, _AVERAGED_TRIALS[d_k])
        for d_k in _TRIALS
        for n in (d_k, 2 * d_k)
        for tokens, parts in (("fresh", 8), ("slices", 8), ("projections", 4))
    ),
)
def averaged_heads(
    n: int, d_k: int, width: int, tokens: str, *, trials: Trials
) -> Float[Tensor, "trials points 3"]:
    """With shared values: |mean_h eta_h|^2; whether the first item's exceeds 1, and whether all H heads do.

    The power is a mean over all items and over values, which are independent, of length one and of
    mean zero: E |sum_j w_j v_j|^2 = sum_j w_j^2.
    """
    keys = head_keys(tokens, (trials.n_trials, max(trials.sizes("H")), n), (d_k, width), trials.source)
    values = sample_sphere((trials.n_trials, n - 1), d_k, trials.source)
    weights = keys @ keys.mT
    weights.diagonal(dim1=2, dim2=3).zero_()
    eta = weights[:, :, 0, 1:] @ values
    fails = eta.square().sum(dim=2) > _TAU
    columns = []
    for heads in trials.sizes("H"):
        mean_power = weights[:, :heads].mean(dim=1).square().sum(dim=(1, 2)) / n
        power = eta[:, :heads].mean(dim=1).square().sum(dim=1)
        outcomes = (mean_power, (power > _TAU).to(trials.dtype), fails[:, :heads].all(dim=1).to(trials.dtype))
        columns.append(torch.stack(outcomes, dim=-1))
    return torch.stack(columns, dim=1)


unit_slices = replace(
    head_dependence,
    name="conditioning.unit_slices",
    title="Heads on unit slices: one fails, H fail together, H independent ones fail, and the excess",
    groups=tuple(
        _group("unit slices", 3 * d_k, d_k, n, (2, 3), _UNIT_TRIALS)
        for d_k in (8, 16)
        for n in (3 * d_k // 4, d_k)
    ),
)
