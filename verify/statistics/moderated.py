"""Variances of few values a setting, each of which leans on those of the other settings.

A variance s_i^2 of d_i degrees of freedom scatters by a factor where they are few: two values that happen to
be close have a standard error near 0. All settings together tell it better. A line through log s_i^2 in the
logarithms of the variables (of a Gamma likelihood, leverages h_i) gives s_0^2(i) with d_i/h_i degrees of
freedom. By how much more s_i^2 scatters about it than of d_i degrees of freedom,

    mean (e - e_fitted)^2 - psi'(d_i/2) = psi'(d_0/2)        e_i = log s_i^2 - psi(d_i/2) + log(d_i/2)

says that it counts as d_0 of them at most (Smyth, Statist. Appl. Genet. Mol. Biol. 3, 2004):

    s~_i^2 = (d_0 s_0^2(i) + d_i s_i^2)/(d_0 + d_i)          min(d_0 + d_i, d_i/h_i) degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from .surface import surface

Vector = NDArray[np.float64]

FEWEST: Final = 2
"""Settings beyond the coefficients of the line: with fewer nothing is told of how variances scatter."""

STEPS: Final = 200
LONGEST_STEP: Final = 1.0
"""Of the scoring for the line's maximum likelihood, which steps too far from below."""

RAREST: Final = 1e-3
"""The chance of a smaller variance than one that takes part."""

ROUNDING: Final = 1e-12
"""Beside the largest variance, from which the line starts where one is smaller."""

SETTLED: Final = 1e-12
"""A step so small ends it."""

WIDEST: Final = 40.0
"""|log d_0| at most: beyond, d_0 is 0 or infinite to rounding."""


class Moderated(NamedTuple):
    """Variances of single values and their degrees of freedom, one a setting."""

    variances: Vector
    dof: Vector


def moderated(columns: Mapping[str, Vector], variances: Vector, dof: Vector) -> Moderated | None:
    """The moderated variances at the settings; None of too few of them, or where none of them scatters.

    A variance so small beside the line that chance hardly makes one, as of equal values, is taken as the
    smallest that it does.

    >>> d = 2.0 ** np.arange(6)
    >>> found = moderated({"d": d}, np.array([1.0, 1.2, 0.9, 1.1, 0.8, 1.0]), np.full(6, 2.0))
    >>> found.variances.round(2).tolist()
    [1.07, 1.04, 1.01, 0.98, 0.96, 0.93]
    """
    basis, _ = np.linalg.qr(surface(columns, 1))
    settings, coefficients = basis.shape
    if settings - coefficients < FEWEST or not np.any(variances > 0):
        return None
    line = _line(basis, variances)
    told = np.maximum(variances, line * 2 * scipy.special.gammaincinv(dof / 2, RAREST) / dof)
    heights = np.log(told) - scipy.special.digamma(dof / 2) + np.log(dof / 2)
    residuals = heights - basis @ (basis.T @ heights)
    excess = residuals @ residuals / (settings - coefficients) - np.mean(scipy.special.polygamma(1, dof / 2))
    prior = _degrees(float(excess))
    share = 1.0 if np.isinf(prior) else prior / (prior + dof)
    most = dof / np.sum(basis**2, axis=1)
    return Moderated(share * line + (1 - share) * told, np.minimum(prior + dof, most))


def _degrees(excess: float) -> float:
    """The d with psi'(d/2) equal to this; infinite where there is no excess."""

    def above(log_d: float) -> float:
        return float(scipy.special.polygamma(1, np.exp(log_d) / 2)) - excess

    if excess <= 0 or above(WIDEST) >= 0:
        return np.inf
    return float(np.exp(scipy.optimize.brentq(above, -WIDEST, WIDEST)))


def _line(basis: Vector, variances: Vector) -> Vector:
    """The variances on the line that a Gamma likelihood finds."""
    line = basis @ (basis.T @ np.log(np.maximum(variances, ROUNDING * variances.max())))
    for _ in range(STEPS):
        step = basis @ (basis.T @ (variances * np.exp(-line) - 1))
        line = line + step * LONGEST_STEP / max(np.max(np.abs(step)), LONGEST_STEP)
        if np.max(np.abs(step)) < SETTLED:
            break
    return np.asarray(np.exp(line), dtype=np.float64)
