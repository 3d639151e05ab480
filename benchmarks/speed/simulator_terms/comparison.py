"""A simulator beside the compiled terms of its outputs: do they agree, and which needs less time.

Each entry gives the term of every output at a design point that the quantity measures. One call of a
simulator serves all points of a group and all of its outputs; a compiled term serves one point.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import torch
from theorycheck.numerics.compile.statistics import compiled as program_of
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities
from theorycheck.numerics.simulate import Simulated, design_point, simulate
from theorycheck.theory.node import Term
from theorycheck.theory.terms import vector

Point = Mapping[str, Any]
_ROUNDING: Final = 1e-7
"""Relative, of float32: numbers that are closer are not told apart."""
_SECONDS: Final = 0.2
_MOST_TRIALS: Final = 2**20


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The terms of a quantity's outputs; `at` gives what their symbols are at one of its points."""

    quantity: str
    terms: tuple[Term, ...]
    """In the order of the outputs; a shorter row leaves the last ones out."""
    at: Callable[[Point], dict[str, Any]] = field(default=dict)
    group: int = 0
    place: int | None = None
    """The point of the group; the one in the middle, whose probabilities are near neither 0 nor 1."""
    where: tuple[Term, ...] = ()
    missed: Point = field(default_factory=dict)
    """Values of symbols that make a near miss of the terms, which the check has to see."""
    near: tuple[Term, ...] = ()
    """Terms of a near miss, where no value makes one."""
    changed: Point = field(default_factory=dict)
    """Coordinates that are others in the check, where at the quantity's own the events are too rare."""
    trials: int = 4096

    @property
    def sampled(self) -> SampledQuantity:
        """The quantity."""
        topic, _, name = self.quantity.partition(".")
        found = quantities(topic)[name]
        if not isinstance(found, SampledQuantity):
            raise TypeError(f"{self.quantity} is not sampled.")
        return found

    @property
    def design_group(self) -> DesignGroup:
        """The group, with the coordinates that the check changes."""
        group = self.sampled.groups[self.group]
        points = tuple({**point, **self.changed} for point in group.points)
        return replace(group, shared={**group.shared, **self.changed}, points=points)

    @property
    def compared(self) -> int:
        """The place among the group's points of the one that is compared."""
        return len(self.design_group.points) // 2 if self.place is None else self.place

    def values(self, point: Point) -> dict[str, Any]:
        """The values of the terms' symbols at a point."""
        names = {own.data[0] for term in self.terms for _, own in term.declarations}
        return {name: value for name, value in self.at(point).items() if name in names}

    @property
    def near_miss(self) -> Entry:
        """The entry with terms, or values of their symbols, that are a little wrong."""
        return replace(
            self, terms=self.near or self.terms, at=lambda point: {**self.at(point), **self.missed}
        )


def terms_of(quantity: str, *terms: Term, **more: Any) -> Entry:  # noqa: ANN401 - what the fields take
    """The entry of a quantity with the terms of its outputs."""
    return Entry(quantity=quantity, terms=terms, **more)


def by_hand(entry: Entry, seed: int) -> torch.Tensor:
    """The simulator's trials, shape (trials, points, outputs)."""
    group = entry.design_group
    generator, parts = torch.Generator().manual_seed(seed), []
    for start in range(0, entry.trials, group.trials_per_chunk):
        count = min(group.trials_per_chunk, entry.trials - start)
        drawn = sample_trials(entry.sampled, group, count, generator)
        if entry.sampled.histogram_edges:
            edges = torch.tensor(entry.sampled.histogram_edges(group), dtype=drawn.dtype)
            drawn = (drawn[:, None] > edges)[..., None]
        parts.append(drawn.double())
    return torch.cat(parts)


def compiled(entry: Entry, point: Point, seed: int) -> list[Simulated]:
    """The estimates of the terms at a point, from one set of draws."""
    found = simulate(
        vector(*entry.terms),
        entry.values(point),
        n_trials=entry.trials,
        seed=seed,
        where=entry.where,
        dtype=entry.sampled.dtype,
    )
    return [
        Simulated(value=float(value), stderr=float(stderr), n_trials=entry.trials)
        for value, stderr in zip(np.ravel(found.value), np.ravel(found.stderr), strict=True)
    ]


def numbers_per_trial(entry: Entry, point: Point) -> int:
    """The random numbers of a trial of the terms at a point."""
    term = vector(*entry.terms)
    at = design_point(term, entry.values(point), entry.where)
    return program_of(term, at, entry.where).program.numbers_per_trial


def z_scores(entry: Entry, drawn: torch.Tensor, seed: int = 1) -> list[float]:
    """For each output the difference between what the simulator drew and its term, by its standard error.

    Where nothing varies the error is that of rounding.
    """
    point = entry.design_group.points[entry.compared]
    hand = drawn[:, entry.compared]
    scores = []
    for x, own in zip(hand.T[: len(entry.terms)], compiled(entry, point, seed), strict=True):
        error = math.hypot(
            float(x.std()) / len(x) ** 0.5, float(own.stderr), _ROUNDING * abs(float(own.value))
        )
        scores.append(float(replace(own, stderr=error).z_score(float(x.mean()))))
    return scores


def factor(entry: Entry, repeats: int) -> dict[str, float]:
    """CPU seconds of both for a group, and the factor by which the compiled terms need more.

    The terms are given as many trials as the same standard errors take, at each point for the output that
    takes the most. Both take turns, so that they meet the same load; the median of the ratios counts.
    """
    entry = _long_enough(replace(entry, changed={}))
    points = entry.design_group.points
    hand_s, compiled_s, factors = [], [], []
    for seed in range(1, 1 + repeats):
        start = time.process_time()
        hand = by_hand(entry, seed)
        hand_s.append(time.process_time() - start)
        used, needed = 0.0, 0.0
        for place, point in enumerate(points):
            start = time.process_time()
            own = compiled(entry, point, seed)
            seconds = time.process_time() - start
            used += seconds
            needed += seconds * _more_trials(hand[:, place].var(0), own)
        compiled_s.append(used)
        factors.append(needed / hand_s[-1])
    return {
        "points": len(points),
        "hand_s": round(statistics.median(hand_s), 4),
        "compiled_s": round(statistics.median(compiled_s), 4),
        "factor": round(statistics.median(factors), 2),
    }


def _long_enough(entry: Entry) -> Entry:
    """The entry with as many trials as the simulator takes a while for: compiling is worth little then."""
    seconds = 0.0
    by_hand(entry, 0)
    while seconds < _SECONDS and entry.trials < _MOST_TRIALS:
        start = time.process_time()
        by_hand(entry, 0)
        seconds = time.process_time() - start
        missing = _SECONDS / max(seconds, _SECONDS / 16)
        entry = replace(entry, trials=entry.trials * 2 ** max(0, math.ceil(math.log2(missing))))
    return entry


def _more_trials(variances: torch.Tensor, own: list[Simulated]) -> float:
    """The largest ratio of a compiled term's variance to that of the simulator, where both vary."""
    pairs = [(one.stderr**2 * one.n_trials, float(x)) for one, x in zip(own, variances, strict=False)]
    return max((float(one / other) for one, other in pairs if one > 0 and other > 0), default=1.0)
