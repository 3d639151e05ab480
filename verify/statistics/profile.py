"""Profile-likelihood intervals over a family of models at once.

For a parameter e let D(e) be the least deviance over all models of the family, their amplitudes and
all other parameters, each model charged Akaike's 2 for an amplitude of its own. The interval holds
every e with D(e) <= min D + q, q being the 1 - alpha quantile of chi2_1 and a charge for the choice
among models. This is discrete profiling (Dauncey, Kenzie, Wardle, Davies, JINST 10, 2015): the choice
of a model is a parameter like any other, so the interval allows what any model allows that the data
do not tell from the best one. A model chosen first, and its interval then taken as if it had been
known, covers 0 to 55 % of the time.

Amplitudes enter nonlinearly and are scanned on a grid that zooms in three times on where the
deviance stays within q of its minimum; the rest is a linear fit for a whole grid at once. Where the
deviance is no quadratic form, the parameter itself is scanned along with the amplitudes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .corrections import Correction, Design, Shape
from .gls import Matrix, Vector, chi2_p_value
from .likelihood import Fits, Likelihood

PENALTY: Final = 2.0
"""Akaike's charge for an amplitude."""
SELECTION: Final = 1.25
"""A wrong form that fits better by chance lowers the common minimum, and 99 % intervals of corrected laws
then covered 97 to 98 %; a rise by so much more gives planted truths their nominal coverage back."""

STAGES: Final = 4
ITERATED_STAGES: Final = 3
"""Where every point costs an iteration the grid is read less finely; the errors are larger there."""
GRID: Final = (1, 25, 11, 6, 4, 3)
"""Points an axis for none, one, two ... amplitudes; the last for more."""
PROFILE_GRID: Final = 9
REACH: Final = 6.0
"""Standard errors on either side at which the scan of a parameter begins."""
WIDEST: Final = 10.0
"""A standard error beyond it says that nothing is known."""
EXPANSIONS: Final = 6
ENDS_GRID: Final = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class Model:
    """One fitted form: theta = (log C, parameters), amplitudes in the law's own units.

    `p_value` is that of chi2: small where the form does not describe the data. `decays` says that the law
    falls in some variable on its way, so that a floor under it remains.
    """

    correction: Correction
    theta: Vector
    amplitudes: tuple[float, ...]
    deviance: float
    chi2: float
    dof: int
    p_value: float
    decays: bool = False

    @property
    def penalised(self) -> float:
        """The deviance with Akaike's charge, by which the models of a family are compared."""
        return self.deviance + PENALTY * (self.correction.size + (self.correction.logarithm is not None))


@dataclass(frozen=True, kw_only=True, eq=False)
class Scan:
    """Where the deviance of one model is near its least: amplitudes with their linear fits."""

    shape: Shape
    amplitudes: Matrix
    fits: Fits

    @property
    def best(self) -> int:
        """The row of the least deviance."""
        return int(np.argmin(self.fits.deviance))


def fit_family(
    design: Design, likelihood: Likelihood, means: Vector, family: Sequence[Correction], rise: float
) -> tuple[tuple[Model, ...], tuple[Scan, ...]]:
    """Every model of the family that the data have enough numbers for, with its scan."""
    shapes = [Shape(design=design, correction=correction, means=means) for correction in family]
    rank = design.regressors.shape[1]
    usable = [
        shape
        for shape in shapes
        if likelihood.information >= rank + shape.correction.size + (shape.correction.logarithm is not None)
    ]
    scans = tuple(_scan(shape, likelihood, rise) for shape in usable)
    return tuple(_model(scan, likelihood) for scan in scans), scans


def intervals(
    parameter: int, scans: Sequence[Scan], models: Sequence[Model], likelihood: Likelihood, rise: float
) -> dict[int, tuple[float, float]]:
    """The values of a parameter that each model allows, by the number of the model.

    The profile interval is their union. A model that allows none is left out; an end is infinite
    where nothing bounds it.
    """
    least = min(model.penalised for model in models)
    found = {}
    for number, (scan, model) in enumerate(zip(scans, models, strict=True)):
        allowed = least + rise - (model.penalised - model.deviance)
        if model.deviance <= allowed:
            found[number] = _ends(parameter, scan, likelihood, allowed)
    return found


def selection_charge(family: Sequence[Correction]) -> float:
    """What the rise of an interval is charged for the choice among several forms."""
    return SELECTION if len(family) > 1 else 0.0


def _scan(shape: Shape, likelihood: Likelihood, rise: float) -> Scan:
    dimensions = shape.correction.size
    box = np.tile([-1.0, 1.0], (dimensions, 1))
    regressors = shape.regressors()
    stages = STAGES if likelihood.quadratic else ITERATED_STAGES
    points = GRID[min(dimensions, len(GRID) - 1)]
    amplitudes = _grid(box, points)
    fits = likelihood.fit(regressors, *shape.at(amplitudes))
    for _ in range(stages - 1 if dimensions else 0):
        box = _zoomed(box, amplitudes, fits.deviance, rise, points)
        amplitudes = _grid(box, points)
        near = np.repeat(fits.theta[[np.argmin(fits.deviance)]], len(amplitudes), axis=0)
        fits = likelihood.fit(regressors, *shape.at(amplitudes), near)
    return Scan(shape=shape, amplitudes=amplitudes, fits=fits)


def _grid(box: Matrix, points: int) -> Matrix:
    axes = [np.linspace(low, high, points) for low, high in box]
    if len(axes) == 1:
        return axes[0][:, None]
    return (
        np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(box))
        if axes
        else np.empty((1, 0))
    )


def _zoomed(box: Matrix, amplitudes: Matrix, deviance: Vector, rise: float, points: int) -> Matrix:
    """The part of the box, with one grid step around it, where the deviance is within the rise."""
    near = amplitudes[deviance <= deviance.min() + rise]
    step = (box[:, 1] - box[:, 0]) / (points - 1)
    low = np.maximum(near.min(axis=0) - step, box[:, 0])
    return np.column_stack([low, np.minimum(near.max(axis=0) + step, box[:, 1])])


def _model(scan: Scan, likelihood: Likelihood) -> Model:
    shape, best = scan.shape, scan.best
    theta = scan.fits.theta[best]
    offsets, floors = shape.at(scan.amplitudes[best : best + 1])
    floor = 0.0 if floors is None else float(floors[0])
    chi2, squares = likelihood.goodness(shape.regressors(), offsets[0], floor, theta)
    dof = squares - theta.size - shape.correction.size
    return Model(
        correction=shape.correction,
        theta=theta,
        amplitudes=shape.amplitude(scan.amplitudes[best]),
        deviance=float(scan.fits.deviance[best]),
        chi2=chi2,
        dof=dof,
        p_value=chi2_p_value(chi2, dof),
        decays=_decays(shape.design, theta),
    )


def _decays(design: Design, theta: Vector) -> bool:
    free = np.delete(design.directions, design.held)
    return bool(np.any(theta[1 : 1 + free.size] * free < 0))


def _ends(parameter: int, scan: Scan, likelihood: Likelihood, allowed: float) -> tuple[float, float]:
    if not likelihood.quadratic:
        return _scanned_ends(parameter, scan, likelihood, allowed)
    inside = scan.fits.deviance <= allowed
    center = scan.fits.theta[inside, parameter]
    variance = scan.fits.covariance[inside, parameter, parameter]
    half = np.sqrt((allowed - scan.fits.deviance[inside]) * variance)
    return float(np.min(center - half)), float(np.max(center + half))


def _scanned_ends(parameter: int, scan: Scan, likelihood: Likelihood, allowed: float) -> tuple[float, float]:
    """Where the profile leaves what is allowed on a grid of each side; both sides are one batch."""
    best = scan.best
    center = float(scan.fits.theta[best, parameter])
    stderr = float(np.sqrt(np.clip(scan.fits.covariance[best, parameter, parameter], 1e-12, WIDEST**2)))
    profile = _Profile(parameter, scan, likelihood)
    near, far, inside = _sides(profile, center, REACH * stderr, allowed)
    ends = np.where(inside, np.copysign(np.inf, far - center), center)
    left = np.flatnonzero(~inside)
    if not left.size:
        return float(ends[0]), float(ends[1])
    values = np.linspace(near[left], far[left], ENDS_GRID)
    excess = profile(values.ravel()).reshape(values.shape) - allowed
    for side, column, rises in zip(left, values.T, excess.T, strict=True):
        last = int(np.argmax(rises[1:] > 0))
        ends[side] = np.interp(0.0, rises[last : last + 2], column[last : last + 2])
    return float(ends[0]), float(ends[1])


def _sides(
    profile: _Profile, center: float, reach: float, allowed: float
) -> tuple[Vector, Vector, NDArray[np.bool_]]:
    """Below and above, two points that the end lies between; and whether no point is beyond it."""
    near, far, inside = np.full(2, center), center + np.array([-reach, reach]), np.ones(2, dtype=bool)
    for _ in range(EXPANSIONS):
        inside[inside] = ~(profile(far[inside]) > allowed)
        if not inside.any():
            break
        near[inside], far[inside] = far[inside], 3 * far[inside] - 2 * center
    return near, far, inside


@dataclass(frozen=True)
class _Profile:
    """The least deviance of one model with the parameter held at given values."""

    parameter: int
    scan: Scan
    likelihood: Likelihood

    def __call__(self, values: Vector) -> Vector:
        shape, thinned = self.scan.shape, self._thinned()
        columns = shape.regressors()
        held, free = columns[:, self.parameter], np.delete(columns, self.parameter, axis=1)
        offsets, floors = shape.at(self.scan.amplitudes[thinned])
        every = (offsets[None] + values[:, None, None] * held).reshape(-1, offsets.shape[1])
        repeated = None if floors is None else np.tile(floors, len(values))
        deviance = self.likelihood.fit(free, every, repeated, self._near(values, thinned)).deviance
        return np.asarray(deviance.reshape(len(values), -1).min(axis=1), dtype=np.float64)

    def _thinned(self) -> slice:
        """The scan's grid, thinned: the deviance is flat along it near its least."""
        return slice(None, None, max(1, len(self.scan.amplitudes) // PROFILE_GRID))

    def _near(self, values: Vector, thinned: slice) -> Matrix:
        """Where the other parameters would be if the deviance were a quadratic form."""
        theta, covariance = self.scan.fits.theta[thinned], self.scan.fits.covariance[thinned]
        across = covariance[:, :, self.parameter]
        with np.errstate(invalid="ignore", over="ignore"):
            slopes = across / across[:, self.parameter, None]
            moved = theta + (values[:, None, None] - theta[:, self.parameter, None]) * slopes
        rest = np.delete(moved, self.parameter, axis=2)
        return np.asarray(rest.reshape(-1, rest.shape[2]), dtype=np.float64)
