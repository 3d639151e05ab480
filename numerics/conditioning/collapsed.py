"""Inner products of random unit vectors drawn from their own laws, without the vectors.

Given a query the overlaps <k, k_j> of independent keys are independent, each like one coordinate x of
a uniform unit vector of R^d. Its first two coordinates lie at a uniform angle and at a radius r with
P(r > x) = (1 - x^2)^((d - 2)/2): the projection of a sphere on a plane (Archimedes for d = 4, where the
square of the radius is uniform). Given the crosstalk of the items before it, an item's value has a fresh
overlap c with it, so that |eta + w v|^2 = |eta|^2 + 2 w c |eta| + w^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, pi

import torch
from jaxtyping import Float
from torch import Tensor

from ..trials import Source


def sample_overlaps(shape: tuple[int, ...], d: int, source: Source) -> Float[Tensor, "*shape"]:
    """Inner products of independent uniform unit vectors of R^d, d >= 2."""
    uniform, angle = source.uniform(2, *shape)
    # u^(2/(d - 2)) less from 1 without cancellation; on the circle the radius is 1, and 1 - u is never 0.
    power = 2 / (d - 2) if d > 2 else inf  # noqa: PLR2004 - a circle
    square: Tensor = uniform.neg_().log1p_().mul_(power).expm1_().neg_()
    return square.sqrt_().mul_(angle.mul_(2 * pi).cos_())


def sample_overlap_table(n_trials: int, n: int, d: int, source: Source) -> Float[Tensor, "trials n n"]:
    """Inner products of n <= d uniform unit vectors of R^d, without a number a dimension.

    The Gram matrix of n normal vectors is L L^T with L lower triangular: normals below the diagonal, on it
    the lengths of normal vectors of d, d - 1, ... dimensions (Bartlett, "On the theory of statistical
    regression", 1933). Rows scaled to length one are directions.
    """
    rows = source.normal(n_trials, n, n).tril_(-1)
    halves = torch.arange(d, d - n, -1, device=source.device, dtype=source.dtype).expand(n_trials, n) / 2
    lengths = (2 * torch._standard_gamma(halves.contiguous(), generator=source.generator)).sqrt()
    rows += torch.diag_embed(lengths)
    rows /= torch.linalg.vector_norm(rows, dim=2, keepdim=True)
    return torch.bmm(rows, rows.mT)


def noise_walk(
    weights: Float[Tensor, "items trials"], overlaps: Float[Tensor, "items trials"]
) -> Iterator[Float[Tensor, " trials"]]:
    """|sum_{j <= m} w_j v_j|^2 after each item, from the overlap of each value with the sum before it."""
    power = torch.zeros_like(weights[0])
    for weight, overlap in zip(weights, overlaps, strict=True):
        power = torch.addcmul(power, weight, weight + 2 * overlap * power.sqrt()).clamp_min_(0)
        yield power
