"""Proportions by their likelihood: the deviance of fitted ones, and Pearson's chi2."""

from __future__ import annotations

from typing import Final

import numpy as np
import scipy

from .gls import Matrix, Vector

MIN_EXPECTED: Final = 5.0
MIN_LOG: Final = -500.0
"""Below it a proportion is zero in double precision, and its score 0/0."""
MAX_LOG: Final = -1e-9
"""Above it a proportion is one for any number of trials, and its information has no bound."""


def deviance(counts: Vector, trials: Vector, p: Matrix) -> Vector:
    """Twice the log likelihood ratio of the saturated model to proportions p, over the last axis."""
    pairs = scipy.special.rel_entr(counts, trials * p) + scipy.special.rel_entr(
        trials - counts, trials * (1 - p)
    )
    return np.asarray(2 * np.sum(pairs, axis=-1), dtype=np.float64)


def pearson(counts: Vector, trials: Vector, p: Vector) -> tuple[float, int]:
    """Pearson's chi2 and its number of groups.

    Points that expect fewer than five successes or failures are pooled into one group, because
    their own squares have tails much heavier than chi2's.
    """
    variance = trials * p * (1 - p)
    small = np.minimum(trials * p, trials * (1 - p)) < MIN_EXPECTED
    residual = counts - trials * p
    chi2 = float(np.sum(residual[~small] ** 2 / variance[~small]))
    pooled = float(np.sum(variance[small]))
    if pooled > 0:
        chi2 += float(np.sum(residual[small])) ** 2 / pooled
    return chi2, int(np.sum(~small)) + int(pooled > 0)
