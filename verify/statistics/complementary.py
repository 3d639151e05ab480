"""Fail-in-any laws by their likelihood: a binomial model with complementary log-log link.

If each of L independent parts fails with probability 1 - exp(-h), then at least one fails with

    r = 1 - (1 - (1 - exp(-h)))^L = 1 - exp(-L h) = 1 - exp(-exp(log L + log h)),

exactly, also where r is near one. So eta = log L + X beta with the offset log L is a law for the
hazard h, and a column of logs has an exponent, a column -x an exponential rate. Points with no
failure or with nothing else are data like any other.

Reference: McCullagh and Nelder, Generalized Linear Models, 1989, section 4.3.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .glm import Link, fit_likelihood, linear_predictor, profile_limits, proportions
from .gls import FitResult, Matrix, Vector
from .intervals import rise_of


def any_failure(hazard: ArrayLike, parts: ArrayLike) -> Vector:
    """P(at least one of L parts fails) = 1 - exp(-L h).

    >>> round(float(any_failure(-math.log(0.9), 3)), 12) == round(1 - 0.9**3, 12)
    True
    """
    return np.asarray(-np.expm1(-np.asarray(parts, float) * np.asarray(hazard, float)), dtype=np.float64)


def fit_complementary(design: Matrix, offset: Vector, counts: Vector, trials: Vector) -> FitResult:
    """Maximum likelihood of log(-log(1 - r)) = offset + X beta; `design` holds its own constant.

    Raises ValueError where every trial of every point has the same outcome, which no finite beta describes
    best.
    """
    _require_both_outcomes(counts, trials)
    data = proportions(counts, trials, Link.COMPLEMENTARY)
    start = _least_squares(design, offset, counts, trials)
    return fit_likelihood(data, linear_predictor(design, offset), start)


def complementary_interval(
    design: Matrix,
    offset: Vector,
    counts: Vector,
    trials: Vector,
    fit: FitResult,
    index: int,
    *,
    alpha: float,
) -> tuple[float, float]:
    """Where the profile deviance of beta[index] rises by the 1 - alpha quantile of chi2_1, else infinity.

    For independent points; with shared trials the deviance is not that of the data.
    """
    data = proportions(counts, trials, Link.COMPLEMENTARY)
    rise = rise_of(alpha)
    return profile_limits(data, linear_predictor(design, offset), fit, index, rise=rise)


def _require_both_outcomes(counts: Vector, trials: Vector) -> None:
    if math.isclose(float(np.sum(counts)), 0.0) or np.all(counts == trials):
        outcome = "fails" if np.all(counts == trials) else "succeeds"
        raise ValueError(
            f"Every trial of every point {outcome}, so the hazard is not determined. Measure where both "
            "occur."
        )


def _least_squares(design: Matrix, offset: Vector, counts: Vector, trials: Vector) -> Vector:
    share = (counts + 0.5) / (trials + 1.0)
    return np.asarray(np.linalg.lstsq(design, np.log(-np.log1p(-share)) - offset, rcond=None)[0], np.float64)
