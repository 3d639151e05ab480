r"""Constants of the in-context estimator at infinitely many symbols, carried there from finite T.

What is summed exactly at T, 2T and 4T differs from its limit by a series in 1/T, or by less. Two steps of
Richardson leave an error of order $1/T^3$; what the second step moves bounds it, and what the sums are
uncertain by is added five times, as their weights add up to.

| quantity | limit of |
|---|---|
| `context_constant` | T times the mean squared error, `context` being the last symbol where one is named |
| `order_floor` | the mean squared error of P(1) where one counts without context |
| `undefined_rate` | the decay, a symbol, of the probability that the estimate is not defined |
| `add_half_excess_limit`, `add_half_chain_excess_limit` | T times the excess log loss of the next symbol |
| `add_half_redundancy_limit`, `add_half_chain_redundancy_limit` | redundancy beyond half a log a context |
| `redundancy_growth` | what the redundancy of a sequence grows by per unit of log T |
| `add_half_regret_limit` | regret beyond half a log at a share of ones |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log
from typing import Final

from ..quantity import ExactQuantity, ExactValue, Value
from ..simulator import computed
from .add_half import (
    add_half_chain_excess,
    add_half_chain_redundancy,
    add_half_excess,
    add_half_redundancy,
    add_half_regret,
)
from .context_risk import CHAINS, context_risk, context_risk_scaled
from .unseen import SOURCES, undefined_decay_of

Point = Mapping[str, Value]

_CHAIN_START: Final = 256
_BITS_START: Final = 4000
_GROWTH_START: Final = 128
_FAR: Final = 512
"""Symbols after which a second-slowest decay of .95 a symbol is below 1e-10."""

_WEIGHTS: Final = 5
_SOURCES: Final[Mapping[str, Point]] = {
    "bits": {"theta": 0.2},
    "fair bits": {"theta": 0.5},
    "switching": {"p": 0.3, "q": 0.45},
    "alternating": {"p": 0.9, "q": 0.8},
}


def carried(value: Callable[[Point], ExactValue], at: Point, T: int) -> ExactValue:
    """The limit of `value` from its points at T, 2T and 4T.

    >>> found = carried(lambda at: ExactValue(value=3 + 1 / at["T"] ** 2, error_bound=0.0), {}, 8)
    >>> round(found.value, 4), found.error_bound < 0.01
    (3.0, True)
    """
    parts = [value({**at, "T": size}) for size in (T, 2 * T, 4 * T)]
    first, second, third = (part.value for part in parts)
    once, twice = 2 * second - first, 2 * third - second
    limit = (4 * twice - once) / 3
    uncertain = _WEIGHTS * max(part.error_bound for part in parts)
    return ExactValue(value=limit, error_bound=abs(limit - twice) + uncertain)


@computed(
    title="Limit of T times the mean squared distance on a first-order chain",
    points=({"p": p, "q": q, "context": context} for p, q in CHAINS for context in ("any", "0", "1")),
)
def context_constant(**at: Value) -> ExactValue:
    """The constant of the error on a binary chain of order one."""
    return carried(context_risk_scaled.evaluate, {**at, "order": 1}, _CHAIN_START)


@computed(
    title="Limit of the mean squared error of P(1) where one counts without context",
    points=({"p": p, "q": q} for p, q in CHAINS),
)
def order_floor(**at: Value) -> ExactValue:
    """The mean squared error of the probability of a one that counting without context keeps."""
    found = carried(context_risk.evaluate, {**at, "order": 0, "context": "any"}, _CHAIN_START)
    # Both symbols are off by the same.
    return ExactValue(value=found.value / 2, error_bound=found.error_bound / 2)


@computed(
    title="Rate at which the probability of an undefined estimate decays",
    points=({"source": s, "S": S, "k": k} for s, S, k in SOURCES),
)
def undefined_rate(**at: Value) -> ExactValue:
    """The decay far out; beyond it moves less than it did on the way there."""
    near, far = (undefined_decay_of({**at, "T": T}) for T in (_FAR // 2, _FAR))
    return ExactValue(value=far.value, error_bound=abs(far.value - near.value) + far.error_bound)


def _limit(name: str, title: str, finite: ExactQuantity, start: int) -> ExactQuantity:
    """The limit of an exact quantity at each of its points, T left out."""
    points = dict.fromkeys(tuple((k, v) for k, v in point.items() if k != "T") for point in finite.points)

    @computed(name=f"markov_chains.{name}", title=title, points=map(dict, points))
    def limit(**at: Value) -> ExactValue:
        return carried(finite.evaluate, at, start)

    return limit


@computed(
    title="Redundancy of the add-half code per unit of log T",
    points=({"source": name, "S": 2, "k": int("p" in given)} for name, given in _SOURCES.items()),
)
def redundancy_growth(**at: Value) -> ExactValue:
    """Growth of the redundancy from T to 4T per unit of log T: bits alone, or a chain of order one."""
    given = _SOURCES[str(at["source"])]
    # The logarithms that were taken off are put back.
    finite, own = (add_half_chain_redundancy, 1.0) if int(at["k"]) else (add_half_redundancy, 0.5)

    def growth(point: Point) -> ExactValue:
        near, far = (finite.evaluate({**given, "T": times * int(point["T"])}) for times in (1, 4))
        return ExactValue(
            value=(far.value - near.value) / log(4) + own,
            error_bound=(near.error_bound + far.error_bound) / log(4),
        )

    return carried(growth, at, _GROWTH_START)


add_half_excess_limit: Final = _limit(
    "add_half_excess_limit",
    "Limit of T times the excess log loss, independent symbols",
    add_half_excess,
    _BITS_START,
)
add_half_chain_excess_limit: Final = _limit(
    "add_half_chain_excess_limit",
    "Limit of T times the excess log loss in contexts of one symbol",
    add_half_chain_excess,
    _CHAIN_START,
)
add_half_redundancy_limit: Final = _limit(
    "add_half_redundancy_limit",
    "Limit of the redundancy beyond half a logarithm, independent symbols",
    add_half_redundancy,
    _BITS_START,
)
add_half_chain_redundancy_limit: Final = _limit(
    "add_half_chain_redundancy_limit",
    "Limit of the redundancy beyond a logarithm in contexts of one symbol",
    add_half_chain_redundancy,
    _CHAIN_START,
)
add_half_regret_limit: Final = _limit(
    "add_half_regret_limit", "Limit of the regret beyond half a logarithm", add_half_regret, _BITS_START
)
