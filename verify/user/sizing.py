"""Functions of files as quantities: each is tried by a pilot, and its groups are sized by the pilot's noise.

From there on it is a quantity like any other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from ..claim import Value, point_words
from ..errors import UsageError, attempted
from ..simulator import LEVEL, Simulator, simulated, values_of
from ..statistics.blocks import TrialBlocks, excess_scatter
from .asked import Asked
from .bracketing import place
from .formulas import error_aimed_at
from .pilot import TRIALS, PointPilot, Remembering, group, quantile_levels, trials_per_block, try_point
from .precision import LARGEST
from .sandbox import Sandbox, computed_once

if TYPE_CHECKING:
    from ..numerics.quantity import DesignGroup, Quantity


class Batch:
    """Claims that are tried together, in one sandbox or without code.

    Those of one file on one function share its pilot, and its evidence where their points are the same,
    whichever of its outputs they are about: blocks are as large as the strictest of them needs.
    """

    def __init__(self, claims: Sequence[Asked], sandbox: Sandbox | None) -> None:
        self.claims = tuple(claims)
        self.sandbox = sandbox
        self.pilots = None if sandbox is None else Remembering(sandbox)

    def sharing(self, claim: Asked, point: Mapping[str, Value]) -> tuple[Asked, ...]:
        """The claims that share the trials of a point with one of them, itself among them."""
        of_number = [one for one in self.claims if _number(one) == _number(claim) and _has(one, point)]
        return tuple(of_number or [claim])


def _number(claim: Asked) -> tuple[object, ...]:
    """What fixes the trials that a function is asked for at a point."""
    measure, simulator = claim.entry.measure, claim.simulator
    threshold = (measure.solve, measure.level, measure.range, measure.direction)
    if simulator is not None and not simulator.is_of_one_output and measure.solve is None:
        simulator = msgspec.structs.replace(simulator, output=None)
    return claim.file, simulator, measure.quantile, threshold


def _has(claim: Asked, point: Mapping[str, Value]) -> bool:
    grid = claim.entry.grid
    return grid.keys() == point.keys() and all(point[name] in values for name, values in grid.items())


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A function that was tried, what it measures, seconds of a block of it, and whether few trials may make
    up a mean of it.
    """

    simulator: Simulator
    quantity: Quantity
    seconds: float = 0.0
    is_heavy: bool = False


def of_code(claim: Asked, simulator: Simulator, points: Sequence[Mapping[str, Value]], batch: Batch) -> Tried:
    """A function of a file as the quantity that it computes or samples."""
    pilots = batch.pilots
    if pilots is None:
        raise UsageError(f"{claim.where} is code, and no code is run here.")
    if not simulator.computed:
        return _simulated(claim, simulator, points, batch, pilots)
    quantity = values_of(simulator, tuple(points))
    for point in points:
        pilots.call(simulator.where, computed_once, simulator, point)
    return Tried(simulator=simulator, quantity=quantity)


def _simulated(
    claim: Asked,
    simulator: Simulator,
    points: Sequence[Mapping[str, Value]],
    batch: Batch,
    pilots: Remembering,
) -> Tried:
    """The function as a quantity: tried at every point, a group each, sized by the pilot's noise."""
    sizing = _Sizing(claim=claim, simulator=simulator, batch=batch, pilots=pilots)
    groups = tuple(sizing.group(point) for point in points)
    if (times := excess_scatter(sizing.blocks)) is not None:
        raise UsageError(
            f"{simulator.where}: the trials of this simulator are not independent: the means of its calls "
            f"scatter {times:.3g} times more than their standard errors say; draw every trial anew."
        )
    if not sizing.varies:
        raise UsageError(
            f"{simulator.where} gave one number in all trials of every point: nothing is random in it; give "
            "its values by `theorycheck.computed` (measure.computed in TOML), with a bound on its error."
        )
    recorded = () if simulator.is_of_one_output else sizing.outputs
    tried = msgspec.structs.replace(
        simulator,
        binary=sizing.binary is True,
        output=simulator.output if simulator.is_of_one_output else None,
        outputs=recorded,
    )
    return Tried(
        simulator=tried, quantity=simulated(tried, groups), seconds=sizing.seconds, is_heavy=sizing.is_heavy
    )


@dataclass(kw_only=True)
class _Sizing:
    """Tries the points of one function in turn, and remembers what they have in common."""

    claim: Asked
    simulator: Simulator
    batch: Batch
    pilots: Remembering
    binary: bool | None = None
    outputs: tuple[str, ...] = ()
    varies: bool = False
    is_heavy: bool = False
    blocks: list[TrialBlocks] = field(default_factory=list)
    floor: int = 0
    seconds: float = 0.0

    def group(self, point: Mapping[str, Value]) -> DesignGroup:
        """The group of one point of the grid."""
        measure = self.claim.entry.measure
        if measure.solve is not None:
            return self._curve(point, measure.solve)
        if measure.quantile is not None:
            return self._distribution(point, measure.quantile)
        seen = self._try(self.claim, point)
        self._note(point, seen.binary, varies=seen.sd > 0)
        self.is_heavy = self.is_heavy or seen.is_heavy
        self.outputs = seen.outputs
        self.blocks.append(seen.blocks)
        block = max(self._needed(one, point, seen) for one in self.batch.sharing(self.claim, point))
        self.seconds += block * seen.seconds
        return group(point, ({},), block, self._bytes_per_trial(seen.peak))

    def _curve(self, point: Mapping[str, Value], name: str) -> DesignGroup:
        """The group of one curve: the integers around its threshold."""
        found = place(self.pilots, self.simulator, point, self.claim.entry.measure)
        self._note(point, found.binary, varies=True)
        self.outputs = found.outputs
        block = self._block(point, found.sd, 1.0, found.seconds)
        sizes = [{name: size} for size in found.sizes]
        return group(point, sizes, block, self._bytes_per_trial(found.peak))

    def _distribution(self, point: Mapping[str, Value], quantile: float) -> DesignGroup:
        """The group of one quantile: levels around it, with which the same trials are compared."""
        raw = msgspec.structs.replace(self.simulator, levels=False)
        seen = try_point(self.pilots, raw, point, first=self.binary is None)
        if seen.binary:
            raise UsageError(
                f"{self.simulator.where} returns booleans, which have no quantile; claim the mean."
            )
        found = quantile_levels(self.pilots, self.simulator, point, quantile)
        self._note(point, binary=True, varies=True)
        # A level of one sign is known by its logarithm, as a size is.
        largest = LARGEST * abs(found.value) if found.levels[0] * found.levels[-1] > 0 else math.inf
        block = self._block(point, found.sd, abs(found.value), seen.seconds, largest=largest)
        levels = [{LEVEL: level} for level in found.levels]
        return group(point, levels, block, self._bytes_per_trial(found.peak))

    def _try(self, claim: Asked, point: Mapping[str, Value]) -> PointPilot:
        """What the pilot sees of the output that a claim on the function is about."""
        simulator = self.simulator if claim.simulator is None else claim.simulator
        return try_point(self.pilots, simulator, point, first=self.binary is None)

    def _needed(self, claim: Asked, point: Mapping[str, Value], mine: PointPilot) -> int:
        """Trials of a block that a claim needs; one where it is about numbers of the other kind."""
        seen = mine if claim is self.claim else attempted(self._try, claim, point)
        if isinstance(seen, UsageError) or seen.binary is not mine.binary:
            return 1
        error = error_aimed_at(claim.entry, point, seen.scale, proportion=seen.binary)
        return trials_per_block(seen.sd, error)

    def _block(
        self,
        point: Mapping[str, Value],
        sd: float,
        scale: float,
        seconds: float,
        *,
        largest: float = math.inf,
    ) -> int:
        """Trials of a block of a point, whose time is noted, for an error up to the `largest`."""
        sharing = self.batch.sharing(self.claim, point)
        aimed = (error_aimed_at(one.entry, point, scale) for one in sharing)
        block = trials_per_block(sd, min(largest, *aimed))
        self.seconds += block * seconds
        return block

    def _note(self, point: Mapping[str, Value], binary: bool, *, varies: bool) -> None:
        if self.binary not in (None, binary):
            at = point_words(point)
            raise UsageError(
                f"{self.simulator.where} returns booleans at some points and numbers at others (at {at}); "
                "return one kind."
            )
        self.binary, self.varies = binary, self.varies or varies

    def _bytes_per_trial(self, peak: int) -> float:
        """Growth of the process beyond its first point, which also loaded what the file imports."""
        self.floor = self.floor or peak
        return (peak - self.floor) / TRIALS
