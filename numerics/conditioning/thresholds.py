"""The sizes at which softmax retrieval fails, computed from the law of one overlap.

Given the query the other keys' weights w_j = exp(beta (<k_i, k_j> - 1)) are independent, and every mean
over one of them is a quadrature over the angle of two keys. Of their sum Z over n - 1 keys (or Y, that
of their squares) three sizes n are read, none of which need be an integer:

- `annealed`: the mean of the sum is 1.
- `typical`: the sum exceeds 1 with probability 1/2, by the inversion of Gil-Pelaez,
  P(Z > 1) = 1/2 + (1/pi) int_0^infinity Im(e^(-iu) phi(u)^(n-1)) du/u, phi(u) = E e^(iuw).
- `typical_over_annealed`: the ratio of the two.
- `mean_weight`: E 1/(1 + Z) = int_0^infinity e^(-s) (E e^(-sw))^(n-1) ds is 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, log, pi, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from ..quadrature import gauss_legendre
from ..quantity import ExactValue, Value
from ..simulator import computed
from .softmax import score_scale

Vector = NDArray[np.float64]

_NODES: Final = (600, 900)
_PERIODS: Final = (100.0, 140.0)
"""Periods of the trapezoid rule in standard deviations of the sum: beyond half of one nothing is left."""
_SMALLEST: Final = 38.0
"""Characteristic functions below e^-38 are left out."""
_LAPLACE: Final = (200, 300)
_LONGEST: Final = 45.0
"""The range of s: e^-45 is left."""
_MOST_STEPS: Final = 2**14
_RUN: Final = 16
"""Characteristic functions are found at so many runs of so many steps at once."""
_FAINTEST: Final = 2.0**-60
"""Nodes less probable than this part of the mean weight are left out."""
_BRACKET: Final = 2.0
"""Medians and mean weights lie within this factor of the annealed size at all declared points."""
_DEVIATIONS: Final = 2.0
"""A median lies within one standard deviation of the mean; sizes far off would alias."""
_EPSILON: Final = float(np.finfo(float).eps)

_DIMENSIONS: Final[dict[tuple[str, str], tuple[int, ...]]] = {
    ("fixed", "weight"): (16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
    ("fixed", "noise"): (16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
    ("root", "weight"): (16, 25, 36, 49, 64, 81, 100, 144, 196, 256, 400),
    ("root", "noise"): (9, 16, 25, 36, 49, 64, 81, 100, 144, 196, 256, 400),
    ("full", "weight"): (8, 10, 12, 14, 16, 24, 32, 48),
    ("full", "noise"): (8, 10, 12, 14, 16, 24, 32, 48),
}
"""From where on a characteristic function of the sum falls fast, to where its spread is above rounding."""


def _annealed(w: Vector, p: Vector, level: int) -> float:
    """Items at which the mean of the sum is 1."""
    return 1 / float(p @ w)


def _typical(w: Vector, p: Vector, level: int) -> float:
    """Items at which the sum exceeds 1 with probability 1/2."""
    start = _annealed(w, p, level)
    mean = 1 / start
    spread = sqrt(start * float(p @ (w - mean) ** 2))
    step = 2 * pi / (_PERIODS[level] * spread)
    u, logs = _log_characteristic(w - mean, p, step, start / _BRACKET)

    def excess(items: float) -> float:
        phase = u * (items * mean - 1)
        terms = np.exp(items * logs.real) * np.sin(items * logs.imag + phase) / u
        return float(terms.sum()) * step / pi

    return _root(excess, start, min(log(_BRACKET), _DEVIATIONS * spread))


def _log_characteristic(
    x: Vector, p: Vector, step: float, items: float
) -> tuple[Vector, NDArray[np.complex128]]:
    """Logarithms of E e^(iux) of centred x at u = step/2, 3 step/2, ..., until its items-th power vanishes.

    Raises ValueError where it falls too slowly, as it does for few items.
    """
    run: Vector = np.arange(_RUN, dtype=np.float64)
    by_step = _turn(np.outer(step * run, x))
    grid: list[Vector] = []
    values: list[NDArray[np.complex128]] = []
    while not values or items * values[-1].real.max() > -_SMALLEST:
        if _RUN**2 * len(grid) > _MOST_STEPS:
            raise ValueError(f"The characteristic function of {items:.3g} weights falls too slowly.")
        start: Vector = step * (0.5 + _RUN * run + _RUN**2 * len(grid))
        by_run = _turn(np.outer(start, x))
        # e^(i(a + b)) - 1 = (e^(ia) - 1) + (e^(ib) - 1) + (e^(ia) - 1)(e^(ib) - 1): a matrix product.
        change = (by_run @ p)[:, None] + by_step @ p + (by_run * p) @ by_step.T
        grid.append(np.add.outer(start, step * run).ravel())
        values.append(np.log1p(change.ravel()))
    return np.concatenate(grid), np.concatenate(values)


def _turn(angle: Vector) -> NDArray[np.complex128]:
    """e^(i angle) - 1 without cancellation."""
    return np.asarray(-2 * np.sin(angle / 2) ** 2 + 1j * np.sin(angle))


def _mean_weight(w: Vector, p: Vector, level: int) -> float:
    """Items at which E 1/(1 + Z) is 1/2."""
    abscissae, rule = gauss_legendre(_LAPLACE[level])
    s = _LONGEST / 2 * (1 + abscissae)
    logs = np.log1p(np.expm1(np.outer(-s, w)) @ p)

    def excess(items: float) -> float:
        return 0.5 - float(rule @ np.exp(items * logs - s)) * _LONGEST / 2

    return _root(excess, _annealed(w, p, level), log(_BRACKET))


def _root(excess: Callable[[float], float], start: float, end: float) -> float:
    """Where an increasing function of the size vanishes, between start e^-end and start e^end."""
    precision = 4 * _EPSILON
    found = brentq(lambda x: excess(start * exp(x)), -end, end, xtol=precision, rtol=precision)
    return float(start * exp(float(found)))


_SOLVERS: Final[dict[str, Callable[[Vector, Vector, int], float]]] = {
    "annealed": lambda w, p, level: 1 + _annealed(w, p, level),
    "typical": lambda w, p, level: 1 + _typical(w, p, level),
    "typical_over_annealed": lambda w, p, level: (1 + _typical(w, p, level)) / (1 + _annealed(w, p, level)),
    "mean_weight": lambda w, p, level: 1 + _mean_weight(w, p, level),
}


@computed(
    title="The n at which softmax fails, annealed, typical or by mean weight, by quadrature",
    points=(
        {"score_scale": name, "about": about, "threshold": threshold, "d_k": d_k}
        for (name, about), dimensions in _DIMENSIONS.items()
        for threshold in _SOLVERS
        if (about, threshold) != ("noise", "mean_weight")
        for d_k in dimensions
    ),
)
def softmax_threshold(**at: Value) -> ExactValue:
    """The number of a point, with the change under finer rules as its error bound."""
    solve = _SOLVERS[str(at["threshold"])]
    coarse, fine = (solve(*_weights(at, nodes), level) for level, nodes in enumerate(_NODES))
    rounding = 2**12 * _EPSILON * fine
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + rounding)


def _weights(at: Mapping[str, Value], nodes: int) -> tuple[Vector, Vector]:
    """The weight of another key (its square for the noise) at each node, and the nodes' probabilities.

    With t = sin(angle) the density of an overlap is proportional to cos^(d_k - 2).
    """
    d_k, order = int(at["d_k"]), 2 if at["about"] == "noise" else 1
    abscissae, rule = gauss_legendre(nodes)
    angle = pi / 2 * abscissae
    probability = rule * np.cos(angle) ** (d_k - 2)
    # 1 - sin(angle) without cancellation where the two keys are near.
    gap = 2 * np.sin((pi / 2 - angle) / 2) ** 2
    beta = order * score_scale(str(at["score_scale"]), d_k)
    weight, probability = np.exp(-beta * gap), probability / probability.sum()
    # A weight is at most 1: what is left out changes neither the mean nor any function of the sum.
    kept = probability > _FAINTEST * float(probability @ weight)
    return weight[kept], probability[kept]
