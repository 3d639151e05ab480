"""Formulas whose constants stand anywhere, fitted as a whole: C (d + a)^2, min(1, C n / d).

log m = log f(x; c) + sum_v delta_v log x_v by weighted least squares, in the logs where the errors allow
and else on the means. f says what it likes; the deltas are the claim: they are zero where f has the
order of growth it claims. Constants may have either sign and any size: a low-discrepancy sequence
over signs and decades gives the starts, and the best few are refined (SciPy's trust region).
Intervals are the profile's parabola at the best fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy

from .covariance import Covariance
from .gls import FitResult, Matrix, Vector, log_moments, trusts_logs

STARTS: Final = 128
REFINED: Final = 4
DECADES: Final = 5.0
FAR: Final = 1e6
"""The residual of a point where the formula is no positive number."""


@dataclass(frozen=True, kw_only=True)
class FormulaFit:
    """`fit.parameters` are (constants, deltas); `curve` is the fitted mean of each point."""

    constants: Vector
    deltas: Vector
    curve: Vector
    fit: FitResult


def fit_formula(
    formula: Callable[[Vector], Vector], size: int, columns: Matrix, means: Vector, covariance: Covariance
) -> FormulaFit | None:
    """The best of all starts, or None where no start gives the formula a positive value everywhere.

    `formula` maps `size` constants to the values of all points; `columns`, shape "points deltas", are
    the logs that the deltas multiply.
    """
    residual = _Residual(formula, size, columns, means, covariance)
    starts = _starts(size, columns.shape[1])
    losses = np.array([float(np.sum(residual(start) ** 2)) for start in starts])
    best = starts[np.argsort(losses)[:REFINED]]
    found = min((_refined(residual, start) for start in best), key=lambda result: float(result.cost))
    curve = residual.curve(found.x)
    if not np.all(np.isfinite(curve)) or 2 * found.cost >= FAR:
        return None
    jacobian = np.asarray(found.jac, dtype=np.float64)
    spread = np.asarray(np.linalg.pinv(jacobian.T @ jacobian, hermitian=True), dtype=np.float64)
    fit = FitResult(
        parameters=found.x,
        covariance=spread,
        chi2=float(2 * found.cost),
        dof=covariance.rank - int(np.linalg.matrix_rank(jacobian)),
    )
    return FormulaFit(constants=found.x[:size], deltas=found.x[size:], curve=curve, fit=fit)


@dataclass(frozen=True)
class _Residual:
    """Whitened residuals of constants and deltas."""

    formula: Callable[[Vector], Vector]
    size: int
    columns: Matrix
    means: Vector
    covariance: Covariance

    def curve(self, theta: Vector) -> Vector:
        """The mean of each point; nan where the formula is not positive."""
        with np.errstate(all="ignore"):
            value = self.formula(theta[: self.size]) * np.exp(self.columns @ theta[self.size :])
        return np.where(value > 0, value, np.nan)

    def __call__(self, theta: Vector) -> Vector:
        curve = self.curve(theta)
        good = np.isfinite(curve)
        if trusts_logs(self.means, self.covariance):
            logs, errors = log_moments(self.means, self.covariance)
            rest = logs - np.log(np.where(good, curve, 1.0))
        else:
            errors, rest = self.covariance, self.means - np.where(good, curve, 0.0)
        return np.where(good.all(), 1.0, FAR) * np.clip(errors.whiten(rest), -FAR, FAR) + (
            0.0 if good.all() else FAR
        )


def _starts(size: int, deltas: int) -> Matrix:
    # A third of a second of loading, which few laws need.
    from scipy.stats import qmc

    points = qmc.Sobol(max(size, 1), scramble=False).random(STARTS)[:, :size]
    # Each axis twice around: negative constants on the first round, positive ones on the second.
    rounds = 2 * points
    signed = np.where(rounds < 1, -1.0, 1.0) * 10.0 ** (DECADES * (2 * (rounds % 1) - 1))
    return np.column_stack([signed, np.zeros((STARTS, deltas))])


def _refined(residual: _Residual, start: Vector) -> scipy.optimize.OptimizeResult:
    return scipy.optimize.least_squares(  # SciPy has no types here
        residual, start, method="trf", x_scale=np.maximum(np.abs(start), 1e-3), max_nfev=200
    )
