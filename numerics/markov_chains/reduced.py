r"""The reduced model: $\mathrm{logit} = e^2 (1 + 2 w |w|)(1 + a)\, x + b - e^2/2$, x the current symbol.

w stands for the feed-forward part and a for attention that looks at the current symbol alone; without
attention a = 0. The population loss is a mean over two neighbouring symbols, and sees the parameters
through the *slope* $s = e^2 (1 + 2 w |w|)(1 + a)$ and the *intercept* $c = b - e^2/2$ only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import copysign, exp, log, sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..derivatives import hessian, jacobian
from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain, entropy_rate, marginal_entropy

Numbers = Float[Tensor, "*batch"]

_ROUNDING: Final = 1e-12
"""A dozen sums and products of numbers of order one."""
_STEPS: Final = 60
_OVERFLOW: Final = 1400.0
"""Just below twice the largest logarithm of a double."""
PAIRS: Final = ((0.1, 0.2), (0.3, 0.4), (0.2, 0.6), (0.6, 0.7), (0.9, 0.8), (0.5, 0.9))
"""Chains on both sides of p + q = 1, three each."""


def slope(e: Numbers, w: Numbers, a: Numbers | float = 0.0) -> Numbers:
    """e^2 (1 + 2 w |w|)(1 + a)."""
    return e**2 * (1 + 2 * w * w.abs()) * (1 + a)


def population_loss(chain: Chain, s: Numbers, c: Numbers) -> Numbers:
    """Mean cross-entropy of x_n+1 under sigma(s x_n + c), over both symbols of both."""
    pi, P = chain.stationary, chain.transition
    total = torch.zeros_like(s + c)
    for x in (0, 1):
        logit = s * x + c
        for following, sign in ((0, 1), (1, -1)):
            weight = float(pi[x] * P[x, following])
            total = total + weight * torch.nn.functional.softplus(sign * logit)
    return total


def best_intercept(chain: Chain, s: Numbers) -> Numbers:
    r"""The c at which the mean prediction is pi_1: $\pi_0 \sigma(c) + \pi_1 \sigma(s + c) = \pi_1$.

    In $e^{c + s/2}$ this is quadratic; its positive root by asinh loses no digits.
    """
    zero, one = (float(x) for x in chain.stationary)
    tilt = (zero - one) / (2 * sqrt(zero * one))
    tame = s.clamp(-_OVERFLOW)
    # Where the exponential would overflow, asinh of it is its logarithm.
    beyond = copysign(1.0, tilt) * (tame - s) / 2
    return (log(one / zero) - s) / 2 - torch.asinh(tilt * (-tame / 2).exp()) - beyond


def least_loss(chain: Chain, s: Numbers) -> Numbers:
    """The population loss at the best intercept."""
    return population_loss(chain, s, best_intercept(chain, s))


def normalised_excess(chain: Chain, s: Numbers) -> Numbers:
    """(L - R)/(H(pi) - R) at the best intercept: 0 for the bigram, 1 for the marginal."""
    rate = entropy_rate(chain)
    return (least_loss(chain, s) - rate) / (marginal_entropy(chain) - rate)


@lru_cache(maxsize=16)
def best_point(chain: Chain) -> tuple[float, float]:
    """Slope and intercept of least loss, by damped Newton steps from zero on automatic derivatives."""
    at = torch.zeros(2, dtype=torch.float64)
    loss = _loss_at(chain)
    for _ in range(_STEPS):
        step = torch.linalg.solve(hessian(loss, at), jacobian(loss, at))
        if float(step.abs().max()) < _ROUNDING:
            break
        size = 1.0
        while float(loss(at - size * step)) > float(loss(at)) and size > _ROUNDING:
            size /= 2
        at = at - size * step
    return float(at[0]), float(at[1])


def _loss_at(chain: Chain) -> Callable[[Tensor], Tensor]:
    """The loss of slope and intercept side by side."""
    return lambda x: population_loss(chain, x[0], x[1])


def _chain_of(at: Mapping[str, Value]) -> Chain:
    return Chain(p=float(at["p"]), q=float(at["q"]))


@computed(
    title="Exponential of the slope at the least loss of the reduced model",
    points=({"p": p, "q": q} for p, q in PAIRS),
)
def slope_odds(**at: Value) -> ExactValue:
    """e^s at the least loss."""
    return _exponential(best_point(_chain_of(at))[0])


@computed(
    title="Exponential of the intercept at the least loss of the reduced model",
    points=({"p": p, "q": q} for p, q in PAIRS),
)
def intercept_odds(**at: Value) -> ExactValue:
    """e^c at the least loss."""
    return _exponential(best_point(_chain_of(at))[1])


def _exponential(logit: float) -> ExactValue:
    # Where gradients vanish up to rounding the point is known to rounding over the least curvature.
    return ExactValue(value=exp(logit), error_bound=exp(logit) * 1e3 * _ROUNDING)


_LEVELS: Final = (-2.0, 0.5, 3.0)


@computed(
    title="Determinant of the Hessian of the reduced model's loss in slope and intercept",
    points=({"p": p, "q": q, "s": s, "c": c} for p, q in PAIRS for s in _LEVELS for c in _LEVELS),
)
def loss_curvature(**at: Value) -> ExactValue:
    """The determinant of the loss's Hessian in slope and intercept, by automatic derivatives."""
    point = torch.tensor([float(at["s"]), float(at["c"])], dtype=torch.float64)
    curvatures = hessian(_loss_at(_chain_of(at)), point)
    return ExactValue(value=float(torch.linalg.det(curvatures)), error_bound=_ROUNDING)


_WIDTHS: Final = (0.25, 0.5, 1.0, 2.0)


@computed(
    title="Loss less the entropy rate along the curve of minima of the reduced model",
    points=({"p": p, "q": q, "e": e} for p, q in PAIRS for e in _WIDTHS),
)
def curve_excess(p: float, q: float, e: float) -> ExactValue:
    """L - R at the given e, with w and b chosen for slope and intercept of least loss."""
    chain = Chain(p=p, q=q)
    s, c = best_point(chain)
    bend = (s / e**2 - 1) / 2
    w = torch.tensor((1 if bend >= 0 else -1) * sqrt(abs(bend)), dtype=torch.float64)
    found = population_loss(chain, slope(torch.tensor(e, dtype=torch.float64), w), torch.tensor(c))
    return ExactValue(value=float(found) - entropy_rate(chain), error_bound=_ROUNDING)


@computed(
    title="Minima of the reduced model among eight values of e", points=({"p": p, "q": q} for p, q in PAIRS)
)
def minimisers(**at: Value) -> ExactValue:
    """How many of the values of e on both sides of zero have a w and b at which L = R."""
    found = sum(
        abs(curve_excess.evaluate({**at, "e": sign * e}).value) < _ROUNDING
        for e in _WIDTHS
        for sign in (1, -1)
    )
    return ExactValue(value=float(found), error_bound=0.0)
