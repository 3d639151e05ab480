r"""Lemma 1: P unit vectors of which no two overlap by more than eta; the failure at random and its size.

The overlaps of different pairs of random unit vectors are independent, two at a time. With K pairs, each
beyond eta with probability p, some pair is with probability between K p/(1 + (K-1) p) (Chung and Erdos)
and K p: no sampling is needed where K p is small.

| quantity | meaning |
|---|---|
| `incoherence_failure` | P(some pair overlaps by more than eta): the middle of its bounds |
| `incoherence_failure_sampled` | the same, vectors drawn, at eta = 2 sqrt(log P/d) |
| `footnote_bound` | the bound of footnote 3, P^2 exp(-d eta^2/2), at P = exp(eta^2 d/4) |
| `incoherent_size` | real P at which half a pair beyond eta is expected |

`rule` says what is given: "lemma" P and d, with eta that of Lemma 1; "exponential" d and eta, with P the
whole part of exp(eta^2 d/4); "given" all three.
"""

from __future__ import annotations

from math import exp, floor, log, sqrt
from typing import Any, Final

import torch
from jaxtyping import Float
from scipy.special import betainc
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_sphere
from ..simulator import computed, simulator
from ..trials import Trials

_RELATIVE: Final = 1e-11
_TRIALS: Final = 512


def pair_tail(d: int, eta: float) -> float:
    """P(|<u, u'>| > eta) for unit vectors: the square is a Beta variable of parameters 1/2, (d-1)/2.

    >>> round(pair_tail(3, 0.25), 12)
    0.75
    """
    return float(betainc((d - 1) / 2, 0.5, (1 - eta) * (1 + eta)))


def failure_bounds(P: int, p: float) -> tuple[float, float]:
    """Bounds on the probability that some pair of P vectors is beyond, one pair being so with p."""
    pairs = P * (P - 1) // 2
    return pairs * p / (1 + (pairs - 1) * p), min(1.0, pairs * p)


def lemma_point(P: int, d: int) -> dict[str, Value]:
    """A point at the eta of Lemma 1."""
    return {"rule": "lemma", "P": P, "d": d, "eta": 2 * sqrt(log(P) / d)}


def exponential_point(d: int, eta: float) -> dict[str, Value]:
    """A point at the size that model (23) is said to fit."""
    return {"rule": "exponential", "P": floor(exp(eta**2 * d / 4)), "d": d, "eta": eta}


_SIZES: Final = (3, 4, 5, 6, 8, 16, 256, 4096, 10**6, 10**9)
_DIMENSIONS: Final = (8, 16, 32, 64, 128, 256, 512, 1024, 2**14, 2**20)
_VACUOUS: Final = 1.0
_ETAS: Final = (0.25, 0.5, 0.75)

"""The sizes of the second rule go from e^2 to e^32."""


@computed(
    title="Probability that some pair of P random unit vectors overlaps by more than eta",
    points=(
        *(
            point
            for P in _SIZES
            for d in _DIMENSIONS
            if float((point := lemma_point(P, d))["eta"]) < _VACUOUS
        ),
        *(exponential_point(round(k * 2 / eta**2), eta) for eta in _ETAS for k in range(4, 65, 4)),
        *(
            {"rule": "given", "P": P, "d": d, "eta": 0.5}
            for P in (4, 16, 64, 256)
            for d in (64, 96, 128, 192)
        ),
    ),
)
def incoherence_failure(P: int, d: int, eta: float) -> ExactValue:
    """The middle of both bounds; half their distance, and rounding, is the error."""
    low, high = failure_bounds(P, pair_tail(d, eta))
    return ExactValue(value=(low + high) / 2, error_bound=(high - low) / 2 + _RELATIVE * high)


@computed(
    title="Random unit vectors up to which half a pair beyond eta is expected",
    points=({"d": d, "eta": eta} for eta in (0.25, 0.5) for d in (64, 128, 256, 512, 1024, 2048)),
)
def incoherent_size(d: int, eta: float) -> ExactValue:
    """The P with P (P-1)/2 P(|<u, u'>| > eta) = 1/2."""
    p = pair_tail(d, eta)
    value = (1 + sqrt(1 + 4 / p)) / 2
    return ExactValue(value=value, error_bound=_RELATIVE * value)


@computed(
    title="P^2 exp(-d eta^2/2) at the size that model (23) is said to fit",
    points=({"d": d, "eta": 0.5} for d in (64, 256, 1024)),
)
def footnote_bound(d: int, eta: float) -> ExactValue:
    """P^2 exp(-d eta^2/2) for the real P = exp(eta^2 d/4)."""
    value = exp(eta**2 * d / 4) ** 2 * exp(-d * eta**2 / 2)
    return ExactValue(value=value, error_bound=_RELATIVE * value)


def _group(d: int, sizes: tuple[int, ...]) -> DesignGroup:
    points: list[dict[str, Any]] = [lemma_point(P, d) for P in sizes]
    return DesignGroup.sized(shared={"rule": "lemma", "d": d}, points=points, trials_per_block=_TRIALS)


@simulator(
    title="Whether some pair of P random unit vectors overlaps by more than eta",
    outputs=("beyond",),
    binary=True,
    groups=(_group(8, (3, 4, 6)), _group(32, (3, 8, 32)), _group(128, (3, 16, 64))),
)
def incoherence_failure_sampled(d: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """1[max over pairs of |<u_z, u_z'>| > eta], the families nested."""
    sizes = trials.sizes("P")
    u = sample_sphere((trials.n_trials, max(sizes)), d, trials.source)
    overlaps = torch.bmm(u, u.mT).abs()
    overlaps.diagonal(dim1=1, dim2=2).zero_()
    beyond = [
        overlaps[:, :P, :P].amax(dim=(1, 2)) > float(point["eta"])
        for P, point in zip(sizes, trials.points, strict=True)
    ]
    return torch.stack(beyond, dim=1).to(trials.dtype).unsqueeze(-1)
