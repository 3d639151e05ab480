"""Where a measured curve crosses a level: a capacity, with its first-order error.

The curve is the Lagrange cubic through the four grid points nearest to the crossing; its root x*
solves P(x*; m) = level. Since P is linear in the means m, the implicit function theorem gives
dx*/dm_j = -L_j(x*) / P'(x*) with the Lagrange basis L_j, and the delta method turns the covariance
of the means into the variance of x*. Several crossings over one set of draws share it: stack the
gradients.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

NODES: Final = 4
MAX_RELATIVE_ERROR: Final = 0.1


class CrossingError(ValueError):
    """The means do not give one clear crossing; the message says what would."""


def crossing(
    coordinates: NDArray[np.float64],
    means: NDArray[np.float64],
    covariance: NDArray[np.float64],
    level: float,
) -> tuple[float, NDArray[np.float64]]:
    """The x* with P(x*) = level, and its gradient with respect to the means, shape "points".

    `coordinates` must increase; `covariance` is that of the means, shape "points points". Raises
    CrossingError where the means do not cross the level exactly once on the grid, or where the
    crossing's standard error exceeds a tenth of it, beyond which the delta method is not trusted.
    """
    x, m = np.asarray(coordinates, float), np.asarray(means, float)
    _require_grid(x, m)
    left = _bracket(x, m, level)
    nodes = _nearest_nodes(left, x.size)
    cubics = _lagrange_cubics(x[nodes])
    curve = m[nodes] @ cubics
    value = _root(curve, level, float(x[left]), float(x[left + 1]))
    gradient = np.zeros(x.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        # A curve that is flat at the crossing has no first-order error, and is refused below.
        gradient[nodes] = -(cubics @ np.vander([value], NODES)[0]) / np.polyval(np.polyder(curve), value)
    _require_precision(value, gradient, covariance)
    return value, gradient


def _require_grid(x: NDArray[np.float64], m: NDArray[np.float64]) -> None:
    if x.ndim != 1 or x.shape != m.shape or x.size < NODES or np.any(np.diff(x) <= 0):
        raise ValueError(
            f"A crossing needs at least {NODES} increasing coordinates with one mean each; "
            f"got coordinates {x.tolist()} with means of shape {m.shape}."
        )


def _bracket(x: NDArray[np.float64], m: NDArray[np.float64], level: float) -> int:
    above = m > level
    changes = np.flatnonzero(above[1:] != above[:-1])
    if changes.size == 0:
        side = "above" if above[0] else "at or below"
        raise CrossingError(
            f"The curve never crosses {level:g} between {x[0]:g} and {x[-1]:g}: it stays {side} it. "
            "Extend the grid on the side where it should cross."
        )
    if changes.size > 1:
        places = ", ".join(f"{x[i]:g}..{x[i + 1]:g}" for i in changes)
        raise CrossingError(
            f"The curve crosses {level:g} {changes.size} times (in {places}), so its crossing is not one "
            "number. Draw more, or narrow the grid."
        )
    return int(changes[0])


def _nearest_nodes(left: int, size: int) -> slice:
    first = min(max(left - 1, 0), size - NODES)
    return slice(first, first + NODES)


def _lagrange_cubics(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Row j holds the coefficients of L_j, the cubic that is 1 at x_j and 0 at the other nodes."""
    others = [np.delete(x, j) for j in range(NODES)]
    return np.array([np.poly(rest) / np.prod(node - rest) for node, rest in zip(x, others, strict=True)])


def _root(curve: NDArray[np.float64], level: float, low: float, high: float) -> float:
    def excess(point: float) -> float:
        return float(np.polyval(curve, point)) - level

    if excess(low) * excess(high) >= 0:
        # A mean is the level itself, up to the rounding of the cubic.
        return min(low, high, key=lambda end: abs(excess(end)))
    return float(brentq(excess, low, high, xtol=1e-12, rtol=1e-13))


def _require_precision(value: float, gradient: NDArray[np.float64], covariance: NDArray[np.float64]) -> None:
    # A single draw has an infinite variance, and nan here is as little precision.
    with np.errstate(invalid="ignore"):
        stderr = math.sqrt(max(float(gradient @ covariance @ gradient), 0.0))
    if not stderr <= MAX_RELATIVE_ERROR * abs(value):
        raise CrossingError(
            f"The crossing near {value:.4g} has standard error {stderr:.2g}, more than a tenth of it: "
            "the means around it are too noisy. Draw more."
        )
