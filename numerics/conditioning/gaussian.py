"""Failure with Gaussian keys N(0, I/d_k) and values N(0, I/d_v), where |eta|^2 is a product of chi-squares.

Given the query k, the overlaps <k, k_j> are independent N(0, |k|^2/d_k), and given these eta is
N(0, sum_j <k, k_j>^2 I/d_v). Hence |eta|^2 = |k|^2 A B with A = chi2_{n-1}/d_k and B = chi2_{d_v}/d_v
independent: two chi-squares for a query of length one (`query` = unit), and a third, |k|^2 =
chi2_{d_k}/d_k, for a stored key as it is (`query` = stored).

Routes: simulation of the definition; conditioning on A in one integral (a second over |k|^2);
Mellin inversion along the line through the saddle point; and, for rare failures, conditional and
tilted Monte Carlo.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp, log, pi
from typing import Any, Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize_scalar
from scipy.special import chdtrc, loggamma
from torch import Tensor

from ..quantity import DesignGroup, ExactValue
from ..sampling import sample_gaussian_keys
from ..simulator import computed, simulator
from ..trials import Trials

Vector = NDArray[np.float64]

_THRESHOLDS: Final = (0.5, 1.0, 2.0, 4.0)
_DIMENSIONS: Final = (8, 16, 32, 64, 128)
_RARE_DIMENSIONS: Final = (16, 32, 64, 128, 256)
_TRIALS: Final = {8: 4096, 16: 2048, 32: 512, 64: 128, 128: 32}
_RARE_TRIALS: Final = 1024
_RARE_THRESHOLDS: Final = (1.5, 2.0, 4.0)
_STEPS: Final = (256, 512)
_LINE_STEPS: Final = (1024, 2048)
_LEAST_ABSCISSA: Final = 0.5
"""The line stays away from the pole at 0, where the trapezoid rule would converge slowly."""
_EPSILON: Final = float(np.finfo(float).eps)


def _plain_group(query: str, d: int, others: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"query": query, "n": others + 1, "d_k": d, "d_v": d},
        points=[{"tau": tau} for tau in _THRESHOLDS],
        trials_per_block=_TRIALS[d],
    )


def _edges(group: DesignGroup) -> tuple[float, ...]:
    """The thresholds on |eta|^2."""
    return tuple(float(point["tau"]) for point in group.points)


_PLAIN_GROUPS: Final = tuple(
    _plain_group(query, d, others)
    for query in ("unit", "stored")
    for d in _DIMENSIONS
    for others in (d // 2, d)
)


@simulator(
    title="P(|eta|^2 > tau) with Gaussian keys and values (d_v = d_k)",
    outputs=("survival",),
    groups=_PLAIN_GROUPS,
    histogram_edges=_edges,
)
def gaussian_failure(n: int, d_k: int, d_v: int, *, trials: Trials) -> Float[Tensor, " trials"]:
    """|eta|^2 of one query a draw, from keys and values."""
    draw = partial(sample_gaussian_keys, source=trials.source)
    query, others, values = (
        draw((trials.n_trials, 1), d_k),
        draw((trials.n_trials, n - 1), d_k),
        draw((trials.n_trials, n - 1), d_v),
    )
    if trials.group.shared["query"] == "unit":
        query = query / torch.linalg.vector_norm(query, dim=-1, keepdim=True)
    return torch.bmm(torch.bmm(query, others.mT), values).square().sum(dim=(1, 2))


def _rare_group(d: int, others: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"query": "unit", "n": others + 1, "d_k": d, "d_v": d},
        points=[{"tau": tau} for tau in _RARE_THRESHOLDS],
        trials_per_block=_RARE_TRIALS,
    )


_RARE_GROUPS: Final = tuple(_rare_group(d, others) for d in _RARE_DIMENSIONS for others in (d // 2, d))


@simulator(
    title="P(|eta|^2 > tau) with Gaussian keys and values, by conditional and by tilted Monte Carlo",
    outputs=("conditional", "tilted"),
    groups=_RARE_GROUPS,
    dtype="float64",
)
def gaussian_rare_failure(n: int, d_k: int, d_v: int, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """P(A B > tau) by P(B > tau/A | A), and by weights of chi-squares scaled to the likeliest failure."""
    a, b = (trials.source.normal(trials.n_trials, k).square().mean(dim=1) for k in (n - 1, d_v))
    columns = []
    for point in trials.points:
        level = float(point["tau"]) * d_k / (n - 1)
        conditional = torch.from_numpy(np.asarray(chdtrc(d_v, (d_v * level / a).cpu().numpy())))
        scale_a, scale_b = likeliest_failure(n - 1, d_v, level)
        weight = _log_weight(a, scale_a, n - 1) + _log_weight(b, scale_b, d_v)
        tilted = torch.where(scale_a * scale_b * a * b > level, weight.exp(), 0.0)
        columns.append(torch.stack((conditional.to(tilted), tilted), dim=-1))
    return torch.stack(columns, dim=1)


def likeliest_failure(first: int, second: int, level: float) -> tuple[float, float]:
    """Where the density of log a + log b is largest on a b = level, for a = chi2_k/k, b = chi2_m/m.

    There k (1 - a) = m (1 - b), by Lagrange's rule. (1, 1) where failure is no rare event.
    """
    if level <= 1:
        return 1.0, 1.0
    a = float(brentq(lambda x: first * (x - 1) - second * (level / x - 1), 1.0, level))
    return a, level / a


_PLAIN_POINTS: Final = tuple(point for group in _PLAIN_GROUPS for point in group.points)
_EXACT_POINTS: Final = (
    *_PLAIN_POINTS,
    *(point for group in _RARE_GROUPS for point in group.points if point not in _PLAIN_POINTS),
)


@computed(
    title="P(|eta|^2 > tau) with Gaussian keys and values, by integrals over chi-squares",
    points=_EXACT_POINTS,
)
def gaussian_failure_integral(d_k: int, d_v: int, n: int, tau: float, query: str) -> ExactValue:
    """P(|eta|^2 > tau) as E P(B > tau/(|k|^2 A)), by trapezoids in the logarithms."""
    results = []
    for steps in _STEPS:
        log_a, weight_a = _log_chi_square(n - 1, steps)
        log_c, weight_c = _log_chi_square(d_k, steps) if query == "stored" else (np.zeros(1), np.ones(1))
        # |k|^2 A d_k^2 is the product of the two chi-squares; a unit query has |k|^2 = 1.
        scale = log_a[:, None] + log_c[None, :] - (2 if query == "stored" else 1) * log(d_k)
        results.append(float(weight_a @ chdtrc(d_v, d_v * tau * np.exp(-scale)) @ weight_c))
    coarse, fine = results
    rounding = 64 * _STEPS[1] * _EPSILON * fine
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + rounding)


@computed(title="P(|eta|^2 > tau) with Gaussian keys and values, by Mellin inversion", points=_EXACT_POINTS)
def gaussian_failure_inversion(d_k: int, d_v: int, n: int, tau: float, query: str) -> ExactValue:
    """P(|eta|^2 > tau) = (2 pi i)^-1 int E|eta|^(2z) tau^-z dz/z, by trapezoids on the line of the saddle.

    E chi2_k^z = 2^z Gamma(k/2 + z) / Gamma(k/2). On that line all terms have about one phase, so the
    relative error stays small however rare the failure is.
    """
    factors = [(n - 1, d_k), (d_v, d_v), *([(d_k, d_k)] if query == "stored" else [])]
    degrees = np.array([[k] for k, _ in factors])
    offset = sum(log(2 / by) for _, by in factors) - log(tau)

    def exponent(z: NDArray[Any]) -> NDArray[Any]:
        moments = (loggamma(degrees / 2 + z) - loggamma(degrees / 2)).sum(axis=0)
        return np.asarray(moments + z * offset - np.log(z))

    largest = 10 * float(degrees.max()) * max(1.0, tau)
    found = minimize_scalar(
        lambda x: float(exponent(np.array([exp(x)]))[0]), bounds=(log(_LEAST_ABSCISSA), log(largest))
    )
    coarse, fine = (_line_integral(exponent, exp(float(found.x)), steps) for steps in _LINE_STEPS)
    cancelled = float(abs(loggamma(degrees / 2 + exp(float(found.x)))).sum()) + 16
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 16 * cancelled * _EPSILON * fine)


def _line_integral(exponent: Callable[[NDArray[Any]], NDArray[Any]], x: float, steps: int) -> float:
    """(1/pi) int_0^infinity Re exp(exponent(x + i y)) dy by trapezoids, until e^-46 of the peak is left."""
    peak = float(exponent(np.array([x]))[0])
    end = 1.0
    while exponent(np.array([x + 1j * end]))[0].real > peak - 46:
        end *= 1.25
    y = np.linspace(0, end, steps + 1)
    terms = np.exp(exponent(x + 1j * y) - peak).real
    return float(exp(peak) * (terms.sum() - terms[0] / 2) * end / steps / pi)


def _log_weight(x: Float[Tensor, " trials"], scale: float, k: int) -> Float[Tensor, " trials"]:
    """Log of the density of chi2_k/k at scale * x over that of scale * chi2_k/k there."""
    return k / 2 * (log(scale) - (scale - 1) * x)


def _log_chi_square(k: int, steps: int) -> tuple[Vector, Vector]:
    """Abscissae of u = log chi2_k and the probabilities of a trapezoid rule, normalised by its own sum.

    The density is exp(k u/2 - e^u/2): left of its peak log k it falls like exp(k u/2), right of it
    like exp(-e^u/2). The range of 24 standard deviations holds the likeliest A of all declared failures,
    down to 1e-62.
    """
    deviations = 24 * (2 / k) ** 0.5
    u = log(k) + np.linspace(-deviations - 92 / k, log(1 + deviations + 100 / k), steps)
    weight = np.exp(k / 2 * (u - log(k)) - (np.exp(u) - k) / 2)
    return u, weight / weight.sum()
