"""From the statistics of groups to the numbers a claim is about, with their covariance.

A claim names an output and a statistic of it or, with a threshold, the coordinate at which it
crosses a level. Errors follow by the delta method from the covariance of the trials; points of
different groups are independent.

| statistic | number | of |
|---|---|---|
| `mean` | m | sampled and exact |
| `complement` | 1 - m | sampled and exact |
| `reciprocal` | 1/m | sampled and exact |
| `hazard` | -log(1 - m) of a probability m | sampled and exact |
| `variance` | of the output, from its square in the one after it | sampled |
| `ratio`, `difference` | the output over, or minus, the one after it | sampled |

What a claim says of all values of a variable together is taken of these numbers (`families`).

A coordinate that is determined by another, as d_v is where it is tied to d_k, is not a variable of a law
that does not name it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log1p, ulp
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ..claim import Claim, Relation, Threshold, Value
from ..law import parse, variables
from ..law.towards import follows
from ..statistics.binomial import MIN_EXPECTED
from ..statistics.covariance import Covariance, block_diagonal
from ..statistics.evidence import Evidence, Point
from ..statistics.psychometric import Means, NoThresholdError, Proportions, Response, fit_curve
from ..statistics.threshold import NODES, ThresholdError, nearest_nodes, threshold
from .families import OF_TWO, of_family, split

if TYPE_CHECKING:
    from ..numerics.estimate import Estimate
    from ..numerics.quantity import ExactValue, SampledQuantity
    from .plan import Target

Matrix = NDArray[np.float64]

LIMITS_LEVEL: Final = 0.01
"""A curve must bound its threshold at this level before it counts."""

FEWEST_TRIALS: Final = 16
"""Of a proportion: with fewer its steps, and the trials that happened to be drawn, are all that is seen.

Planted curves (tests/verify/statistics/test_thresholds.py) have no bias and honest limits from here on.
"""

FEWEST_MEANS: Final = 4
"""Trials behind the standard error of a mean that is crossed: two or three estimate none."""


class Number(Protocol):
    """Which number of a quantity's statistics is meant: what a claim or a line of a figure names."""

    @property
    def output(self) -> str | None:
        """The output; None for the first."""

    @property
    def statistic(self) -> str:
        """What is taken of it, by its name in the table above."""

    @property
    def threshold(self) -> Threshold | None:
        """Where a curve is solved for its coordinate."""


@dataclass(frozen=True, kw_only=True)
class _Reduced:
    """The points of one group."""

    at: tuple[Mapping[str, Value], ...]
    means: Matrix
    covariance: Matrix
    n_trials: int
    failures: tuple[int, ...] | None = None
    misfit: float = 1.0


@dataclass(frozen=True, kw_only=True)
class _Threshold:
    """A threshold with its variance, and by how much its curve's lack of fit has widened the error."""

    value: float
    variance: float
    misfit: float = 1.0


def sampled_evidence(
    claim: Claim, quantity: SampledQuantity, groups: Sequence[tuple[Target, Estimate]]
) -> Evidence:
    """The evidence of a claim from the merged statistic of each of its groups.

    Where all points are zero but for rounding, they are zeros with that error bound, and no sample.
    Raises ThresholdError where a curve does not cross the claim's level, or not clearly enough.
    """
    parts = [_reduced(claim, quantity, target, estimate) for target, estimate in groups]
    points, covariance = of_family(
        split(claim.statistic)[1],
        [point for part in parts for point in _points(part)],
        block_diagonal([part.covariance for part in parts]),
    )
    points = _free(claim, points)
    noise = quantity.rounding.get(claim.output or quantity.outputs[0])
    plain = claim.statistic == "mean" and claim.threshold is None
    if noise and plain and all(abs(point.mean) <= noise for point in points):
        zeros = [replace(point, mean=0.0, stderr=None, error_bound=noise) for point in points]
        return Evidence.of(zeros, np.zeros((len(points), len(points))))
    evidence = Evidence.of(points, covariance)
    return replace(evidence, misfit=max((part.misfit for part in parts), default=1.0))


def sampled_points(
    number: Number, quantity: SampledQuantity, target: Target, estimate: Estimate
) -> list[Point]:
    """The points of one group; raises ThresholdError as `sampled_evidence` does."""
    return _points(_reduced(number, quantity, target, estimate))


def exact_evidence(claim: Claim, values: Sequence[tuple[Mapping[str, Value], ExactValue]]) -> Evidence:
    """The evidence of a claim from computed values."""
    found = exact_points(claim, values)
    points, covariance = of_family(split(claim.statistic)[1], found, np.zeros((len(found), len(found))))
    return Evidence.of(_free(claim, points), covariance)


def exact_points(number: Number, values: Sequence[tuple[Mapping[str, Value], ExactValue]]) -> list[Point]:
    """The points of computed values."""
    function = _EXACT[split(number.statistic)[0]]
    points = []
    for at, exact in values:
        value, slope = function(exact.value)
        rounding = 0.0 if value == exact.value else ulp(value)
        bound = slope * exact.error_bound + rounding
        points.append(Point(at=at, mean=value, stderr=None, error_bound=bound, n_trials=0))
    return points


def spread_of_proportions(counts: Matrix, n_trials: int, covariance: Matrix) -> Covariance:
    """The covariance of proportions over shared trials; one that all trials agree on has half a count's."""
    smoothed = (counts + 0.5) / (n_trials + 1.0)
    spread = covariance.copy()
    agreed = np.flatnonzero((counts == 0) | (counts == n_trials))
    spread[agreed, agreed] = (smoothed * (1 - smoothed) / n_trials)[agreed]
    return Covariance.of(spread)


def _free(claim: Claim, points: Sequence[Point]) -> list[Point]:
    """The points without coordinates that others determine, for claims of growth that do not name them."""
    if claim.relation not in (Relation.LAW, Relation.LIMIT) or not points:
        return list(points)
    names = [name for name, value in points[0].at.items() if not isinstance(value, str)]
    columns = {name: [point.at[name] for point in points] for name in names}
    named = [name for name in names if name in variables(parse(claim.claimed)) or name == claim.diverging]
    varying = [name for name in names if name not in named and len(set(columns[name])) > 1]
    bound = {name for name in varying if any(follows(name, other, columns) for other in named)}
    return [replace(point, at={k: v for k, v in point.at.items() if k not in bound}) for point in points]


def _reduced(number: Number, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    part = _taken(number, quantity, target, estimate)
    if number.threshold is None:
        return part
    variable = number.threshold.variable
    coordinates = np.array([float(at[variable]) for at in part.at])
    found = _threshold(number.threshold, coordinates, part)
    shared = {name: v for name, v in part.at[0].items() if name != variable}
    return _Reduced(
        at=(shared,),
        means=np.array([found.value]),
        covariance=np.array([[found.variance]]),
        n_trials=part.n_trials,
        misfit=found.misfit,
    )


def _taken(number: Number, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    """The statistic at each point, its covariance by its gradient in the means of the outputs."""
    name = split(number.statistic)[0]
    outputs = [number.output]
    if name in OF_TWO:
        outputs.append(quantity.outputs[quantity.outputs.index(number.output or quantity.outputs[0]) + 1])
    where = [places(output, quantity, target) for output in outputs]
    every = np.concatenate(where)
    means, covariance = [estimate.mean[at] for at in where], estimate.covariance[np.ix_(every, every)]
    counts = None
    if name in _COUNTED and (quantity.binary or quantity.histogram_edges is not None):
        counts = tuple(int(count) for count in _COUNTED[name](estimate, where[0]))
    if name == "mean":
        values = means[0]
    else:
        values, slopes = _STATISTICS[name](means, covariance)
        covariance = _propagated(slopes, covariance)
    return _Reduced(
        at=target.points, means=values, covariance=covariance, n_trials=estimate.count, failures=counts
    )


def _threshold(where: Threshold, coordinates: Matrix, part: _Reduced) -> _Threshold:
    """The threshold of a curve: through points that tell its height, else by a likelihood."""
    counted = part.failures is not None and 0 < where.level < 1
    _require_trials(part, FEWEST_TRIALS if counted else FEWEST_MEANS, where)
    if (counted and not _is_well_counted(part, coordinates, where.level)) or (
        where.fitted and (counted or _are_positive(part, where.level))
    ):
        return _fitted_threshold(coordinates, part, where)
    found = threshold(coordinates, part.means, part.covariance, where.level, proportions=counted)
    return _Threshold(value=found.value, variance=found.variance(part.covariance))


def _is_well_counted(part: _Reduced, coordinates: Matrix, level: float) -> bool:
    """Whether the points around the threshold have enough failures and successes for a curve through them."""
    if part.failures is None or len(coordinates) < NODES:
        return False
    counts = np.array(part.failures, dtype=np.float64)[nearest_nodes(coordinates, part.means, level)]
    return bool(np.all(np.minimum(counts, part.n_trials - counts) >= MIN_EXPECTED))


def _require_trials(part: _Reduced, fewest: int, where: Threshold) -> None:
    if part.n_trials < fewest:
        raise ThresholdError(
            f"{part.n_trials} trials tell no threshold of {where.variable}, nor its error: at least {fewest} "
            "are needed."
        )


def _are_positive(part: _Reduced, level: float) -> bool:
    """Means need a logarithm and a spread at every point to be fitted."""
    return level > 0 and bool(np.all(part.means > 0) and np.all(np.diag(part.covariance) > 0))


def _fitted_threshold(coordinates: Matrix, part: _Reduced, where: Threshold) -> _Threshold:
    """The threshold by the likelihood of all points; `fitted` ones share no trials."""
    response: Response = Means(means=part.means, covariance=Covariance(np.diag(part.covariance).copy()))
    if part.failures is not None:
        counts, trials = (
            np.array(part.failures, dtype=np.float64),
            np.full(len(part.means), float(part.n_trials)),
        )
        shared = None if where.fitted else spread_of_proportions(counts, part.n_trials, part.covariance)
        response = Proportions(counts=counts, trials=trials, covariance=shared)
    try:
        fit = fit_curve(coordinates, response, where.level, alpha=LIMITS_LEVEL)
    except NoThresholdError as error:
        raise ThresholdError(str(error)) from error
    value = float(np.exp(fit.log_threshold))
    return _Threshold(value=value, variance=(value * fit.stderr) ** 2, misfit=fit.misfit)


def places(name: str | None, quantity: SampledQuantity, target: Target) -> NDArray[np.intp]:
    """Where the points of one output, by default the first, stand in the statistics of a group."""
    if name is not None and name not in quantity.outputs:
        raise LookupError(f"{quantity.name} has no output {name!r}; it has {', '.join(quantity.outputs)}.")
    width = 1 if quantity.histogram_edges else len(quantity.outputs)
    offset = 0 if name is None else quantity.outputs.index(name)
    return np.array([position * width + offset for position in target.positions])


def _propagated(slopes: list[Matrix], covariance: Matrix) -> Matrix:
    """The covariance of what has these slopes in the means of one output or two."""
    if len(slopes) == 1:
        # Point by point: that of one trial is infinite, and zeros times it are no numbers.
        (slope,) = slopes
        return slope[:, None] * covariance * slope
    gradient = np.hstack([np.diag(slope) for slope in slopes])
    return gradient @ covariance @ gradient.T


Slopes = tuple[Matrix, list[Matrix]]
"""A statistic of the means of one output or of two, with its slope in each."""


def _complement(means: Sequence[Matrix], _: Matrix) -> Slopes:
    """1 - p of a proportion p."""
    return 1 - means[0], [-np.ones_like(means[0])]


def _reciprocal(means: Sequence[Matrix], _: Matrix) -> Slopes:
    """1 / m, with slope -1 / m^2."""
    return 1 / means[0], [-(means[0] ** -2.0)]


def _hazard(means: Sequence[Matrix], _: Matrix) -> Slopes:
    """-log(1 - r) of a probability r, with slope 1 / (1 - r). Raises ThresholdError where r is one."""
    if np.any(means[0] >= 1):
        raise ThresholdError("-log(1 - r) is infinite where all trials failed.")
    return -np.log1p(-means[0]), [1 / (1 - means[0])]


def _ratio(means: Sequence[Matrix], _: Matrix) -> Slopes:
    """The ratio a / b, with slopes 1 / b and -a / b^2."""
    a, b = means
    if np.any(b == 0):
        raise ThresholdError("The ratio has no denominator in any trial.")
    return a / b, [1 / b, -a / b**2]


def _difference(means: Sequence[Matrix], _: Matrix) -> Slopes:
    """The difference a - b."""
    a, b = means
    return a - b, [np.ones_like(a), -np.ones_like(b)]


def _variance(means: Sequence[Matrix], covariance: Matrix) -> Slopes:
    """E X^2 - (E X)^2 of the means of X and of X^2, freed of the bias var(mean X)."""
    first, second = means
    bias = np.diag(covariance)[: len(first)]
    return second - first**2 + bias, [-2 * first, np.ones_like(second)]


_STATISTICS: Final[dict[str, Callable[[Sequence[Matrix], Matrix], Slopes]]] = {
    "complement": _complement,
    "reciprocal": _reciprocal,
    "hazard": _hazard,
    "ratio": _ratio,
    "difference": _difference,
    "variance": _variance,
}
_COUNTED: Final[dict[str, Callable[[Estimate, NDArray[np.intp]], NDArray[np.int64]]]] = {
    "mean": lambda estimate, at: estimate.occurrences[at],
    "complement": lambda estimate, at: estimate.count - estimate.occurrences[at],
}
"""How often a proportion was seen, where the statistic is one."""

_EXACT: Final[dict[str, Callable[[float], tuple[float, float]]]] = {
    "mean": lambda m: (m, 1.0),
    "complement": lambda m: (1 - m, 1.0),
    "reciprocal": lambda m: (1 / m, m**-2),
    "hazard": lambda m: (-log1p(-m), 1 / (1 - m)),
}
"""The statistic of an exact value, and how much of its error bound it passes on."""


def _points(part: _Reduced) -> list[Point]:
    errors = np.sqrt(np.diag(part.covariance))
    failures = part.failures or (None,) * len(part.at)
    return [
        Point(at=at, mean=float(m), stderr=float(s), error_bound=None, n_trials=part.n_trials, failures=f)
        for at, m, s, f in zip(part.at, part.means, errors, failures, strict=True)
    ]
