"""A pilot of a user's simulator: is it sound, how noisy is it, and how many trials will it need?

Every point is drawn twice on seeds of the pilot alone. The sizes of blocks follow from the numbers
drawn, never from the time they took, so the same file has the same blocks on every run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..claim import Value
from ..errors import UsageError
from ..evidence.preset import STANDARD
from ..numerics.lock import CHUNK_BYTES
from ..numerics.quantity import DesignGroup
from ..simulator import Columns, Simulator, call_at
from ..statistics.blocks import TrialBlocks
from .sandbox import Drawn, Sandbox, draw_once

P = ParamSpec("P")
R = TypeVar("R")

TRIALS: Final = 64
"""Trials of one call; a point's two calls tell its relative error to about six percent."""

MIN_BLOCK: Final = 16
MAX_BLOCK: Final = 2**16
CHUNK: Final = 256
"""Trials in one call: enough to spread the cost of calling, few enough for memory."""

QUANTILE_POINTS: Final = 7
RARER_TRIALS: Final = 128
QUANTILE_ERRORS: Final = 8.0
"""Levels around a quantile; trials of the pilot beyond it on its rarer side; and how many standard errors of
the pilot, in the logarithm of its odds, the levels reach to each side."""

HEAVY: Final = 0.3
"""Share of one of the pilot's trials: of 128 normal ones the largest holds .08, of their cubes .2."""

MIN_COINCIDENCE: Final = 8
"""So many trials off the most common value repeat under another seed once in 10^9 times at most."""


@dataclass(frozen=True, kw_only=True)
class PointPilot:
    """What the pilot saw of one point: mean and standard deviation of `n_trials`, and whether booleans.

    `seconds` is the CPU time of a trial, `outputs` are those that a dict of arrays names. `largest_share` is
    that of one trial in the sum of squared deviations.
    """

    mean: float
    sd: float
    n_trials: int
    binary: bool
    seconds: float
    peak: int
    blocks: TrialBlocks
    outputs: tuple[str, ...]
    largest_share: float = 0.0

    @property
    def is_heavy(self) -> bool:
        """Whether one trial holds so much of what all scatter that few may make up the mean."""
        return not self.binary and self.largest_share >= HEAVY

    @property
    def scale(self) -> float:
        """The size of the mean, or of its error where it is not told from zero."""
        return max(abs(self.mean), self.sd / math.sqrt(self.n_trials))


class Remembering:
    """A sandbox that remembers the draws of pilots: claims on one function try each point once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._drawn: dict[tuple[object, ...], Drawn] = {}

    def call(self, what: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """As `Sandbox.call`."""
        return self._sandbox.call(what, function, *args, **kwargs)

    def draw(
        self, what: str, simulator: Simulator, point: Mapping[str, Value], n_trials: int, block: int
    ) -> Drawn:
        """A draw on the pilot's seed, made once; that of a function is one of all its outputs."""
        if not simulator.is_of_one_output:
            simulator = msgspec.structs.replace(simulator, output=None)
        key = (simulator, tuple(sorted(point.items())), n_trials, block)
        if key not in self._drawn:
            self._drawn[key] = self._sandbox.call(what, draw_once, simulator, point, n_trials, block)
        return self._drawn[key]


def try_point(
    pilots: Remembering, simulator: Simulator, point: Mapping[str, Value], *, first: bool
) -> PointPilot:
    """Draw a point under two seeds; raises UsageError where the function is not sound there.

    The `first` point is drawn under the same seed again, which must give the same numbers.
    """
    what = call_at(simulator, point)
    one, two = (pilots.draw(what, simulator, point, TRIALS, block) for block in (0, 1))
    values, others = one.of(simulator), two.of(simulator)
    if first:
        again = pilots.call(what, draw_once, simulator, point, TRIALS, 0)
        if not np.array_equal(values, again.of(simulator)):
            raise UsageError(
                f"{what} gave other numbers under the same seed; draw from `generator` alone, and keep "
                "nothing between calls."
            )
    if np.array_equal(values, others) and _varied(values) >= MIN_COINCIDENCE:
        raise UsageError(f"{what} gave the same numbers under two seeds; draw from `generator`.")
    both = np.concatenate([values, others])
    blocks = TrialBlocks.of([values.astype(np.float64), others.astype(np.float64)])
    binary = both.dtype == np.bool_
    mean, sd = float(both.mean()), float(both.std(ddof=1))
    squares = np.square(both.astype(np.float64) - mean)
    if binary and sd == 0:
        # No failure, or nothing else, in n trials: of a rate as large as one in n.
        sd = math.sqrt(1 / both.size)
    return PointPilot(
        mean=mean,
        sd=sd,
        n_trials=both.size,
        binary=binary,
        seconds=min(one.seconds, two.seconds) / TRIALS,
        peak=two.peak,
        blocks=blocks,
        outputs=_alike(one.columns, values.dtype),
        largest_share=float(squares.max() / squares.sum()) if squares.any() else 0.0,
    )


def _alike(columns: Columns, dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The named outputs of one kind, numbers or booleans."""
    return tuple(name for name, values in columns.items() if name is not None and values.dtype == dtype)


@dataclass(frozen=True, kw_only=True)
class QuantilePilot:
    """Levels around a quantile, its value, and the standard deviation of it that one trial would have."""

    levels: tuple[float, ...]
    value: float
    sd: float
    peak: int


def quantile_levels(
    pilots: Remembering, simulator: Simulator, point: Mapping[str, Value], quantile: float
) -> QuantilePilot:
    """Where the distribution of a simulator's values is measured around a quantile of it.

    The levels are quantiles of the pilot around the one sought, as far as its own error reaches, and the
    error of a quantile q in n trials is sqrt(q(1 - q)/n)/f with the density f there. Raises UsageError where
    so many values are equal that the quantile jumps.
    """
    what = call_at(simulator, point)
    raw = msgspec.structs.replace(simulator, levels=False)
    rarer = min(quantile, 1 - quantile)
    calls = math.ceil(RARER_TRIALS / rarer / CHUNK)
    drawn = [pilots.draw(what, raw, point, CHUNK, 2 + call) for call in range(calls)]
    values = np.concatenate([one.of(raw) for one in drawn]).astype(np.float64)
    spread = QUANTILE_ERRORS / math.sqrt(values.size * quantile * (1 - quantile))
    odds = math.log(quantile / (1 - quantile)) + spread * np.linspace(-1, 1, QUANTILE_POINTS)
    levels = np.quantile(values, 1 / (1 + np.exp(-odds)))
    if np.any(np.diff(levels) <= 0):
        raise UsageError(
            f"{what}: so many values are equal that the {quantile:g}-quantile jumps from one to another; "
            f'claim the probability of an event, as event = "value <= {levels[QUANTILE_POINTS // 2]:g}".'
        )
    rise = float((odds[-1] - odds[0]) * quantile * (1 - quantile) / (levels[-1] - levels[0]))
    return QuantilePilot(
        levels=tuple(float(level) for level in levels),
        value=float(np.quantile(values, quantile)),
        sd=math.sqrt(quantile * (1 - quantile)) / rise,
        peak=max(one.peak for one in drawn),
    )


def trials_per_block(sd: float, error: float) -> int:
    """Trials a block, so that the last round of a standard run has this standard error.

    A power of two: a last bit that another machine sums otherwise must not move it.

    >>> trials_per_block(1.0, 0.005)
    2048
    """
    needed = (sd / error) ** 2 / STANDARD.blocks[-1] if error > 0 else math.inf
    return int(2 ** math.ceil(math.log2(min(max(needed, MIN_BLOCK), MAX_BLOCK))))


def group(
    shared: Mapping[str, Value], points: Sequence[Mapping[str, Value]], block: int, bytes_per_trial: float
) -> DesignGroup:
    """A group whose chunks are calls of at most `CHUNK` trials."""
    chunk = min(block, CHUNK)
    return DesignGroup(
        shared=shared,
        points=tuple({**shared, **point} for point in points),
        trials_per_block=block,
        trials_per_chunk=chunk,
        bytes_per_chunk=max(CHUNK_BYTES, int(chunk * bytes_per_trial)),
    )


def _varied(values: NDArray[np.bool_] | NDArray[np.float64]) -> int:
    """How many values differ from the most common one."""
    _, counts = np.unique(values, return_counts=True)
    return int(values.size - counts.max())
