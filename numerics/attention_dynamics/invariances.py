"""What gradients keep, from automatic differentiation: sums that vanish, a shift, laws of gradient flow.

Each number is the largest entry of what should vanish over the largest of the terms that cancel.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed
from ..trials import Source
from .gradients import ROUNDING, automatic_gradients
from .model import Instance, Sizes, contexts, forward, sample_instances, weights

_SIZES: Final = Sizes(T=7, d_x=4, d_k=3, d_v=5, C=4)
_KEPT: Final = ("row sum", "key sum", "value shift", "routing balance", "output balance")


def vanishing(kept: str, drawn: Instance, *, causal: bool) -> tuple[Tensor, Tensor]:
    """What should vanish, and a term of it."""
    found = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=causal)
    head = drawn.head
    if kept == "row sum":
        return found.s.sum(dim=-1), found.s
    if kept == "key sum":
        return found.k.sum(dim=-2), found.k
    if kept == "value shift":
        state = forward(head, drawn.x, drawn.y, causal=causal)
        here, there = (_by_scores(state.s, state.v + shift, found.g, causal=causal) for shift in (0.0, 3.0))
        return here - there, here
    if kept == "routing balance":
        one, other = found.W_Q @ head.W_Q.mT, found.W_K @ head.W_K.mT
    else:
        one, other = head.W_O.mT @ found.W_O, found.W_V @ head.W_V.mT
    return one + one.mT - other - other.mT, one


def _by_scores(s: Tensor, v: Tensor, u: Tensor, *, causal: bool) -> Tensor:
    """The gradient by the scores at given upstream gradients."""
    leaf = s.detach().clone().requires_grad_()
    (gradient,) = torch.autograd.grad((u * contexts(weights(leaf, causal=causal), v)).sum(), leaf)
    return gradient


def _instance(mask: str) -> Instance:
    group = DesignGroup.sized(shared={"mask": mask}, trials_per_block=1)
    generator = block_generator(0, "attention_dynamics.invariances", 1, group.key, 0, device="cpu")
    return sample_instances(_SIZES, (), Source(generator=generator))


@computed(
    title="What gradients keep, over the largest term that cancels",
    points=({"of": kept, "mask": mask} for kept in _KEPT for mask in ("full", "causal")),
)
def invariance_gap(mask: str, of: str) -> ExactValue:
    """The largest entry of what should vanish over that of its terms."""
    rest, terms = vanishing(of, _instance(mask), causal=mask == "causal")
    # Sums over all positions, dimensions and classes; a shift by 3 may lengthen values as much.
    bound = 64 * _SIZES.T * ROUNDING
    return ExactValue(value=float(rest.abs().max() / terms.abs().max()), error_bound=bound)


_DRIFTS: Final = tuple(
    {"of": kept, "mask": mask, "eta": eta}
    for kept in ("routing balance", "output balance")
    for mask in ("full", "causal")
    for eta in (1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125)
)


def step_drift(of: str, mask: str, eta: float) -> tuple[Tensor, Tensor]:
    """What a step M - eta G adds to M M' less that of the other matrix, and G G' less that of the other."""
    drawn = _instance(mask)
    found, head = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=mask == "causal"), drawn.head
    (M, G), (N, H) = {
        "routing balance": ((head.W_Q, found.W_Q), (head.W_K, found.W_K)),
        "output balance": ((head.W_O.mT, found.W_O.mT), (head.W_V, found.W_V)),
    }[of]
    M_moved, N_moved = M - eta * G, N - eta * H
    added = (M_moved @ M_moved.mT - N_moved @ N_moved.mT) - (M @ M.mT - N @ N.mT)
    return added, G @ G.mT - H @ H.mT


@computed(title="Size of what a gradient step adds to what gradient flow keeps", points=_DRIFTS)
def balance_drift(of: str, mask: str, eta: float) -> ExactValue:
    """The Frobenius norm of what a step of size eta adds."""
    added, _ = step_drift(of, mask, eta)
    return ExactValue(value=float(added.norm()), error_bound=64 * _SIZES.T * ROUNDING)


@computed(title="What is left of it beside the square of the gradients, relative to it", points=_DRIFTS)
def drift_gap(of: str, mask: str, eta: float) -> ExactValue:
    """|what a step adds - eta^2 (G G' - H H')| over |what a step adds|."""
    added, squares = step_drift(of, mask, eta)
    size = float(added.norm())
    rest = float((added - eta**2 * squares).norm()) / size
    return ExactValue(value=rest, error_bound=64 * _SIZES.T * ROUNDING / size)
