"""Spot checks of a claim before a run: few trials, at the design points that cost least.

A derivation is held to what is measured, and a simulator's calls of many trials to its calls of few. A run
looks at every point, and verdicts rest on that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf, prod
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol, TypeVar

import msgspec
import numpy as np

from ..claim import Claim, Relation, Value
from ..law import evaluate
from ..numerics.estimate import Histogram
from ..numerics.monte_carlo import sample_block
from ..numerics.quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity
from ..statistics.evidence import Point
from . import routes
from .families import split
from .plan import ResolvedClaim, targets_of
from .reduction import exact_points, sampled_points

if TYPE_CHECKING:
    import sympy as sp

    from ..numerics.estimate import Estimate
    from .derivations import DerivationResult

TRIALS: Final = 2048
GROUPS: Final = 2
"""Groups of a sampled quantity that are drawn."""
COMPUTED: Final = 3
"""Points of a computed quantity that are worked out."""
SEED: Final = 5
RARE: Final = 10
"""Of so few events the standard error is no guide."""
LARGEST_Z: Final = 4.5
"""Beyond it one of about two hundred points would lie once in a thousand suites."""
ROUNDING: Final = 1e-11
"""A ratio of Gamma functions at 5e4 is a difference of logarithms of 5e5: eleven of sixteen digits stay."""
SINGLE: Final = 1e-6
"""Eight units in the last place of single precision: so much apart are equal constants."""
MANY: Final = 64
"""Trials of the call that is held to calls of one trial."""
ALONE: Final = 16
"""Calls of one trial."""

P = ParamSpec("P")
R = TypeVar("R")


class Call(Protocol):
    """How a function is called on its arguments: at once, or in a process of its own."""

    def __call__(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The function's value."""
        ...


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """A measured point, and what a formula says of it under `=`, `<=` (measured below it) or `>=`."""

    point: Point
    relation: str

    def excess(self, value: float) -> float:
        """How far the point lies from what a value allows: 1 is as far as errors excuse."""
        above = self.point.mean - value
        beyond = {"<": above, ">": -above}.get(self.relation[0], abs(above))
        allowed = self.point.error_bound or 0.0
        if self.point.stderr is not None:
            allowed = LARGEST_Z * self.point.stderr
        allowed += ROUNDING * abs(value)
        return beyond / allowed if allowed else (inf if beyond > 0 else 0.0)

    def of(self, formula: sp.Expr) -> float:
        """`excess` of the formula's value at the point."""
        return self.excess(evaluate(formula, dict(self.point.at)))


def meetings(asked: ResolvedClaim, known: DerivationResult, call: Call) -> list[Meeting]:
    """The claim's cheapest points beside its derivation; none where both are not about one number.

    A heuristic derivation is no formula of the quantity, that of a limit none at any size; a threshold
    stands beside a curve in its variable alone, and what is taken of a family beside no point of it.
    """
    claim, names = asked.claim, {letter.name for letter in known.formula.free_symbols}
    solved = claim.threshold is not None and claim.threshold.variable not in names
    if solved or split(claim.statistic)[1] or claim.relation is Relation.LIMIT or known.status == "heuristic":
        return []
    points = curve_points(asked, call)
    return [Meeting(point=point, relation=known.relation) for point in points if is_told(point)]


def batch_z(route: routes.Route, group: DesignGroup) -> float:
    """The largest z-score between the means of one call of many trials and of calls of one.

    A simulator that mixes the trials of a call has other means where calls are small.
    """
    many, alone = block(route, group, MANY, MANY), block(route, group, ALONE, 1)
    gaps = abs(many.mean - alone.mean)
    variances = np.diag(many.covariance) + np.diag(alone.covariance)
    if getattr(routes.quantity(route), "binary", False) or isinstance(many, Histogram):
        p = (many.count * many.mean + alone.count * alone.mean) / (many.count + alone.count)
        variances = p * (1 - p) * (1 / many.count + 1 / alone.count)
    constant = gaps <= SINGLE * np.maximum(1.0, abs(many.mean))
    scores = np.divide(gaps, np.sqrt(variances), out=np.full_like(gaps, inf), where=variances > 0)
    return float(np.where(constant, 0.0, scores).max())


def block(
    route: routes.Route, group: DesignGroup, trials: int, trials_per_call: int, number: int = 0
) -> Estimate:
    """The statistics of a block of so many trials of a group, at most so many in a call."""
    trials = min(trials, group.trials_per_block)
    small = replace(group, trials_per_block=trials, trials_per_chunk=min(trials, trials_per_call))
    quantity = routes.quantity(route)
    if not isinstance(quantity, SampledQuantity):
        raise TypeError(f"{quantity.name} is computed, not sampled.")
    return sample_block(quantity, small, number, SEED, "cpu")


def computed(route: routes.Route, at: Mapping[str, Value]) -> ExactValue:
    """The value of a computed quantity at a point."""
    quantity = routes.quantity(route)
    if not isinstance(quantity, ExactQuantity):
        raise TypeError(f"{quantity.name} is sampled, not computed.")
    return quantity.evaluate(at)


def memory_per_trial(group: DesignGroup) -> float:
    """Bytes: what a trial costs, about."""
    return group.bytes_per_chunk / group.trials_per_chunk


def curve_points(asked: ResolvedClaim, call: Call) -> list[Point]:
    """The claim's cheapest points, of its curve where it asks for a threshold."""
    return list(_points(asked, msgspec.structs.replace(asked.claim, threshold=None), call))


def _points(asked: ResolvedClaim, claim: Claim, call: Call) -> Iterator[Point]:
    quantity, route = asked.quantity, asked.route
    if quantity is None or route is None:
        return
    targets = targets_of(quantity, claim.grid, claim.domain)
    if isinstance(quantity, ExactQuantity):
        places = sorted((point for target in targets for point in target.points), key=size)[:COMPUTED]
        yield from exact_points(claim, [(place, call(computed, route, place)) for place in places])
        return
    groups = [(target.drawn, target) for target in targets if target.drawn is not None]
    for group, target in sorted(groups, key=lambda pair: memory_per_trial(pair[0]))[:GROUPS]:
        drawn = call(block, route, group, TRIALS, group.trials_per_chunk)
        yield from sampled_points(claim, quantity, target, drawn)


def size(point: Mapping[str, Value]) -> int:
    """The product of its whole numbers: computing takes longer where they are larger."""
    return prod(max(1, value) for value in point.values() if isinstance(value, int))


def is_told(point: Point) -> bool:
    """Whether the standard error of a proportion is a guide: there are events of either kind."""
    return point.failures is None or RARE <= point.failures <= point.n_trials - RARE
