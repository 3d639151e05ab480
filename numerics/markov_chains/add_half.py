r"""Krichevsky and Trofimov's estimator: what its finite log loss costs, by exact sums over counts.

The symbol s is given $(n_s + 1/2)/(n + 1)$ after n binary symbols in its context, so that a sequence with
counts $n_0, n_1$ gets $\Gamma(n_0 + 1/2) \Gamma(n_1 + 1/2) / (\pi \Gamma(n + 1))$.

| quantity | meaning |
|---|---|
| `add_half_redundancy` | mean log of P over this probability, less log T / 2, for independent symbols |
| `add_half_chain_redundancy` | the same in contexts of one symbol of a chain, less log T |
| `add_half_regret` | log of the largest P over this probability, less log T / 2, at a share of ones |
| `add_half_excess` | T times the mean divergence of the next symbol's law, independent symbols |
| `add_half_chain_excess` | the same in contexts of one symbol of a chain |
| `largest_log_loss` | the largest log loss of one symbol over all binary sequences of T + 1 |
"""

from __future__ import annotations

from math import log, pi
from typing import Final

import torch
from torch import Tensor

from ..quantity import ExactValue
from ..simulator import computed
from .chain import Chain, sequences
from .context_risk import CHAINS
from .kgram import add_half_estimate
from .visits import visits

_THETAS: Final = (0.0, 0.2, 0.5)
_SHARES: Final = (0.0, 0.25, 0.5)
_SIZES: Final = (100, 1000, 10_000, 100_000, 1_000_000)
_CHAIN_SIZES: Final = (256, 1024, 4096)
_SHORT: Final = (1, 2, 4, 8, 12)


def log_add_half(zeros: Tensor, ones: Tensor) -> Tensor:
    """The logarithm of the probability of one sequence with these counts."""
    return torch.lgamma(zeros + 0.5) + torch.lgamma(ones + 0.5) - log(pi) - torch.lgamma(zeros + ones + 1)


def divergence(theta: float, zeros: Tensor, ones: Tensor) -> Tensor:
    """KL of P(1) = theta from the estimate, in nats."""
    estimate = (ones + 0.5) / (zeros + ones + 1)
    terms = (_weighed_log(theta, estimate), _weighed_log(1 - theta, 1 - estimate))
    return terms[0] + terms[1]


@computed(
    title="Redundancy of the add-half code beyond half a logarithm, independent symbols",
    points=({"theta": theta, "T": T} for theta in _THETAS for T in _SIZES),
)
def add_half_redundancy(theta: float, T: int) -> ExactValue:
    """Redundancy of T independent symbols beyond log T / 2."""
    zeros, ones, log_mass = _binomial(theta, T)
    excess = _log_power(theta, ones) + _log_power(1 - theta, zeros) - log_add_half(zeros, ones)
    value = float(torch.where(log_mass > -torch.inf, log_mass.exp() * excess, 0.0).sum())
    return ExactValue(value=value - log(T) / 2, error_bound=_rounding(T))


@computed(
    title="T times the excess log loss of the next symbol, independent symbols",
    points=({"theta": theta, "T": T} for theta in _THETAS for T in _SIZES),
)
def add_half_excess(theta: float, T: int) -> ExactValue:
    """T times the mean divergence after T independent symbols."""
    zeros, ones, log_mass = _binomial(theta, T)
    value = T * float((log_mass.exp() * divergence(theta, zeros, ones)).sum())
    return ExactValue(value=value, error_bound=_rounding(T))


@computed(
    title="Regret of the add-half code beyond half a logarithm at a share of ones",
    points=({"share": share, "T": T} for share in _SHARES for T in _SIZES),
)
def add_half_regret(T: int, share: float) -> ExactValue:
    """Regret beyond log T / 2 of the sequences whose share of ones is given."""
    ones = torch.tensor(share * T, dtype=torch.float64)
    zeros = T - ones
    best = torch.xlogy(ones, ones / T) + torch.xlogy(zeros, zeros / T)
    return ExactValue(value=float(best - log_add_half(zeros, ones)) - log(T) / 2, error_bound=_rounding(T))


@computed(
    title="Redundancy of the add-half code in contexts of one symbol, beyond a logarithm",
    points=({"p": p, "q": q, "T": T} for p, q in CHAINS for T in _CHAIN_SIZES),
)
def add_half_chain_redundancy(T: int, p: float, q: float) -> ExactValue:
    """Redundancy of the T - 1 transitions of a chain, beyond log T: half a log a context."""
    chain = Chain(p=p, q=q)
    total, bound = -log(T), 0.0
    for symbol, leave in enumerate((chain.p, chain.q)):

        def excess(n: Tensor, m: Tensor, leave: float = leave) -> Tensor:
            stays = (n - m).clamp(min=0)
            return _log_power(leave, m) + _log_power(1 - leave, stays) - log_add_half(stays, m)

        for ends_there in (True, False):
            part = visits(chain, T, symbol, ends_there=ends_there).mean(excess, T * log(2 * T))
            total, bound = total + part.value, bound + part.error_bound
    return ExactValue(value=total, error_bound=bound)


@computed(
    title="T times the excess log loss of the next symbol in contexts of one symbol",
    points=({"p": p, "q": q, "T": T} for p, q in CHAINS for T in _CHAIN_SIZES),
)
def add_half_chain_excess(T: int, p: float, q: float) -> ExactValue:
    """T times the mean divergence in the context at time T."""
    chain = Chain(p=p, q=q)
    total, bound = 0.0, 0.0
    for symbol, leave in enumerate((chain.p, chain.q)):

        def excess(n: Tensor, m: Tensor, leave: float = leave) -> Tensor:
            return divergence(leave, (n - m).clamp(min=0), m)

        part = visits(chain, T, symbol, ends_there=True).mean(excess, log(2 * T))
        total, bound = total + T * part.value, bound + T * part.error_bound
    return ExactValue(value=total, error_bound=bound)


@computed(
    title="Largest log loss of one symbol under the add-half estimate, contexts of length k",
    points=({"k": k, "T": T + k} for k in (0, 1, 2) for T in _SHORT),
)
def largest_log_loss(T: int, k: int) -> ExactValue:
    """-log of the least probability given to a symbol, over all sequences and both symbols."""
    least = float(add_half_estimate(sequences(T), k, 2).min())
    return ExactValue(value=-log(least), error_bound=1e-14)


def _binomial(theta: float, T: int) -> tuple[Tensor, Tensor, Tensor]:
    """Zeros, ones, and the logarithm of the probability of these counts."""
    ones = torch.arange(T + 1, dtype=torch.float64)
    zeros = T - ones
    orders = torch.lgamma(torch.tensor(T + 1.0, dtype=torch.float64))
    orders = orders - torch.lgamma(ones + 1) - torch.lgamma(zeros + 1)
    return zeros, ones, orders + _log_power(theta, ones) + _log_power(1 - theta, zeros)


def _weighed_log(share: float, estimate: Tensor) -> Tensor:
    return share * (log(share) - estimate.log()) if share > 0 else torch.zeros_like(estimate)


def _log_power(base: float, power: Tensor) -> Tensor:
    return torch.xlogy(power, torch.tensor(base, dtype=torch.float64))


def _rounding(T: int) -> float:
    """Logarithms of Gamma functions near T log T, each rounded to one part in 2^53, a few of them."""
    return 16 * 2.0**-53 * T * log(T + 2) + 1e-13
