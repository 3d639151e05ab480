"""Diagnostics of an attention head, for tensors of any module (Sections 6.2 and 8.1), each beside its null.

| letter | shape | what it is |
|---|---|---|
| `alpha` | (..., T, T) | attention weights, a row for each query, each row adding to 1 |
| `v` | (..., T, d_v) | value vectors |
| `g` | (..., T, d_v) | contexts, g = alpha v |
| `u` | (..., T, d_v) | upstream gradients dL/dg, from `torch.autograd.grad(loss, g)` |
| `k` | (n, d) | key vectors |

Leading axes are instances: heads, sequences. Units: `b` is in units of the loss, `alpha` and usages are
numbers of queries, norms those of the values, shares and cosines are pure numbers. A number without its null
misleads: a causal mask alone lowers the usage of late positions, few random keys are never orthogonal, and
few values always lie near a plane. docs/attention_diagnostics.md shows them on a module.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, pi, sqrt

import torch
from jaxtyping import Float
from torch import Tensor

from .gradients import compatibility

__all__ = [
    "KeyOrthogonality",
    "ValueSpread",
    "advantage",
    "column_usage",
    "compatibility",
    "key_orthogonality",
    "random_cosine",
    "relative_usage",
    "uniform_usage",
    "value_norms",
    "value_spread",
]

_NULL_TRIALS = 256


def advantage(
    alpha: Float[Tensor, "*batch queries keys"], b: Float[Tensor, "*batch queries keys"]
) -> Float[Tensor, "*batch queries keys"]:
    """A_ij = E_{alpha_i} b - b_ij: a step on free scores moves s_ij by eta alpha_ij A_ij (Section 3.4).

    The sign is that of Section 3.4, where positive means that the score rises; Section 8.1 prints the
    opposite. Its mean under alpha_i is 0 in every row, so that no query can have only winners.

    >>> alpha, b = torch.tensor([[0.25, 0.75]]), torch.tensor([[-4.0, 0.0]])
    >>> advantage(alpha, b)
    tensor([[ 3., -1.]])
    """
    return (alpha * b).sum(dim=-1, keepdim=True) - b


def column_usage(alpha: Float[Tensor, "*batch queries keys"]) -> Float[Tensor, "*batch keys"]:
    """sum_i alpha_ij, how many queries' weight position j gets (Section 8.1); the mean over j is 1.

    >>> column_usage(torch.tensor([[1.0, 0.0], [0.5, 0.5]]))
    tensor([1.5000, 0.5000])
    """
    return alpha.sum(dim=-2)


def uniform_usage(T: int, *, causal: bool, dtype: torch.dtype = torch.float64) -> Float[Tensor, " T"]:
    """The usage of every position where no query prefers any: 1, and 1/j + ... + 1/T under a causal mask.

    >>> uniform_usage(3, causal=True).tolist()
    [1.8333333333333333, 0.8333333333333333, 0.3333333333333333]
    """
    if not causal:
        return torch.ones(T, dtype=dtype)
    return (1 / torch.arange(1, T + 1, dtype=dtype)).flip(0).cumsum(0).flip(0)


def relative_usage(alpha: Float[Tensor, "*batch T T"], *, causal: bool) -> Float[Tensor, "*batch T"]:
    """Usage over that of uniform weights under the same mask: below 1 a position is passed over.

    >>> relative_usage(torch.tensor([[1.0, 0.0], [0.5, 0.5]]), causal=True)
    tensor([1., 1.])
    """
    null = uniform_usage(alpha.shape[-1], causal=causal, dtype=alpha.dtype)
    return column_usage(alpha) / null.to(alpha.device)


def value_norms(v: Float[Tensor, "*batch T d_v"]) -> Float[Tensor, "*batch T"]:
    """|v_j| (Section 8.1).

    >>> value_norms(torch.tensor([[3.0, 4.0]]))
    tensor([5.])
    """
    norms: Tensor = torch.linalg.vector_norm(v, dim=-1)
    return norms


@dataclass(frozen=True, kw_only=True)
class ValueSpread:
    """The share of variance in the first principal components, and that of isotropic points as many.

    `null_mean` and `null_high` are the mean and the 99th percentile of the null.
    """

    share: float
    null_mean: float
    null_high: float

    @property
    def beyond_null(self) -> bool:
        """Whether the points lie closer to a low-dimensional plane than isotropic ones do."""
        return self.share > self.null_high


def value_spread(
    v: Float[Tensor, "points d"], generator: torch.Generator, *, components: int = 1
) -> ValueSpread:
    """How low-dimensional a cloud of values is, beside isotropic normal points of the same shape.

    Raises ValueError for fewer than three points, where a line or plane is no finding.

    >>> line = torch.linspace(-1, 1, 20).unsqueeze(-1) * torch.ones(1, 4)
    >>> spread = value_spread(line, torch.Generator().manual_seed(0))
    >>> round(spread.share, 6), spread.beyond_null, 0.25 < spread.null_mean < 0.5
    (1.0, True, True)
    """
    points, d = v.shape
    if points < 3:  # noqa: PLR2004 - two points lie on a line whatever they are
        raise ValueError(f"The spread of values needs at least three points; got {points}.")
    null = torch.randn(_NULL_TRIALS, points, d, generator=generator, device=generator.device, dtype=v.dtype)
    drawn = _leading_share(null, components)
    return ValueSpread(
        share=float(_leading_share(v.unsqueeze(0), components)),
        null_mean=float(drawn.mean()),
        null_high=float(torch.quantile(drawn, 0.99)),
    )


def _leading_share(v: Float[Tensor, "clouds points d"], components: int) -> Float[Tensor, " clouds"]:
    powers: Tensor = torch.linalg.svdvals(v - v.mean(dim=1, keepdim=True)).square()
    return powers[:, :components].sum(dim=1) / powers.sum(dim=1)


def random_cosine(d: int) -> float:
    """E|cos| of two random directions of R^d: Gamma(d/2) / (sqrt(pi) Gamma((d+1)/2)), about sqrt(2/(pi d)).

    >>> [round(random_cosine(d), 4) for d in (2, 64, 100, 128)]
    [0.6366, 0.1001, 0.08, 0.0707]
    """
    return exp(lgamma(d / 2) - lgamma((d + 1) / 2)) / sqrt(pi)


@dataclass(frozen=True, kw_only=True)
class KeyOrthogonality:
    """Mean |cos| over pairs of keys, and its law for random directions.

    The z-scores are in null standard errors. Cosines of different pairs of random directions are
    independent two by two, so that these are exact. Signed cosines of random directions have mean 0 in
    every dimension: `signed` is another statistic, with another null.
    """

    absolute: float
    null: float
    z_score: float
    signed: float
    signed_z_score: float


def key_orthogonality(k: Float[Tensor, "n d"]) -> KeyOrthogonality:
    """How nearly orthogonal keys are, beside random directions of the same dimension (Section 6.2).

    Raises ValueError for a single key, which has no pair.

    >>> found = key_orthogonality(torch.eye(4))
    >>> found.absolute, round(found.null, 4), found.z_score < -2
    (0.0, 0.4244, True)
    """
    n, d = k.shape
    if n < 2:  # noqa: PLR2004 - a pair
        raise ValueError(f"Orthogonality is one of pairs: at least two keys are needed; got {n}.")
    unit = k / torch.linalg.vector_norm(k, dim=-1, keepdim=True)
    row, column = torch.triu_indices(n, n, offset=1, device=k.device)
    cosines = (unit @ unit.mT)[row, column]
    null, pairs = random_cosine(d), len(cosines)
    absolute, signed = float(cosines.abs().mean()), float(cosines.mean())
    return KeyOrthogonality(
        absolute=absolute,
        null=null,
        z_score=(absolute - null) * sqrt(pairs / (1 / d - null**2)),
        signed=signed,
        signed_z_score=signed * sqrt(pairs * d),
    )
