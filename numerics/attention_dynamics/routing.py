"""Routings of Section 9, and their gradients against Conjectures 9.2 and 9.3, by automatic differentiation.

Outputs are sum_j w_ij v_j with weights of: softmax attention, normalised positive features, normalised
sigmoids, linear attention without normalisation, and the selective state space of Eqs. (48)-(50) with A = -I.
A conjecture holds where its formula is proportional to the gradient: the rest is what the best constant
leaves.
An LSTM's cell state is sum_j (prod_{k>j} f_k) i_j c_j, gate by gate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed
from ..trials import Source
from .gradients import ROUNDING
from .model import Instance, Sizes, class_scores, cross_entropy, predictions, sample_instances, weights

Weights = Float[Tensor, "T T"]
Parameters = tuple[Tensor, ...]

_SIZES: Final = Sizes(T=6, d_x=4, d_k=3, d_v=3, C=4)
_BOUND: Final = 1024 * ROUNDING
"""Sums of a hundred terms, and quotients of weights that are small."""


def _features(W: Tensor, x: Tensor) -> Tensor:
    return torch.exp(x @ W.mT / 2)


def _normalised(w: Weights) -> Weights:
    return w / w.sum(dim=-1, keepdim=True)


def _scores(parameters: Parameters, x: Tensor) -> Weights:
    W_Q, W_K, _ = parameters
    scores: Tensor = (x @ W_Q.mT) @ (x @ W_K.mT).mT / 2
    return scores


def selective(parameters: Parameters, x: Tensor) -> Weights:
    """C_i . prod_{k=j+1}^i exp(-D_k) D_j B_j for j <= i, with C, B, D of the input (below Eq. 50), A = -1."""
    W_C, W_B, W_D = parameters
    step = torch.nn.functional.softplus(x @ W_D[0])
    passed = torch.cumsum(step, dim=0)
    decay = torch.exp(passed.unsqueeze(0) - passed.unsqueeze(1)).tril()
    read: Tensor = (x @ W_C.mT) @ (x @ W_B.mT).mT
    return read * decay * step


_ROUTINGS: Final[Mapping[str, Callable[[Parameters, Tensor], Weights]]] = {
    "softmax": lambda parameters, x: weights(_scores(parameters, x), causal=False),
    "kernel": lambda parameters, x: _normalised(_features(parameters[0], x) @ _features(parameters[1], x).mT),
    "sigmoid": lambda parameters, x: _normalised(torch.sigmoid(_scores(parameters, x))),
    "linear": _scores,
    "selective": selective,
}


def _drawn(key: str) -> tuple[Instance, Parameters]:
    group = DesignGroup.sized(shared={"routing": key}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.routing", 1, group.key, 0, device="cpu")
    drawn = sample_instances(_SIZES, (), Source(generator=generator), scale=0.5)
    third = torch.randn(_SIZES.d_k, _SIZES.d_x, generator=generator, dtype=drawn.x.dtype)
    parameters = (drawn.head.W_Q, drawn.head.W_K, third)
    return drawn, tuple(W.clone().requires_grad_() for W in parameters)


def _loss(drawn: Instance, w: Weights, v: Tensor) -> tuple[Tensor, Tensor]:
    """The loss and the context that it is a function of."""
    g = w @ v
    logits = class_scores(drawn.head.W_O, drawn.head.bias, g)
    return cross_entropy(predictions(logits), drawn.y), g


def _flat(value: Tensor, parameters: Parameters) -> Tensor:
    found = torch.autograd.grad(value, parameters, retain_graph=True, allow_unused=True)
    return torch.cat([part.flatten() for part in found if part is not None])


def _rest(gradient: Tensor, formula: Tensor) -> float:
    """What the best multiple of the formula leaves of the gradient, relative."""
    factor = (gradient @ formula) / (formula @ formula)
    return float(torch.linalg.vector_norm(gradient - factor * formula) / torch.linalg.vector_norm(gradient))


_NORMALISED: Final = ("softmax", "kernel", "sigmoid")


@computed(
    title="What the conjectured gradient by routing parameters leaves of the true one",
    points=(
        {"routing": routing, "formula": formula}
        for routing in _ROUTINGS
        for formula in ("plain", "baseline", "printed", "logarithm")
        if routing in _NORMALISED or formula != "logarithm"
    ),
)
def routing_conjecture(routing: str, formula: str) -> ExactValue:
    """Conjecture 9.2: what its formula, or one without its factor or baseline, leaves of the gradient."""
    drawn, parameters = _drawn(routing)
    w, v = _ROUTINGS[routing](parameters, drawn.x), drawn.x @ drawn.head.W_V.mT
    loss, g = _loss(drawn, w, v)
    (u,) = torch.autograd.grad(loss, g, retain_graph=True)
    b, fixed = u @ v.mT, w.detach()
    advantage = b - (fixed * b).sum(dim=-1, keepdim=True)
    terms = {
        "plain": lambda: b * w,
        "baseline": lambda: advantage * w,
        "printed": lambda: fixed * advantage * w,
        "logarithm": lambda: fixed * advantage * torch.log(w),
    }
    rest = _rest(_flat(loss, parameters), _flat(terms[formula]().sum(), parameters))
    return ExactValue(value=rest, error_bound=_BOUND)


@computed(
    title="What the conjectured gradient by value parameters leaves of the true one",
    points=(
        *({"routing": routing, "values": "free"} for routing in _ROUTINGS),
        {"routing": "softmax", "values": "tied"},
    ),
)
def value_conjecture(routing: str, values: str) -> ExactValue:
    """Conjecture 9.3: what sum w_ij u_i dv_j leaves of the gradient by W_V; tied, W_V is W_K as well."""
    tied = values == "tied"
    drawn, parameters = _drawn(routing)
    value_matrix = parameters[1] if tied else drawn.head.W_V.clone().requires_grad_()
    w, v = _ROUTINGS[routing](parameters, drawn.x), drawn.x @ value_matrix.mT
    loss, g = _loss(drawn, w, v)
    (u,) = torch.autograd.grad(loss, g, retain_graph=True)
    pulled = ((w.mT @ u).detach() * v).sum()
    return ExactValue(
        value=_rest(_flat(loss, (value_matrix,)), _flat(pulled, (value_matrix,))), error_bound=_BOUND
    )


@computed(
    title="How far weights are from what Definition 9.1 asks",
    points=({"routing": routing, "demand": demand} for routing in _ROUTINGS for demand in ("sum", "range")),
)
def routing_definition(routing: str, demand: str) -> ExactValue:
    """Definition 9.1: how far sums of weights are from 1, or weights from [0, 1], at most."""
    drawn, parameters = _drawn(routing)
    w = _ROUTINGS[routing](parameters, drawn.x).detach()
    outside = torch.maximum(w - 1, -w).clamp(min=0)
    found = (w.sum(dim=-1) - 1).abs() if demand == "sum" else outside
    return ExactValue(value=float(found.max()), error_bound=_BOUND)


def lstm(x: Tensor, matrices: Parameters) -> tuple[Tensor, Tensor, Tensor]:
    """Cell states, and forget gates and gated inputs of every step (Eqs. 51, 52 and the usual rest)."""
    h, c = torch.zeros(2, matrices[0].shape[0], dtype=x.dtype)
    states, forgets, inputs = [], [], []
    for step in x:
        forget, gate, output, candidate = (W @ torch.cat((h, step)) for W in matrices)
        forgets.append(torch.sigmoid(forget))
        inputs.append(torch.sigmoid(gate) * torch.tanh(candidate))
        c = forgets[-1] * c + inputs[-1]
        h = torch.sigmoid(output) * torch.tanh(c)
        states.append(c)
    return torch.stack(states), torch.stack(forgets), torch.stack(inputs)


@computed(
    title="The cell state of an LSTM as a weighted sum, and its weights' dependence on inputs",
    points=({"of": "sum"}, {"of": "content"}),
)
def lstm_routing(of: str) -> ExactValue:
    """Cell state minus its weighted sum, or how the first step's weight moves with later inputs."""
    group = DesignGroup.sized(shared={"routing": "lstm"}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.routing", 1, group.key, 0, device="cpu")
    x, *_ = torch.randn(1, _SIZES.T, _SIZES.d_x, generator=generator, dtype=torch.float64)
    shape = (4, _SIZES.d_k, _SIZES.d_k + _SIZES.d_x)
    matrices = tuple(torch.randn(shape, generator=generator, dtype=torch.float64))
    x.requires_grad_()
    states, forgets, inputs = lstm(x, matrices)
    kept = torch.stack([forgets[j + 1 :].prod(dim=0) for j in range(len(x))])
    if of == "sum":
        rest = (states[-1] - (kept * inputs).sum(dim=0)).abs().max()
    else:
        rest = torch.autograd.grad(kept[0].sum(), x)[0][1:].abs().max()
    return ExactValue(value=float(rest.detach()), error_bound=_BOUND)
