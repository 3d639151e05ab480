"""Data of a row, as the table a user would hand in.

Evidence grows in blocks: `Sample.table(b)` rests on the first b of its blocks. A row that is looked
at once has one block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray
from theorycheck.table import Kind, Table

from .budgets import relative_error
from .row import Noise, Row

Vector = NDArray[np.float64]

SPREAD: Final = 0.3
"""Standard deviation of one value, relative to its mean."""
ITEMS: Final = 5
WITHIN_DRAW: Final = 0.5
"""Correlation of a draw's items, which with five of them makes the design effect 1 + 4/2 = 3."""
BEFORE: Final = 0.9
"""Correlation of a value with the one drawn before it, where they are not independent."""
LOG_SPREAD: Final = 1.5
TAIL: Final = 2.5
"""Exponent of a Pareto tail: a variance, and no fourth moment."""
HEAVY_LOG_SPREAD: Final = 2.5
HEAVY_TAIL: Final = 2.2
"""Those of the heavy tails: a variance of which few trials show anything."""
FACTOR_SPREAD: Final = 0.3
PROPOSED: Final = 0.6
"""Standard deviation of the law that importance weights draw from: their variance is infinite below 0.71."""
BETWEEN_SIZES: Final = 0.7
"""Correlation of one draw's values at two sizes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sample:
    """What was drawn: `blocks` has shape "blocks points", the sums of unit normals or of failures.

    Values of single trials are kept whole in `values`, with the draw and the point of each.
    """

    coordinates: dict[str, Vector]
    means: Vector
    errors: Vector
    blocks: Vector
    trials: Vector | None = None
    values: Vector | None = None
    draw: Vector | None = None

    def table(self, blocks: int) -> Table:
        """The first so many blocks."""
        if self.values is not None:
            return Table(
                path="planted", kind=Kind.VALUES, columns=self.coordinates, value=self.values, draw=self.draw
            )
        total = self.blocks[:blocks].sum(axis=0)
        if self.trials is not None:
            return Table(
                path="planted",
                kind=Kind.PROPORTIONS,
                columns=self.coordinates,
                failures=total,
                trials=blocks * self.trials,
            )
        return Table(
            path="planted",
            kind=Kind.MEANS,
            columns=self.coordinates,
            mean=self.means + self.errors * total / blocks,
            stderr=self.errors / np.sqrt(blocks),
        )


def draw(row: Row, blocks: int, rng: np.random.Generator) -> Sample:
    """Data of a row in so many blocks, which together have the budget's error."""
    means, error = row.means, relative_error(row)
    match row.noise:
        case Noise.ERRORS:
            normals = rng.standard_normal((blocks, means.size))
            # A mean of zero is measured with the error of the smallest of the others.
            sizes = np.where(means == 0, np.min(np.abs(means[means != 0]), initial=np.inf), np.abs(means))
            errors = row.stated * error * np.sqrt(blocks) * sizes
            normals = normals / row.stated
            return Sample(coordinates=row.coordinates, means=means, errors=errors, blocks=normals)
        case Noise.COUNTS:
            trials = _trials(row, means, error, blocks)
            failures = rng.binomial(trials.astype(np.int64), means, (blocks, means.size)).astype(np.float64)
            return Sample(
                coordinates=row.coordinates,
                means=means,
                errors=np.zeros_like(means),
                blocks=failures,
                trials=trials,
            )
        case Noise.SHARED:
            return _shared(row, means, error, rng)
        case Noise.CLUSTERS | Noise.BINARY_CLUSTERS:
            return _clustered(row, means, error, rng)
        case _:
            return _unlabelled(row, means, rng)


def _trials(row: Row, p: Vector, error: float, blocks: int) -> Vector:
    """Trials of a block: as given, or as many as give the relative error in the end."""
    if row.trials is not None:
        return np.full(p.size, float(row.trials))
    return np.ceil((1 - p) / (p * error**2 * blocks))


def _shared(row: Row, means: Vector, error: float, rng: np.random.Generator) -> Sample:
    """Each draw gives a value at every size; what sizes share moves no exponent."""
    n_trials = max(int(np.ceil(SPREAD**2 * (1 - BETWEEN_SIZES) / error**2)), 2)
    common = np.sqrt(BETWEEN_SIZES) * rng.standard_normal((n_trials, 1))
    own = np.sqrt(1 - BETWEEN_SIZES) * rng.standard_normal((n_trials, means.size))
    values = means * (1 + SPREAD * (common + own))
    point = np.tile(np.arange(means.size), n_trials)
    return _of_values(row, means, point, values.ravel(), np.repeat(np.arange(n_trials), means.size))


def _clustered(row: Row, means: Vector, error: float, rng: np.random.Generator) -> Sample:
    """Each point has trials of its own, each draw a few items that are alike."""
    effect = 1 + (ITEMS - 1) * WITHIN_DRAW
    if row.noise is Noise.CLUSTERS:
        n_trials = max(int(np.ceil(SPREAD**2 * effect / (ITEMS * error**2))), 2)
        alike = np.sqrt(WITHIN_DRAW) * rng.standard_normal((means.size, n_trials, 1))
        own = np.sqrt(1 - WITHIN_DRAW) * rng.standard_normal((means.size, n_trials, ITEMS))
        values = means[:, None, None] * (1 + SPREAD * (alike + own))
    else:
        n_trials = row.trials or 0
        memory = 1 / WITHIN_DRAW - 1
        rates = rng.beta(means * memory, (1 - means) * memory, (n_trials, means.size)).T
        values = (rng.random((means.size, n_trials, ITEMS)) < rates[:, :, None]).astype(np.float64)
    point = np.repeat(np.arange(means.size), n_trials * ITEMS)
    label = np.repeat(np.arange(means.size * n_trials), ITEMS)
    return _of_values(row, means, point, values.ravel(), label)


def _unlabelled(row: Row, means: Vector, rng: np.random.Generator) -> Sample:
    """So many values at each point, without a label, in the order in which they were drawn."""
    n_trials = row.trials or 0
    size = (means.size, n_trials)
    match row.noise:
        case Noise.LOGNORMAL:
            factors = _lognormal(LOG_SPREAD, size, rng)
        case Noise.HEAVY_LOGNORMAL:
            factors = _lognormal(HEAVY_LOG_SPREAD, size, rng)
        case Noise.FACTORS:
            (numbers,) = row.coordinates.values()
            factors = _lognormal(FACTOR_SPREAD * np.sqrt(numbers)[:, None], size, rng)
        case Noise.PARETO:
            factors = (1 + rng.pareto(TAIL, size)) * (TAIL - 1) / TAIL
        case Noise.HEAVY_PARETO:
            factors = (1 + rng.pareto(HEAVY_TAIL, size)) * (HEAVY_TAIL - 1) / HEAVY_TAIL
        case Noise.WEIGHTS:
            squares = np.square(PROPOSED * rng.standard_normal(size))
            factors = PROPOSED * np.exp(squares / 2 * (PROPOSED**-2 - 1))
        case Noise.EXPONENTIAL:
            factors = rng.exponential(size=size)
        case Noise.NORMAL:
            factors = 1 + relative_error(row) * np.sqrt(n_trials) * rng.standard_normal(size)
        case _:
            steps = rng.standard_normal(size)
            steps[:, 1:] *= np.sqrt(1 - BEFORE**2)
            factors = 1 + SPREAD * scipy.signal.lfilter([1.0], [1.0, -BEFORE], steps, axis=1)
    point = np.repeat(np.arange(means.size), n_trials)
    return _of_values(row, means, point, (means[:, None] * factors).ravel(), None)


def _lognormal(spread: float | Vector, size: tuple[int, int], rng: np.random.Generator) -> Vector:
    """Lognormal values whose mean is one."""
    return np.asarray(np.exp(spread * rng.standard_normal(size) - np.square(spread) / 2))


def _of_values(
    row: Row, means: Vector, point: NDArray[np.intp], values: Vector, draw: NDArray[np.intp] | None
) -> Sample:
    return Sample(
        coordinates={name: column[point] for name, column in row.coordinates.items()},
        means=means,
        errors=np.zeros_like(means),
        blocks=np.zeros((1, means.size)),
        values=values,
        draw=None if draw is None else draw.astype(np.float64),
    )
