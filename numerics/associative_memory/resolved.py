"""Where a quadrature crosses zero, by the rules of two numbers of nodes: they differ by the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scipy.optimize import brentq

Threshold = Callable[[float, int], float]
"""A monotone function, its integrals taken by so many nodes."""

_ROUGH: Final = 2
"""The rule that finds where to look has this fraction of the nodes."""

_NEAR: Final = 1e-6
_XTOL: Final = 1e-12


def resolved_roots(
    threshold: Threshold, low: float, high: float, nodes: tuple[int, int]
) -> tuple[float, float]:
    """The roots between `low` and `high` by either number of nodes.

    >>> roots = resolved_roots(lambda x, nodes: x * x - 2 - 1 / nodes, 0.0, 2.0, (50, 100))
    >>> [round(root, 9) for root in roots]
    [1.42126704, 1.417744688]
    """
    root, found = _root(threshold, low, high, nodes[0] // _ROUGH), []
    for count in nodes:
        root = _root_near(threshold, root, low, high, count)
        found.append(root)
    return found[0], found[1]


def _root_near(threshold: Threshold, guess: float, low: float, high: float, nodes: int) -> float:
    """The root, looked for about a guess in ever wider brackets."""
    width = _NEAR
    while True:
        left, right = max(low, guess - width), min(high, guess + width)
        if (left, right) == (low, high) or threshold(left, nodes) * threshold(right, nodes) <= 0:
            return _root(threshold, left, right, nodes)
        width *= 100


def _root(threshold: Threshold, low: float, high: float, nodes: int) -> float:
    return float(brentq(lambda x: threshold(x, nodes), low, high, xtol=_XTOL))
