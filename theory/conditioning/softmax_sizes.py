r"""Softmax retrieval, other thresholds (S6.1): by mean weight, by typical crosstalk, typical beside annealed.

Each is enclosed on one side: the mean weight by Jensen, a median by the mean less one standard
deviation, the typical size beside the annealed one by the mean and one standard deviation.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import Derivation
from ..notation import n
from ..rules.convexity import reciprocal
from ..rules.crossings import crossing
from ..rules.exponentials import median_bound
from ..rules.isolating import isolate
from ..rules.mixtures import over
from ..rules.points import Point, against
from .softmax import (
    FULL,
    ROOT,
    SoftmaxMemory,
    mean_by_angle,
    other_weights,
    softmax_chain,
    softmax_points,
    typical_size,
)

_HALF = sp.Rational(1, 2)


def mean_weight_floor_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""The right key has half of the mean weight at no fewer items than at $\mathbb{E} Z = 1$ (S6.1)."""
    name, title = "mean_weight_floor_full", "Size at which the mean weight is 1/2, from below"
    chain = softmax_chain(premises, name, title)
    weight = chain.apply("the weight is convex in Z", reciprocal, other_weights(chain, premises, 1))
    size = chain.apply("where the bound is one half", crossing, weight, variable=n, level=_HALF)

    def road(point: Point) -> mpmath.mpf:
        return 1 + 1 / mean_by_angle(premises, 1)({**point, n: sp.Integer(2)})

    points = [{s: x for s, x in point.items() if s != n} for point in softmax_points()]
    return chain.close(size, checks=(against(road, points, "quadrature over the angle of two keys"),))


def noise_typical_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""A size above the n at which the median crosstalk is the signal's, $\beta = \sqrt{d_k}$ (S6.1)."""
    return typical_size(premises, "noise_typical_root", above=True, order=2)


def noise_typical_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""A size above the n at which the median crosstalk is the signal's, $\beta = d_k$ (S6.1)."""
    return typical_size(premises, "noise_typical_full", above=True, order=2)


def typical_over_annealed_floor(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""The typical size beside the annealed one, from below: the floor tends to 1 (S6.1)."""
    title = "Typical size beside the annealed one, from below"
    chain = softmax_chain(premises, "typical_over_annealed_floor", title)
    mean, square = (other_weights(chain, premises, order) for order in (1, 2))
    typical = chain.apply("the median is near the mean", median_bound, mean, square, items=n, above=False)
    annealed = chain.apply("solve the mean for the size", isolate, mean, variable=n, level=1)
    share = chain.apply("beside the annealed size", over, typical, annealed)

    def road(point: Point) -> mpmath.mpf:
        one, two = (mean_by_angle(premises, order)({**point, n: sp.Integer(2)}) for order in (1, 2))
        spread = mpmath.sqrt(two - one**2)
        root = 2 / (mpmath.sqrt(spread**2 + 4 * one) + spread)
        return (1 + root**2) / (1 + 1 / one)

    return chain.close(
        share, checks=(against(road, softmax_points(), "quadrature over the angle of two keys"),)
    )
