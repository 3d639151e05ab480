r"""Cross-entropy: gradients, its minimiser, the chain rule, and what is left at the end of training (S16).

`target` is the share of the right class among targets: 1 where they are one-hot. Logits are free, or of one
model for all contexts (`pooled`). Gradient flow starts at logits of zero.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import exp, log, log1p
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from torch import Tensor
from torch.nn.functional import cross_entropy

from ..monte_carlo import block_generator
from ..quantity import ExactValue
from ..simulator import computed

Vector = NDArray[np.float64]

_ROUNDING: Final = 1e-14
_CONTEXTS, _CLASSES, _SYMBOLS = 6, 5, 3
_NEWTON_STEPS: Final = 40
_TIMES: Final = tuple(10.0**k for k in range(3, 13))


@computed(
    title="Minus the gradient by the right logit",
    points=({"target": target, "p": p} for target in (1.0, 0.99) for p in (0.5, 0.9, 0.99, 0.999)),
)
def logit_push(p: float, target: float) -> ExactValue:
    """Minus the gradient of the cross-entropy by the right one of two logits, by reverse mode."""
    logits = torch.tensor([log(p) - log1p(-p), 0.0], dtype=torch.float64, requires_grad=True)
    shares = torch.tensor([target, 1 - target], dtype=torch.float64)
    (slope,) = torch.autograd.grad(cross_entropy(logits, shares), logits)
    return ExactValue(value=-float(slope[0]), error_bound=_ROUNDING)


@computed(
    title="Gradient by the logits, less prediction minus target",
    points=({"targets": targets, "M": M} for targets in ("one hot", "frequencies") for M in (2, 5, 64)),
)
def logit_gradient_gap(M: int, targets: str) -> ExactValue:
    """Largest |gradient - (p - q)| of `M` random logits by automatic differentiation."""
    generator = block_generator(0, "transformer_basics.losses", 1, "instance", M, "cpu")
    logits = (3 * torch.randn(4, M, generator=generator, dtype=torch.float64)).requires_grad_()
    q = torch.softmax(torch.randn(4, M, generator=generator, dtype=torch.float64), dim=-1)
    if targets == "one hot":
        q = torch.eye(M, dtype=torch.float64)[torch.arange(4) % M]
    (slope,) = torch.autograd.grad(cross_entropy(logits, q, reduction="sum"), logits)
    gap = (slope - (torch.softmax(logits.detach(), dim=-1) - q)).abs().max()
    return ExactValue(value=float(gap), error_bound=_ROUNDING)


def _joint() -> Float[Tensor, "contexts classes"]:
    """A fixed joint law of context and next token."""
    generator = block_generator(0, "transformer_basics.losses", 1, "instance", 7, "cpu")
    mass = torch.randn(_CONTEXTS, _CLASSES, generator=generator, dtype=torch.float64).exp()
    return mass / mass.sum()


@computed(
    title="The minimiser of the cross-entropy, less the conditional distribution",
    points=({"model": model} for model in ("table", "pooled")),
)
def minimiser_gap(model: str) -> ExactValue:
    """Largest |p(y | x) - P(y | x)| at the minimum of the expected cross-entropy, by Newton's method."""
    joint = _joint()
    weights = joint.sum(0, keepdim=True) if model == "pooled" else joint
    logits = torch.zeros_like(weights)
    for _ in range(_NEWTON_STEPS):
        p = torch.softmax(logits, dim=-1)
        mass = weights.sum(-1, keepdim=True)
        slope = mass * p - weights
        hessian = mass.unsqueeze(-1) * (torch.diag_embed(p) - p.unsqueeze(-1) * p.unsqueeze(-2))
        step = (torch.linalg.pinv(hessian) @ slope.unsqueeze(-1)).squeeze(-1)
        logits = logits - step.clamp(-1, 1)
    truth = joint / joint.sum(-1, keepdim=True)
    gap = (torch.softmax(logits, dim=-1) - truth).abs().max()
    return ExactValue(value=float(gap), error_bound=10 * _ROUNDING)


@computed(
    title="Least cross-entropy of predictions near the truth, less the entropy",
    points=({"shift": shift} for shift in (0.01, 0.1, 1.0, 3.0)),
)
def excess_entropy(shift: float) -> ExactValue:
    """Least cross-entropy less entropy of 256 predictions whose logits are `shift` normals off the truth."""
    truth = _joint() / _joint().sum(-1, keepdim=True)
    generator = block_generator(0, "transformer_basics.losses", 1, "instance", 8, "cpu")
    noise = torch.randn(256, *truth.shape, generator=generator, dtype=torch.float64)
    logs = torch.log_softmax(truth.log() + shift * noise, dim=-1)
    excess = (truth * (truth.log() - logs)).sum(-1)
    return ExactValue(value=float(excess.min()), error_bound=_ROUNDING)


@computed(
    title="Entropy of a sequence, less the sum of conditional entropies",
    points=({"T": T} for T in (2, 3, 5, 7)),
)
def chain_rule_gap(T: int) -> ExactValue:
    """Entropy of `T` tokens less the sum of conditional entropies: all sequences of a random law."""
    generator = block_generator(0, "transformer_basics.losses", 1, "instance", T, "cpu")
    mass = torch.randn((_SYMBOLS,) * T, generator=generator, dtype=torch.float64).exp()
    joint = mass / mass.sum()
    whole, parts = -float((joint * joint.log()).sum()), 0.0
    for t in range(1, T + 1):
        first = joint.sum(tuple(range(t, T))) if t < T else joint
        conditional = first / first.sum(-1, keepdim=True)
        parts += sum(-float(first[x] * conditional[x].log()) for x in product(range(_SYMBOLS), repeat=t))
    return ExactValue(value=abs(whole - parts), error_bound=_ROUNDING * whole * T)


def residual_at(time: float, classes: int, *, both: bool) -> float:
    """1 - p at a time of the flow, by the conserved combination of margin and time.

    With k = M - 1 competitors and the margin z, dz/dt = 1 - p = k/(k + e^z), or M/k times that where these
    move.
    """
    competitors = classes - 1
    speed = classes if both else competitors

    def excess(z: float) -> float:
        return competitors * z + exp(z) - 1 - speed * time

    root = brentq(excess, 0.0, log1p(1 + speed * time) + 1, xtol=1e-14, rtol=1e-14)
    return float(competitors / (competitors + exp(root)))


def _velocity(classes: int, *, both: bool) -> Callable[[float, Vector], Vector]:
    """Gradient flow of all logits; `both` moves those of the other classes too."""
    target = np.eye(classes)[0]

    def velocity(_: float, s: Vector) -> Vector:
        mass = np.exp(s - s.max())
        push: Vector = target - mass / mass.sum()
        return push if both else push * target

    return velocity


@computed(
    title="Time of gradient flow until what is left is 1/R",
    points=({"moving": moving, "R": R} for moving in ("all", "one") for R in (4.0, 10.0, 100.0, 1e3, 1e4)),
)
def training_time(R: float, moving: str) -> ExactValue:
    """The time at which 1 - p falls to 1/R, two classes, by integrating their logits at two tolerances."""
    both = moving == "all"

    def reached(_: float, s: Vector) -> float:
        return float(s[0] - s[1] - log(R - 1))

    reached.terminal = True  # type: ignore[attr-defined]
    times = []
    for tolerance in (1e-8, 1e-10):
        found = solve_ivp(
            _velocity(2, both=both),
            (0.0, 4 * R),
            np.zeros(2),
            method="DOP853",
            rtol=tolerance,
            atol=tolerance,
            events=reached,
        )
        times.append(float(found.t[-1]))
    return ExactValue(value=times[1], error_bound=abs(times[1] - times[0]) + 1e-8 * R)


@lru_cache(maxsize=64)
def _residual(time: float, classes: int, moving: str) -> float:
    return residual_at(time, classes, both=moving == "all")


_ENDS = tuple(
    {"moving": moving, "M": M, "t": t} for moving in ("all", "one") for M in (2, 10) for t in _TIMES
)


@computed(title="One minus the probability of the target after gradient flow", points=_ENDS)
def residual(t: float, M: int, moving: str) -> ExactValue:
    """1 - p at time t."""
    value = _residual(t, M, moving)
    return ExactValue(value=value, error_bound=1e-12 * value)


@computed(title="The same times the time", points=_ENDS)
def residual_time(t: float, M: int, moving: str) -> ExactValue:
    """(1 - p) t at time t."""
    value = _residual(t, M, moving) * t
    return ExactValue(value=value, error_bound=1e-12 * value)
