"""The numbers q(x) that SGD moves, without interference: the map (20), its iterates, and Fig. 5.

`eta` is the step size (the paper's gamma). The map as printed is f(q) = q + eta / (1 + exp(q)/M). In Fig. 5
a token is visited n_x = ((N + 3)/(x + 3))^2 times, rounded, so that the rarest is visited once, and M = 5.
Its equivalent power rho is fitted by least squares: the sum over all x of the squares of
q(x)/q(1) - (p(x)/p(1))^rho is least.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from ..quantity import ExactValue, Value
from ..simulator import computed
from .model import zipf_law
from .training import Optimiser, Task, WeightTraining

Vector = NDArray[np.float64]

EPSILON: Final = float(np.finfo(np.float64).eps)
ANSWERS: Final = 5
SHIFT: Final = 3
POWER: Final = 2.0
_FIT: Final = 1e-6
"""Bound on the error of a fitted power: the search stops at 1e-9, and squares are flat to 1e-14 there."""


@computed(
    title="What a token's own score is after one step of SGD, orthonormal codes",
    points=(
        {"competitors": competitors, "M": M, "eta": eta, "q": q}
        for competitors in ("zero", "pushed away")
        for M in (2, 5, 20, 100)
        for eta in (0.1, 1.0, 10.0)
        for q in (0.0, 1.0, 4.0)
    ),
)
def update_step(M: int, q: float, competitors: str, eta: float) -> ExactValue:
    """u_y . W e_x after one step of SGD from W = q u_y e_x^T, all codes orthonormal.

    One update in weight space on explicit coordinate vectors. Where competitors are pushed away W starts from
    q (u_y - mean of the other u) e_x^T.
    """
    codes = torch.eye(M, dtype=torch.float64).unsqueeze(0)
    task = Task(e=codes, u=codes, answers=torch.arange(M), law=torch.full((M,), 1 / M, dtype=torch.float64))
    start = torch.zeros((1, 1, M, M), dtype=torch.float64)
    if competitors == "pushed away":
        start[0, 0, :, 0] = -q / (M - 1)
    start[0, 0, 0, 0] = q
    run = WeightTraining(task, (eta,), Optimiser.SGD, start)
    run.step(torch.zeros((1, 1), dtype=torch.int64))
    value = float(run.scores[0, 0, 0, 0])
    return ExactValue(value=value, error_bound=4 * (M + 4) * EPSILON * (1 + abs(value)))


def iterates(eta: float, M: int, count: int) -> Vector:
    """0, f(0), f(f(0)), ... of the printed map, `count` applications.

    >>> iterates(1.0, 1, 2).round(4).tolist()
    [0.0, 0.5, 0.8775]
    """
    found = np.zeros(count + 1)
    value = 0.0
    for n in range(1, count + 1):
        value += eta / (1 + exp(value) / M)
        found[n] = value
    return found


@computed(
    title="Iterates f^n(0) of the printed map",
    points=(
        {"M": ANSWERS, "eta": eta, "n": n}
        for eta in (0.001, 0.01, 0.1, 1.0, 10.0)
        for n in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
    ),
)
def iterate(n: int, eta: float, M: int) -> ExactValue:
    """f^n(0)."""
    value = float(iterates(eta, M, n)[-1])
    return ExactValue(value=value, error_bound=4 * (n + 1) * EPSILON * (1 + value))


@computed(
    title="exp(f^n(0)) of the printed map over eta M n",
    points=(
        {"M": M, "eta": eta, "n": n}
        for M in (2, 5, 20)
        for eta in (0.1, 1.0, 10.0)
        for n in (5000, 20000, 80000)
    ),
)
def iterate_growth(**at: Value) -> ExactValue:
    """exp(f^n(0)) over eta M n."""
    at_n = iterate.evaluate(at)
    value = exp(at_n.value) / (float(at["eta"]) * int(at["M"]) * int(at["n"]))
    return ExactValue(value=value, error_bound=2 * value * (at_n.error_bound + EPSILON))


def scheme(eta: float, N: int) -> Vector:
    """q(x) for x = 1, ..., N after the visits of Fig. 5."""
    x = np.arange(1, N + 1)
    visits = np.rint(((N + SHIFT) / (x + SHIFT)) ** POWER).astype(np.int64)
    return iterates(eta, ANSWERS, int(visits.max()))[visits]


def frequencies(N: int) -> Vector:
    """p(x)/p(1) of Fig. 5."""
    return ((1 + SHIFT) / (np.arange(1, N + 1) + SHIFT)) ** POWER


def fitted_power(q: Vector, shares: Vector) -> float:
    """The rho of least squares of q(x)/q(1) about shares^rho.

    >>> shares = np.array([1.0, 0.5, 0.1])
    >>> round(fitted_power(3 * shares**0.7, shares), 6)
    0.7
    """
    found = minimize_scalar(
        lambda rho: float(np.square(q / q[0] - shares**rho).sum()),
        bounds=(0.0, 2.0),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return float(found.x)


_PUBLISHED: Final = {10.0: 0.05, 0.1: 0.35, 0.001: 1.0}
_PRINTED: Final = tuple(
    {"N": N, "eta": eta, "rho": rho} for N in (100, 200) for eta, rho in _PUBLISHED.items()
)
"""Each step size beside the power that is printed for it."""


@computed(title="Power rho whose scheme p^rho is nearest to that of the map (Fig. 5)", points=_PRINTED)
def equivalent_power(N: int, eta: float) -> ExactValue:
    """The equivalent rho of a step size."""
    return ExactValue(value=fitted_power(scheme(eta, N), frequencies(N)), error_bound=_FIT)


@computed(
    title="Largest distance between the map's scheme and the power printed beside it (Fig. 5)",
    points=_PRINTED,
)
def scheme_distance(N: int, eta: float, rho: float) -> ExactValue:
    """Largest |q(x)/q(1) - (p(x)/p(1))^rho| over x."""
    q = scheme(eta, N)
    value = float(np.abs(q / q[0] - frequencies(N) ** rho).max())
    return ExactValue(value=value, error_bound=_FIT)


_STEPS: Final = (0.001, 0.1, 10.0)


@computed(
    title="Scheme of the map over its first value (Fig. 5)",
    points=(
        {"N": 100, "eta": eta, "x": x}
        for eta in _STEPS
        for x in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100)
    ),
)
def scheme_share(eta: float, N: int, x: int) -> ExactValue:
    """q(x)/q(1), x counted from 1."""
    q = scheme(eta, N)
    return ExactValue(value=float(q[x - 1] / q[0]), error_bound=_FIT)


@computed(
    title="Power rho nearest to what t steps on the whole population store",
    points=({"N": 100, "eta": 1.0, "t": t} for t in (1, 4, 16, 64, 256, 1024, 4096)),
)
def population_power(N: int, t: int, eta: float) -> ExactValue:
    """The equivalent rho after t steps on the whole population: q(x) gains eta p(x) / (1 + exp(q(x))/M)."""
    law = zipf_law(POWER, N)
    q = np.zeros(len(law))
    for _ in range(t):
        q += eta * law / (1 + np.exp(q) / ANSWERS)
    return ExactValue(value=fitted_power(q, law / law[0]), error_bound=_FIT)
