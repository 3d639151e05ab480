r"""Softmax over scores <q, k_j> / d_k^a, a = 0 (unscaled) or 1/2 (root), all standard normal (S3, S4).

| quantity | of what |
|---|---|
| `two_keys` | quadrature over two keys: one minus the largest weight, Jacobian by scores, by query |
| `softmax_row` | n keys, simulated: the same, and shares of rows beyond thresholds |
| `softmax_row_collapsed` | n keys, exact in law: given the query's length r, scores are N(0, r^2) |
| `jacobian_gap` | largest entry of automatic derivatives minus diag(alpha) - alpha alpha^T |

Of two keys only the gap g of the scores matters. Given the query's length r it is normal with standard
deviation sqrt(2) r; given the length rho of the keys' difference, with rho. The derivative by the query is
J K, of norm sqrt(2) alpha_1 alpha_2 |k_1 - k_2|. Of one minus the maximum and of the norms the medians are
given as minus their logarithms ("depth"), which stay in sight where the numbers do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log, sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy import optimize, special
from torch import Tensor

from ..monte_carlo import block_generator
from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials
from .scores import length_rule

Vector = NDArray[np.float64]

_FAR_GAP: Final = 60.0
"""Beyond it nothing that is averaged exceeds 1e-25."""
_NODES: Final = (400, 240)
_LENGTHS: Final = (120, 80)
_QUADRATURE_ROUNDING: Final = 1e-12
_PLAIN_SIZES: Final = (8, 32, 128, 512)
_COLLAPSED_SIZES: Final = tuple(4**m for m in range(2, 11))
_OUTPUTS: Final = (
    "largest",
    "shortfall",
    "above_half",
    "above_nine_tenths",
    "above_ninety_nine",
    "others_small",
    "jacobian",
    "winner",
    "squares",
)


def _divisor(at: Mapping[str, Value]) -> float:
    """The factor on scores; raises ValueError for a scale that does not exist."""
    match at["scale"]:
        case "unscaled":
            return 1.0
        case "root":
            return 1 / sqrt(int(at["d_k"]))
    raise ValueError(f"No scale of scores is called {at['scale']!r}.")


def _small(g: Vector) -> Vector:
    """The smaller of two weights."""
    return np.asarray(special.expit(-g))


def _product(g: Vector) -> Vector:
    """The product of two weights."""
    return np.asarray(special.expit(-g) * special.expit(g))


def _mean(function: Callable[[Vector], Vector], spreads: Vector, weights: Vector, nodes: int) -> float:
    """The mean of function(|g|) for a normal g, over its standard deviation."""
    unit, mass = gauss_legendre(nodes)
    # Half of the nodes below the bend of the function, where spreads are large.
    pieces = ((0.0, 6.0), (6.0, _FAR_GAP))
    total = 0.0
    for low, high in pieces:
        g = low + (unit + 1) * (high - low) / 2
        density = np.exp(-((g / spreads[:, None]) ** 2) / 2) * sqrt(2 / np.pi) / spreads[:, None]
        total += float(weights @ (density @ (function(g) * mass))) * (high - low) / 2
    return total


def _median_gap(spreads: Vector, weights: Vector) -> float:
    """The median of |g|."""
    high = 2 * float(spreads.max())
    return float(
        optimize.brentq(
            lambda g: float(weights @ special.erf(g / (spreads * sqrt(2)))) - 0.5,
            0.0,
            high,
            xtol=1e-13 * high,
        )
    )


def _median_query_depth(scale: float, lengths: Vector, weights: Vector) -> float:
    """Minus the logarithm of the median of sqrt(2) rho alpha_1 alpha_2 times the scale.

    It exceeds e^-x where the product of the weights exceeds e^-x / (sqrt(2) rho): where |g| stays below
    2 arcosh of the root of a quarter of the inverse, alpha_1 alpha_2 being 1 / (4 cosh^2(g/2)).
    """
    spreads = scale * lengths * sqrt(2)
    factors = np.log(spreads * sqrt(2))

    def excess(x: float) -> float:
        ratio = (x + factors) / 2 - log(2)
        # arcosh(e^y) = y + log(1 + sqrt(1 - e^-2y)) without overflow.
        inside = np.sqrt(np.clip(1 - np.exp(-2 * np.maximum(ratio, 0)), 0, None))
        reach = np.where(ratio > 0, 2 * (ratio + np.log1p(inside)), 0.0)
        return float(weights @ special.erf(reach / (spreads * sqrt(2)))) - 0.5

    return float(optimize.brentq(excess, -10.0, 10 + 4 * float(spreads.max()), xtol=1e-12))


@computed(
    title="Two keys: one minus the largest weight, and norms of derivatives; means and medians",
    points=(
        {"scale": scale, "statistic": statistic, "d_k": 2**m}
        for scale in ("unscaled", "root")
        for statistic in (
            "shortfall",
            "jacobian",
            "query",
            "above",
            "shortfall depth",
            "jacobian depth",
            "query depth",
        )
        for m in range(3, 21)
    ),
)
def two_keys(**at: Value) -> ExactValue:
    """One statistic of two keys, at two resolutions."""
    fine, coarse = (_two_keys(at, *sizes) for sizes in zip(_NODES, _LENGTHS, strict=True))
    return ExactValue(
        value=fine, error_bound=2 * abs(fine - coarse) + _QUADRATURE_ROUNDING * max(abs(fine), 1e-3)
    )


def _two_keys(at: Mapping[str, Value], nodes: int, radii: int) -> float:
    scale = _divisor(at)
    lengths, weights = length_rule(int(at["d_k"]), radii)
    spreads = scale * lengths * sqrt(2)
    match at["statistic"]:
        case "shortfall":
            return _mean(_small, spreads, weights, nodes)
        case "jacobian":
            return 2 * _mean(_product, spreads, weights, nodes)
        case "query":
            return sqrt(2) * _mean(_product, spreads, weights * spreads, nodes)
        case "above":
            return 1 - float(weights @ special.erf(log(9) / (spreads * sqrt(2))))
        case "shortfall depth":
            return float(np.logaddexp(0, _median_gap(spreads, weights)))
        case "jacobian depth":
            g = _median_gap(spreads, weights)
            return g + 2 * float(np.log1p(np.exp(-g))) - log(2)
        case "query depth":
            return _median_query_depth(scale, lengths, weights)
    raise ValueError(f"No statistic of two keys is called {at['statistic']!r}.")


def _row_statistics(s: Float[Tensor, "n trials"]) -> Float[Tensor, "trials 9"]:
    r"""What `_OUTPUTS` name, of each row of scores; keys come first, as short last axes add up slowly.

    With $a$ the largest weight and sums over the others, the square of the Jacobian's norm is
    $a^2 (1 - a)^2 + (1 + 2 a^2 + \Sigma_2) \Sigma_2 - 2 \Sigma_3$, $\Sigma_m = \sum_j \alpha_j^m$: near
    one-hot rows lose no digits.
    """
    first = s.amax(0)
    grown = (s - first).exp()
    # Two equal maxima have probability zero.
    rest = grown.masked_fill_(s == first, 0.0)
    sum_ = rest.sum(0)
    largest, squares = 1 / (1 + sum_), rest.square()
    shortfall, second = sum_ * largest, squares.sum(0) * largest**2
    third = squares.mul_(rest).sum(0) * largest**3
    jacobian = (largest * shortfall) ** 2 + second * (1 + 2 * largest**2 + second) - 2 * third
    found = (
        largest,
        shortfall,
        (largest > 0.5).to(s.dtype),  # noqa: PLR2004 - the threshold named
        (shortfall < 0.1).to(s.dtype),  # noqa: PLR2004 - the threshold named
        (shortfall < 0.01).to(s.dtype),  # noqa: PLR2004 - the threshold named
        (rest.amax(0) * largest < 0.01).to(s.dtype),  # noqa: PLR2004 - the threshold named
        jacobian.sqrt(),
        largest * shortfall,
        largest**2 + second,
    )
    return torch.stack(found, dim=-1)


_SCALES: Final = ({"scale": "unscaled"}, {"scale": "root"})


@simulator(
    version=2,
    title="A row of weights over n keys, and its derivatives by scores and by the query",
    outputs=(*_OUTPUTS, "query"),
    groups=(
        DesignGroup.sized(
            shared={"n": n, "d_k": d_k}, points=_SCALES, trials_per_block=max(16, 2**20 // (n * d_k))
        )
        for n in (2, 8, 64)
        for d_k in _PLAIN_SIZES
    ),
    dtype="float64",
)
def softmax_row(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials 2 10"]:
    """Rows of unscaled and of scaled weights over the same scores, and the norm of J K."""
    q = trials.source.normal(trials.n_trials, d_k, 1)
    k = trials.source.normal(trials.n_trials, n, d_k)
    s, found = (k @ q).squeeze(-1), []
    for point in trials.points:
        scale = _divisor(point)
        alpha = torch.softmax(scale * s, dim=-1)
        centred = k - (alpha.unsqueeze(-2) @ k)
        slope = scale * torch.linalg.vector_norm(alpha.unsqueeze(-1) * centred, dim=(-2, -1))
        found.append(torch.cat((_row_statistics((scale * s).mT), slope.unsqueeze(-1)), dim=-1))
    return torch.stack(found, dim=1)


@simulator(
    version=2,
    title="A row of weights over n keys, exact in law",
    outputs=_OUTPUTS,
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k}, points=_SCALES, trials_per_block=max(2048, 2**18 // n))
        for n in (2, 8, 64, 1024)
        for d_k in sorted({*_COLLAPSED_SIZES, 512})
    ),
    dtype="float64",
)
def softmax_row_collapsed(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials 2 9"]:
    """The same rows from n normals and a chi-square."""
    half = torch.full((trials.n_trials,), d_k / 2, device=trials.device, dtype=trials.dtype)
    r = (2 * torch._standard_gamma(half, generator=trials.generator)).sqrt()
    s = r * trials.source.normal(n, trials.n_trials)
    return torch.stack([_row_statistics(_divisor(point) * s) for point in trials.points], dim=1)


@computed(
    title="Automatic derivatives of a softmax minus diag(alpha) - alpha alpha^T",
    points=({"n": n} for n in (2, 8, 64, 512)),
)
def jacobian_gap(n: int) -> ExactValue:
    """Automatic derivatives of a softmax of n normal scores of standard deviation 3 beside the formula."""
    group = DesignGroup.sized(shared={"n": n}, trials_per_block=1)
    generator = block_generator(0, "transformer_basics.jacobian_gap", 1, group.key, 0, device="cpu")
    s = 3 * torch.randn(n, generator=generator, dtype=torch.float64)
    weights = torch.softmax(s.requires_grad_(), dim=-1)
    slopes = torch.stack([torch.autograd.grad(a, s, retain_graph=True)[0] for a in weights])
    alpha = weights.detach()
    gap = slopes - (torch.diag(alpha) - torch.outer(alpha, alpha))
    return ExactValue(value=float(gap.abs().max()), error_bound=1e-15)
