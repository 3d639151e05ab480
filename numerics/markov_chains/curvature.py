r"""The loss around $\theta_\pi$, where nothing is read out of the data: values and spectra.

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

from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain
from .layer import Flat, Layer, context_logits, context_loss, contexts

ROUNDING: Final = 2.0**-52
_WIDTH: Final = 2
_POSITION: Final = 0.5
TERMS: Final = 1000
"""Roundings that an entry of the Hessian may collect: thirty contexts, a dozen operations each."""
_PAIRS: Final = ((0.9, 0.7), (0.6, 0.8), (0.95, 0.9), (0.2, 0.2), (0.1, 0.4), (0.3, 0.5), (0.4, 0.6))
"""Values of p and q: three sums above one, three below, and one at one."""


def layer_of(at: Mapping[str, Value]) -> Layer:
    """The layer of a point: weights tied or not, N positions."""
    return Layer(tied=at["weights"] == "tied", N=int(at["N"]), d=_WIDTH, hidden=_WIDTH)


def chain_of(at: Mapping[str, Value]) -> Chain:
    """The chain of a point."""
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
    """The point of a point."""
    strengths = {name: float(at.get(name, 0.0)) for name in ("v", "tau")}
    return marginal_point(layer_of(at), chain_of(at), **strengths)


@lru_cache(maxsize=64)
def _hessian(layer: Layer, chain: Chain, v: float, tau: float) -> Float[Tensor, "parameters parameters"]:
    theta = marginal_point(layer, chain, v=v, tau=tau)
    return second_derivatives(layer, chain, theta, layer.mask(*layer.shapes))


def second_derivatives(
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
    """The second derivatives of the loss by all parameters at the point of a point."""
    return _hessian(layer_of(at), chain_of(at), float(at.get("v", 0.0)), float(at.get("tau", 0.0)))


def all_points(**axes: tuple[Value, ...]) -> tuple[dict[str, Value], ...]:
    """All combinations of the axes with the pairs of p and q."""
    points: list[dict[str, Value]] = [{"p": p, "q": q} for p, q in _PAIRS]
    for name, values in axes.items():
        points = [{**point, name: value} for point in points for value in values]
    return tuple(points)


_WEIGHTS: Final = ("tied", "untied")
POINTS: Final = tuple(
    {**point, "v": v, "tau": tau}
    for point in all_points(weights=_WEIGHTS, N=(4,))
    for v, tau in ((0.0, 0.0), (3.0, 0.0), (0.0, 2.0))
) + tuple({"p": 0.9, "q": 0.6, "weights": w, "N": 2, "v": 1.6, "tau": 0.0} for w in _WEIGHTS)
"""Simple weights, attention, a feed-forward part; and a point at which curvatures vanish."""
_LONGER: Final[tuple[dict[str, Value], ...]] = tuple(
    {"p": p, "q": q, "weights": "tied", "N": N, "v": 3.0, "tau": 0.0}
    for p, q in ((0.9, 0.7), (0.3, 0.5))
    for N in (2, 3, 5, 6, 7, 8)
)
"""Attention over other numbers of positions."""


@computed(
    title="Least curvature over embeddings and read-outs at the marginal point, the bias following",
    points=POINTS + _LONGER,
)
def embedding_curvature(**at: Value) -> ExactValue:
    """The least curvature over embeddings and read-outs when the bias follows."""
    layer, H = layer_of(at), hessian_of(at)
    moved, bias = layer.mask("e", "a"), layer.mask("b")
    coupling = H[moved][:, bias]
    block = H[moved][:, moved] - coupling @ coupling.mT / H[bias][:, bias]
    return ExactValue(value=float(torch.linalg.eigvalsh(block)[0]), error_bound=TERMS * ROUNDING)


@computed(title="Curvature along the bias at the marginal point", points=POINTS)
def marginal_bias_curvature(**at: Value) -> ExactValue:
    """The second derivative by the bias."""
    bias = layer_of(at).mask("b")
    return ExactValue(value=float(hessian_of(at)[bias][:, bias]), error_bound=TERMS * ROUNDING)


@computed(
    title="Eigenvalues of all second derivatives at the marginal point, by size",
    points=({**point, "j": j} for point in POINTS for j in (1, 2, 3, 4, 5, -2, -1)),
)
def marginal_eigenvalue(**at: Value) -> ExactValue:
    """The j-th largest eigenvalue of all second derivatives, or the j-th least where j < 0."""
    values = torch.linalg.eigvalsh(hessian_of(at))
    j = int(at["j"])
    return ExactValue(value=float(values[-j] if j > 0 else values[-j - 1]), error_bound=TERMS * ROUNDING)


def with_sizes(points: tuple[Mapping[str, Value], ...]) -> tuple[dict[str, Value], ...]:
    """The points with the width d and the number D of all parameters."""
    return tuple({**point, "d": _WIDTH, "D": layer_of(point).size} for point in points)


@computed(
    title="Numbers of negative, zero and positive eigenvalues at the marginal point",
    points=with_sizes(
        tuple({**point, "sign": sign} for point in POINTS for sign in ("negative", "zero", "positive"))
    ),
)
def marginal_inertia(**at: Value) -> ExactValue:
    """How many eigenvalues are negative, zero or positive."""
    values, small = torch.linalg.eigvalsh(hessian_of(at)), TERMS * ROUNDING
    signs = {"negative": values < -small, "zero": values.abs() <= small, "positive": values > small}
    return ExactValue(value=float(signs[str(at["sign"])].sum()), error_bound=0.0)


@computed(
    title="Predictions, loss and gradient at the marginal point",
    points=(
        {**point, "what": what}
        for point in POINTS
        for what in ("largest prediction", "least prediction", "loss", "gradient")
    ),
)
def marginal_value(**at: Value) -> ExactValue:
    """A prediction farthest out, the loss, or the largest entry of the gradient, at the point of a point."""
    layer, chain, theta = layer_of(at), chain_of(at), point_of(at)
    given = contexts(chain, layer.N)
    if at["what"] == "loss":
        return ExactValue(value=float(context_loss(layer, theta, chain)), error_bound=TERMS * ROUNDING)
    if at["what"] == "gradient":
        at_point = theta.clone().requires_grad_()
        (slopes,) = torch.autograd.grad(context_loss(layer, at_point, chain), at_point)
        return ExactValue(value=float(slopes.abs().max()), error_bound=TERMS * ROUNDING)
    predicted = torch.sigmoid(context_logits(layer, theta, given))
    farthest = predicted.max() if at["what"] == "largest prediction" else predicted.min()
    return ExactValue(value=float(farthest), error_bound=TERMS * ROUNDING)


@computed(
    title="Loss at the marginal point less the loss of a layer that predicts by the last token", points=POINTS
)
def marginal_gap(**at: Value) -> ExactValue:
    """The loss at the point less the loss of a layer of the same kind that predicts by the last token."""
    layer, chain = layer_of(at), chain_of(at)
    both = torch.stack((point_of(at), bigram_point(layer, chain)))
    losses = context_loss(layer, both, chain)
    return ExactValue(value=float(losses[0] - losses[1]), error_bound=TERMS * ROUNDING)
