"""Measured points held to a second route to the same number, whatever a theorem is about.

What is sampled is held to the compiled terms of its definition (`speed.simulator_terms`), what is computed of
the associative memory to a computation of another kind (`second_formulas`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from math import hypot
from typing import Final

from theorycheck.claim import Claim, Value
from theorycheck.evidence.spot_checks import GROUPS, is_told, size
from theorycheck.statistics.evidence import Point

from .second_formulas import formula_z
from .speed.simulator_terms.comparison import Entry, compiled, numbers_per_trial
from .speed.simulator_terms.table import TABLE

At = Mapping[str, Value]

SEED: Final = 7
TRIALS: Final = 8192
NUMBERS: Final = 2**29
"""Random numbers of all trials of a term: of a large one there are fewer trials."""


def second_z(claim: Claim, points: Iterable[Point]) -> list[float]:
    """How far points lie from what a second route says; none where there is none."""
    if claim.statistic != "mean" or claim.threshold is not None:
        return []
    known = tuple(points)
    return [*_term_z(claim, known), *formula_z(f"{claim.topic}.{claim.quantity}", known)]


def term_sizes(claim: Claim) -> frozenset[str]:
    """The sizes of the terms of what a claim measures; none where there are no terms."""
    symbols = [_names(entry) for entry in _entries(claim)]
    return frozenset.intersection(*symbols) if symbols else frozenset()


def _term_z(claim: Claim, points: Iterable[Point]) -> list[float]:
    """How far the cheapest points lie from the compiled terms of what is measured, in standard errors."""
    entries = _entries(claim)
    told = (point for point in points if is_told(point) and point.stderr)
    found: list[float] = []
    for point in sorted(told, key=lambda point: size(point.at)):
        entry = next((entry for entry in entries if _speaks_of(entry, point.at)), None)
        if entry is None:
            continue
        # Terms refuse what their sizes cannot be, as one item, at which a simulator may have a value.
        with suppress(ValueError):
            value, error = _value(TABLE.index(entry), tuple(sorted(point.at.items())))[_output(claim, entry)]
            found.append(abs(point.mean - value) / hypot(point.stderr or 0.0, error))
        if len(found) == GROUPS:
            break
    return found


def _entries(claim: Claim) -> list[Entry]:
    """The entries of what a claim measures that have a term of its output."""
    return [
        entry
        for entry in TABLE
        if entry.quantity == f"{claim.topic}.{claim.quantity}" and _output(claim, entry) < len(entry.terms)
    ]


def _output(claim: Claim, entry: Entry) -> int:
    return 0 if claim.output is None else entry.sampled.outputs.index(claim.output)


def _names(entry: Entry) -> frozenset[str]:
    return frozenset(str(own.data[0]) for term in entry.terms for _, own in term.declarations if own.data)


def _speaks_of(entry: Entry, at: At) -> bool:
    """Whether the point has those coordinates of the entry's own of which the terms have no symbol."""
    own = entry.sampled.groups[entry.group].points[entry.compared]
    names = _names(entry)
    return own.keys() <= at.keys() and all(at[name] == x for name, x in own.items() if name not in names)


@lru_cache(maxsize=256)
def _value(place: int, at: tuple[tuple[str, Value], ...]) -> list[tuple[float, float]]:
    """The terms of an entry of the table at a point, with their standard errors."""
    entry = TABLE[place]
    trials = min(TRIALS, NUMBERS // numbers_per_trial(entry, dict(at)))
    found = compiled(replace(entry, trials=trials), dict(at), SEED)
    return [(float(one.value), float(one.stderr)) for one in found]
