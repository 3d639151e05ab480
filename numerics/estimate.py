"""Additive statistics of independent trials, with the covariance of what they estimate.

Two statistics cover every quantity: `Moments` (count, mean, scatter of a vector of p numbers a
draw) and `Histogram` (counts on declared edges, for survival probabilities and medians). Both
merge and both are read by the same names: `count`, `mean`, `covariance` (of the mean), `occurrences`.

Counts merge exactly. Means and scatters merge in float64 by the pairwise update of Chan, Golub and
LeVeque ("Updating formulae and a pairwise algorithm for computing sample variances", 1979), which
is commutative and associative up to rounding; merged in one canonical order the bits are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

FORMAT_VERSION = 1
"""Version of the byte form; bytes of another version are refused."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Moments:
    """Count, mean and scatter sum_r (x_r - mean)(x_r - mean)^T of `count` trials of a p-vector."""

    count: int
    mean: NDArray[np.float64]
    scatter: NDArray[np.float64]

    def __post_init__(self) -> None:
        """Raise ValueError unless the shapes are (p,) and (p, p) and there is at least one draw."""
        size = self.mean.size
        if self.count < 1 or self.mean.shape != (size,) or self.scatter.shape != (size, size):
            raise ValueError(
                f"Moments needs count >= 1, mean of shape (p,) and scatter of shape (p, p); got count"
                f" {self.count}, shapes {self.mean.shape} and {self.scatter.shape}."
            )

    @classmethod
    def of(cls, values: ArrayLike) -> Moments:
        """Moments of `values`, shape (trials, p), accumulated in float64."""
        samples = np.asarray(values, dtype=np.float64)
        if samples.ndim != 2 or len(samples) < 1:  # noqa: PLR2004 - trials by numbers
            raise ValueError(
                f"Moments.of needs an array of shape (trials >= 1, p); got shape {samples.shape}."
            )
        mean = samples.mean(axis=0)
        deviations = samples - mean
        return cls(count=len(samples), mean=mean, scatter=deviations.T @ deviations)

    @property
    def covariance(self) -> NDArray[np.float64]:
        """Covariance of the mean, scatter / (count (count - 1)), shape (p, p); inf for one draw."""
        if self.count == 1:
            return np.full_like(self.scatter, np.inf)
        return self.scatter / (self.count * (self.count - 1.0))

    @property
    def occurrences(self) -> NDArray[np.int64]:
        """Exact numbers of ones behind the mean of 0/1 data, shape (p,).

        A sum of k ones is an integer and the rounding error of the mean is of order 1e-16, so
        rounding count * mean restores k for any count that can be run. Raises ValueError when
        mean or scatter are not those of 0/1 data.
        """
        sums = self.count * self.mean
        ones = np.rint(sums)
        expected = ones * (self.count - ones) / self.count
        tolerance = 1e-9 * self.count
        if np.any(abs(sums - ones) > tolerance) or np.any(abs(np.diag(self.scatter) - expected) > tolerance):
            raise ValueError(
                "Occurrences are defined for 0/1 data only, and these moments are of other values."
            )
        return ones.astype(np.int64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Histogram:
    """Counts of values on the bins (-inf, e_1], (e_1, e_2], ..., (e_b, inf), shape (b + 1,)."""

    edges: tuple[float, ...]
    counts: NDArray[np.int64]

    def __post_init__(self) -> None:
        """Raise ValueError unless edges increase, there is one bin more, and something was counted."""
        ascending = all(a < b for a, b in pairwise(self.edges))
        if not self.edges or not ascending or self.counts.shape != (len(self.edges) + 1,) or self.count < 1:
            raise ValueError(
                f"Histogram needs increasing edges, one bin more than edges and at least one value; got"
                f" {len(self.edges)} edges, bins of shape {self.counts.shape} and {self.counts.sum()} values."
            )

    @classmethod
    def of(cls, values: ArrayLike, edges: Sequence[float]) -> Histogram:
        """Counts of `values`, shape (trials,), on `edges`. Raises ValueError for NaN or other shapes."""
        samples = np.asarray(values, dtype=np.float64)
        if samples.ndim != 1 or np.isnan(samples).any():
            raise ValueError(
                f"Histogram.of needs a vector of numbers without NaN; got shape {samples.shape}."
            )
        bins = np.searchsorted(np.asarray(edges, dtype=np.float64), samples, side="left")
        counts = np.bincount(bins, minlength=len(edges) + 1).astype(np.int64)
        return cls(edges=tuple(float(edge) for edge in edges), counts=counts)

    @property
    def count(self) -> int:
        """Number of values, overflow included."""
        return int(self.counts.sum())

    @property
    def occurrences(self) -> NDArray[np.int64]:
        """Exact number of values above each edge, shape (b,)."""
        above: NDArray[np.int64] = np.cumsum(self.counts[::-1])[::-1][1:]
        return above

    @property
    def mean(self) -> NDArray[np.float64]:
        """Estimated survival P(value > e) at each edge, shape (b,)."""
        return self.occurrences / self.count

    @property
    def covariance(self) -> NDArray[np.float64]:
        """Covariance of `mean`: (P(value > max(e, e')) - P(value > e) P(value > e')) / (count - 1)."""
        survival = self.mean
        if self.count == 1:
            return np.full((survival.size, survival.size), np.inf)
        return (np.minimum.outer(survival, survival) - np.outer(survival, survival)) / (self.count - 1.0)


Estimate = Moments | Histogram


def merge(parts: Iterable[Estimate]) -> Estimate:
    """The statistic of all trials of `parts`, folded from the left in the order given, one at a time.

    Raises ValueError for no parts, or for parts of different sizes or edges; TypeError for parts
    of different kinds.
    """
    coming = iter(parts)
    first = next(coming, None)
    if first is None:
        raise ValueError("Nothing to merge: give at least one estimate.")
    return reduce(_merge_two, coming, first)


def to_bytes(estimate: Estimate) -> bytes:
    """Self-describing msgpack; equal estimates have equal bytes on every platform."""
    return msgspec.msgpack.encode(_record(estimate))


def from_bytes(data: bytes) -> Estimate:
    """The estimate behind `to_bytes`, bit for bit. Raises ValueError for anything else."""
    try:
        record = msgspec.msgpack.decode(data, type=_MomentsRecord | _HistogramRecord)
        if record.version != FORMAT_VERSION:
            raise ValueError(f"byte form {record.version}, where {FORMAT_VERSION} is read")
        return record.estimate()
    except (msgspec.DecodeError, ValueError) as error:
        raise ValueError(f"These bytes are not an estimate written by this version: {error}.") from error


class _MomentsRecord(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="moments"
):
    """Byte form of `Moments`; arrays little-endian in row order."""

    version: int = FORMAT_VERSION
    count: int
    mean: bytes
    scatter: bytes

    def estimate(self) -> Moments:
        """The statistic itself."""
        mean = np.frombuffer(self.mean, dtype="<f8").astype(np.float64)
        scatter = np.frombuffer(self.scatter, dtype="<f8").astype(np.float64)
        return Moments(count=self.count, mean=mean, scatter=scatter.reshape(mean.size, mean.size))


class _HistogramRecord(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="histogram"
):
    """Byte form of `Histogram`; arrays little-endian."""

    version: int = FORMAT_VERSION
    edges: tuple[float, ...]
    counts: bytes

    def estimate(self) -> Histogram:
        """The statistic itself."""
        return Histogram(edges=self.edges, counts=np.frombuffer(self.counts, dtype="<i8").astype(np.int64))


def _record(estimate: Estimate) -> _MomentsRecord | _HistogramRecord:
    """The record to be written."""
    if isinstance(estimate, Histogram):
        return _HistogramRecord(edges=estimate.edges, counts=estimate.counts.astype("<i8").tobytes())
    return _MomentsRecord(
        count=estimate.count,
        mean=estimate.mean.astype("<f8").tobytes(),
        scatter=estimate.scatter.astype("<f8").tobytes(),
    )


def _merge_two(left: Estimate, right: Estimate) -> Estimate:
    """Merge two statistics of one kind; see `merge` for what it raises."""
    if isinstance(left, Moments) and isinstance(right, Moments):
        return _merge_moments(left, right)
    if isinstance(left, Histogram) and isinstance(right, Histogram):
        if left.edges != right.edges:
            raise ValueError("Histograms merge on equal edges only; these were counted on different ones.")
        return Histogram(edges=left.edges, counts=left.counts + right.counts)
    raise TypeError(f"Estimates merge within one kind; got {type(left).__name__} and {type(right).__name__}.")


def _merge_moments(left: Moments, right: Moments) -> Moments:
    """Chan's update: the means move towards each other, the scatter gains the spread between them."""
    if left.mean.size != right.mean.size:
        raise ValueError(f"Moments of {left.mean.size} and of {right.mean.size} numbers cannot be merged.")
    count = left.count + right.count
    shift = right.mean - left.mean
    return Moments(
        count=count,
        mean=left.mean + shift * (right.count / count),
        scatter=left.scatter + right.scatter + np.outer(shift, shift) * (left.count * right.count / count),
    )
