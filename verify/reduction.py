"""From the statistics of sheets to the numbers a claim is about, with their covariance.

A claim names a component and a functional of it (`mean`, `complement`, `reciprocal`, `variance`)
or, with a crossing, the coordinate at which the mean crosses a level. Errors follow by the delta
method from the covariance of the draws; cells of different sheets are independent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag

from .claim import Claim, Value
from .evidence import Cell, Evidence
from .inference.covariance import Covariance
from .inference.crossing import CrossingError, crossing
from .inference.psychometric import Means, NoCrossingError, Proportions, Response, fit_curve

if TYPE_CHECKING:
    from ..numerics.estimate import Estimate
    from ..numerics.quantity import ExactValue, SampledQuantity
    from .plan import Target

Matrix = NDArray[np.float64]

LIMITS_LEVEL: Final = 0.01
"""A curve must bound its crossing at this level before it counts."""


@dataclass(frozen=True, kw_only=True)
class _Reduced:
    """The cells of one sheet."""

    at: tuple[Mapping[str, Value], ...]
    means: Matrix
    covariance: Matrix
    draws: int
    failures: tuple[int, ...] | None = None


def sampled_evidence(
    claim: Claim, quantity: SampledQuantity, sheets: Sequence[tuple[Target, Estimate]]
) -> Evidence:
    """The evidence of a claim from the merged statistic of each of its sheets.

    Raises CrossingError where a curve does not cross the claim's level, or not clearly enough.
    """
    parts = [_reduced(claim, quantity, target, estimate) for target, estimate in sheets]
    cells = tuple(cell for part in parts for cell in _cells(part))
    return Evidence.of(cells, block_diag(*(part.covariance for part in parts)))


def exact_evidence(values: Sequence[tuple[Mapping[str, Value], ExactValue]]) -> Evidence:
    """The evidence of a claim from computed values."""
    cells = tuple(
        Cell(at=at, mean=exact.value, stderr=None, error_bound=exact.error_bound, draws=0)
        for at, exact in values
    )
    return Evidence.of(cells, np.zeros((len(cells), len(cells))))


def _reduced(claim: Claim, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    part = _FUNCTIONALS[claim.functional](claim, quantity, target, estimate)
    if claim.crossing is None:
        return part
    variable = claim.crossing.variable
    coordinates = np.array([float(at[variable]) for at in part.at])
    if claim.crossing.fitted and _admits_a_fit(part, claim.crossing.level):
        value, variance = _fitted_crossing(coordinates, part, claim.crossing.level)
    else:
        value, gradient = crossing(coordinates, part.means, part.covariance, claim.crossing.level)
        variance = float(gradient @ part.covariance @ gradient)
    shared = {name: v for name, v in part.at[0].items() if name != variable}
    return _Reduced(
        at=(shared,),
        means=np.array([value]),
        covariance=np.array([[variance]]),
        draws=part.draws,
    )


def _admits_a_fit(part: _Reduced, level: float) -> bool:
    """Proportions have a likelihood; means need a logarithm and a spread at every point."""
    if part.failures is not None:
        return 0 < level < 1
    return level > 0 and bool(np.all(part.means > 0) and np.all(np.diag(part.covariance) > 0))


def _fitted_crossing(coordinates: Matrix, part: _Reduced, level: float) -> tuple[float, float]:
    """The crossing and its variance by the likelihood of all points, which share no draws."""
    if part.failures is not None:
        trials = np.full(len(part.means), float(part.draws))
        response: Response = Proportions(counts=np.array(part.failures, dtype=np.float64), trials=trials)
    else:
        response = Means(means=part.means, covariance=Covariance(np.diag(part.covariance).copy()))
    try:
        fit = fit_curve(coordinates, response, level, alpha=LIMITS_LEVEL)
    except NoCrossingError as error:
        raise CrossingError(str(error)) from error
    value = float(np.exp(fit.log_crossing))
    return value, (value * fit.stderr) ** 2


def _component(
    name: str | None, quantity: SampledQuantity, target: Target, estimate: Estimate
) -> tuple[Matrix, Matrix, NDArray[np.intp]]:
    """Means and covariance of one component at the target's cells, and where they stand."""
    if name is not None and name not in quantity.components:
        raise LookupError(
            f"{quantity.name} has no component {name!r}; it has {', '.join(quantity.components)}."
        )
    width = 1 if quantity.histogram_edges else len(quantity.components)
    offset = 0 if name is None else quantity.components.index(name)
    where = np.array([position * width + offset for position in target.positions])
    return estimate.mean[where], estimate.covariance[np.ix_(where, where)], where


def _mean(claim: Claim, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    means, covariance, where = _component(claim.component, quantity, target, estimate)
    proportion = quantity.binary or quantity.histogram_edges is not None
    counts = estimate.occurrences[where] if proportion else None
    return _Reduced(
        at=target.cells,
        means=means,
        covariance=covariance,
        draws=estimate.count,
        failures=None if counts is None else tuple(int(count) for count in counts),
    )


def _complement(claim: Claim, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    """1 - p of a proportion p."""
    part = _mean(claim, quantity, target, estimate)
    failures = part.failures and tuple(part.draws - count for count in part.failures)
    return _Reduced(
        at=part.at, means=1 - part.means, covariance=part.covariance, draws=part.draws, failures=failures
    )


def _reciprocal(claim: Claim, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    """1 / m of a mean m, with gradient -1 / m^2."""
    part = _mean(claim, quantity, target, estimate)
    gradient = np.diag(-(part.means**-2.0))
    return _Reduced(
        at=part.at,
        means=1 / part.means,
        covariance=gradient @ part.covariance @ gradient,
        draws=part.draws,
    )


def _variance(claim: Claim, quantity: SampledQuantity, target: Target, estimate: Estimate) -> _Reduced:
    """E X^2 - (E X)^2 from the first two components, freed of the bias var(mean X)."""
    first, _, at_first = _component(quantity.components[0], quantity, target, estimate)
    second, _, at_second = _component(quantity.components[1], quantity, target, estimate)
    both = np.concatenate([at_first, at_second])
    joint = estimate.covariance[np.ix_(both, both)]
    gradient = np.hstack([np.diag(-2 * first), np.eye(len(first))])
    bias = np.diag(joint)[: len(first)]
    return _Reduced(
        at=target.cells,
        means=second - first**2 + bias,
        covariance=gradient @ joint @ gradient.T,
        draws=estimate.count,
    )


_FUNCTIONALS: Final[dict[str, Callable[[Claim, SampledQuantity, Target, Estimate], _Reduced]]] = {
    "mean": _mean,
    "complement": _complement,
    "reciprocal": _reciprocal,
    "variance": _variance,
}


def _cells(part: _Reduced) -> list[Cell]:
    errors = np.sqrt(np.diag(part.covariance))
    failures = part.failures or (None,) * len(part.at)
    return [
        Cell(at=at, mean=float(m), stderr=float(s), error_bound=None, draws=part.draws, failures=f)
        for at, m, s, f in zip(part.at, part.means, errors, failures, strict=True)
    ]
