"""Where to sample a curve whose threshold at a level is sought: a capacity, before it is measured.

Doubling brackets the threshold, a line through a few points of the bracket places it, and the
integers around that place are what the evidence samples. All trials are of the pilot; none of them
is evidence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..claim import Value, point_words
from ..errors import UsageError
from ..simulator import Simulator, call_at
from .entry import Measure
from .pilot import PointPilot, Remembering, try_point

TRIALS: Final = 512
"""Trials of a point that places the threshold, and of each point of the line."""

POINTS: Final = 7
"""Integers sampled around a threshold: a cubic goes through four, the others bound its error."""

NARROWEST: Final = math.log(1.35)
WIDEST: Final = math.log(3.0)
"""Half the range of the integers, as a factor: wide enough for the threshold's own uncertainty."""

ERRORS: Final = 5.0
"""Standard errors of the placed threshold that half the range covers."""

EFFECTIVE_POINTS: Final = 2.0
"""Points near a threshold that share in its error."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """The integers to sample, and the standard deviation of log n* that one trial at each would have.

    `seconds` is the CPU time of a trial at all of them.
    """

    sizes: tuple[int, ...]
    sd: float
    binary: bool
    seconds: float
    peak: int
    outputs: tuple[str, ...]


def place(pilots: Remembering, simulator: Simulator, point: Mapping[str, Value], measure: Measure) -> Place:
    """The integers around the threshold at one point; raises UsageError where there is none in the range."""
    if measure.solve is None or measure.level is None or measure.range is None:
        raise ValueError("A threshold is placed for a variable, a level and a range; one of them is missing.")
    search = _Search(pilots=pilots, simulator=simulator, point=point, measure=measure, name=measure.solve)
    low, high, last = search.bracket(measure.level, measure.range)
    centre, error, sd, top = search.line(measure.level, low, high)
    half = min(max(NARROWEST, ERRORS * error), WIDEST)
    sizes = _integers(centre, half, measure.range)
    return Place(
        sizes=sizes,
        sd=sd / math.sqrt(EFFECTIVE_POINTS),
        binary=last.binary,
        seconds=last.seconds * len(sizes),
        peak=max(last.peak, top),
        outputs=last.outputs,
    )


@dataclass(frozen=True, kw_only=True)
class _Search:
    """The trials of one point's search."""

    pilots: Remembering
    simulator: Simulator
    point: Mapping[str, Value]
    measure: Measure
    name: str

    def bracket(self, level: float, ends: tuple[int, int]) -> tuple[int, int, PointPilot]:
        """Neighbours of the doubling sequence between which the mean crosses the level, and the second."""
        before: int | None = None
        last = 0.0
        for size in _doubling(*ends):
            seen = self._try(size, first=before is None)
            last = seen.mean
            if (last > level) is (self.measure.direction == "up") and last != level:
                if before is None:
                    raise UsageError(
                        self._no_threshold(level, f"is already {last:.4g} at {self.name} = {size}")
                    )
                return before, size, seen
            before = size
        raise UsageError(self._no_threshold(level, f"is still {last:.4g} at {self.name} = {ends[1]}"))

    def line(self, level: float, low: int, high: int) -> tuple[float, float, float, int]:
        """The threshold of a line in log n through points of the bracket.

        Returns log n*, its standard error, the error of one trial a point, and the peak memory.
        """
        sizes = sorted({round(low * (high / low) ** (k / 4)) for k in range(5)})
        drawn = [self._draw(size) for size in sizes]
        x = np.log(sizes)
        y = np.array([values.mean() for values, _ in drawn])
        sd = float(np.mean([values.std(ddof=1) for values, _ in drawn]))
        slope, offset = np.polyfit(x, y, 1)
        rises = slope > 0 if self.measure.direction == "up" else slope < 0
        # A line that noise turned round says nothing; then the whole bracket is sampled.
        centre = (level - offset) / slope if rises else float(x.mean())
        centre = float(np.clip(centre, x[0], x[-1]))
        spread = sd / abs(slope) if rises else math.inf
        error = spread / math.sqrt(TRIALS * len(sizes)) if rises else float(x[-1] - x[0])
        return centre, error, min(spread, 1e6), max(peak for _, peak in drawn)

    def _try(self, size: int, *, first: bool) -> PointPilot:
        return try_point(self.pilots, self.simulator, {**self.point, self.name: size}, first=first)

    def _draw(self, size: int) -> tuple[np.ndarray, int]:
        point = {**self.point, self.name: size}
        what = call_at(self.simulator, point)
        # A call has at most 256 trials in the run itself, so the pilot asks for no more.
        parts = [self.pilots.draw(what, self.simulator, point, 256, 2 + k) for k in range(TRIALS // 256)]
        return np.concatenate([part.of(self.simulator) for part in parts]), max(part.peak for part in parts)

    def _no_threshold(self, level: float, found: str) -> str:
        at = point_words(self.point)
        low, high = self.measure.range or (0, 0)
        return (
            f"{self.simulator.where}: at {at} the mean never goes {self.measure.direction} across {level:g} "
            f"for {self.name} between {low} and {high}: it {found}; change measure.range, level or direction."
        )


def _doubling(low: int, high: int) -> Iterator[int]:
    size = low
    while size < high:
        yield size
        size *= 2
    yield high


def _integers(centre: float, half: float, ends: tuple[int, int]) -> tuple[int, ...]:
    """Distinct integers in the range, geometric around exp(centre), consecutive where that is too close."""
    low, high = ends
    sizes = {round(math.exp(centre + half * (2 * k / (POINTS - 1) - 1))) for k in range(POINTS)}
    middle, step = round(math.exp(centre)), 1
    while len({size for size in sizes if low <= size <= high}) < POINTS - 1 and step < POINTS:
        sizes |= {middle - step, middle + step}
        step += 1
    return tuple(sorted(size for size in sizes if low <= size <= high))
