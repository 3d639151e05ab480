r"""What the chain is before any model (S1): laws and entropies from powers of P and from all sequences.

With $\pi_1$ held, $P_{ij} = \pi_j + \lambda (1_{i=j} - \pi_j)$; the information of $x_n$ on $x_{n+1}$ is
a function of $\lambda$, whose Taylor coefficients are sums over a circle about zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Final

import torch
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain, block_entropy, covariance, entropy, joint_law, mutual_information

CHAINS: Final = tuple({"p": p, "q": q} for p in (0.1, 0.3, 0.6, 0.9) for q in (0.2, 0.5, 0.7, 0.8))
INDEPENDENT: Final = tuple({"p": p, "q": 1 - p} for p in (0.125, 0.5, 0.75))
_SHARES: Final = (0.125, 0.25, 0.375, 0.5, 0.75)
_LAGS: Final = (1, 2, 3, 6)
_BLOCK: Final = 7
_POWER: Final = 2**10
_CIRCLE: Final = 64
_RADIUS: Final = 0.02
"""The series converges inside 1/7 for the shares here; powers from 64 on vanish in double precision."""
_ROUNDING: Final = 1e-13


def _chain(at: Mapping[str, Value]) -> Chain:
    return Chain(p=float(at["p"]), q=float(at["q"]))


def _long_run(chain: Chain) -> Tensor:
    """The law after 2^10 steps from zero, at a distance |lambda|^1024 from rest."""
    law: Tensor = torch.linalg.matrix_power(chain.transition, _POWER)[0]
    return law


def _exact(value: float) -> ExactValue:
    return ExactValue(value=value, error_bound=_ROUNDING)


@computed(title="Share of ones in the long run", points=CHAINS)
def stationary_one(**at: Value) -> ExactValue:
    """The share of ones after 2^10 steps."""
    return _exact(float(_long_run(_chain(at))[1]))


@computed(title="Entropy of one symbol in the long run", points=CHAINS)
def marginal_entropy(**at: Value) -> ExactValue:
    """The entropy of the law after 2^10 steps."""
    return _exact(entropy(_long_run(_chain(at))))


@computed(title="What one more symbol adds to the entropy of a block", points=CHAINS)
def entropy_rate(**at: Value) -> ExactValue:
    """What an eighth symbol adds to the entropy of seven."""
    chain = _chain(at)
    return _exact(block_entropy(chain, _BLOCK + 1) - block_entropy(chain, _BLOCK))


@computed(title="Covariance of two symbols m apart", points=({**at, "m": m} for at in CHAINS for m in _LAGS))
def lag_covariance(**at: Value) -> ExactValue:
    """Cov(x_1, x_1+m), summed over all sequences."""
    return ExactValue(value=covariance(_chain(at), int(at["m"])), error_bound=1e-14)


@computed(title="H(pi) - R less the mutual information of neighbours", points=CHAINS)
def information_gap(**at: Value) -> ExactValue:
    """H(pi) - R - I(x_n; x_n+1)."""
    rest = marginal_entropy.evaluate(at).value - entropy_rate.evaluate(at).value
    return _exact(rest - mutual_information(_chain(at)))


@computed(title="H(pi) - R", points=CHAINS + INDEPENDENT)
def saved_loss(**at: Value) -> ExactValue:
    """H(pi) - R."""
    return _exact(marginal_entropy.evaluate(at).value - entropy_rate.evaluate(at).value)


def next_information(share: float, eigenvalue: Tensor) -> Tensor:
    """I(x_n; x_n+1) of the chain with that share of ones, at each eigenvalue; these may be complex."""
    law = torch.tensor([1 - share, share], dtype=eigenvalue.dtype)
    step = law + eigenvalue[..., None, None] * (torch.eye(2, dtype=law.dtype) - law)
    return (law.unsqueeze(-1) * step * torch.log(step / law)).sum(dim=(-2, -1))


def _coefficient(share: float, order: int) -> ExactValue:
    angles = 2 * pi * torch.arange(_CIRCLE, dtype=torch.float64) / _CIRCLE
    found = next_information(share, torch.polar(torch.full_like(angles, _RADIUS), angles))
    value = (found * torch.polar(torch.ones_like(angles), -order * angles)).mean() / _RADIUS**order
    return ExactValue(value=float(value.real), error_bound=1e-15 / _RADIUS**order)


@computed(
    title="Coefficient of lambda^2 in the information of neighbours",
    points=({"pi_1": share} for share in _SHARES),
)
def information_second(pi_1: float) -> ExactValue:
    """The coefficient of lambda^2 in the information."""
    return _coefficient(pi_1, 2)


@computed(
    title="Coefficient of lambda^3 in the information of neighbours",
    points=({"pi_1": share} for share in _SHARES),
)
def information_third(pi_1: float) -> ExactValue:
    """The coefficient of lambda^3 in the information."""
    return _coefficient(pi_1, 3)


@computed(
    title="Information of neighbours at lambda = -1/n less that at 1/n",
    points=({"pi_1": share, "n": n} for share in _SHARES for n in (8, 16, 64)),
)
def information_asymmetry(n: int, pi_1: float) -> ExactValue:
    """The information at -1/n less that at 1/n, the share of ones held."""
    size = 1 / float(n)
    below, above = next_information(pi_1, torch.tensor([-size, size], dtype=torch.float64))
    return ExactValue(value=float(below - above), error_bound=1e-15)


@computed(title="P(1|1) P(0|0) - P(1|0) P(0|1)", points=CHAINS)
def odds_product(**at: Value) -> ExactValue:
    """P(1|1) P(0|0) - P(1|0) P(0|1), from the joint law of two symbols."""
    joint = joint_law(_chain(at), 1)
    step = joint / joint.sum(dim=1, keepdim=True)
    return _exact(float(step.det()))


@computed(title="Slope of the bigram's logit in the last symbol", points=CHAINS)
def bigram_slope(**at: Value) -> ExactValue:
    """Log odds of a one after a one less those after a zero, from the joint law of two symbols."""
    joint = torch.log(joint_law(_chain(at), 1))
    return _exact(float(joint[1, 1] - joint[1, 0] - joint[0, 1] + joint[0, 0]))
