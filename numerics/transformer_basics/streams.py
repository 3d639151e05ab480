r"""Sums of terms and residual streams: power, and gradients at initialisation (S13).

`L` blocks of width `d`, branches $W_l$ with independent $N(0, 1/d)$ entries and gain 1, $n(x) = \sqrt d\, x /
|x|$; the stream starts with $N(0, 1)$ coordinates (normalised for `post`), and the loss is the inner product
of the output with a normal vector.

| block | one layer | output |
|---|---|---|
| `fixed` | $x + W e_l$, $e_l$ an input of its own with $\vert e_l \vert^2 = d$ | $x_L$ |
| `none` | $x + W x$ | $x_L$ |
| `pre` | $x + W n(x)$ | $n(x_L)$ |
| `post` | $n(x + W x)$ | $x_L$ |

`residual_network` builds the matrices and differentiates; `residual_stream` is exact in law. Given its past a
step sees of a Gaussian matrix the image of one direction and the backward image of another; by rotation only
lengths and the angle between gradient and stream matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials

Scalars = Float[Tensor, " trials"]

BLOCKS: Final = ("fixed", "none", "pre", "post")
_PLAIN_WIDTH: Final = 48
_RECTIFIED_WIDTH: Final = 32
_PLAIN_DEPTHS: Final = (1, 2, 4, 8)
_WIDTH: Final = 2**16
_DEPTHS: Final = (4, 8, 16, 32, 64, 128, 256)
_ROUNDING: Final = 1e-13


@computed(
    title="Variance of a sum of n signs of correlation rho",
    points=({"rho": rho, "n": n} for rho in (0.0, 0.25, 1.0) for n in (1, 2, 4, 16, 64, 256, 1024)),
)
def sum_variance(n: int, rho: float) -> ExactValue:
    """The variance of n signs that share a part: sqrt(rho) s_0 + sqrt(1 - rho) s_i, all fair, enumerated."""
    share = np.ones(1)
    for _ in range(n):
        share = np.convolve(share, (0.5, 0.5))
    private = np.sqrt(1 - rho) * (2 * np.arange(n + 1) - n)
    squares = sum(((n * sign * np.sqrt(rho) + private) ** 2 * share).sum() / 2 for sign in (-1, 1))
    return ExactValue(value=float(squares), error_bound=float(_ROUNDING * n * squares))


def normalised(x: Float[Tensor, "*batch d"]) -> Float[Tensor, "*batch d"]:
    """The vector at root mean square one."""
    scaled: Tensor = x * x.shape[-1] ** 0.5 / torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return scaled


def run_blocks(
    block: str,
    start: Float[Tensor, "trials d"],
    W: Float[Tensor, "L trials d d"],
    extra: Float[Tensor, "L trials d"],
    *,
    skip: bool = False,
) -> tuple[Tensor, Tensor]:
    """The stream after all blocks, and the output; `skip` lets no gradient through what branches see."""
    x = start
    for matrix, own in zip(W, extra, strict=True):
        seen = {"fixed": own, "none": x, "pre": normalised(x), "post": x}[block]
        seen = seen.detach() if skip else seen
        x = x + (matrix @ seen.unsqueeze(-1)).squeeze(-1)
        x = normalised(x) if block == "post" else x
    return x, normalised(x) if block == "pre" else x


@simulator(
    version=2,
    title="Residual networks of random matrices: power, squared gradients of first and last layer, by skips",
    outputs=("power", "first", "last", "skip"),
    groups=(
        DesignGroup.sized(shared={"block": block, "d": _PLAIN_WIDTH, "L": L}, trials_per_block=64)
        for block in BLOCKS
        for L in _PLAIN_DEPTHS
    ),
    dtype="float64",
)
def residual_network(block: str, L: int, *, trials: Trials) -> Float[Tensor, "trials 1 4"]:
    """|x_L|^2/d, squared gradients by W_1 and W_L over d, and that by W_1 through skip connections alone."""
    d = _PLAIN_WIDTH
    normal = trials.source.normal

    W = (normal(L, trials.n_trials, d, d) / d**0.5).requires_grad_()
    start, extra = normal(trials.n_trials, d), normalised(normal(L, trials.n_trials, d))
    start = normalised(start) if block == "post" else start
    direction = normal(trials.n_trials, d) / d**0.5
    found = []
    for skip in (False, True):
        stream, output = run_blocks(block, start, W, extra, skip=skip)
        (slope,) = torch.autograd.grad((output * direction).sum(), W)
        squares = slope.square().sum((-2, -1)) / d
        if not skip:
            found = [stream.detach().square().mean(-1), squares[0], squares[-1]]
        else:
            found.append(squares[0])
    return torch.stack(found, dim=-1).unsqueeze(1)


@simulator(
    title="Squared gradients of post-norm blocks with rectified branches, first and last block",
    outputs=("first", "last"),
    groups=(
        DesignGroup.sized(shared={"d": _RECTIFIED_WIDTH, "L": L}, trials_per_block=32) for L in (2, 4, 8, 16)
    ),
    dtype="float64",
)
def rectified_network(L: int, d: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """Squared gradients by the first and the last block's outer matrix over d, blocks n(x + V (W x)_+).

    W and V are d x d with variances 2/d and 1/d, so that a branch adds as much as it sees.
    """
    normal = trials.source.normal

    W, V = (
        normal(L, trials.n_trials, d, d) * (2 / d) ** 0.5,
        (normal(L, trials.n_trials, d, d) / d**0.5).requires_grad_(),
    )
    x, direction = normalised(normal(trials.n_trials, d)), normal(trials.n_trials, d) / d**0.5
    for inner, outer in zip(W, V, strict=True):
        hidden = torch.relu(inner @ x.unsqueeze(-1))
        x = normalised(x + (outer @ hidden).squeeze(-1))
    (slope,) = torch.autograd.grad((x * direction).sum(), V)
    squares = slope.square().sum((-2, -1)) / d
    return torch.stack((squares[0], squares[-1]), dim=-1).unsqueeze(1)


@dataclass(frozen=True, kw_only=True)
class _Step:
    """One layer forwards: length before, length of the sum, and cosine and sine of the angle between them."""

    before: Scalars
    after: Scalars
    cosine: Scalars
    sine: Scalars


@dataclass(frozen=True, kw_only=True)
class _Draw:
    """The random numbers of a batch of trials in dimension d."""

    d: int
    n_trials: int
    generator: torch.Generator
    device: torch.device
    dtype: torch.dtype

    def normal(self) -> Scalars:
        """A standard normal."""
        return torch.randn(self.n_trials, generator=self.generator, device=self.device, dtype=self.dtype)

    def chi_square(self, degrees: int) -> Scalars:
        """A chi-square of so many degrees."""
        half = torch.full((self.n_trials,), degrees / 2, device=self.device, dtype=self.dtype)
        return 2 * torch._standard_gamma(half, generator=self.generator)

    def coordinate(self) -> Scalars:
        """One coordinate of a uniform point of the sphere in d - 1 dimensions."""
        one = self.normal()
        return one / (one.square() + self.chi_square(self.d - 2)).sqrt()

    def added(self, along: Scalars, scale: Scalars) -> Scalars:
        """The length of a vector of length `along` in d - 1 dimensions plus `scale` times a normal one."""
        straight = along + scale * self.normal()
        return (straight.square() + scale.square() * self.chi_square(self.d - 2)).sqrt()


@simulator(
    version=2,
    title="The same, exact in law, for wide and deep networks",
    outputs=("power", "first", "last", "skip"),
    groups=(
        DesignGroup.sized(shared={"block": block, "d": d, "L": L}, trials_per_block=64)
        for d, depths in ((_PLAIN_WIDTH, _PLAIN_DEPTHS), (_WIDTH, _DEPTHS))
        for block in BLOCKS
        for L in depths
    ),
    dtype="float64",
)
def residual_stream(block: str, L: int, d: int, *, trials: Trials) -> Float[Tensor, "trials 1 4"]:
    """What `sample_residual_network` finds, exact in law, for the width of the point."""
    draw = _Draw(
        d=d, n_trials=trials.n_trials, generator=trials.generator, device=trials.device, dtype=trials.dtype
    )
    steps, length = [], draw.chi_square(d).sqrt()
    length = torch.full_like(length, d**0.5) if block == "post" else length
    for _ in range(L):
        steps.append(_forward(draw, length, length / d**0.5 if block == "none" else torch.ones_like(length)))
        length = torch.full_like(length, d**0.5) if block == "post" else steps[-1].after
    first, last = _backward(draw, block, steps, skip=False)
    through_skips, _ = _backward(draw, block, steps, skip=True)
    return torch.stack((length.square() / d, first, last, through_skips), dim=-1).unsqueeze(1)


def _forward(draw: _Draw, length: Scalars, scale: Scalars) -> _Step:
    """A stream of this length takes in `scale` times a normal vector."""
    along, across = length + scale * draw.normal(), scale * draw.chi_square(draw.d - 1).sqrt()
    after = (along.square() + across.square()).sqrt()
    return _Step(before=length, after=after, cosine=along / after, sine=across / after)


def _backward(draw: _Draw, block: str, steps: list[_Step], *, skip: bool) -> tuple[Scalars, Scalars]:
    """Squared gradients by the first and the last matrix, over d.

    The gradient by the stream is kept as its part along the stream and the length of the rest, whose
    direction is uniform. It enters the gradient by W times the branch's input, whose square is d or that
    of the stream.
    """
    d = draw.d
    along, across = draw.normal() / d**0.5, (draw.chi_square(d - 1) / d).sqrt()
    if block == "pre":
        along, across = torch.zeros_like(along), across * d**0.5 / steps[-1].after
    found = []
    for step in reversed(steps):
        if block == "post":
            along, across = torch.zeros_like(along), across * d**0.5 / step.after
        whole = along.square() + across.square()
        found.append(whole * (step.before.square() / d if block == "none" else 1.0))
        aside = draw.coordinate() * across
        kept = along * step.cosine + aside * step.sine
        rest = (whole - kept.square()).clamp_min(0).sqrt()
        if skip or block == "fixed":
            along, across = kept, rest
        elif block == "pre":
            along, across = kept, draw.added(rest, whole.sqrt() / step.before)
        else:
            # <gradient, (1 + W) x> = <gradient, sum>: nothing along the stream after its normalisation.
            along = along * step.after / step.before
            across = draw.added(rest, (whole / d).sqrt())
    return found[-1], found[0]


@computed(
    title="Mean square of what a branch sees, by block and depth",
    points=({"block": block, "l": l} for block in ("none", "pre", "post") for l in (1, 2, 4, 8, 16)),
)
def sublayer_input(block: str, l: int) -> ExactValue:
    """The mean square of what branch l + 1 sees after l blocks, a network of width 256 from a fixed seed."""
    d = 256
    generator = block_generator(0, "transformer_basics.streams", 1, "instance", l, "cpu")
    x = normalised(torch.randn(1, d, generator=generator, dtype=torch.float64))
    for _ in range(l):
        W = torch.randn(1, 1, d, d, generator=generator, dtype=torch.float64) / d**0.5
        x, _output = run_blocks(block, x, W, x.unsqueeze(0))
    seen = normalised(x) if block == "pre" else x
    return ExactValue(value=float(seen.square().mean()), error_bound=_ROUNDING)
