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

from functools import partial
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, SampledQuantity
from ..sampling import sample_gaussian_keys, sample_sphere

_TAU: Final = 1.0
_HEADS: Final = 3
_AVERAGED: Final = (1, 2, 4, 8)
_TRIALS: Final = {8: 512, 16: 128, 32: 32}
_UNIT_TRIALS: Final = 8192
_AVERAGED_TRIALS: Final = {8: 512, 16: 256, 32: 64}


def head_keys(
    tokens: str,
    shape: tuple[int, int, int],
    dimensions: tuple[int, int],
    generator: torch.Generator,
    *,
    device: torch.device,
    dtype: torch.dtype,
) -> Float[Tensor, "systems heads n d_k"]:
    """Keys of all heads; `shape` is (systems, heads, n), `dimensions` (d_k, width).

    Raises ValueError for an unknown law of the tokens, or slices that do not fit the width.
    """
    (systems, heads, n), (d_k, width) = shape, dimensions
    draw = partial(sample_sphere, generator=generator, device=device, dtype=dtype)
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
        maps = sample_gaussian_keys((systems, heads, width), d_k, generator, device=device, dtype=dtype)
        joined = maps.transpose(1, 2).flatten(2)
        return torch.bmm(embedded, joined).view(systems, n, heads, d_k).transpose(1, 2)
    raise ValueError(f"{heads} heads of {d_k} dimensions cannot have {tokens!r} of width {width}.")


def sample_head_dependence(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials points 4"]:
    """From 3 systems of 3 heads: one head fails; H heads of one system do; H heads of H systems; the excess.

    The product takes head h from another system for each h, so its factors are independent whatever
    the law of the tokens; all cyclic choices are averaged.
    """
    n, d_k, width = (int(group.shared[name]) for name in ("n", "d_k", "width"))
    shape = (n_trials * _HEADS, _HEADS, n)
    keys = head_keys(str(group.shared["tokens"]), shape, (d_k, width), generator, device=device, dtype=dtype)
    values = sample_sphere(shape, d_k, generator, device=device, dtype=dtype)
    # Elementwise: products of matrices as small as these cost more than their operations.
    weights = (keys[:, :, 1:] * keys[:, :, :1]).sum(dim=3, keepdim=True)
    eta = (weights * values[:, :, 1:]).sum(dim=2)
    fails = (eta.square().sum(dim=2) > _TAU).to(dtype).reshape(n_trials, _HEADS, _HEADS)
    columns = []
    for heads in group.sizes("H"):
        together = fails[..., :heads].prod(dim=2).mean(dim=1)
        shifted = [fails[..., h].roll(h, dims=1) for h in range(heads)]
        apart = torch.stack(shifted).prod(dim=0).mean(dim=1)
        columns.append(torch.stack((fails.mean(dim=(1, 2)), together, apart, together - apart), dim=-1))
    return torch.stack(columns, dim=1)


def sample_averaged_heads(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials points 3"]:
    """With shared values: |mean_h eta_h|^2; whether the first item's exceeds 1, and whether all H heads do.

    The power is a mean over all items and over values, which are independent, of length one and of
    mean zero: E |sum_j w_j v_j|^2 = sum_j w_j^2.
    """
    n, d_k, width = (int(group.shared[name]) for name in ("n", "d_k", "width"))
    keys = head_keys(
        str(group.shared["tokens"]),
        (n_trials, max(group.sizes("H")), n),
        (d_k, width),
        generator,
        device=device,
        dtype=dtype,
    )
    values = sample_sphere((n_trials, n - 1), d_k, generator, device=device, dtype=dtype)
    weights = keys @ keys.mT
    weights.diagonal(dim1=2, dim2=3).zero_()
    eta = weights[:, :, 0, 1:] @ values
    fails = eta.square().sum(dim=2) > _TAU
    columns = []
    for heads in group.sizes("H"):
        mean_power = weights[:, :heads].mean(dim=1).square().sum(dim=(1, 2)) / n
        power = eta[:, :heads].mean(dim=1).square().sum(dim=1)
        outcomes = (mean_power, (power > _TAU).to(dtype), fails[:, :heads].all(dim=1).to(dtype))
        columns.append(torch.stack(outcomes, dim=-1))
    return torch.stack(columns, dim=1)


def _group(
    tokens: str, width: int, d_k: int, n: int, heads: tuple[int, ...], trials_per_block: int
) -> DesignGroup:
    return DesignGroup.sized(
        shared={"tokens": tokens, "width": width, "d_k": d_k, "n": n},
        points=[{"H": h} for h in heads],
        trials_per_block=trials_per_block,
    )


head_dependence: Final = SampledQuantity(
    name="conditioning.head_dependence",
    version=1,
    title="One head fails, H heads fail together, H independent heads fail, and the excess of the former",
    outputs=("single", "together", "apart", "excess"),
    binary=False,
    groups=tuple(
        _group(tokens, parts * d_k, d_k, n, (2, 3), _TRIALS[d_k])
        for d_k in _TRIALS
        for n in (3 * d_k // 4, d_k)
        for tokens, parts in (("fresh", 3), ("slices", 3), ("projections", 1), ("projections", 4))
    ),
    sample=sample_head_dependence,
)

unit_slices: Final = SampledQuantity(
    name="conditioning.unit_slices",
    version=1,
    title="Heads on unit slices: one fails, H fail together, H independent ones fail, and the excess",
    outputs=head_dependence.outputs,
    binary=False,
    groups=tuple(
        _group("unit slices", 3 * d_k, d_k, n, (2, 3), _UNIT_TRIALS)
        for d_k in (8, 16)
        for n in (3 * d_k // 4, d_k)
    ),
    sample=sample_head_dependence,
)

averaged_heads: Final = SampledQuantity(
    name="conditioning.averaged_heads",
    version=2,
    title="Crosstalk power of the mean of H heads (in mean over values), its failure, and of all H heads",
    outputs=("power", "average_fails", "all_fail"),
    binary=False,
    groups=tuple(
        _group(tokens, parts * d_k, d_k, n, _AVERAGED, _AVERAGED_TRIALS[d_k])
        for d_k in _TRIALS
        for n in (d_k, 2 * d_k)
        for tokens, parts in (("fresh", 8), ("slices", 8), ("projections", 4))
    ),
    sample=sample_averaged_heads,
)
