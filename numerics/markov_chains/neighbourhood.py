r"""Points near $\theta_\pi$: directions without change of the loss, curvature off them, the least excess.

Nearby points are drawn; the least excess is looked for by descents from random starts, so that it bounds the
infimum from above.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ..monte_carlo import block_generator
from ..optimisers import Adam
from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain, marginal_entropy
from .curvature import (
    POINTS,
    ROUNDING,
    TERMS,
    all_points,
    chain_of,
    layer_of,
    point_of,
    second_derivatives,
    with_sizes,
)
from .layer import Flat, Layer, Losses, context_loss, contexts
from .layer_gradient import loss_and_gradient

_STARTS: Final = 24
_STEPS: Final = 120
_RATE: Final = 0.05
_FAINT: Final = 1e-5
"""Scale of the slopes. Adam makes full steps of the smallest slopes, else of what rounding makes of zero."""
_TRIALS: Final = 16
_RADII: Final = (0.01, 0.03, 0.1, 0.3, 0.75)


@computed(
    title="Parameters that move at will around the marginal point without changing the loss",
    points=with_sizes(POINTS),
)
def flat_dimension(**at: Value) -> ExactValue:
    """How many parameters may be moved, all at once and at random, without changing the loss.

    Those that leave the loss alone one by one are moved together; where that changes it none count.
    """
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    generator = block_generator(0, "markov_chains.curvature", 1, "instance", 1, "cpu")
    drawn = torch.randn(_TRIALS, layer.size, generator=generator, dtype=torch.float64)
    base = context_loss(layer, theta, chain)

    def unchanged(moves: Flat) -> Tensor:
        return (context_loss(layer, theta + moves, chain) - base).abs() <= TERMS * ROUNDING

    alone = unchanged(drawn[:, :, None] * torch.eye(layer.size, dtype=torch.float64)).all(dim=0)
    together = bool(unchanged(drawn * alone).all())
    return ExactValue(value=float(alone.sum()) if together else 0.0, error_bound=0.0)


@computed(
    title="Least curvature over embedding and bias at points of equal loss near the marginal point",
    points=({**point, "r": r} for point in all_points(weights=("tied",), N=(4,)) for r in _RADII),
)
def crosswise_curvature(**at: Value) -> ExactValue:
    """The least curvature over embedding and bias at random points whose other parameters moved by r."""
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    read = layer.mask("e", "a", "b")
    generator = block_generator(0, "markov_chains.curvature", 1, "instance", 4, "cpu")
    moves = torch.randn(_TRIALS, layer.size, generator=generator, dtype=torch.float64) * ~read
    points = theta + float(at["r"]) * moves / moves.norm(dim=-1, keepdim=True)
    H = second_derivatives(layer, chain, points, read)[:, :, read]
    return ExactValue(value=float(torch.linalg.eigvalsh(H)[:, 0].min()), error_bound=TERMS * ROUNDING)


@computed(
    version=3,
    title="Least excess over the marginal entropy near the marginal point, per square of the embedding",
    points=({**point, "r": r} for point in POINTS for r in _RADII),
)
def least_excess(**at: Value) -> ExactValue:
    """The least (L - H(pi))/|e|^2 found within r of the point, the bias at will; untied, |e|^2 is |e||a|.

    From random starts Adam's steps go down in the ratio itself; what it finds bounds the infimum from above.
    """
    layer, chain, theta, radius = layer_of(at), chain_of(at), point_of(at), float(at["r"])
    generator = block_generator(0, "markov_chains.curvature", 1, "instance", 2, "cpu")
    bias, entropy = layer.mask("b"), marginal_entropy(chain)
    start = torch.randn(_STARTS, layer.size, generator=generator, dtype=torch.float64)
    moves = start / start.norm(dim=-1, keepdim=True)
    adam, best, bound = Adam(rates=_RATE), torch.inf, 0.0
    for _ in range(_STEPS):
        ratio, square, slopes = _ratio(layer, chain, theta, _inside(moves, bias, radius), entropy)
        lowest = int(ratio.argmin())
        if float(ratio[lowest]) < best:
            best, bound = float(ratio[lowest]), 4 * ROUNDING / float(square[lowest])
        adam.step(moves, _FAINT * _slopes_inside(moves, bias, radius, slopes))
    return ExactValue(value=best, error_bound=bound)


def _inside(moves: Flat, bias: Tensor, radius: float) -> Flat:
    """The moves within the radius, the bias apart and in proportion to its square."""
    others = moves * ~bias
    length = others.norm(dim=-1, keepdim=True).clamp(min=1.0)
    inside: Flat = radius * others / length + radius**2 * moves * bias
    return inside


def _slopes_inside(moves: Flat, bias: Tensor, radius: float, slopes: Flat) -> Flat:
    """Derivatives by the moves, where `slopes` are those by what `_inside` makes of them."""
    others, pulled = moves * ~bias, radius * slopes * ~bias
    length = others.norm(dim=-1, keepdim=True)
    along = (pulled * others).sum(dim=-1, keepdim=True) / length**2 * others
    # Beyond length one only the direction counts.
    free = torch.where(length > 1, (pulled - along) / length, pulled)
    found: Flat = free + radius**2 * slopes * bias
    return found


def _ratio(
    layer: Layer, chain: Chain, theta: Tensor, moves: Flat, entropy: float
) -> tuple[Losses, Losses, Flat]:
    """The excess over |e||a|, that product, and the ratio's derivatives by the moves."""
    given = contexts(chain, layer.N)
    loss, slopes = loss_and_gradient(layer, theta + moves, given, given.masses.unsqueeze(0))
    lengths = [(moves * layer.mask(name)).norm(dim=-1) for name in ("e", "e" if layer.tied else "a")]
    square = lengths[0] * lengths[1]
    ratio = (loss - entropy) / square
    # The logarithm of the product has the derivatives e/|e|^2 and a/|a|^2, twice the first where a = e.
    read = layer.mask("e") / lengths[0].unsqueeze(-1) ** 2
    read = 2 * read if layer.tied else read + layer.mask("a") / lengths[1].unsqueeze(-1) ** 2
    return ratio, square, slopes / square.unsqueeze(-1) - ratio.unsqueeze(-1) * read * moves
