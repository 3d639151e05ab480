r"""The joint law of visits and departures of one symbol of a binary Markov chain, in closed form.

Of $x_1, \ldots, x_T$ let n count the places before T that hold the symbol s, and m those of them after which
the other symbol comes. A path is n transitions out of s, m of them departures, and the times away in blocks
of length one or more; so that its probability is a product of two binomial coefficients and of powers of
a = P(leave s) and b = P(return). Sums over n and m run over windows of nine standard deviations, and what
mass they miss is known, as the whole mass is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import ExactValue
from .chain import Chain

Grid = Float[Tensor, "visits departures"]

_WIDTH: Final = 9
_LEAST: Final = 24
"""Half a window where standard deviations are small."""


@dataclass(frozen=True, kw_only=True)
class Visits:
    """The mass of each n and m on a window, and a bound on the mass outside."""

    n: Float[Tensor, "visits 1"]
    m: Float[Tensor, "1 departures"]
    mass: Grid
    missing: float

    def mean(self, function: Callable[[Tensor, Tensor], Grid], largest: float) -> ExactValue:
        """The sum of f(n, m) over the law; |f| is at most `largest` outside the window."""
        value = float((self.mass * function(self.n, self.m)).nan_to_num(0.0).sum())
        return ExactValue(value=value, error_bound=largest * self.missing + 1e-9 * abs(value))


def visits(chain: Chain, T: int, symbol: int, *, ends_there: bool) -> Visits:
    """The law of n and m together with the event that the path ends in `symbol`, or that it does not.

    >>> law = visits(Chain(p=0.5, q=0.5), 2, 0, ends_there=True)
    >>> float(law.mass.sum()), float((law.mass * law.n).sum())
    (0.5, 0.25)
    """
    leave, back = (chain.p, chain.q) if symbol == 0 else (chain.q, chain.p)
    share = float(chain.stationary[symbol])
    spread = (1 + chain.eigenvalue) / (1 - chain.eigenvalue)
    n = _window(share * T, share * (1 - share) * T * spread, T)[:, None]
    m = _window(share * leave * T, share * leave * T, T)[None, :]
    whole = share if ends_there else 1 - share
    inside = _log_paths(n, m, T, leave, back, starts_there=True, ends_there=ends_there).exp()
    outside = _log_paths(n, m, T, leave, back, starts_there=False, ends_there=ends_there).exp()
    mass = share * inside + (1 - share) * outside
    return Visits(n=n, m=m, mass=mass, missing=max(whole - float(mass.sum()), 0.0) + 1e-11 * sqrt(T))


def _window(mean: float, variance: float, T: int) -> Float[Tensor, " places"]:
    half = _WIDTH * sqrt(variance) + _LEAST
    low, high = max(0, int(mean - half)), min(T, int(mean + half) + 1)
    return torch.arange(low, high + 1, dtype=torch.float64)


def _log_paths(
    n: Tensor, m: Tensor, T: int, leave: float, back: float, *, starts_there: bool, ends_there: bool
) -> Grid:
    """The logarithm of the probability of all paths with these counts, given where they start."""
    away = T - n - int(ends_there)
    blocks = m + int(not starts_there)
    # A path that ends elsewhere has a departure as its last transition out, if it has one.
    orders = _log_choose(n, m) if ends_there else _log_choose(n - 1, m - 1)
    if not ends_there:
        orders = torch.where((n == 0) & (m == 0), 0.0, orders)
    lengths = torch.where(
        blocks == 0, torch.where(away == 0, 0.0, -torch.inf), _log_choose(away - 1, blocks - 1)
    )
    returns = blocks if ends_there else blocks - 1
    powers = _log_power(leave, m) + _log_power(1 - leave, n - m)
    powers = powers + _log_power(back, returns) + _log_power(1 - back, away - blocks)
    return orders + lengths + powers


def _log_choose(n: Tensor, k: Tensor) -> Tensor:
    inside = (k >= 0) & (n >= k)
    n, k = torch.where(inside, n, 0.0), torch.where(inside, k, 0.0)
    found = torch.lgamma(n + 1) - torch.lgamma(k + 1) - torch.lgamma(n - k + 1)
    return torch.where(inside, found, -torch.inf)


def _log_power(base: float, power: Tensor) -> Tensor:
    return torch.xlogy(power.clamp(min=0), torch.tensor(base, dtype=torch.float64))
