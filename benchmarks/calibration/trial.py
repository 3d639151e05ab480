"""Runs of one row: data drawn, handed in as a table, decided, and counted."""

from __future__ import annotations

import time
from typing import Final

import numpy as np
from msgspec.structs import replace
from theorycheck.decide.verdict import Measured, measured
from theorycheck.document import Bounds, Outcome
from theorycheck.evidence.plan import CLAIM_LEVEL
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.intervals import levels
from theorycheck.table import Table, evidence

from . import external
from .counts import RANKS, SHARES, Counts, added
from .naive import naive_outcome
from .ranks import rank
from .row import Row
from .samples import draw
from .weighted import weighted_outcome

DECIDED: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED)


def runs(row: Row, first: int, count: int, seed: int) -> Counts:
    """The counts of runs first, first + 1, ..., each with a generator of its own."""
    return added(_run(row, _generator(row, number, seed)) for number in range(first, first + count))


def wrong(row: Row) -> tuple[Outcome, ...]:
    """The outcomes that are mistakes of a row.

    >>> from .truths import PLANTED
    >>> [str(outcome) for outcome in wrong(next(r for r in PLANTED if r.name == "bound_types.O loose"))]
    ['agrees', 'refuted']
    """
    if row.outside:
        return (Outcome.AGREES,)
    return {
        Outcome.AGREES: (Outcome.REFUTED,),
        Outcome.BOUND_ONLY: (Outcome.AGREES, Outcome.REFUTED),
        Outcome.REFUTED: (Outcome.AGREES, Outcome.BOUND_ONLY),
    }[row.right]


def right(row: Row, outcome: Outcome) -> bool:
    """Whether an outcome is decided and no mistake."""
    return outcome in DECIDED and outcome not in wrong(row)


def _generator(row: Row, number: int, seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence((seed, *row.name.encode()), spawn_key=(number,)))


def _run(row: Row, rng: np.random.Generator) -> Counts:
    if row.rounds > 1:
        return _looked_at_often(row, rng)
    table = external.sampled(row, rng) if row.field else draw(row, 1, rng).table(1)
    seen, decided, seconds = _decided(row, table, CLAIM_LEVEL)
    counts = Counts(
        runs=1,
        outcomes={str(decided.outcome): 1},
        naive=_counted(naive_outcome(row.claim, seen)),
        weighted=_counted(weighted_outcome(row.claim, seen)),
        decisions=1,
        seconds=seconds,
    )
    return _covered(row, seen, decided, counts)


def _decided(row: Row, table: Table, level: float) -> tuple[Evidence, Measured, float]:
    """The table's evidence, what is decided by it, and the seconds that both took."""
    start = time.perf_counter()
    seen = evidence(table)
    found = measured(row.claim, seen, level=level)
    return seen, found, time.perf_counter() - start


def _counted(outcome: Outcome | None) -> dict[str, int]:
    return {} if outcome is None else {str(outcome): 1}


def _covered(row: Row, seen: Evidence, decided: Measured, counts: Counts) -> Counts:
    """The counts with what became of the intervals of the true exponents."""
    if not row.exponents:
        return counts
    found = [decided.exponents[name] for name in row.exponents]
    # Of the hard rows an interval that is not printed is none; elsewhere it is a miss.
    intervals = [one.extrapolated_ci or (None if row.is_hard else one.ci) for one in found]
    if row.is_hard and None in intervals:
        return replace(counts, absent=1)
    absent = None in intervals
    covered = all(_holds(ends, truth) for ends, truth in zip(intervals, row.exponents.values(), strict=True))
    ranked = len(row.exponents) == 1 and not row.is_hard
    at = rank(row.claim, seen, next(iter(row.exponents.values()))) if ranked else None
    ranks = [int(at == number) for number in range(RANKS)]
    return replace(counts, intervals=1, covered=int(covered), absent=int(absent), ranks=ranks)


def _holds(interval: Bounds | None, truth: float) -> bool:
    """Whether an interval, of which an end may be open, holds the truth; none holds nothing."""
    if interval is None:
        return False
    low, high = interval
    return (low is None or low <= truth) and (high is None or truth <= high)


def _looked_at_often(row: Row, rng: np.random.Generator) -> Counts:
    """A decision after each doubling round, and of fixed samples, for what the rounds cost."""
    full = 2 ** (row.rounds - 1)
    sample = draw(row, full, rng)
    seen, naive, seconds, ends = None, {}, 0.0, []
    for number, level in enumerate(levels(CLAIM_LEVEL, row.rounds)):
        seen, decided, took = _decided(row, sample.table(2**number), level)
        seconds += took
        ends.append(decided.outcome)
    stop = next((number for number, outcome in enumerate(ends) if outcome in DECIDED), len(ends) - 1)
    fixed = [_decided(row, sample.table(share), CLAIM_LEVEL)[1].outcome for share in SHARES]
    if seen is not None:
        naive = _counted(naive_outcome(row.claim, seen))
    return Counts(
        runs=1,
        outcomes={str(ends[stop]): 1},
        naive=naive,
        ever_wrong=int(any(outcome in wrong(row) for outcome in ends)),
        stopped=int(right(row, ends[stop])),
        blocks=2**stop,
        blocks_squared=4**stop,
        fixed=[int(right(row, outcome)) for outcome in fixed],
        decisions=len(ends),
        seconds=seconds,
    )
