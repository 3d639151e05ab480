"""The error against its approximation p({x : d q(x)^2 <= p_* |q|^2}) (Eq. 9), both without sampling.

p_* = max_y p(y) is the weight of the heaviest class. Where the approximation is zero no ratio exists, and
such a point is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import floor, inf
from typing import Final

from ..quantity import ExactValue, Value
from ..simulator import computed
from .model import Memory, class_loads, classes, coordinates, power_sum, zipf_constant
from .quadrature import recall_error_exact

_ROUNDING: Final = 1e-12


def heaviest_class(memory: Memory) -> float:
    """p_* = max_y p(y)."""
    constant = zipf_constant(memory.alpha, memory.N)
    return constant * max(tokens.total(memory.alpha) for tokens in classes(memory))


def cutoff_mass(at: Mapping[str, Value]) -> float:
    """p({x : d q(x)^2 <= p_* |q|^2}): the tokens from a first one on, as q falls in x."""
    memory = Memory.at(at)
    level = heaviest_class(memory) * float(class_loads(memory).sum()) / memory.d
    power, constant = 2 * memory.alpha * memory.rho, zipf_constant(memory.alpha, memory.N)
    # q(x)^2 = x^-power is at most the level from x = level^(-1/power) on.
    if power == 0:
        first: float = 1 if level >= 1 else inf
    else:
        edge = level ** (-1 / power)
        first = max(1, -floor(-edge * (1 - _ROUNDING)))
    first = min(first, memory.stored + 1)
    return constant * power_sum(memory.alpha, int(first), memory.N) if first < inf else 0.0


_FAR: Final = tuple(round(10 ** (k / 2)) for k in range(2, 17))


@computed(
    version=3,
    title="Error over its approximation by a cut-off of q^2 at the noise (Eq. 9)",
    points=(
        *(
            coordinates(N="inf", M=M, u=u, alpha=alpha, rho=rho, d=d)
            for M, u in ((2, "sphere"), (5, "orthonormal"))
            for alpha, rho in ((2.0, 1.0), (2.0, 0.5), (1.5, 1.0))
            for d in _FAR
        ),
        *(
            coordinates(N="inf", u="orthonormal", scheme="threshold", P=P, d=d)
            for P in ("d/8", "d/log d", "d")
            for d in _FAR
        ),
    ),
)
def cutoff_approximation(**at: Value) -> ExactValue:
    """E / p({x : d q(x)^2 <= p_* |q|^2}). Raises ValueError where the denominator is zero."""
    mass, error = cutoff_mass(at), recall_error_exact.evaluate(at)
    if mass == 0:
        raise ValueError(f"The approximation of the error is zero at {dict(at)}; there is no ratio to it.")
    return ExactValue(
        value=error.value / mass, error_bound=error.error_bound / mass + 1e-12 * error.value / mass
    )


@computed(
    title="Largest load of a class over p_* |q|^2",
    points=(
        coordinates(N=N, alpha=alpha, rho=rho, d=N)
        for alpha in (0.5, 2.0)
        for rho in (0.0, 0.5, 1.0)
        for N in (100, 1000, 10_000, 100_000)
    ),
)
def noise_approximation(**at: Value) -> ExactValue:
    """Q_infinity / (p_* |q|^2), Q_infinity = max_y sum_{f(x) = y} q(x)^2."""
    memory = Memory.at(at)
    loads = class_loads(memory)
    value = float(loads.max() / loads.sum()) / heaviest_class(memory)
    return ExactValue(value=value, error_bound=1e-12 * value)


uniform_beyond_capacity: Final = replace(
    recall_error_exact,
    name="associative_memory.uniform_beyond_capacity",
    version=3,
    title="Error of q = 1 where its approximation by a cut-off is zero",
    points=tuple(coordinates(N=100, u="orthonormal", d=d) for d in (80, 100, 150, 200, 300)),
)

threshold_far: Final = replace(
    recall_error_exact,
    name="associative_memory.threshold_far",
    version=3,
    title="Error of storing the d/8 most frequent of infinitely many tokens alike",
    points=tuple(coordinates(N="inf", u="orthonormal", scheme="threshold", P="d/8", d=d) for d in _FAR),
)
