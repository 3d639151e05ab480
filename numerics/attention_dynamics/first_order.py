"""Section 4.3: what a value step does to the loss of each query, and to first order.

A step moves value j by dv_j = -eta ubar_j, ubar_j = sum_r alpha_rj u_r (Eq. 38), or all values at once. The
printed first-order change is dL_i = -eta alpha_ij sum_r alpha_rj u_i . u_r (Eq. 41). Instances are those of
Section 7.1, with matrices of entries N(0, scale^2).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed
from ..trials import Source
from .derivatives import gradient, rate
from .gradients import upstream, value_gradient
from .model import (
    Instance,
    Pass,
    Sizes,
    class_scores,
    contexts,
    forward,
    position_losses,
    predictions,
    sample_instances,
    weights,
)

Array = Float[Tensor, "..."]

SIZES: Final = {"toy": Sizes(), "wide": Sizes(T=20, d_x=8, d_k=4, d_v=8, C=10)}
TRIALS: Final = {"toy": 2048, "wide": 512}
SCALES: Final = (0.1, 0.5)
"""At 0.1 weights are nearly equal; at 0.5 scores of the wide head have standard deviation 2."""
_ROUNDING: Final = 1e-14
"""Bound on a loss of order 1 from some 50 operations, and on each difference of two."""

_QUERY, _VALUE = 0, 1


@lru_cache(maxsize=8)
def _fixed(size: str, seed: int) -> tuple[Instance, Pass, Array]:
    """An instance with a bias, its forward pass and its errors u."""
    shared: dict[str, Value] = {"size": size, "seed": seed}
    group = DesignGroup.sized(shared=shared, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.first_order", 1, group.key, 0, device="cpu")
    drawn = sample_instances(SIZES[size], (), Source(generator=generator))
    bias = torch.randn(drawn.head.bias.shape, generator=generator, dtype=drawn.x.dtype)
    instance = replace(drawn, head=replace(drawn.head, bias=bias))
    state = forward(instance.head, instance.x, instance.y, causal=False)
    return instance, state, upstream(instance.head.W_O, state.p, instance.y)


def _losses(instance: Instance, alpha: Array, v: Array) -> Array:
    head = instance.head
    return position_losses(predictions(class_scores(head.W_O, head.bias, contexts(alpha, v))), instance.y)


def _step(state: Pass, u: Array, moved: str) -> Array:
    """-ubar_j for one value, or for all."""
    step = -value_gradient(state.alpha, u)
    if moved == "all":
        return step
    kept = torch.zeros_like(step)
    kept[_VALUE] = step[_VALUE]
    return kept


def printed_changes(alpha: Array, u: Array, j: int) -> Array:
    """-alpha_ij sum_r alpha_rj u_i . u_r for every query (Eq. 41), over eta."""
    # Two products in a stated order: einsum of three would take another where opt_einsum is installed.
    weighted = torch.einsum("r,ia->ria", alpha[:, j], u)
    return -alpha[:, j] * torch.einsum("ria,ra->i", weighted, u)


@lru_cache(maxsize=8)
def _slopes(size: str, seed: int, moved: str) -> tuple[Array, Array]:
    """A value step and the rates of all losses along it."""
    instance, state, u = _fixed(size, seed)
    step = _step(state, u, moved)
    return step, rate(lambda v: _losses(instance, state.alpha, v), state.v, step)


ETAS: Final = tuple(2.0**-k for k in range(3, 13))


@computed(
    title="Change of a query's loss beyond first order",
    points=(
        {"seed": seed, "moved": moved, "eta": eta}
        for seed in (0, 1)
        for moved in ("one", "all")
        for eta in ETAS
    ),
)
def loss_remainder(**at: Value) -> ExactValue:
    """|L_i(v + eta dv) - L_i(v) - eta dL_i| for one query."""
    instance, state, _ = _fixed("toy", int(at["seed"]))
    eta, (step, first) = float(at["eta"]), _slopes("toy", int(at["seed"]), str(at["moved"]))
    change = _losses(instance, state.alpha, state.v + eta * step) - _losses(instance, state.alpha, state.v)
    value = (change - eta * first)[_QUERY].abs()
    return ExactValue(value=float(value), error_bound=_ROUNDING)


@computed(
    title="Printed first-order change of the loss minus its rate",
    points=(
        {"size": size, "seed": seed, "queries": queries}
        for size in SIZES
        for seed in (0, 1)
        for queries in ("each", "sum")
    ),
)
def change_gap(size: str, seed: int, queries: str) -> ExactValue:
    """The largest printed change minus the rate of the loss, over the largest rate; of queries or in sum.

    In sum the printed change is -|ubar_j|^2.
    """
    _, state, u = _fixed(size, seed)
    step, rates = _slopes(size, seed, "one")
    printed = printed_changes(state.alpha, u, _VALUE)
    if queries == "sum":
        rates, printed = rates.sum(), -step.square().sum()
    gap = (printed - rates).abs().max() / rates.abs().max()
    return ExactValue(value=float(gap), error_bound=100 * _ROUNDING)


@computed(
    title="Change of a query's loss beyond first order over its second-order term",
    points=({"seed": seed, "eta": eta} for seed in (0, 1) for eta in ETAS),
)
def curvature_ratio(**at: Value) -> ExactValue:
    """Change of L_i beyond first order over eta^2 alpha_ij^2 Var_{p_i}(W_O ubar_j) / 2, one value moving."""
    instance, state, _ = _fixed("toy", int(at["seed"]))
    eta, (step, first) = float(at["eta"]), _slopes("toy", int(at["seed"]), "one")
    change = _losses(instance, state.alpha, state.v + eta * step) - _losses(instance, state.alpha, state.v)
    moved, p = instance.head.W_O @ step[_VALUE], state.p[_QUERY]
    spread = (p * moved.square()).sum() - (p * moved).sum().square()
    half = 0.5 * eta**2 * state.alpha[_QUERY, _VALUE].square() * spread
    value = (change - eta * first)[_QUERY] / half
    return ExactValue(value=float(value), error_bound=_ROUNDING / float(half))


@computed(
    title="Weighted sums of what a step changes, minus their closed form",
    points=(
        {"of": of, "size": size, "seed": seed}
        for of in ("scores", "compatibilities", "advantages")
        for size in SIZES
        for seed in (0, 1)
    ),
)
def step_balance(**at: Value) -> ExactValue:
    """Sums over a step, plus what they are said to be minus of; the largest over the largest of the latter.

    Scores: sum_j b_ij ds_ij + sum_j alpha_ij (b_ij - mean)^2, ds_ij by automatic differentiation.
    Compatibilities: sum_i alpha_ij db_ij + |ubar_j|^2. Advantages: sum_j alpha_ij dA_ij, over the same of
    |dA_ij|.
    """
    instance, state, u = _fixed(str(at["size"]), int(at["seed"]))
    b = u @ state.v.mT
    if at["of"] == "scores":
        slope = gradient(lambda s: _losses(instance, weights(s, causal=False), state.v), state.s).detach()
        spread = (state.alpha * b.square()).sum(-1) - (state.alpha * b).sum(-1).square()
        total, size = (b * -slope).sum(-1) + spread, spread
    else:
        step = -gradient(lambda v: _losses(instance, state.alpha, v), state.v).detach()
        moved = u @ step.mT
        gain = (state.alpha * moved).sum(-1, keepdim=True) - moved
        if at["of"] == "compatibilities":
            size = value_gradient(state.alpha, u).square().sum(-1)
            total = (state.alpha * moved).sum(-2) + size
        else:
            total, size = (state.alpha * gain).sum(-1), (state.alpha * gain.abs()).sum(-1)
    return ExactValue(value=float(total.abs().max() / size.max()), error_bound=1000 * _ROUNDING)


@computed(
    title="How the step of a value along a query's error changes with that query's weight on it",
    points=({"size": "toy", "seed": seed} for seed in (0, 1)),
)
def pull_by_weight(size: str, seed: int) -> ExactValue:
    """The rate of u_i . dv_j as alpha_ij alone grows, errors held, over eta |u_i|^2: the largest of all."""
    _, state, u = _fixed(size, seed)
    rates = []
    for i, error in enumerate(u):

        def pulls(alpha: Array, error: Array = error) -> Array:
            return -value_gradient(alpha, u) @ error

        # The pull on value j holds no weight but those of column j.
        rates.append(gradient(pulls, state.alpha)[i] / error.square().sum())
    return ExactValue(value=float(torch.stack(rates).max()), error_bound=100 * _ROUNDING)
