"""The error with infinitely many tokens, far beyond what can be sampled: Propositions 2 and 3, Table 2.

Every number is that of `quadrature.exact_recall_error`; this module chooses the points and the thresholds.
A logarithmic threshold is P = d/(c log d), rounded down; the best threshold is
the one of least error up to 4 d.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from math import ceil, exp, floor, log
from typing import Any, Final

from scipy.optimize import minimize_scalar

from ..quantity import ExactValue, Value
from ..simulator import computed
from .model import INFINITE, WHOLE, coordinates
from .quadrature import coarse_recall_error, exact_points, recall_error_exact

_TWO: Final[dict[str, tuple[Value, ...]]] = {"M": (2,), "N": (INFINITE,)}
_DIMENSIONS: Final = tuple(round(10 ** (k / 2)) for k in range(4, 17))
_EXPONENTS: Final = (
    (1.5, 0.5),
    (1.5, 1.0),
    (1.5, 2.0),
    (2.0, 0.5),
    (2.0, 1.0),
    (2.0, 2.0),
    (3.0, 0.25),
    (3.0, 0.5),
    (3.0, 1.0),
)
"""(alpha, rho) with 2 rho alpha > 1, as infinitely many tokens need."""

_STATED: Final = "d^(1/(2 rho alpha + 1))"
_RATIO: Final = 4.0
"""Of neighbouring thresholds that are tried first."""

_GOLDEN: Final = (5**0.5 - 1) / 2
_FLAT: Final = 1e-5
"""Relative width about the best threshold in which errors differ by less than they are in doubt."""

_SHORT: Final = 6
"""Whole numbers that are compared one by one."""


def _points_with_c(factors: tuple[float, ...]) -> tuple[dict[str, Any], ...]:
    points = exact_points(**_TWO, alpha=(1.5, 2.0, 3.0), scheme=("threshold",), d=_DIMENSIONS)
    return tuple({**point, "c": c} for point in points for c in factors)


@computed(
    title="Error of the d/(c log d) most frequent tokens stored alike, two answers",
    points=_points_with_c((1.0, 2.0, 4.0)),
)
def logarithmic_threshold(**at: Value) -> ExactValue:
    """The error of rho = 0 with P = d/(c log d)."""
    d, c = int(at["d"]), float(at["c"])
    return _stored(at, floor(d / (c * log(d))))


@computed(
    version=3,
    title="Least error over the thresholds up to 4 d, two answers",
    points=exact_points(**_TWO, alpha=(2.0,), rho=(0.0, 0.125, 0.5, 1.0), d=_DIMENSIONS[::2]),
)
def best_thresholded_error(**at: Value) -> ExactValue:
    """The least error over the thresholds P = 1, ..., 4 d."""
    found = _stored(at, _best(tuple(at.items())))
    # The search compares values that are in doubt by as much: the least one may be lower by that, twice.
    return ExactValue(value=found.value, error_bound=3 * found.error_bound)


@lru_cache(maxsize=64)
def _best(items: tuple[tuple[str, Value], ...]) -> int:
    """Thresholds on a geometric grid up to 4 d, then those about the best by parabolas and golden section.

    Of many thresholds the best is found up to the width within which their errors cannot be told apart.
    """
    at = dict(items)

    @cache
    def error(P: int) -> float:
        return coarse_recall_error(_storing(at, P))

    most = 4 * int(at["d"])
    places = sorted({*(floor(_RATIO**k) for k in range(ceil(log(most) / log(_RATIO)))), most})
    k = min(range(len(places)), key=lambda k: error(places[k]))
    low, high = places[max(k - 1, 0)], places[min(k + 1, len(places) - 1)]
    if low > 1 / _FLAT:
        found = minimize_scalar(
            lambda log_size: error(round(exp(log_size))),
            bounds=(log(low), log(high)),
            method="bounded",
            options={"xatol": _FLAT},
        )
        return round(exp(float(found.x)))
    while high - low > _SHORT:
        step = round(_GOLDEN * (high - low))
        low, high = (low, low + step) if error(high - step) <= error(low + step) else (high - step, high)
    return min(range(low, high + 1), key=error)


def _stored(at: Mapping[str, Value], P: int) -> ExactValue:
    """The error where the P most frequent tokens are stored."""
    return recall_error_exact.evaluate(_storing(at, P))


def _storing(at: Mapping[str, Value], P: int) -> dict[str, Value]:
    """The point with the P most frequent tokens stored."""
    known = {name: value for name, value in at.items() if name != "c"}
    return {**known, "scheme": "threshold", "P": P}


@computed(
    version=3, title="Threshold of least error up to 4 d, two answers", points=best_thresholded_error.points
)
def best_threshold_size(**at: Value) -> ExactValue:
    """The threshold P <= 4 d of least error, and how far off the true one may lie.

    Where the errors of two thresholds differ by less than they are in doubt, either may be the best.
    """
    best = _best(tuple(at.items()))
    least = _stored(at, best)

    def may_be_better(P: int) -> bool:
        other = _stored(at, P)
        return other.value - other.error_bound <= least.value + least.error_bound

    above = below = 1
    while best + above <= 4 * int(at["d"]) and may_be_better(best + above):
        above *= 2
    while best - below >= 1 and may_be_better(best - below):
        below *= 2
    # What lies a step away is excluded, and all beyond: the error has one minimum.
    return ExactValue(value=float(best), error_bound=float(max(above, min(below, best)) - 1))


def _unequal(dimensions: tuple[int, ...]) -> tuple[dict[str, Value], ...]:
    return tuple(
        coordinates(alpha=alpha, rho=rho, M=2, N=INFINITE, P=WHOLE, d=d)
        for alpha, rho in _EXPONENTS
        for d in dimensions
    )


weighted_error: Final = replace(
    recall_error_exact,
    name="associative_memory.weighted_error",
    version=1,
    title="Error of q = p^rho with infinitely many tokens and two answers",
    points=(*_unequal((64,)), *_unequal(_DIMENSIONS)),
)

weighted_error_classes: Final = replace(
    recall_error_exact,
    name="associative_memory.weighted_error_classes",
    version=3,
    title="Error of q = p^rho with infinitely many tokens and five answers, orthonormal unembeddings",
    points=exact_points(
        M=(5,), N=(INFINITE,), u=("orthonormal",), alpha=(2.0,), rho=(0.5, 1.0), d=_DIMENSIONS[2::2]
    ),
)

weighted_error_finite: Final = replace(
    recall_error_exact,
    name="associative_memory.weighted_error_finite",
    version=1,
    title="Error of q = p^rho with N tokens and two answers",
    points=exact_points(
        M=(2,),
        alpha=(2.0,),
        rho=(0.125, 0.25, 0.5),
        N=(10**4, 10**5, 10**6, 10**7),
        d=(1000, 3162, 10**4, 31623, 10**5),
    )
    + exact_points(
        M=(2,), alpha=(2.0,), rho=(0.125, 0.25, 1.0), N=(100,), d=(25, 50, 100, 200, 400, 800, 1600)
    ),
)

unweighted_error: Final = replace(
    recall_error_exact,
    name="associative_memory.unweighted_error",
    version=1,
    title="Error of q = 1 with N tokens and two answers",
    points=exact_points(
        M=(2,),
        alpha=(2.0,),
        rho=(0.0,),
        N=(100, 1000, 10**4),
        d=(50, 100, 200, 400, 1000, 2000, 4000, 10**4, 20000, 40000),
    ),
)

thresholded_error: Final = replace(
    recall_error_exact,
    name="associative_memory.thresholded_error",
    version=3,
    title="Error of the P most frequent tokens stored, infinitely many tokens",
    points=exact_points(
        **_TWO, scheme=("threshold",), alpha=(1.5, 2.0, 3.0), P=("d", "d/8", "d/log d"), d=_DIMENSIONS
    )
    + exact_points(
        M=(5,),
        N=(INFINITE,),
        u=("orthonormal",),
        scheme=("threshold",),
        alpha=(1.5, 2.0, 3.0),
        P=("d", "d/8", "d/log d"),
        d=(16, 32, *_DIMENSIONS),
    )
    + exact_points(
        **_TWO,
        scheme=("threshold",),
        alpha=(1.5, 2.0, 3.0),
        rho=(0.125, 0.25, 0.5, 1.0),
        P=(_STATED,),
        d=_DIMENSIONS,
    ),
)
