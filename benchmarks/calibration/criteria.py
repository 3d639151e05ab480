"""What the verifier must reach, and whether what was counted shows it.

A rate is assessed row by row. A criterion is `not met` where the one-sided limit of some row excludes it, the
error of 5 % being shared among the rows it applies to; `met` where the one-sided 95 % limits of every
row are within it, for a rate that few runs happen to keep is not shown to be kept; `open` in between, which
only more runs can settle. Limits that are printed are of 95 % each (Clopper and Pearson), and the row that
stands for the criterion is the one whose limit is farthest from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.statistics.intervals import clopper_pearson_lower, clopper_pearson_upper

from .counts import SHARES, Counts
from .row import Budget, Detect, Row
from .trial import DECIDED, wrong
from .undecidable import SHOULD, decidable

ERROR: Final = 0.05
SAMPLES: Final = "mean samples, relative to a fixed sample of the same power"
MOST_SAMPLES: Final = 1.1
"""Samples of a sequential decision, relative to those of a fixed sample of the same power."""

TRUE: Final = (Outcome.AGREES, Outcome.BOUND_ONLY)


class Status(StrEnum):
    """Whether a criterion is reached."""

    MET = "met"
    OPEN = "open"
    NOT_MET = "not met"


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """A rate that rows must keep between `low` and `high`.

    `counted` are the runs of a row that the rate counts, `naive` those of a competitor; `of` the runs
    it counts them among. With `pooled` all rows count as one.
    """

    name: str
    low: float = 0.0
    high: float = 1.0
    applies: Callable[[Row], bool]
    counted: Callable[[Row, Counts], int]
    naive: Callable[[Row, Counts], int] | None = None
    of: Callable[[Counts], int] = lambda counts: counts.runs
    pooled: bool = False


class Rate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many of so many, with the one-sided limits of 95 %."""

    count: int
    of: int
    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The rate itself; nan of nothing."""
        return self.count / self.of if self.of else float("nan")


def rate(count: int, of: int) -> Rate:
    """So many of so many."""
    lower, upper = limits(count, of)
    return Rate(count=count, of=of, lower=lower, upper=upper)


def limits(count: int, of: int, error: float = ERROR) -> tuple[float, float]:
    """The lower and the upper limit of a rate, each one-sided."""
    if not of:
        return 0.0, 1.0
    return float(clopper_pearson_lower(count, of, error)), float(clopper_pearson_upper(count, of, error))


class CriterionResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A criterion, the row that is farthest from it, all rows together, and the competitors' figures.

    `failing` are the rows whose limit excludes it; `figure` and its limit `most` stand for the rate of a
    criterion on costs.
    """

    name: str
    low: float
    high: float
    status: Status = msgspec.field(name="judgement")
    worst: str
    rate: Rate | None = None
    together: Rate | None = None
    naive_worst: Rate | None = None
    naive_together: Rate | None = None
    failing: tuple[str, ...]
    weighted_worst: Rate | None = None
    weighted_together: Rate | None = None
    figure: float | None = None
    most: float | None = None


def _planted(row: Row) -> bool:
    return row.field is None and row.rounds == 1 and not row.is_hard


def _undecided(_: Row, counts: Counts) -> int:
    """Runs without a verdict; one whose trials were found to be dependent has none either."""
    return counts.runs - counts.count(*DECIDED)


def _supported(row: Row) -> tuple[Outcome, ...]:
    return tuple(outcome for outcome in wrong(row) if outcome in TRUE)


def _wrongly(row: Row, counts: Counts) -> int:
    return counts.count(*wrong(row))


def _wrongly_naive(row: Row, counts: Counts) -> int:
    return counts.naively(*wrong(row))


def _decided_truth(row: Row) -> bool:
    """Rows whose claim is true, inside the family, and sampled as much as it needs."""
    enough = row.budget is Budget.DEFAULT and row.trials is None and not row.up_to_logs
    return _planted(row) and row.right in TRUE and not row.outside and enough


CRITERIA: Final = (
    Criterion(
        name="false refutation of a true claim",
        high=0.01,
        applies=lambda row: _planted(row) and row.right in TRUE and not row.outside,
        counted=lambda _, counts: counts.count(Outcome.REFUTED),
        naive=lambda _, counts: counts.naively(Outcome.REFUTED),
    ),
    Criterion(
        name="false support at or beyond the margin",
        high=0.01,
        applies=lambda row: _planted(row) and row.right is not Outcome.AGREES and not row.outside,
        counted=lambda row, counts: counts.count(*_supported(row)),
        naive=lambda row, counts: counts.naively(*_supported(row)),
    ),
    Criterion(
        name="power, exponent off by 0.1, default budget",
        low=0.95,
        applies=lambda row: _planted(row) and row.detect is Detect.EXPONENT,
        counted=lambda _, counts: counts.count(Outcome.REFUTED),
        naive=lambda _, counts: counts.naively(Outcome.REFUTED),
    ),
    Criterion(
        name="coverage of 99 % intervals",
        low=0.983,
        high=0.996,
        applies=lambda row: _planted(row) and bool(row.exponents),
        counted=lambda _, counts: counts.covered,
        of=lambda counts: counts.intervals,
    ),
    Criterion(
        name="truth outside the family, not supported",
        low=0.95,
        applies=lambda row: _planted(row) and row.outside,
        counted=lambda _, counts: counts.runs - counts.count(Outcome.AGREES),
        naive=lambda _, counts: counts.runs - counts.naively(Outcome.AGREES),
    ),
    Criterion(
        name="one violated point of twenty, 10 % beyond the bound, found",
        low=0.95,
        applies=lambda row: _planted(row) and row.detect is Detect.POINT,
        counted=lambda _, counts: counts.count(Outcome.REFUTED),
        naive=lambda _, counts: counts.naively(Outcome.REFUTED),
    ),
    Criterion(
        name="ever wrong over all interim analyses",
        high=0.01,
        applies=lambda row: row.rounds > 1,
        counted=lambda _, counts: counts.ever_wrong,
    ),
    Criterion(
        name="undecided at the default budget",
        high=0.1,
        applies=_decided_truth,
        counted=lambda _, counts: counts.count(Outcome.INCONCLUSIVE),
        # One in ten of the laws: a correction that doubles the law and more is beyond any plan.
        pooled=True,
    ),
    Criterion(
        name="hard rows: false refutation of a true claim",
        high=0.01,
        applies=lambda row: row.is_hard and row.right in TRUE,
        counted=lambda _, counts: counts.count(Outcome.REFUTED),
        naive=lambda _, counts: counts.naively(Outcome.REFUTED),
    ),
    Criterion(
        name="hard rows: false support of what is visible beyond the margin",
        high=0.01,
        applies=lambda row: row.is_hard and row.right is not Outcome.AGREES and row.visible,
        counted=lambda row, counts: counts.count(*_supported(row)),
        naive=lambda row, counts: counts.naively(*_supported(row)),
    ),
    Criterion(
        # A level rests on the standard errors, which the report says where they are given.
        name="hard rows: coverage of 99 % intervals, errors not stated too small",
        low=0.983,
        applies=lambda row: row.is_hard and bool(row.exponents) and row.stated >= 1,
        counted=lambda _, counts: counts.covered,
        of=lambda counts: counts.intervals,
    ),
    Criterion(
        name="hard rows: undecided where a rule could decide",
        high=1 - SHOULD,
        applies=lambda row: row.is_hard and decidable(row),
        counted=_undecided,
        pooled=True,
    ),
    Criterion(
        name="hard rows: undecided where a rule could decide and the truth is inside the family",
        high=0.1,
        applies=lambda row: row.is_hard and row.inside and decidable(row),
        counted=_undecided,
        pooled=True,
    ),
    Criterion(
        name="external benchmarks, wrong",
        high=0.01,
        applies=lambda row: row.field is not None,
        counted=_wrongly,
        naive=_wrongly_naive,
        # A proved law is sampled a few times alone, by which no law's own rate can be told.
        pooled=True,
    ),
    Criterion(
        name="external benchmarks, decided",
        low=0.8,
        applies=lambda row: row.field is not None,
        counted=lambda _, counts: counts.count(*DECIDED),
        pooled=True,
    ),
)


def assessed(
    criterion: Criterion, rows: Sequence[Row], counts: Mapping[str, Counts]
) -> CriterionResult | None:
    """A criterion held against the rows that were run; None where it applies to none of them."""
    chosen = [row for row in rows if criterion.applies(row) and criterion.of(counts[row.name])]
    if not chosen:
        return None
    rates = {row.name: _rate(criterion.counted, criterion, row, counts) for row in chosen}
    together = _together(rates.values())
    held = {"all rows": together} if criterion.pooled else rates
    worst = max(held, key=lambda name: _excess(criterion, held[name]))
    share = ERROR / len(held)
    failing = tuple(name for name, rate in held.items() if _excluded(criterion, rate, share))
    met = all(_excess(criterion, rate) <= 0 for rate in held.values())
    weighted = {name: replace(one, naive=one.weighted) for name, one in counts.items()}
    competitors = [_naive_rates(criterion, chosen, of) for of in (counts, weighted)]
    worst_of = [max(of, key=lambda rate: _excess(criterion, rate), default=None) for of in competitors]
    together_of = [_together(of) if of else None for of in competitors]
    return CriterionResult(
        name=criterion.name,
        low=criterion.low,
        high=criterion.high,
        status=Status.NOT_MET if failing else Status.MET if met else Status.OPEN,
        worst=worst,
        rate=held[worst],
        together=together,
        naive_worst=worst_of[0],
        naive_together=together_of[0],
        weighted_worst=worst_of[1],
        weighted_together=together_of[1],
        failing=failing,
    )


class Cost(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What rounds cost: mean samples relative to a fixed sample that decides rightly as often.

    `least` and `most` are limits of 95 %, from the other limit of that frequency.
    """

    row: str
    right: Rate
    relative: float
    least: float
    most: float


def cost(row: Row, counts: Counts) -> Cost | None:
    """The cost of a row that is decided in rounds; None where it is seldom decided rightly."""
    found = rate(counts.stopped, counts.runs)
    if row.rounds == 1 or not counts.runs or found.value < 0.5:  # noqa: PLR2004 - no power to compare
        return None
    mean = counts.blocks / counts.runs
    spread = np.sqrt(max(counts.blocks_squared / counts.runs - mean**2, 0.0) / counts.runs)
    power = np.maximum.accumulate(np.array(counts.fixed) / counts.runs)

    def oracle(target: float) -> float:
        return float(np.interp(target, power, SHARES))

    return Cost(
        row=row.name,
        right=found,
        relative=mean / oracle(found.value),
        least=float((mean - 1.645 * spread) / oracle(found.upper)),
        most=float((mean + 1.645 * spread) / oracle(found.lower)),
    )


def assessed_cost(costs: Sequence[Cost]) -> CriterionResult:
    """Whether the mean samples are at most 1.1 of the fixed sample's, in every row."""
    failing = tuple(found.row for found in costs if found.least > MOST_SAMPLES)
    worst = max(costs, key=lambda found: found.most)
    return CriterionResult(
        name=SAMPLES,
        low=0.0,
        high=MOST_SAMPLES,
        status=Status.NOT_MET if failing else Status.MET if worst.most <= MOST_SAMPLES else Status.OPEN,
        worst=worst.row,
        failing=failing,
        figure=worst.relative,
        most=worst.most,
    )


def _rate(
    counted: Callable[[Row, Counts], int], criterion: Criterion, row: Row, counts: Mapping[str, Counts]
) -> Rate:
    return rate(counted(row, counts[row.name]), criterion.of(counts[row.name]))


def _naive_rates(criterion: Criterion, rows: Sequence[Row], counts: Mapping[str, Counts]) -> list[Rate]:
    if criterion.naive is None:
        return []
    decided = (row for row in rows if counts[row.name].naive)
    return [
        rate(criterion.naive(row, counts[row.name]), sum(counts[row.name].naive.values())) for row in decided
    ]


def _together(rates: Iterable[Rate]) -> Rate:
    listed = list(rates)
    return rate(sum(one.count for one in listed), sum(one.of for one in listed))


def _excess(criterion: Criterion, rate: Rate) -> float:
    """How far the rate's limits are beyond the criterion, in the direction that is asked for."""
    below = criterion.low - rate.lower if criterion.low > 0 else -np.inf
    above = rate.upper - criterion.high if criterion.high < 1 else -np.inf
    return float(max(below, above))


def _excluded(criterion: Criterion, rate: Rate, error: float) -> bool:
    lower, upper = limits(rate.count, rate.of, error)
    return upper < criterion.low or lower > criterion.high
