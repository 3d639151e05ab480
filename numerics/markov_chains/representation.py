r"""The layer with weights made by hand that reaches the entropy rate, and what its parts can do alone (S6).

N = 4, width 8. Losses are given as normalised excess $(L - R)/(H(\pi) - R)$. `parts` says what is not zero
beside the embeddings: "none"; "feed-forward", where one live unit carries the last symbol and $W_2$ scales
it. With attention alone each position weighs itself n times as much as each other one, and $W_O W_V$ scales.
"""

from __future__ import annotations

from math import log
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.optimize import minimize
from torch import Tensor

from ..quantity import ExactValue
from ..simulator import computed
from .chain import Chain, entropy_rate, joint_law, marginal_entropy
from .layer import Layer, population_loss

N: Final = 4
_BELOW: Final = ((0.2, 0.3), (0.1, 0.6))
_ABOVE: Final = ((0.8, 0.7), (0.9, 0.4))
_ROUNDING: Final = 1e-11
_WEIGHTS: Final = tuple(2**k for k in range(1, 13))

Flat = Float[Tensor, " parameters"]


def _slope(chain: Chain) -> float:
    return log((1 - chain.p) * (1 - chain.q) / (chain.p * chain.q))


def _bias(chain: Chain) -> Tensor:
    return torch.tensor(log(chain.p / (1 - chain.p)), dtype=torch.float64)


def plain_weights(layer: Layer, chain: Chain) -> Flat:
    """Neither attention nor feed-forward part; tied, <e, e> is the slope where that is positive, else 0."""
    unit, slope = torch.eye(layer.d, dtype=torch.float64)[0], _slope(chain)
    if layer.tied:
        return layer.join(e=max(slope, 0.0) ** 0.5 * unit, b=_bias(chain))
    return layer.join(e=unit, a=slope * unit, b=_bias(chain))


def feed_forward_weights(layer: Layer, chain: Chain) -> Flat:
    """One unit max(0, <e, x_n e>) = x_n, and W_2 adds the slope less one times it along e."""
    unit, first = torch.eye(layer.d, dtype=torch.float64)[0], torch.eye(layer.hidden, dtype=torch.float64)[0]
    named = {} if layer.tied else {"a": unit}
    return layer.join(
        e=unit,
        W_1=torch.outer(first, unit),
        W_2=(_slope(chain) - 1) * torch.outer(unit, first),
        b=_bias(chain),
        **named,
    )


def attention_weights(layer: Layer, chain: Chain, kappa: float) -> Flat:
    """Each position has its axis; own score kappa, others zero; W_O W_V adds the slope less one."""
    axes = torch.eye(layer.d, dtype=torch.float64)
    unit, places = axes[0], axes[1 : layer.N + 1]
    own = (kappa * layer.d**0.5) ** 0.5 * places.mT @ places
    along = torch.outer(unit, unit)
    named = {} if layer.tied else {"a": unit}
    return layer.join(
        e=unit,
        p=places,
        W_Q=own,
        W_K=own,
        W_V=along,
        W_O=(_slope(chain) - 1) * along,
        b=_bias(chain),
        **named,
    )


def normalised_excess(chain: Chain, loss: float) -> float:
    """(L - R)/(H(pi) - R)."""
    rate = entropy_rate(chain)
    return (loss - rate) / (marginal_entropy(chain) - rate)


@computed(
    title="Normalised excess of the layer with weights made by hand",
    points=(
        {"weights": weights, "parts": parts, "p": p, "q": q}
        for weights in ("tied", "untied")
        for parts in ("none", "feed-forward")
        for p, q in _BELOW + _ABOVE
    ),
)
def represented_excess(weights: str, p: float, q: float, parts: str) -> ExactValue:
    """The excess of the weights made by hand."""
    layer, chain = Layer(tied=weights == "tied", N=N), Chain(p=p, q=q)
    made = {"none": plain_weights, "feed-forward": feed_forward_weights}[parts]
    loss = float(population_loss(layer, made(layer, chain), chain))
    return ExactValue(value=normalised_excess(chain, loss), error_bound=_ROUNDING)


@computed(
    title="Normalised excess with tied weights and attention alone, by its weight",
    points=({"n": n, "p": p, "q": q} for n in _WEIGHTS for p, q in _ABOVE),
)
def attention_excess(p: float, q: float, n: int) -> ExactValue:
    """The excess with tied weights and attention alone."""
    layer, chain = Layer(tied=True, N=N), Chain(p=p, q=q)
    loss = population_loss(layer, attention_weights(layer, chain, log(float(n))), chain)
    return ExactValue(value=normalised_excess(chain, float(loss)), error_bound=1e-14)


@computed(
    title="Least normalised excess with tied weights, without attention and feed-forward part",
    points=({"p": p, "q": q} for p, q in _BELOW + _ABOVE),
)
def best_plain_excess(p: float, q: float) -> ExactValue:
    """The least excess of a logit s x_n + b with s = <e, e> >= 0, from two starts.

    The loss is convex in s and b and the law of two neighbours is the same at every position, so that biases
    that differ by position, <e, p_n>, gain nothing.
    """
    chain = Chain(p=p, q=q)
    joint = joint_law(chain, 1)

    def loss(x: NDArray[np.float64]) -> tuple[float, list[float]]:
        s, b = torch.from_numpy(x)
        found = torch.stack((b, s + b))
        sides = torch.nn.functional.softplus(torch.stack((found, -found), dim=-1))
        miss = (torch.sigmoid(found) - joint[:, 1] / joint.sum(dim=1)) * joint.sum(dim=1)
        return float((joint * sides).sum()), [float(miss[1]), float(miss.sum())]

    ends = [
        minimize(loss, start, jac=True, bounds=((0, None), (None, None)), tol=1e-15).fun
        for start in ([0.1, 0.0], [3.0, -2.0])
    ]
    value, other = (normalised_excess(chain, float(end)) for end in ends)
    return ExactValue(value=value, error_bound=abs(value - other) + 1e-8)
