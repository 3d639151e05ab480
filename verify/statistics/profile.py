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
deviance is no quadratic form, an end is the zero of what its square root has risen beyond, looked for
from the end that a parabola would have.
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
from .roots import PRECISION, outward_roots

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
PROFILE_GRID: Final = 3
"""Amplitudes tried for a value of the parameter."""
FIRST: Final = 1.2
"""How many times as far as the end of a parabola a parameter is tried first."""
LEAST_RISE: Final = 0.01
"""An allowed rise below which it is tried as far as for this one."""
WIDEST: Final = 10.0
"""A standard error beyond it says that nothing is known."""
EXPANSIONS: Final = 7
"""How often a parameter is tried, each time twice as far away, before nothing is said to bound it."""


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
    scans = _scanned(usable, likelihood, rise)
    return tuple(_model(scan, likelihood) for scan in scans), scans


def intervals(
    parameter: int, scans: Sequence[Scan], models: Sequence[Model], likelihood: Likelihood, rise: float
) -> dict[int, tuple[float, float]]:
    """The values of a parameter that each model allows, by the number of the model.

    The profile interval is their union. A model that allows none is left out; an end is infinite
    where nothing bounds it.
    """
    least = min(model.penalised for model in models)
    allowed = [least + rise - (model.penalised - model.deviance) for model in models]
    standing = [number for number, model in enumerate(models) if model.deviance <= allowed[number]]
    if likelihood.quadratic:
        return {number: _ends(parameter, scans[number], allowed[number]) for number in standing}
    found: dict[int, tuple[float, float]] = {}
    for together in _alike([scans[number].shape for number in standing], likelihood):
        numbers = [standing[one] for one in together]
        deviances = _ProfileDeviances(parameter, [scans[number] for number in numbers], likelihood)
        ends = _profile_ends(deviances, np.array(allowed)[numbers]).tolist()
        found |= {number: (low, high) for number, (low, high) in zip(numbers, ends, strict=True)}
    return {number: found[number] for number in standing}


def selection_charge(family: Sequence[Correction]) -> float:
    """What the rise of an interval is charged for the choice among several forms."""
    return SELECTION if len(family) > 1 else 0.0


def _scanned(shapes: Sequence[Shape], likelihood: Likelihood, rise: float) -> tuple[Scan, ...]:
    """The scans of all shapes, each on a grid of its own."""
    found: dict[int, Scan] = {}
    for together in _alike(shapes, likelihood):
        scans = _scanned_together([shapes[one] for one in together], likelihood, rise)
        found |= zip(together, scans, strict=True)
    return tuple(found[number] for number in range(len(shapes)))


def _alike(shapes: Sequence[Shape], likelihood: Likelihood) -> list[list[int]]:
    """The numbers of shapes by what they are fitted with: the same regressors, one batch.

    Logarithms are taken above a floor, so that in logs a shape with a floor is fitted by itself.
    """
    groups: dict[tuple[int | None, bool], list[int]] = {}
    for number, shape in enumerate(shapes):
        key = shape.correction.logarithm, shape.correction.floor and likelihood.quadratic
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _scanned_together(shapes: Sequence[Shape], likelihood: Likelihood, rise: float) -> list[Scan]:
    """The scans of shapes with the same regressors; those without an amplitude have nothing to zoom in on."""
    points = [GRID[min(shape.correction.size, len(GRID) - 1)] for shape in shapes]
    boxes = [np.tile([-1.0, 1.0], (shape.correction.size, 1)) for shape in shapes]
    scans = _fitted(shapes, [_grid(*one) for one in zip(boxes, points, strict=True)], likelihood)
    zooming = [number for number, shape in enumerate(shapes) if shape.correction.size]
    stages = STAGES if likelihood.quadratic else ITERATED_STAGES
    for _ in range(stages - 1 if zooming else 0):
        for number in zooming:
            boxes[number] = _zoomed(boxes[number], scans[number], rise, points[number])
        grids = [_grid(boxes[number], points[number]) for number in zooming]
        near = [scans[number].fits.theta[scans[number].best] for number in zooming]
        again = _fitted([shapes[number] for number in zooming], grids, likelihood, near)
        for number, scan in zip(zooming, again, strict=True):
            scans[number] = scan
    return scans


def _fitted(
    shapes: Sequence[Shape],
    grids: Sequence[Matrix],
    likelihood: Likelihood,
    near: Sequence[Vector] | None = None,
) -> list[Scan]:
    """The linear fit at each point of each shape's grid, all as one batch."""
    sizes = [len(grid) for grid in grids]
    at = [shape.at(grid) for shape, grid in zip(shapes, grids, strict=True)]
    starts = None if near is None else np.repeat(near, sizes, axis=0)
    fits = likelihood.fit(shapes[0].regressors(), *_joined(at), starts)
    return [
        Scan(shape=shape, amplitudes=grid, fits=fits.take(slice(end - len(grid), end)))
        for shape, grid, end in zip(shapes, grids, np.cumsum(sizes).tolist(), strict=True)
    ]


def _joined(at: Sequence[tuple[Matrix, Vector | None]]) -> tuple[Matrix, Vector | None]:
    """Offsets and floors of several shapes as those of one batch; without a floor it is 0 beside others."""
    offsets = np.concatenate([one for one, _ in at])
    if all(floors is None for _, floors in at):
        return offsets, None
    return offsets, np.concatenate([np.zeros(len(one)) if f is None else f for one, f in at])


def _grid(box: Matrix, points: int) -> Matrix:
    axes = [_axis(low, high, points) for low, high in box]
    if len(axes) == 1:
        return axes[0][:, None]
    return (
        np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(box))
        if axes
        else np.empty((1, 0))
    )


def _axis(low: float, high: float, points: int) -> Vector:
    """Evenly spaced points, as those of `np.linspace`, which takes five times as long for so few."""
    axis = np.arange(points, dtype=np.float64) * ((high - low) / (points - 1)) + low
    axis[-1] = high
    return axis


def _zoomed(box: Matrix, scan: Scan, rise: float, points: int) -> Matrix:
    """The part of the box, with one grid step around it, where the deviance is within the rise."""
    near = scan.amplitudes[scan.fits.deviance <= scan.fits.deviance.min() + rise]
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


def _ends(parameter: int, scan: Scan, allowed: float) -> tuple[float, float]:
    """Where a deviance that is a parabola in the parameter leaves what is allowed."""
    inside = scan.fits.deviance <= allowed
    center = scan.fits.theta[inside, parameter]
    variance = scan.fits.covariance[inside, parameter, parameter]
    half = np.sqrt((allowed - scan.fits.deviance[inside]) * variance)
    return float(np.min(center - half)), float(np.max(center + half))


def _profile_ends(deviances: _ProfileDeviances, allowed: Vector) -> Matrix:
    """Where each profile leaves what is allowed, below and above; infinite where no point is beyond it."""
    center, stderr, least = deviances.centers()
    rise = np.maximum(allowed - least, 0.0)
    reach = FIRST * stderr * np.sqrt(np.maximum(rise, LEAST_RISE))
    which, sign = np.repeat(np.arange(len(center)), 2), np.tile([-1.0, 1.0], len(center))

    def excess(sides: NDArray[np.intp], values: Vector) -> Vector:
        return deviances(which[sides], values) - allowed[which[sides]]

    ends = outward_roots(
        excess, center[which], sign * reach[which], rise[which], tolerance=PRECISION, expansions=EXPANSIONS
    )
    return ends.reshape(-1, 2)


@dataclass(frozen=True)
class _ProfileDeviances:
    """The least deviances of models with the same regressors, the parameter held at given values."""

    parameter: int
    scans: Sequence[Scan]
    likelihood: Likelihood

    def centers(self) -> tuple[Vector, Vector, Vector]:
        """The parameter where each model's deviance is least, its standard error there, that deviance."""
        best = [(scan.fits, scan.best) for scan in self.scans]
        variances = [fits.covariance[row, self.parameter, self.parameter] for fits, row in best]
        stderrs = np.sqrt(np.clip(variances, 1e-12, WIDEST**2))
        thetas = np.array([fits.theta[row, self.parameter] for fits, row in best])
        return thetas, stderrs, np.array([fits.deviance[row] for fits, row in best])

    def __call__(self, which: NDArray[np.intp], values: Vector) -> Vector:
        """The least deviance of model which[i] at values[i]; `which` ascends."""
        numbers, begin, counts = np.unique(which, return_index=True, return_counts=True)
        each = np.split(values, begin[1:])
        held = [self._held(self.scans[number], some) for number, some in zip(numbers, each, strict=True)]
        offsets, floors = _joined([(one, floor) for one, floor, _ in held])
        free = np.delete(self._columns, self.parameter, axis=1)
        near = np.concatenate([start for _, _, start in held])
        rows = [len(one) // count for (one, _, _), count in zip(held, counts, strict=True)]
        starts = np.concatenate([[0], np.cumsum(np.repeat(rows, counts))[:-1]])
        return np.minimum.reduceat(self.likelihood.fit(free, offsets, floors, near).deviance, starts)

    @property
    def _columns(self) -> Matrix:
        return self.scans[0].shape.regressors()

    def _held(self, scan: Scan, values: Vector) -> tuple[Matrix, Vector | None, Matrix]:
        """Offsets, floors and starts for each value, at amplitudes that promise the least deviance for it.

        The parabola of each amplitude of the grid tells what it promises. Between the best and the next ones
        the grid is refined: where an amplitude and the parameter go together, its steps are too wide.
        """
        fits = scan.fits
        center, variance = fits.theta[:, self.parameter], fits.covariance[:, self.parameter, self.parameter]
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            promised = fits.deviance + (values[:, None] - center) ** 2 / variance
        order = np.argsort(promised, axis=1, kind="stable")[:, :PROFILE_GRID]
        best, other = np.repeat(order[:, 0], order.shape[1]), order.ravel()
        held = np.repeat(values, order.shape[1])
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            apart, rise = center[other] - center[best], fits.deviance[other] - fits.deviance[best]
            share = ((held - center[best]) * apart - variance[best] * rise / 2) / apart**2
        share = np.where(np.isfinite(share), np.clip(share, 0, 1), 0)[:, None]
        amplitudes = (1 - share) * scan.amplitudes[best] + share * scan.amplitudes[other]
        offsets, floors = scan.shape.at(amplitudes)
        near = (1 - share) * self._near(fits, best, held) + share * self._near(fits, other, held)
        return offsets + held[:, None] * self._columns[:, self.parameter], floors, near

    def _near(self, fits: Fits, rows: NDArray[np.intp], held: Vector) -> Matrix:
        """Where the other parameters would be if the deviance of a row were a quadratic form."""
        theta, across = fits.theta[rows], fits.covariance[rows, :, self.parameter]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            slopes = across / across[:, self.parameter, None]
            moved = theta + (held - theta[:, self.parameter])[:, None] * slopes
        return np.asarray(np.delete(moved, self.parameter, axis=1), dtype=np.float64)
