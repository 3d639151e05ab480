"""Values that are signs (d_v = 1), where crosstalk eta_i is a sum of independent overlaps.

Two memories, each simulated from its definition and computed exactly.

- Keys on the sphere; an item fails when |eta_i| > 1. An overlap x has the characteristic function
  phi(t) = E cos(t x) = Gamma(nu + 1) (2/t)^nu J_nu(t), nu = d_k/2 - 1, and |eta_i| <= n - 1. On a
  period P of at least 2 (n - 1) the law of eta_i is a Fourier series, so that
  P(|eta| <= 1) = 2/P + (4/P) sum_k phi(t_k)^(n - 1) sin(t_k)/t_k with t_k = 2 pi k/P, k = 1, 2, ...,
  and nothing is lost but the tail of the series.
- Gaussian keys; an item fails when crosstalk drowns its own part, |eta_i| > |k_i|^2. Given k_i, eta_i
  is N(0, |k_i|^2 (n - 1)/d_k): failure is |T| > (d_k/(n - 1))^(1/2), T Student's with d_k degrees of
  freedom.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan, log, pi
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.special import jv, loggamma
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_keys
from ..simulator import computed, simulator
from ..trials import Trials
from .memory import own_part

Vector = NDArray[np.float64]

_SPHERE_SIZES: Final = {
    4: (4, 6, 9, 13),
    8: (3, 5, 9, 17),
    16: (3, 6, 11, 21),
    32: (4, 9, 17, 33),
    64: (9, 17, 33, 65),
}
_GAUSSIAN_SIZES: Final = {
    1: (2, 3, 5, 9),
    4: (2, 3, 5, 9),
    8: (2, 3, 5, 9, 17),
    16: (3, 5, 9, 17, 33),
    32: (5, 9, 17, 33),
    64: (9, 17, 33, 65),
}
_EPSILON: Final = float(np.finfo(float).eps)
_TAIL: Final = 1e-15
_MOST_TERMS: Final = 2**20
_NODES: Final = (64, 128)


def _group(d_k: int, sizes: tuple[int, ...]) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d_k": d_k},
        points=[{"n": n} for n in sizes],
        trials_per_block=2**17 // (d_k * max(sizes) + 64),
    )


@simulator(
    title="P(|eta| > 1) with values that are signs",
    outputs=("fails",),
    binary=True,
    groups=(_group(d_k, sizes) for d_k, sizes in _SPHERE_SIZES.items()),
)
def scalar_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Indicators that the first of n items on the sphere has |eta| > 1."""
    return _failures(trials, "sphere")


@simulator(
    title="P(|eta| > |k|^2) with Gaussian keys and values that are signs",
    outputs=("fails",),
    binary=True,
    groups=(_group(d_k, sizes) for d_k, sizes in _GAUSSIAN_SIZES.items()),
)
def gaussian_scalar_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Indicators that the first of n items with Gaussian keys has |eta| > |k|^2."""
    return _failures(trials, "gaussian")


def _points(sizes: Mapping[int, tuple[int, ...]]) -> tuple[Mapping[str, Value], ...]:
    return tuple({"d_k": d_k, "n": n} for d_k, some in sizes.items() for n in some)


@computed(
    title="P(|eta| > 1) with values that are signs, from the Bessel characteristic function",
    points=_points(_SPHERE_SIZES),
)
def scalar_failure_fourier(d_k: int, n: int) -> ExactValue:
    """P(|eta| > 1) for keys on the sphere, d_k >= 4, from the Fourier series of the module docstring.

    The tail is bounded by |J_nu(t)| <= (2/pi)^(1/2) (t^2 - nu^2)^(-1/4) for t > nu >= 1/2 and an
    integral; the rest of the bound is the rounding of positive parts of the sum.
    """
    others = n - 1
    nu, period = d_k / 2 - 1, 2.0 * others + 2
    terms = _terms_needed(nu, others, period)
    t: Vector = 2 * pi / period * np.arange(1, terms + 1, dtype=np.float64)
    series = overlap_characteristic(nu, t) ** others * np.sin(t) / t
    value = 1 - 2 / period - 4 / period * float(series.sum())
    rounding = _EPSILON * (64 + 16 * others * (1 + nu) * 4 / period * float(abs(series).sum()))
    return ExactValue(value=value, error_bound=_tail_bound(nu, others, period, terms) + rounding)


def overlap_characteristic(nu: float, t: Vector) -> Vector:
    """E cos(t x) = Gamma(nu + 1) (2/t)^nu J_nu(t), t > 0, for an overlap x in d_k = 2 nu + 2 dimensions."""
    return np.asarray(np.exp(loggamma(nu + 1) + nu * np.log(2 / t)) * jv(nu, t))


@computed(
    title="P(|eta| > |k|^2) with Gaussian keys and values that are signs, from Student's t",
    points=_points(_GAUSSIAN_SIZES),
)
def gaussian_scalar_failure_student(d_k: int, n: int) -> ExactValue:
    """P(|T| > (d_k/(n - 1))^(1/2)) by Gauss-Legendre at two resolutions.

    With T = d_k^(1/2) tan(angle) the density is proportional to cos^(d_k - 1) of the angle.
    """
    others = n - 1
    coarse, fine = (
        _cosine_power(d_k - 1, atan(others**-0.5), nodes) / _cosine_power(d_k - 1, 0.0, nodes)
        for nodes in _NODES
    )
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 4 * (d_k + _NODES[1]) * _EPSILON * fine)


def _failures(trials: Trials, law: str) -> Float[Tensor, "trials points 1"]:
    """Whether |eta| of the first item exceeds its own part, at each size n; values are fair signs."""
    sizes, d_k = trials.sizes("n"), int(trials.group.shared["d_k"])
    keys = sample_keys(law, (trials.n_trials, max(sizes)), d_k, trials.source)
    signs = (
        torch.randint(
            2, (trials.n_trials, max(sizes), 1), generator=trials.generator, device=trials.device
        ).to(trials.dtype)
        * 2
        - 1
    )
    own = own_part(keys[:, :1], signs[:, :1]).abs()
    terms = torch.bmm(keys[:, 1:], keys[:, 0, :, None]) * signs[:, 1:]
    eta = terms.cumsum(dim=1).abs()
    limit = torch.ones_like(own) if law == "sphere" else own
    return torch.cat([eta[:, n - 2 : n - 1] > limit for n in sizes], dim=1).to(trials.dtype)


def _terms_needed(nu: float, others: int, period: float) -> int:
    """The first power of two of terms whose tail bound is below 1e-15. Raises ValueError beyond 2^20."""
    terms = 64
    while terms * 2 * pi / period <= 2 * nu + 1 or _tail_bound(nu, others, period, terms) > _TAIL:
        terms *= 2
        if terms > _MOST_TERMS:
            raise ValueError(
                f"The series for {others + 1} items and d_k = {2 * nu + 2:g} falls too slowly:"
                " take more of either."
            )
    return terms


def _tail_bound(nu: float, others: int, period: float, terms: int) -> float:
    """(4/P) sum_{k > terms} |phi(t_k)|^(n - 1)/t_k, by (t^2 - nu^2)^(1/2) >= t/2 there, and an integral."""
    t = 2 * pi * terms / period
    amplitude = others * float(loggamma(nu + 1) + nu * log(2) + log(2 / pi) / 2 + log(2) / 2)
    power = others * (nu + 0.5)
    # sum_{k > K} t_k^(-power - 1) <= (P / 2 pi) int_t^infinity s^(-power - 1) ds.
    return float(4 / (2 * pi) / power * np.exp(amplitude - power * log(t)))


def _cosine_power(power: int, start: float, nodes: int) -> float:
    """Integral of cos^power over (start, pi/2)."""
    abscissae, weights = gauss_legendre(nodes)
    half = (pi / 2 - start) / 2
    return float(half * np.sum(weights * np.cos(start + half * (1 + abscissae)) ** power))
