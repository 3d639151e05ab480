"""A table as evidence: one point for each place, with the covariance that its trials imply.

Raw values are grouped by their coordinates; errors of few values a place lean on each other (`moderated`).
Where each place has one value, or means come without errors, the errors are those of residuals (`residuals`).
Whether few trials make up a mean, their asymmetry tells. Without a column `draw` every row is an independent
draw, which the scatter of blocks of rows tests. With it the draw is the independent unit: rows of one draw in
a point are items that share it, and equal labels in different points share the draw. The mean of point c is
then a ratio of sums over trials r, m_c = sum_r S_rc / N_c, with influence psi_rc = (S_rc - n_rc m_c) / N_c
and covariance R/(R - 1) sum_r psi_rc psi_rc' (the cluster sandwich).

Clustered wrong/right values are counts whose trials are not independent. Where every point has many
events they are means like any other. Where not, counts and trials are divided by the design effect
1 + (k_c - 1) rho, with k_c the mean cluster size (Kish) and rho the correlation inside a draw,
pooled over the points: a point without failures has no variance of its own to tell it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..errors import UsageError
from ..statistics.blocks import (
    ASYMMETRIC,
    VERY_ASYMMETRIC,
    TrialBlocks,
    asymmetry,
    excess_scatter,
    largest_share,
    skewness,
)
from ..statistics.covariance import Covariance
from ..statistics.evidence import Evidence
from ..statistics.moderated import moderated
from .checked import Kind, Table
from .residuals import residual_errors

Vector = NDArray[np.float64]
Index = NDArray[np.intp]

MANY_EVENTS: Final = 100
"""Effective failures and successes from which a proportion's logarithm is known to 10 %."""
MOST_BLOCKS: Final = 16
FEWEST_TRIALS: Final = 16
"""Blocks into which the trials of a point are cut, and the fewest trials of one."""

FEW: Final = 10
"""Trials from which a setting tells its variance and its skewness by itself."""

MAX_SHARED_POINTS: Final = 4000
"""Points that share trials have a full covariance matrix, 128 MB at this many."""


def evidence(table: Table, variables: Iterable[str] | None = None) -> Evidence:
    """The points of a table in these variables, all of its columns by default; raises `UsageError`."""
    names = tuple(table.columns if variables is None else variables)
    places = _places(table, names)
    if table.kind is Kind.VALUES:
        return _of_values(table, places)
    _require_distinct(table, places)
    if table.mean is not None and table.stderr is None and table.error_bound is None:
        return _of_single(table, places, table.mean)
    at = {name: _coordinate(table.columns[name]) for name in names}
    if table.kind is Kind.PROPORTIONS:
        return _of_counts(at, _given(table.failures), _given(table.trials))
    exact, means = table.error_bound is not None, _given(table.mean)
    unknown = np.full(len(means), 0.0 if exact else np.inf)
    found = Evidence(
        at=at,
        means=means,
        covariance=Covariance(np.zeros(len(means)) if exact else _given(table.stderr) ** 2),
        n_trials=unknown if table.count is None else table.count,
        error_bounds=table.error_bound,
    )
    return found if table.count is None else _leaning(found, means)


@dataclass(frozen=True, eq=False)
class _Places:
    """The distinct places, in order of their coordinates, and the place of each row."""

    at: dict[str, NDArray[np.generic]]
    rows: Index
    counts: Index

    def __len__(self) -> int:
        return len(self.counts)

    def sums(self, numbers: Vector) -> Vector:
        """Sum of a column over the rows of each place."""
        return _sums(self.rows, numbers, len(self))

    def name(self, place: int) -> str:
        return ", ".join(f"{name} = {column[place]:g}" for name, column in self.at.items())


def _places(table: Table, names: tuple[str, ...]) -> _Places:
    codes, count = np.zeros(len(table), dtype=np.intp), 1
    for name in names:
        sizes, inverse = np.unique(table.columns[name], return_inverse=True)
        # Compressed after each column, so that the codes never overflow.
        codes, count = (inverse, len(sizes)) if count == 1 else _compressed(codes * len(sizes) + inverse)
    first = np.empty(count, dtype=np.intp)
    first[codes[::-1]] = np.arange(len(table))[::-1]
    at = {name: _coordinate(table.columns[name][first]) for name in names}
    return _Places(at, codes, np.bincount(codes, minlength=count))


def _compressed(codes: Index) -> tuple[Index, int]:
    """The codes by the order of their values, and how many there are."""
    distinct, inverse = np.unique(codes, return_inverse=True)
    return np.asarray(inverse, dtype=np.intp), len(distinct)


def _coordinate(column: Vector) -> NDArray[np.generic]:
    """The column, as integers where it holds nothing else."""
    whole = bool(np.all(column % 1 == 0) and np.all(np.abs(column) < 2.0**53))
    return column.astype(np.int64) if whole else column


def _require_distinct(table: Table, places: _Places) -> None:
    if len(places) < len(table):
        place = places.name(int(np.argmax(places.counts > 1)))
        raise UsageError(
            f"{table.path} has duplicate rows: two for {place}. Merge them, or give the raw values in a "
            "column value."
        )


def _of_counts(at: dict[str, NDArray[np.generic]], failures: Vector, trials: Vector) -> Evidence:
    p = failures / trials
    return Evidence(
        at=at,
        means=p,
        covariance=Covariance(p * (1 - p) / np.maximum(trials - 1, 1)),
        n_trials=trials,
        failures=failures,
    )


def _of_values(table: Table, places: _Places) -> Evidence:
    value = _given(table.value)
    binary = bool(np.all((value == 0) | (value == 1)))
    if table.draw is not None:
        return _of_labelled(table, places, binary=binary)
    scatter = excess_scatter(_blocks(value, places.rows, len(places)))
    if binary:
        counts = _of_counts(places.at, places.sums(value), places.counts.astype(np.float64))
        return replace(counts, excess_scatter=scatter)
    if np.all(places.counts == 1):
        return _of_single(table, places, value)
    _require_two(table, places, places.counts, "row")
    means = places.sums(value) / places.counts
    squares = places.sums((value - means[places.rows]) ** 2)
    found = Evidence(
        at=places.at,
        means=means,
        covariance=Covariance(squares / (places.counts * (places.counts - 1.0))),
        n_trials=places.counts.astype(np.float64),
        excess_scatter=scatter,
    )
    return _with_tails(_leaning(found, value), value, places.rows)


def _of_single(table: Table, places: _Places, values: Vector) -> Evidence:
    """One value a setting, whose standard errors are those of residuals."""
    order = np.argsort(places.rows)
    columns = {name: np.asarray(column, dtype=np.float64) for name, column in places.at.items()}
    errors = residual_errors(columns, values[order])
    if errors is None:
        raise UsageError(
            f"{table.path} gives one value a setting, and {len(places)} settings are too few to tell errors "
            "by their residuals; give more settings, at least two values for each, or their errors: columns "
            "mean and stderr."
        )
    return Evidence(
        at=places.at,
        means=values[order],
        covariance=Covariance(errors**2),
        n_trials=np.full(len(places), np.inf),
        by_residuals=True,
    )


def _of_labelled(table: Table, places: _Places, *, binary: bool) -> Evidence:
    clusters = _clusters(table, places)
    _require_two(table, places, clusters.n_trials.astype(np.intp), "draw")
    covariance = clusters.covariance()
    plain = Evidence(
        at=places.at,
        means=clusters.means,
        covariance=covariance,
        n_trials=clusters.n_trials,
        excess_scatter=excess_scatter(_blocks(clusters.influence, clusters.point, len(places))),
    )
    if not binary:
        return _with_tails(_leaning(plain, _given(table.value)), clusters.influence, clusters.point)
    if covariance.independent and clusters.items.max() == 1:
        return _of_counts(places.at, places.sums(_given(table.value)), clusters.sizes)
    effect = clusters.design_effect(covariance.variances)
    failures, trials = clusters.means * clusters.sizes / effect, clusters.sizes / effect
    if np.all(np.minimum(failures, trials - failures) >= MANY_EVENTS):
        return plain
    return replace(plain, n_trials=trials, failures=failures)


@dataclass(frozen=True, eq=False)
class _Clusters:
    """The trials in each point: one entry for each pair of a draw and a point where both meet.

    `sizes` counts the items of a point, `n_trials` its trials; `n_labels` is the number of labels.
    """

    means: Vector
    sizes: Vector
    n_trials: Vector
    point: Index
    draw: Index
    n_labels: int
    items: Vector
    influence: Vector

    def covariance(self) -> Covariance:
        """The cluster sandwich; a vector where no draw is in two points."""
        scaled = self.influence * np.sqrt(self.n_trials / (self.n_trials - 1))[self.point]
        if np.bincount(self.draw).max() == 1:
            return Covariance(_sums(self.point, scaled**2, len(self.means)))
        psi = scipy.sparse.csr_array(
            (scaled, (self.draw, self.point)), shape=(self.n_labels, len(self.means))
        )
        return Covariance(np.asarray((psi.T @ psi).toarray(), dtype=np.float64))

    def design_effect(self, variances: Vector) -> Vector:
        """1 + (k - 1) rho of each point, at least one.

        A point's ratio of variances is weighed by its events, whose number says how well it is known.
        """
        squares = _sums(self.point, self.items**2, len(self.means))
        cluster_size = squares / self.sizes
        naive = self.means * (1 - self.means) / self.sizes
        events = naive * self.sizes**2
        ratio = np.divide(variances, naive, out=np.ones_like(naive), where=naive > 0)
        memory = float(np.sum(events * (cluster_size - 1)))
        rho = float(np.sum(events * (ratio - 1))) / memory if memory > 0 else 0.0
        return 1 + (cluster_size - 1) * max(rho, 0.0)


def _blocks(values: Vector, point: Index, points: int) -> list[TrialBlocks]:
    """The trials of each point as blocks in their order; none where they stand sorted by their values."""
    each = _by_point(values, point, points)
    return [_in_blocks(one) for one in each if len(one) >= 2 * FEWEST_TRIALS and not _is_sorted(one)]


def _leaning(found: Evidence, values: Vector) -> Evidence:
    """The evidence of few values a setting, whose errors lean on each other; of more, as it is.

    Few show no skewness either. Values of one sign are granted that of a Gamma law, 2 s/m, to either side.
    """
    if found.n_trials.min() >= FEW or not found.covariance.independent:
        return found
    leaning = moderated(found.at, found.covariance.values * found.n_trials, found.n_trials - 1)
    if leaning is None:
        return found
    granted = None
    if np.all(values > 0) or np.all(values < 0):
        scatter = float(np.mean(leaning.variances / found.means**2))
        granted = 2 * np.sqrt(scatter / found.n_trials)
    return replace(
        found,
        covariance=Covariance(leaning.variances / found.n_trials),
        error_dof=leaning.dof,
        least_skewness=granted,
    )


def _with_tails(found: Evidence, trials: Vector, point: Index) -> Evidence:
    """The evidence with what its trials tell of their tails."""
    each = _by_point(trials, point, len(found))
    sides = asymmetry(each, shared=not found.covariance.independent)
    if found.least_skewness is None:
        found = replace(found, skewness=skewness(each))
    else:
        granted = np.where(found.least_skewness >= VERY_ASYMMETRIC, found.least_skewness, 0.0)
        sides = np.where(np.abs(sides) < granted, np.sign(found.means) * granted, sides)
    heavy = np.flatnonzero(np.abs(sides) >= ASYMMETRIC)
    if not heavy.size:
        return found
    return replace(found, asymmetry=sides, heavy_share=largest_share([each[i] for i in heavy]))


def _by_point(values: Vector, point: Index, points: int) -> list[Vector]:
    """The trials of each point in their order."""
    ends = np.cumsum(np.bincount(point, minlength=points))[:-1]
    return np.split(values[np.argsort(point, kind="stable")], ends)


def _in_blocks(values: Vector) -> TrialBlocks:
    return TrialBlocks.of(np.array_split(values, min(MOST_BLOCKS, len(values) // FEWEST_TRIALS)))


def _is_sorted(values: Vector) -> bool:
    steps = np.diff(values)
    return bool(np.all(steps >= 0) or np.all(steps <= 0))


def _clusters(table: Table, places: _Places) -> _Clusters:
    value = _given(table.value)
    labels, numbers = np.unique(_given(table.draw), return_inverse=True)
    pairs, rows = np.unique(numbers * len(places) + places.rows, return_inverse=True)
    draw, point = np.divmod(pairs, len(places))
    if len(pairs) > len(labels) and len(places) > MAX_SHARED_POINTS:
        raise UsageError(
            f"{table.path} has {len(places)} settings that share trials; at most {MAX_SHARED_POINTS} can. "
            "Give each setting trials of its own, or keep fewer settings."
        )
    items = np.bincount(rows).astype(np.float64)
    sizes = places.counts.astype(np.float64)
    means = places.sums(value) / sizes
    # Deviations are summed, not values: the sums of values would cancel.
    influence = _sums(rows, value - means[places.rows], len(pairs)) / sizes[point]
    return _Clusters(
        means=means,
        sizes=sizes,
        n_trials=np.bincount(point).astype(np.float64),
        point=point,
        draw=draw,
        n_labels=len(labels),
        items=items,
        influence=influence,
    )


def _require_two(table: Table, places: _Places, counts: Index, unit: str) -> None:
    if np.any(counts < 2):  # noqa: PLR2004 - two numbers have a spread
        place = places.name(int(np.argmax(counts < 2)))  # noqa: PLR2004
        raise UsageError(
            f"{table.path} has one {unit} at {place}, which has no standard error; give at least two a point."
        )


def _sums(groups: Index, numbers: Vector, size: int) -> Vector:
    return np.asarray(np.bincount(groups, weights=numbers, minlength=size), dtype=np.float64)


def _given(column: Vector | None) -> Vector:
    if column is None:
        raise ValueError("The table lacks a column of its kind.")
    return column
