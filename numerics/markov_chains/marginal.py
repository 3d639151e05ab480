r"""The marginal point of the real layer (S2): prediction, loss and gradient, by what is set to zero.

N = 4, width 8. The bias is $\log(p/q)$; `vanishing` names what is zero, all other weights are N(0, 1), of a
fixed seed. With "nothing" they are made by hand so that the point is stationary with e of length one: $W_1$
has one live unit, along e, and $W_2$ takes it away again, so that $\langle e, z \rangle = 0$ whatever the
context is; uniform attention with a negative weight makes that unit uncorrelated with the next symbol, on
average over positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain, covariance, marginal_entropy
from .layer import Layer, context_logits, contexts, population_loss

N: Final = 4
_CHAINS: Final = ((0.2, 0.3), (0.8, 0.7), (0.9, 0.4))
_ZEROED: Final = {
    "tied": {"e": ("e",), "nothing": ()},
    "untied": {"a": ("a",), "e alone": ("e",), "a and e": ("a", "e"), "nothing": ()},
}
_SEED: Final = 11
_ROUNDING: Final = 1e-12
_POINTS: Final[tuple[Mapping[str, Value], ...]] = tuple(
    {"weights": weights, "vanishing": vanishing, "p": p, "q": q}
    for weights, choices in _ZEROED.items()
    for vanishing in choices
    for p, q in _CHAINS
)

Flat = Float[Tensor, " parameters"]


def marginal_point(layer: Layer, chain: Chain, vanishing: tuple[str, ...]) -> Flat:
    """Random weights, but for what vanishes and for the bias log(p/q)."""
    generator = block_generator(_SEED, "markov_chains.marginal_point", 1, repr(vanishing), 0, "cpu")
    theta = torch.randn(layer.size, generator=generator, dtype=torch.float64)
    theta = theta.masked_fill(layer.mask(*vanishing), 0.0)
    return theta.masked_fill(layer.mask("b"), 0.0) + layer.join(b=_bias(chain))


def cancelled_point(layer: Layer, chain: Chain) -> Flat:
    """A stationary point at the marginal whose embedding has length one."""
    unit = torch.eye(layer.d, dtype=torch.float64)[0]
    along = torch.outer(unit, unit)
    lags = [covariance(chain, lag) for lag in range(1, layer.N + 1)]
    averaged = sum(sum(lags[:n]) / n for n in range(1, layer.N + 1))
    weight = -layer.N * lags[0] / averaged
    # The live unit is x_n + weight * mean + shift * (1 + weight), which this keeps above one.
    shift = (2 + abs(weight)) / (1 + weight)
    first = torch.zeros(layer.hidden, dtype=torch.float64)
    first[0] = 1.0
    named = {"a": unit} if not layer.tied else {}
    return layer.join(
        e=unit,
        p=shift * unit,
        W_V=along,
        W_O=weight * along,
        W_1=torch.outer(first, unit),
        W_2=-torch.outer(unit, first),
        b=_bias(chain),
        **named,
    )


def _bias(chain: Chain) -> Tensor:
    return torch.log(chain.stationary[1] / chain.stationary[0])


def _point(at: Mapping[str, Value]) -> tuple[Layer, Chain, Flat]:
    layer = Layer(tied=at["weights"] == "tied", N=N)
    chain = Chain(p=float(at["p"]), q=float(at["q"]))
    if at["vanishing"] == "nothing":
        return layer, chain, cancelled_point(layer, chain)
    zeroed = _ZEROED[str(at["weights"])][str(at["vanishing"])]
    return layer, chain, marginal_point(layer, chain, zeroed)


@computed(title="Largest distance of the prediction from the share of ones", points=_POINTS)
def prediction_gap(**at: Value) -> ExactValue:
    """The largest |f - pi_1| over all contexts."""
    layer, chain, theta = _point(at)
    found = torch.sigmoid(context_logits(layer, theta, contexts(chain, N)))
    return ExactValue(value=float((found - chain.stationary[1]).abs().max()), error_bound=_ROUNDING)


@computed(title="Loss less the entropy of one symbol", points=_POINTS)
def marginal_loss_gap(**at: Value) -> ExactValue:
    """L - H(pi), over all sequences."""
    layer, chain, theta = _point(at)
    gap = float(population_loss(layer, theta, chain)) - marginal_entropy(chain)
    return ExactValue(value=gap, error_bound=_ROUNDING)


@computed(title="Largest entry of the gradient of the population loss", points=_POINTS)
def marginal_gradient(**at: Value) -> ExactValue:
    """The largest entry of the gradient of L, over all parameters."""
    layer, chain, theta = _point(at)
    return ExactValue(value=float(_slopes(layer, theta, chain).abs().max()), error_bound=_ROUNDING)


@computed(
    title="Length of e at a stationary point that predicts the marginal",
    points=(at for at in _POINTS if at["vanishing"] == "nothing"),
)
def marginal_embedding(**at: Value) -> ExactValue:
    """The length of e, where the point is stationary and predicts the marginal; else zero."""
    layer, _, theta = _point(at)
    errors = (prediction_gap.evaluate(at), marginal_loss_gap.evaluate(at), marginal_gradient.evaluate(at))
    is_one = all(abs(error.value) <= error.error_bound for error in errors)
    length = float(torch.linalg.vector_norm(layer.split(theta)["e"]))
    return ExactValue(value=length if is_one else 0.0, error_bound=_ROUNDING)


@computed(
    title="Slope of the loss by a along e where a = 0",
    points=({"p": p, "q": q} for p in (0.1, 0.3, 0.6, 0.9) for q in (0.2, 0.5, 0.8)),
)
def plain_slope(p: float, q: float) -> ExactValue:
    """The gradient by a along e at a = 0, e of length one, without attention and feed-forward part."""
    layer, chain = Layer(tied=False, N=N), Chain(p=p, q=q)
    unit = torch.eye(layer.d, dtype=torch.float64)[0]
    theta = layer.join(e=unit, b=_bias(chain))
    slope = layer.split(_slopes(layer, theta, chain))["a"] @ unit
    return ExactValue(value=float(slope), error_bound=_ROUNDING)


def _slopes(layer: Layer, theta: Flat, chain: Chain) -> Flat:
    """The gradient of the loss over all sequences, by automatic derivatives."""
    at = theta.clone().requires_grad_()
    (found,) = torch.autograd.grad(population_loss(layer, at, chain), at)
    return found
