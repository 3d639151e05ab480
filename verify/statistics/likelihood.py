"""Likelihoods of measured points under log mean = offset + X theta, many offsets at once.

| likelihood | of | deviance |
|---|---|---|
| `LogMeans` | means whose relative errors are at most 10 % | chi2 of the bias-corrected logs |
| `LinearMeans` | means with larger errors | chi2 of the means themselves |
| `Counts` | proportions | binomial, with every fitted proportion below one |

A mean m with variance s^2 enters in logs as log m + s^2 / (2 m^2), which removes the delta-method bias of the
logarithm. Counts are never log-transformed: zero is a datum like any other; and as statsmodels may return
fitted proportions above one without a word (its issue 2208), their fit is by hand, and held to its own where
that converges. Errors were measured and are never rescaled by the fit. A floor f adds to the mean: exp(offset
+ X theta) + f.

A batch holds one offset (and floor) a row; it is how a correction's amplitude, or an exponent that
a profile holds, enters a fit that is otherwise linear in theta.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from .binomial import MAX_LOG, MIN_LOG, deviance, pearson
from .covariance import Covariance
from .gls import Matrix, Vector, log_moments

MAX_STEPS: Final = 60
HALVINGS: Final = 12
TOLERANCE: Final = 1e-7
"""Relative gain in deviance of a row's last step: far below what a confidence limit is read to."""
LONGEST: Final = 8.0
"""The largest multiple of a step that is tried, and the inverse of the smallest."""
OFF: Final = 0.25
"""How far the least of a parabola must be from a whole step, in logarithms, to be tried."""
POLL_INTERVAL: Final = 10
"""Steps after which a row that has no likelihood, as beyond a floor no proportions have, is given up."""
FAR: Final = 10.0
"""A fitted mean so many times the measured one is brought down in its logarithm."""
RIDGE: Final = 1e-12
SMALLEST: Final = 1e-3
"""Share of a mean that a negative floor leaves at least."""


Rows = slice | NDArray[np.intp]
"""Which rows of a batch are meant."""

_EVERY: Final = slice(None)


@dataclass(frozen=True, kw_only=True)
class Fits:
    """Minimal deviances, shape (batch,), where they are reached, and the inverse information there."""

    deviance: Vector
    theta: Matrix
    covariance: NDArray[np.float64]

    def take(self, rows: slice) -> Fits:
        """Those of some rows."""
        return Fits(deviance=self.deviance[rows], theta=self.theta[rows], covariance=self.covariance[rows])


class DevianceOf(Protocol):
    """The deviance of some rows' thetas."""

    def __call__(self, theta: Matrix, rows: Rows, /) -> Vector:
        """Shape (rows,)."""


class StepOf(Protocol):
    """The step from some rows' thetas towards less deviance, and the fall that least squares promise."""

    def __call__(self, theta: Matrix, rows: Rows, /) -> tuple[Matrix, Vector]:
        """Shapes (rows, parameters) and (rows,)."""


class Likelihood(Protocol):
    """What the profile of an exponent asks of the data."""

    @property
    def quadratic(self) -> bool:
        """Whether the deviance is a quadratic form in theta, so that its profiles are parabolas."""

    @property
    def information(self) -> int:
        """The number of numbers that a fit can spend parameters on."""

    def fit(
        self, columns: Matrix, offsets: Matrix, floors: Vector | None = None, near: Matrix | None = None
    ) -> Fits:
        """Fit each row of `offsets`, shape (batch, points), with X of shape (points, parameters).

        An iteration begins `near` a theta of each row where that is better than its own start.
        """

    def goodness(self, columns: Matrix, offset: Vector, floor: float, theta: Vector) -> tuple[float, int]:
        """A statistic that is chi2 under the fitted model, and its number of squares."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LogMeans:
    """Means in logs, with the covariance of all points: generalised least squares."""

    means: Vector
    covariance: Covariance

    @property
    def quadratic(self) -> bool:
        """The logs are linear in theta."""
        return True

    @cached_property
    def information(self) -> int:
        """The rank of the covariance."""
        return self.covariance.rank

    def fit(
        self, columns: Matrix, offsets: Matrix, floors: Vector | None = None, near: Matrix | None = None
    ) -> Fits:
        """Least squares in closed form; a floor is subtracted from the means before the logarithm."""
        del near  # nothing is iterated
        if floors is not None:
            return self._fit_above(columns, offsets, floors)
        logs, errors = self._logs
        q, inverse = self._decomposed(columns)
        rest = errors.whiten_each(logs - offsets)
        along = rest @ q
        deviance = np.maximum(np.sum(rest**2, axis=1) - np.sum(along**2, axis=1), 0.0)
        spread = np.broadcast_to(inverse @ inverse.T, (len(offsets), len(inverse), len(inverse)))
        return Fits(deviance=deviance, theta=along @ inverse.T, covariance=spread)

    def goodness(self, columns: Matrix, offset: Vector, floor: float, theta: Vector) -> tuple[float, int]:
        """chi2 of the logs on the rank of their covariance."""
        logs, errors = self._logs
        if floor == 0.0:
            rest = errors.whiten(logs - offset - columns @ theta)
        else:
            above = np.maximum(self.means - floor, SMALLEST * self.means)
            rest = self.covariance.whiten(above * (np.log(above) - offset - columns @ theta))
        return float(rest @ rest), self.information

    @cached_property
    def _logs(self) -> tuple[Vector, Covariance]:
        return log_moments(self.means, self.covariance)

    def _decomposed(self, columns: Matrix) -> tuple[Matrix, Matrix]:
        """Q and the inverse of R, where the whitened X is Q R; a family of models shares few X."""
        key = columns.tobytes()
        if key not in self._decompositions:
            q, r = np.linalg.qr(self._logs[1].whiten(columns))
            self._decompositions[key] = q, np.linalg.pinv(r)
        return self._decompositions[key]

    @cached_property
    def _decompositions(self) -> dict[bytes, tuple[Matrix, Matrix]]:
        return {}

    def _fit_above(self, columns: Matrix, offsets: Matrix, floors: Vector) -> Fits:
        above = np.maximum(self.means - floors[:, None], SMALLEST * self.means)
        bias = self.covariance.variances / (2 * above**2)
        rest = above * (np.log(above) + bias - offsets)
        return _least_squares(self.covariance, above[:, :, None] * columns, rest)


@dataclass(frozen=True, kw_only=True, eq=False)
class LinearMeans:
    """Means on their own scale, for errors too large for logs."""

    means: Vector
    covariance: Covariance

    @property
    def quadratic(self) -> bool:
        """The means are exponentials of theta."""
        return False

    @cached_property
    def information(self) -> int:
        """The rank of the covariance."""
        return self.covariance.rank

    def fit(
        self, columns: Matrix, offsets: Matrix, floors: Vector | None = None, near: Matrix | None = None
    ) -> Fits:
        """Gauss and Newton's iteration with step halving, all rows at once."""
        floor = np.zeros(len(offsets)) if floors is None else floors
        start = _straight_start(np.maximum(self.means, np.max(self.means) * 1e-6), columns, offsets)
        least = np.maximum(np.sqrt(self.covariance.variances), SMALLEST * np.max(np.abs(self.means)))

        def step(theta: Matrix, rows: Rows) -> tuple[Matrix, Vector]:
            pure = np.exp(np.minimum(offsets[rows] + theta @ columns.T, -MIN_LOG))
            above = self.means - floor[rows, None]
            level = np.maximum(above, least)
            # Far above the data the tangent of the exponential leads down by a factor of e a step.
            fall = pure * np.log(level / np.maximum(pure, level))
            rest = np.where(pure > FAR * level, fall, above - pure)
            # A row's scale moves no step, and squares of the largest means are beyond all doubles.
            scale = np.maximum(np.max(pure, axis=1, keepdims=True), 1.0)
            steps, promised = _steps(self.covariance, (pure / scale)[:, :, None] * columns, rest / scale)
            with np.errstate(over="ignore"):
                return steps, promised * scale[:, 0] ** 2

        def objective(trial: Matrix, rows: Rows) -> Vector:
            return self._deviance(columns, offsets[rows], floor[rows], trial)

        theta, deviance = _descended(objective, step, _better(objective, start, near))
        pure = np.exp(np.minimum(offsets + theta @ columns.T, -MIN_LOG))
        spread = _least_squares(self.covariance, pure[:, :, None] * columns, np.zeros_like(pure)).covariance
        return Fits(deviance=deviance, theta=theta, covariance=spread)

    def goodness(self, columns: Matrix, offset: Vector, floor: float, theta: Vector) -> tuple[float, int]:
        """chi2 of the means on the rank of their covariance."""
        chi2 = self._deviance(columns, offset[None], np.array([floor]), theta[None])
        return float(chi2[0]), self.information

    def _deviance(self, columns: Matrix, offsets: Matrix, floor: Vector, theta: Matrix) -> Vector:
        pure = np.exp(np.minimum(offsets + theta @ columns.T, -MIN_LOG))
        rest = self.covariance.whiten_each(self.means - pure - floor[:, None])
        # A trial step may go far astray; an infinite deviance halves it.
        with np.errstate(over="ignore"):
            return np.asarray(np.sum(rest**2, axis=1), dtype=np.float64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Counts:
    """Binomial counts of trials; `inflation` is the design effect by which deviances are divided."""

    counts: Vector
    trials: Vector
    inflation: float = 1.0

    @property
    def quadratic(self) -> bool:
        """The deviance is no quadratic form."""
        return False

    @property
    def information(self) -> int:
        """The number of points."""
        return len(self.counts)

    def fit(
        self, columns: Matrix, offsets: Matrix, floors: Vector | None = None, near: Matrix | None = None
    ) -> Fits:
        """Fisher scoring; a step that leaves p < 1 or lowers the likelihood is halved, row by row."""
        floor = np.zeros(len(offsets)) if floors is None else floors
        rates = np.maximum(self.counts, 0.5) / self.trials
        above = np.maximum(rates - floor[:, None], SMALLEST * rates)
        start = self._feasible(columns, offsets, floor, _straight_start(above, columns, offsets))

        def objective(trial: Matrix, rows: Rows) -> Vector:
            return self._deviance(columns, offsets[rows], floor[rows], trial)

        theta, deviance = _descended(
            objective,
            lambda theta, rows: _steps(None, *self._scoring(columns, offsets[rows], floor[rows], theta)),
            _better(objective, start, near),
        )
        spread = _least_squares(None, *self._scoring(columns, offsets, floor, theta)).covariance
        return Fits(deviance=deviance / self.inflation, theta=theta, covariance=spread * self.inflation)

    def goodness(self, columns: Matrix, offset: Vector, floor: float, theta: Vector) -> tuple[float, int]:
        """Pearson's chi2, points that expect fewer than five pooled into one group."""
        p = np.exp(np.clip(offset + columns @ theta, MIN_LOG, MAX_LOG)) + floor
        chi2, groups = pearson(self.counts, self.trials, np.clip(p, np.exp(MIN_LOG), np.exp(MAX_LOG)))
        return chi2 / self.inflation, groups

    def _deviance(self, columns: Matrix, offsets: Matrix, floor: Vector, theta: Matrix) -> Vector:
        p = np.exp(np.minimum(offsets + theta @ columns.T, -MIN_LOG)) + floor[:, None]
        inside = (p < 1.0) & (p > 0.0)
        value = deviance(self.counts, self.trials, np.where(inside, p, 0.5))
        return np.where(inside.all(axis=1), value, np.inf)

    def _scoring(
        self, columns: Matrix, offsets: Matrix, floor: Vector, theta: Matrix
    ) -> tuple[NDArray[np.float64], Matrix]:
        """The weighted designs and residuals whose least squares are the next step."""
        pure = np.exp(np.clip(offsets + theta @ columns.T, MIN_LOG, MAX_LOG))
        p = np.clip(pure + floor[:, None], np.exp(MIN_LOG), np.exp(MAX_LOG))
        root = np.sqrt(self.trials / (p * (1 - p)))
        rest = root * (self.counts / self.trials - p)
        return (root * pure)[:, :, None] * columns, rest

    def _feasible(self, columns: Matrix, offsets: Matrix, floor: Vector, theta: Matrix) -> Matrix:
        """Shift the constant, which is column 0, until every fitted proportion is below one."""
        top = np.log(np.maximum(1.0 - np.maximum(floor, 0.0), 1e-6))
        beyond = np.max(offsets + theta @ columns.T, axis=1) - top
        theta[:, 0] -= np.where(beyond >= 0, beyond + 0.01, 0.0)
        return theta


def _least_squares(errors: Covariance | None, designs: NDArray[np.float64], rests: Matrix) -> Fits:
    """Whitened least squares of a batch of designs, shape (batch, points, parameters)."""
    # A row that has gone astray is beyond all doubles; its step is not a number, and is not taken.
    with np.errstate(over="ignore", invalid="ignore"):
        unit, scale, normal, along, rests = _normal_equations(errors, designs, rests)
        spread = np.linalg.inv(normal)
        theta = (spread @ along[:, :, None])[:, :, 0]
        residual = rests - (unit @ theta[:, :, None])[:, :, 0]
        # Of a column of zeros nothing is known: its variance is infinite.
        covariance = spread / (scale[:, :, None] * scale[:, None, :])
        deviance = np.sum(residual**2, axis=1)
    return Fits(deviance=deviance, theta=theta / scale, covariance=covariance)


def _steps(errors: Covariance | None, designs: NDArray[np.float64], rests: Matrix) -> tuple[Matrix, Vector]:
    """The thetas alone of the same least squares, and by how much they lower the squares.

    An iteration asks for them at each of its steps.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        _, scale, normal, along, _ = _normal_equations(errors, designs, rests)
        theta = np.linalg.solve(normal, along[:, :, None])[:, :, 0]
        return np.asarray(theta / scale, dtype=np.float64), np.sum(theta * along, axis=1)


def _normal_equations(
    errors: Covariance | None, designs: NDArray[np.float64], rests: Matrix
) -> tuple[NDArray[np.float64], Matrix, NDArray[np.float64], Matrix, Matrix]:
    """Whitened designs X in unit columns, their scales, X' X, X' rests, the whitened rests."""
    if errors is not None:
        designs, rests = errors.whiten_each(designs), errors.whiten_each(rests)
    squares = np.einsum("rpk,rpk->rk", designs, designs)
    scale = np.sqrt(np.maximum(squares, np.finfo(float).tiny))
    unit = designs / scale[:, None, :]
    normal = np.swapaxes(unit, 1, 2) @ unit
    # Unit columns: the ridge is rounding beside them, and keeps a column of zeros harmless.
    normal += RIDGE * np.eye(normal.shape[1])
    along = (rests[:, None, :] @ unit)[:, 0]
    return unit, scale, normal, along, rests


def _straight_start(values: Vector, columns: Matrix, offsets: Matrix) -> Matrix:
    return np.asarray(
        (np.log(values) - offsets) @ _inverse(columns.tobytes(), columns.shape).T, dtype=np.float64
    )


@lru_cache(maxsize=64)
def _inverse(columns: bytes, shape: tuple[int, ...]) -> Matrix:
    """The pseudoinverse of regressors, which a search for an end asks for again and again."""
    return np.asarray(np.linalg.pinv(np.frombuffer(columns).reshape(shape)), dtype=np.float64)


def _better(objective: DevianceOf, start: Matrix, near: Matrix | None) -> Matrix:
    """Of two starts of each row the one with less deviance."""
    if near is None:
        return start
    nearer = objective(near, _EVERY) < objective(start, _EVERY)
    return np.where(nearer[:, None], near, start)


def _descended(objective: DevianceOf, step: StepOf, theta: Matrix) -> tuple[Matrix, Vector]:
    """Where each row's steps lead, and the deviance there, until no row gains by a step.

    Rows that have arrived are left where they are, and so are those that still have no likelihood
    after some steps: others may need many more.
    """
    deviance = objective(theta, _EVERY)
    rows = np.arange(len(theta))
    for number in range(MAX_STEPS):
        now = rows
        theta[rows], deviance[rows], gains = _moved(
            lambda trial, some, now=now: objective(trial, now[some]),
            theta[rows],
            *step(theta[rows], rows),
            deviance[rows],
        )
        lost = np.isinf(deviance[rows]) & (number >= POLL_INTERVAL)
        rows = rows[(gains > TOLERANCE) & ~lost]
        if not rows.size:
            break
    return theta, deviance


def _moved(
    objective: DevianceOf, theta: Matrix, step: Matrix, promised: Vector, best: Vector
) -> tuple[Matrix, Vector, Vector]:
    """Take each row's step, or more or less of it; the rows' relative gains.

    Where a parabola along the step has its least elsewhere, that is tried: of steps that overshoot a row
    would take many to and fro, of short ones many in a row. A step is halved until no deviance grows.
    """
    share = np.ones(len(theta))
    value = objective(theta + step, _EVERY)
    least = _least_along(best, promised, value)
    off = np.flatnonzero(np.abs(np.log(least)) > OFF)
    if off.size:
        tried = objective(theta[off] + least[off, None] * step[off], off)
        nearer = tried < value[off]
        share[off[nearer]], value[off[nearer]] = least[off[nearer]], tried[nearer]
    # A row that has converged may lose its last digits; it is not halved for that.
    limit = best + TOLERANCE * (1.0 + best)
    for _ in range(HALVINGS):
        worse = np.flatnonzero(~(value <= limit))
        if not worse.size:
            break
        share[worse] /= 2
        value[worse] = objective(theta[worse] + share[worse, None] * step[worse], worse)
    better = value <= best
    moved = np.where(better[:, None], theta + share[:, None] * step, theta)
    after = np.where(better, value, best)
    with np.errstate(invalid="ignore"):
        gain = np.where(np.isfinite(best), (best - after) / (1.0 + after), np.inf)
    return moved, after, np.where(better, gain, 0.0)


def _least_along(best: Vector, promised: Vector, value: Vector) -> Vector:
    """Where a parabola along a step is least, as a share of it: by its slope here and its value there."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = promised / (value - best + 2 * promised)
    known = np.isfinite(share) & np.isfinite(value)
    return np.where(known, np.clip(np.where(share > 0, share, LONGEST), 1 / LONGEST, LONGEST), 1.0)
