"""How precise points must be for the whole family to decide a law: planning by noise-free data.

A planted truth with a correction is fitted without noise by all models of the family at a given point
error, and its profile interval is read where the deviance has risen by (sqrt q + z)^2, q the rise
of the interval and z the normal quantile of the power (the "Asimov" data of Cowan, Cranmer, Gross
and Vitells, Eur. Phys. J. C 71, 2011). What noise does to the interval's place is in z, what the
models do to its width and to each other is in the fit. The error needed is the largest at which
that interval lies inside the margin for every planted truth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy

from .corrections import Correction, Design, Shape, corrections
from .covariance import Covariance
from .gls import Vector
from .intervals import rise_of
from .likelihood import LogMeans
from .profile import fit_family, intervals, selection_charge

CORRECTED_BY: Final = 0.5
"""Planted corrections change the law at its smallest size by half."""

LARGEST_ERROR: Final = 0.09
SMALLEST_ERROR: Final = 1e-4
ACCURACY: Final = 0.01
"""To which the error is looked for, as a share of it, from below."""


def required_error(
    design: Design,
    exponents: Vector,
    margin: float,
    *,
    level: float,
    power: float,
    family: tuple[Correction, ...] | None = None,
    smallest: float = SMALLEST_ERROR,
    largest: float = LARGEST_ERROR,
) -> float:
    """The relative error a point may have for these exponents to be known to the margin.

    One-sided `level` for each end, shared by the exponents; `family` is what may be planted, by
    default every correction that vanishes at large sizes. At most the `largest`, as beyond a tenth logs
    are no longer trusted, and at least the `smallest`, which may still be too large.
    """
    planted = tuple(c for c in corrections(design) if c.vanishes) if family is None else family
    test = _Test(design=design, exponents=exponents, margin=margin, level=level, power=power)
    error = largest
    for correction in planted:
        if error > smallest:
            error = _largest_error(test, _truth(design, exponents, correction), smallest, error)
    return error


def _largest_error(test: _Test, means: Vector, smallest: float, largest: float) -> float:
    """The largest relative error between these at which the test decides these means, else the smallest."""
    if test.decides(means, largest):
        return largest
    if not test.decides(means, smallest):
        return smallest
    low, high = math.log(smallest), math.log(largest)
    while high - low > ACCURACY:
        middle = (low + high) / 2
        if test.decides(means, math.exp(middle)):
            low = middle
        else:
            high = middle
    return math.exp(low)


def _truth(design: Design, exponents: Vector, correction: Correction) -> Vector:
    """Means of the law, corrected by a half at the smallest size."""
    law = np.exp(design.offset + design.columns @ exponents)
    shape = Shape(design=design, correction=correction, means=law)
    return np.asarray(law * np.prod(1 + CORRECTED_BY * shape.decays, axis=0), dtype=np.float64)


@dataclass(frozen=True, kw_only=True)
class _Test:
    """Whether the stretched intervals of noise-free data lie inside the margin."""

    design: Design
    exponents: Vector
    margin: float
    level: float
    power: float

    def decides(self, means: Vector, error: float) -> bool:
        """The same of these means, at this relative error of a point."""
        count = len(self.design.names)
        family = corrections(self.design)
        charged = rise_of(2 * self.level / count) + selection_charge(family)
        rise = (math.sqrt(charged) + float(scipy.special.ndtri(self.power))) ** 2
        # The bias correction of the logarithm is a constant at equal errors, and lands in log C.
        likelihood = LogMeans(means=means, covariance=Covariance((error * means) ** 2))
        models, scans = fit_family(self.design, likelihood, means, family, rise)
        return all(
            abs(end - self.exponents[column]) <= self.margin
            for column in range(count)
            for ends in intervals(1 + column, scans, models, likelihood, rise).values()
            for end in ends
        )
