r"""The loss around $\theta_\pi$, where nothing is read out of the data: spectra, flat directions, excess.

At $\theta_\pi$ the embedding e and the read-out a are zero and b is the log-odds of a one. Two more numbers
choose what the other weights do there: attention subtracts `v` times the mean of all tokens seen ($W_O = I$,
$W_V = -v I$, uniform), the feed-forward part subtracts `tau` of its input ($W_1 = I$, $W_2 = -\tau I$,
positions at one half so that no rectifier is at its kink). With both zero so is every other parameter.
Derivatives are automatic, of the loss enumerated in double precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..optimisers import Adam
from ..quantity import ExactQuantity, ExactValue, Value
from .chain import Chain, marginal_entropy
from .layer import Flat, Layer, Losses, context_logits, context_loss, contexts
from .layer_gradient import loss_and_gradient

ROUNDING: Final = 2.0**-52
_WIDTH: Final = 2
_POSITION: Final = 0.5
_TERMS: Final = 1000
"""Roundings that an entry of the Hessian may collect: thirty contexts, a dozen operations each."""
_STARTS: Final = 24
_STEPS: Final = 120
_RATE: Final = 0.05
_DRAWS: Final = 16
_PAIRS: Final = ((0.9, 0.7), (0.6, 0.8), (0.95, 0.9), (0.2, 0.2), (0.1, 0.4), (0.3, 0.5), (0.4, 0.6))
"""Values of p and q: three sums above one, three below, and one at one."""
_RADII: Final = (0.01, 0.03, 0.1, 0.3, 0.75)


def layer_of(at: Mapping[str, Value]) -> Layer:
    """The layer of a cell: weights tied or not, N positions."""
    return Layer(tied=at["weights"] == "tied", N=int(at["N"]), d=_WIDTH, hidden=_WIDTH)


def chain_of(at: Mapping[str, Value]) -> Chain:
    """The chain of a cell."""
    return Chain(p=float(at["p"]), q=float(at["q"]))


def marginal_point(
    layer: Layer, chain: Chain, *, v: float = 0.0, tau: float = 0.0
) -> Float[Tensor, " parameters"]:
    """The point with no embedding and no read-out; attention and feed-forward part as above."""
    share = chain.stationary
    one = torch.eye(layer.d, dtype=torch.float64)
    parts = {"b": torch.log(share[1] / share[0])}
    if v:
        parts |= {"W_O": one, "W_V": -v * one}
    if tau:
        positions = torch.full((layer.N, layer.d), _POSITION, dtype=torch.float64)
        parts |= {"W_1": one, "W_2": -tau * one, "p": positions}
    return layer.join(**parts)


def bigram_point(layer: Layer, chain: Chain) -> Float[Tensor, " parameters"]:
    """A point whose logit is the log-odds of the transition out of the last token, tied weights included.

    Tied weights give the logit a slope above zero unless the feed-forward part turns the embedding round.
    """
    after = torch.logit(chain.transition[:, 1])
    slope = after[1] - after[0]
    unit = torch.zeros(layer.d, dtype=torch.float64)
    unit[0] = 1
    if not layer.tied:
        return layer.join(e=unit, a=slope * unit, b=after[0])
    turned = float(slope < 0)
    one = torch.eye(layer.d, dtype=torch.float64)
    positions = torch.full((layer.N, layer.d), _POSITION, dtype=torch.float64)
    e = slope.abs().sqrt() * unit
    offset = (1 - 2 * turned) * _POSITION * e.sum()
    return layer.join(e=e, p=positions, W_1=one, W_2=-2 * turned * one, b=after[0] - offset)


def point_of(at: Mapping[str, Value]) -> Float[Tensor, " parameters"]:
    """The point of a cell."""
    strengths = {name: float(at.get(name, 0.0)) for name in ("v", "tau")}
    return marginal_point(layer_of(at), chain_of(at), **strengths)


@lru_cache(maxsize=64)
def _hessian(layer: Layer, chain: Chain, v: float, tau: float) -> Float[Tensor, "parameters parameters"]:
    theta = marginal_point(layer, chain, v=v, tau=tau)
    return _second_derivatives(layer, chain, theta, layer.mask(*layer.shapes))


def _second_derivatives(
    layer: Layer, chain: Chain, theta: Flat, by: Bool[Tensor, " parameters"]
) -> Float[Tensor, "*batch rows parameters"]:
    """Automatic derivatives of those first ones that `by` names, each on a copy of the point of its own."""
    rows = by.nonzero().squeeze(-1)
    copies = theta.unsqueeze(-2).repeat_interleave(len(rows), dim=-2).requires_grad_()
    (slopes,) = torch.autograd.grad(context_loss(layer, copies, chain).sum(), copies, create_graph=True)
    chosen = slopes.gather(-1, rows.unsqueeze(-1).expand(*slopes.shape[:-1], 1))
    (found,) = torch.autograd.grad(chosen.sum(), copies)
    return found


def hessian_of(at: Mapping[str, Value]) -> Float[Tensor, "parameters parameters"]:
    """The second derivatives of the loss by all parameters at the point of a cell."""
    return _hessian(layer_of(at), chain_of(at), float(at.get("v", 0.0)), float(at.get("tau", 0.0)))


def embedding_curvature_of(at: Mapping[str, Value]) -> ExactValue:
    """The least curvature over embeddings and read-outs when the bias follows."""
    layer, H = layer_of(at), hessian_of(at)
    moved, bias = layer.mask("e", "a"), layer.mask("b")
    coupling = H[moved][:, bias]
    block = H[moved][:, moved] - coupling @ coupling.mT / H[bias][:, bias]
    return ExactValue(value=float(torch.linalg.eigvalsh(block)[0]), error_bound=_TERMS * ROUNDING)


def bias_curvature_of(at: Mapping[str, Value]) -> ExactValue:
    """The second derivative by the bias."""
    bias = layer_of(at).mask("b")
    return ExactValue(value=float(hessian_of(at)[bias][:, bias]), error_bound=_TERMS * ROUNDING)


def eigenvalue_of(at: Mapping[str, Value]) -> ExactValue:
    """The j-th largest eigenvalue of all second derivatives, or the j-th least where j < 0."""
    values = torch.linalg.eigvalsh(hessian_of(at))
    j = int(at["j"])
    return ExactValue(value=float(values[-j] if j > 0 else values[-j - 1]), error_bound=_TERMS * ROUNDING)


def inertia_of(at: Mapping[str, Value]) -> ExactValue:
    """How many eigenvalues are negative, zero or positive."""
    values, small = torch.linalg.eigvalsh(hessian_of(at)), _TERMS * ROUNDING
    signs = {"negative": values < -small, "zero": values.abs() <= small, "positive": values > small}
    return ExactValue(value=float(signs[str(at["sign"])].sum()), error_bound=0.0)


def value_at_point_of(at: Mapping[str, Value]) -> ExactValue:
    """A prediction farthest out, the loss, or the largest entry of the gradient, at the point of a cell."""
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    given = contexts(chain, layer.N)
    if at["what"] == "loss":
        return ExactValue(value=float(context_loss(layer, theta, chain)), error_bound=_TERMS * ROUNDING)
    if at["what"] == "gradient":
        at_point = theta.clone().requires_grad_()
        (slopes,) = torch.autograd.grad(context_loss(layer, at_point, chain), at_point)
        return ExactValue(value=float(slopes.abs().max()), error_bound=_TERMS * ROUNDING)
    predicted = torch.sigmoid(context_logits(layer, theta, given))
    farthest = predicted.max() if at["what"] == "largest prediction" else predicted.min()
    return ExactValue(value=float(farthest), error_bound=_TERMS * ROUNDING)


def gap_of(at: Mapping[str, Value]) -> ExactValue:
    """The loss at the point less the loss of a layer of the same kind that predicts by the last token."""
    layer, chain = layer_of(at), chain_of(at)
    both = torch.stack((point_of(at), bigram_point(layer, chain)))
    losses = context_loss(layer, both, chain)
    return ExactValue(value=float(losses[0] - losses[1]), error_bound=_TERMS * ROUNDING)


def flat_dimension_of(at: Mapping[str, Value]) -> ExactValue:
    """How many parameters may be moved, all at once and at random, without changing the loss.

    Those that leave the loss alone one by one are moved together; where that changes it none count.
    """
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    generator = block_generator(0, "markov_chains.curvature", 1, "instance", 1, "cpu")
    drawn = torch.randn(_DRAWS, layer.size, generator=generator, dtype=torch.float64)
    base = context_loss(layer, theta, chain)

    def unchanged(moves: Flat) -> Tensor:
        return (context_loss(layer, theta + moves, chain) - base).abs() <= _TERMS * ROUNDING

    alone = unchanged(drawn[:, :, None] * torch.eye(layer.size, dtype=torch.float64)).all(dim=0)
    together = bool(unchanged(drawn * alone).all())
    return ExactValue(value=float(alone.sum()) if together else 0.0, error_bound=0.0)


def crosswise_curvature_of(at: Mapping[str, Value]) -> ExactValue:
    """The least curvature over embedding and bias at random points whose other parameters moved by r."""
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    read = layer.mask("e", "a", "b")
    generator = block_generator(0, "markov_chains.curvature", 1, "instance", 4, "cpu")
    moves = torch.randn(_DRAWS, layer.size, generator=generator, dtype=torch.float64) * ~read
    points = theta + float(at["r"]) * moves / moves.norm(dim=-1, keepdim=True)
    H = _second_derivatives(layer, chain, points, read)[:, :, read]
    return ExactValue(value=float(torch.linalg.eigvalsh(H)[:, 0].min()), error_bound=_TERMS * ROUNDING)


def least_excess_of(at: Mapping[str, Value]) -> ExactValue:
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
        adam.step(moves, _slopes_inside(moves, bias, radius, slopes))
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


def _cells(**axes: tuple[Value, ...]) -> tuple[dict[str, Value], ...]:
    """All combinations of the axes with the pairs of p and q."""
    cells: list[dict[str, Value]] = [{"p": p, "q": q} for p, q in _PAIRS]
    for name, values in axes.items():
        cells = [{**cell, name: value} for cell in cells for value in values]
    return tuple(cells)


_WEIGHTS: Final = ("tied", "untied")
_POINTS: Final = tuple(
    {**cell, "v": v, "tau": tau}
    for cell in _cells(weights=_WEIGHTS, N=(4,))
    for v, tau in ((0.0, 0.0), (3.0, 0.0), (0.0, 2.0))
) + tuple({"p": 0.9, "q": 0.6, "weights": w, "N": 2, "v": 1.6, "tau": 0.0} for w in _WEIGHTS)
"""Simple weights, attention, a feed-forward part; and a point at which curvatures vanish."""
_LONGER: Final[tuple[dict[str, Value], ...]] = tuple(
    {"p": p, "q": q, "weights": "tied", "N": N, "v": 3.0, "tau": 0.0}
    for p, q in ((0.9, 0.7), (0.3, 0.5))
    for N in (2, 3, 5, 6, 7, 8)
)
"""Attention over other numbers of positions."""


def _sized(cells: tuple[Mapping[str, Value], ...]) -> tuple[dict[str, Value], ...]:
    """The cells with the width d and the number D of all parameters."""
    return tuple({**cell, "d": _WIDTH, "D": layer_of(cell).size} for cell in cells)


embedding_curvature: Final = ExactQuantity(
    name="markov_chains.embedding_curvature",
    version=1,
    title="Least curvature over embeddings and read-outs at the marginal point, the bias following",
    cells=_POINTS + _LONGER,
    evaluate=embedding_curvature_of,
)

marginal_bias_curvature: Final = ExactQuantity(
    name="markov_chains.marginal_bias_curvature",
    version=1,
    title="Curvature along the bias at the marginal point",
    cells=_POINTS,
    evaluate=bias_curvature_of,
)

marginal_eigenvalue: Final = ExactQuantity(
    name="markov_chains.marginal_eigenvalue",
    version=1,
    title="Eigenvalues of all second derivatives at the marginal point, by size",
    cells=tuple({**cell, "j": j} for cell in _POINTS for j in (1, 2, 3, 4, 5, -2, -1)),
    evaluate=eigenvalue_of,
)

marginal_inertia: Final = ExactQuantity(
    name="markov_chains.marginal_inertia",
    version=1,
    title="Numbers of negative, zero and positive eigenvalues at the marginal point",
    cells=_sized(
        tuple({**cell, "sign": sign} for cell in _POINTS for sign in ("negative", "zero", "positive"))
    ),
    evaluate=inertia_of,
)

marginal_value: Final = ExactQuantity(
    name="markov_chains.marginal_value",
    version=1,
    title="Predictions, loss and gradient at the marginal point",
    cells=tuple(
        {**cell, "what": what}
        for cell in _POINTS
        for what in ("largest prediction", "least prediction", "loss", "gradient")
    ),
    evaluate=value_at_point_of,
)

marginal_gap: Final = ExactQuantity(
    name="markov_chains.marginal_gap",
    version=1,
    title="Loss at the marginal point less the loss of a layer that predicts by the last token",
    cells=_POINTS,
    evaluate=gap_of,
)

flat_dimension: Final = ExactQuantity(
    name="markov_chains.flat_dimension",
    version=1,
    title="Parameters that move at will around the marginal point without changing the loss",
    cells=_sized(_POINTS),
    evaluate=flat_dimension_of,
)

crosswise_curvature: Final = ExactQuantity(
    name="markov_chains.crosswise_curvature",
    version=1,
    title="Least curvature over embedding and bias at points of equal loss near the marginal point",
    cells=tuple({**cell, "r": r} for cell in _cells(weights=("tied",), N=(4,)) for r in _RADII),
    evaluate=crosswise_curvature_of,
)

least_excess: Final = ExactQuantity(
    name="markov_chains.least_excess",
    version=2,
    title="Least excess over the marginal entropy near the marginal point, per square of the embedding",
    cells=tuple({**cell, "r": r} for cell in _POINTS for r in _RADII),
    evaluate=least_excess_of,
)
