"""What a claim measures, at smaller sizes than the claim's: there every number can be worked out.

A simulator that is off by a factor, or by one item or dimension, is so at every size, and the more the
smaller they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import numpy as np
from theorycheck.claim import Value
from theorycheck.evidence.plan import ResolvedClaim, Target, targets_of
from theorycheck.evidence.reduction import exact_points, sampled_points
from theorycheck.evidence.spot_checks import TRIALS, block, computed, memory_per_trial, size
from theorycheck.numerics.quantity import DesignGroup, ExactQuantity
from theorycheck.statistics.evidence import Point

from .time_limit import TooLongError, limited

LARGEST: Final = {3: 8 * TRIALS, 16: TRIALS, 64: TRIALS, 256: TRIALS}
"""Largest whole coordinates, with the trials that they are worth: the first two that a simulator takes.

Some series converge for many items alone.
"""
ENOUGH: Final = 2
SECONDS: Final = 1
"""CPU seconds of a simulator, which may not end where it was never meant to be asked."""


def small_points(asked: ResolvedClaim, sizes: frozenset[str]) -> list[Point]:
    """Points of what the claim measures, of its curve where it asks for a threshold, at sizes cut down.

    None of sizes that a simulator does not take, and none where another whole coordinate than these sizes
    would be cut down: what is tied to it need not be.
    """
    found = list[list[Point]]()
    for largest in LARGEST:
        try:
            with limited(SECONDS), np.errstate(all="ignore"):
                points = _points(asked, largest, sizes)
        except (TooLongError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError):
            # Few simulators say which sizes they do not take.
            continue
        if points and [point.at for point in points] not in [
            [point.at for point in known] for known in found
        ]:
            found.append(points)
        if len(found) == ENOUGH:
            break
    return [point for points in found for point in points]


def _points(asked: ResolvedClaim, largest: int, sizes: frozenset[str]) -> list[Point]:
    """At the cheapest sizes of the claim, each cut down to the largest."""
    quantity, route = asked.quantity, asked.route
    if quantity is None or route is None:
        return []
    claim = msgspec.structs.replace(asked.claim, threshold=None)
    targets = targets_of(quantity, claim.grid, claim.domain)
    if isinstance(quantity, ExactQuantity):
        place = min((point for target in targets for point in target.points), key=size)
        if not _can_be_cut(place, largest, sizes):
            return []
        small = _cut(place, largest)
        return exact_points(claim, [(small, computed(route, small))])
    groups = [(target.drawn, target) for target in targets if target.drawn is not None]
    group, target = min(groups, key=lambda pair: memory_per_trial(pair[0]))
    if not all(_can_be_cut(point, largest, sizes) for point in target.points):
        return []
    # A simulator may count on all points of a group, of which the claim reads some.
    own = DesignGroup.sized(
        shared=_cut(group.shared, largest),
        points=_distinct([_cut(point, largest) for point in group.points]),
        trials_per_block=LARGEST[largest],
    )
    read = _distinct([_cut(point, largest) for point in target.points])
    places = tuple(own.points.index(point) for point in read)
    small_target = Target(group=own.key, positions=places, points=tuple(read), drawn=own)
    return sampled_points(claim, quantity, small_target, block(route, own, LARGEST[largest], TRIALS))


def _can_be_cut(point: Mapping[str, Value], largest: int, sizes: frozenset[str]) -> bool:
    """Whether no whole coordinate is above the largest but these sizes."""
    return all(name in sizes for name, x in point.items() if isinstance(x, int) and x > largest)


def _cut(point: Mapping[str, Value], largest: int) -> dict[str, Value]:
    return {name: min(x, largest) if isinstance(x, int) else x for name, x in point.items()}


def _distinct(points: Sequence[dict[str, Value]]) -> list[dict[str, Value]]:
    return [point for place, point in enumerate(points) if point not in points[:place]]
