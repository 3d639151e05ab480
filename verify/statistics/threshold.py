"""Where a measured curve crosses a level, between points that each tell its height: a capacity, with error.

The curve is the Lagrange cubic through the four grid points nearest to the threshold, drawn where such curves
are nearly straight: a positive mean in its logarithm, a proportion in its logit, over the logarithm of the
coordinate. Its root x* solves P(x*; y) = y(level). Since P is linear in the y, the implicit function theorem
gives dx*/dy_j = -L_j(x*) / P'(x*) with the Lagrange basis L_j, and the delta method turns the covariance of
the means into the variance of x*. Several thresholds over one set of trials share it: stack the gradients.
Where the quadratic through the three nearest points crosses instead says how far the form is to be trusted.
Proportions of few trials, whose points are mostly 0 or 1, are crossed by `psychometric.fit_curve`.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple, Self

import numpy as np
import scipy
from numpy.typing import NDArray

Vector = NDArray[np.float64]

NODES: Final = 4
MAX_RELATIVE_ERROR: Final = 0.1
"""Of a size: beyond it an interval about it is not symmetric."""

MAX_SHARE: Final = 0.25
"""Of what the cubic spans, for a number of either sign: two standard errors to each side lie within it."""


class ThresholdError(ValueError):
    """The means do not give one clear threshold; the message says what would."""


class Root(NamedTuple):
    """A threshold, its gradient with respect to the means (shape "points"), and the error of the form."""

    value: float
    gradient: NDArray[np.float64]
    form_error: float

    def variance(self, covariance: NDArray[np.float64]) -> float:
        """From the covariance of the means; the form is uniformly right to its error, and adds its own."""
        return float(self.gradient @ covariance @ self.gradient) + self.form_error**2 / 12


def threshold(
    coordinates: NDArray[np.float64],
    means: NDArray[np.float64],
    covariance: NDArray[np.float64],
    level: float,
    *,
    proportions: bool = False,
) -> Root:
    """The x* with P(x*) = level.

    `coordinates` must increase; `covariance` is that of the means, shape "points points". Raises
    ThresholdError where the means do not cross the level exactly once on the grid, or where the delta method
    is not trusted: where the threshold's standard error exceeds a tenth of it or, among coordinates of both
    signs, a quarter of what the cubic spans.
    """
    x, m = np.asarray(coordinates, float), np.asarray(means, float)
    _require_grid(x, m)
    nodes = nearest_nodes(x, m, level)
    where, at = (
        bracket(x, m, level) - nodes.start,
        _Scale.of(x[nodes], m[nodes], level, proportions=proportions),
    )
    root, slopes = _root_of_polynomial(at.across(x[nodes]), at.up(m[nodes]), float(at.up(level)), where)
    near = slice(1, NODES) if where == NODES - 2 else slice(0, NODES - 1)
    bent, _ = _root_of_polynomial(
        at.across(x[nodes][near]), at.up(m[nodes][near]), float(at.up(level)), where - near.start
    )
    gradient = np.zeros(x.size)
    gradient[nodes] = slopes * at.rise(m[nodes]) * at.segment(root)
    found = Root(at.back(root), gradient, abs(at.back(bent) - at.back(root)))
    span = float(x[nodes][-1] - x[nodes][0])
    largest = MAX_SHARE * span if x[0] < 0 < x[-1] else MAX_RELATIVE_ERROR * abs(found.value)
    _require_precision(found, covariance, largest)
    return found


def bracket(x: NDArray[np.float64], m: NDArray[np.float64], level: float) -> int:
    """The number of the grid point after which the means cross the level, once; else ThresholdError."""
    above = m > level
    changes = np.flatnonzero(above[1:] != above[:-1])
    if changes.size == 0:
        side = "above" if above[0] else "at or below"
        raise ThresholdError(
            f"The curve never crosses {level:g} between {x[0]:g} and {x[-1]:g}: it stays {side} it. "
            "Extend the grid on the side where it should cross."
        )
    if changes.size > 1:
        places = ", ".join(f"{x[i]:g} to {x[i + 1]:g}" for i in changes)
        raise ThresholdError(
            f"The curve crosses {level:g} {changes.size} times (in {places}), so its threshold is not one "
            "number. More trials are needed, or a narrower grid."
        )
    return int(changes[0])


def nearest_nodes(x: Vector, m: Vector, level: float) -> slice:
    """The grid points through which the curve goes; raises ThresholdError as `bracket` does."""
    first = min(max(bracket(x, m, level) - 1, 0), x.size - NODES)
    return slice(first, first + NODES)


class _Scale(NamedTuple):
    """Where a curve is drawn: its coordinates and heights as they are, or their logarithms and logits."""

    logarithmic: bool
    proportions: bool

    @classmethod
    def of(cls, x: Vector, m: Vector, level: float, *, proportions: bool) -> Self:
        """Logarithms where coordinates, heights and level have them."""
        highest = 1.0 if proportions else math.inf
        inside = bool(np.all(x > 0) and np.all((m > 0) & (m < highest)) and 0 < level < highest)
        return cls(logarithmic=inside, proportions=proportions)

    def across(self, x: Vector) -> Vector:
        return np.log(x) if self.logarithmic else x

    def up(self, m: Vector | float) -> Vector:
        if not self.logarithmic:
            return np.asarray(m, dtype=np.float64)
        return np.asarray(scipy.special.logit(m) if self.proportions else np.log(m), dtype=np.float64)

    def back(self, root: float) -> float:
        return math.exp(root) if self.logarithmic else root

    def segment(self, root: float) -> float:
        """The derivative of `back`."""
        return self.back(root) if self.logarithmic else 1.0

    def rise(self, m: Vector) -> Vector:
        """The derivative of `up`."""
        if not self.logarithmic:
            return np.ones_like(m)
        return 1 / (m * (1 - m)) if self.proportions else 1 / m


def _root_of_polynomial(x: Vector, y: Vector, level: float, left: int) -> tuple[float, Vector]:
    """Where the polynomial through the nodes crosses, between the left one and the next, and its gradient."""
    basis = _lagrange_basis(x)
    curve = y @ basis
    value = _root(curve, level, float(x[left]), float(x[left + 1]))
    with np.errstate(divide="ignore", invalid="ignore"):
        # A curve that is flat at the threshold has no first-order error, and is refused by its precision.
        return value, -(basis @ np.vander([value], x.size)[0]) / np.polyval(np.polyder(curve), value)


def _require_grid(x: NDArray[np.float64], m: NDArray[np.float64]) -> None:
    if x.ndim != 1 or x.shape != m.shape or x.size < NODES or np.any(np.diff(x) <= 0):
        raise ValueError(
            f"A threshold needs at least {NODES} increasing coordinates with one mean each; "
            f"got coordinates {x.tolist()} with means of shape {m.shape}."
        )


def _lagrange_basis(x: Vector) -> Vector:
    """Row j holds the coefficients of L_j, the polynomial that is 1 at x_j and 0 at the other nodes."""
    others = [np.delete(x, j) for j in range(x.size)]
    return np.array([np.poly(rest) / np.prod(node - rest) for node, rest in zip(x, others, strict=True)])


def _root(curve: Vector, level: float, low: float, high: float) -> float:
    def excess(point: float) -> float:
        return float(np.polyval(curve, point)) - level

    if excess(low) * excess(high) >= 0:
        # A mean is the level itself, up to the rounding of the cubic.
        return min(low, high, key=lambda end: abs(excess(end)))
    return float(scipy.optimize.brentq(excess, low, high, xtol=1e-12, rtol=1e-13))


def _require_precision(found: Root, covariance: Vector, largest: float) -> None:
    # A single draw has an infinite variance, and nan here is as little precision.
    with np.errstate(invalid="ignore"):
        stderr = math.sqrt(max(found.variance(covariance), 0.0))
    if not stderr <= largest:
        raise ThresholdError(
            f"The threshold near {found.value:.3g} has standard error {stderr:.2g}, more than {largest:.2g}: "
            "the means around it are too noisy. More trials are needed."
        )
