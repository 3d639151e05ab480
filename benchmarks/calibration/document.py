"""What a calibration found, as it is written to `calibration.json`; the page is made of it alone.

Criteria, their status and the counts of rows have the keys `demands`, `judgement` and `tally` there, as in
files of before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from theorycheck.upgrade import SCHEMA_VERSION

from .budgets import relative_error
from .campaign import Preset
from .counts import CONFIDENCES, RANKS, Counts, added
from .criteria import (
    CRITERIA,
    Cost,
    CriterionResult,
    Status,
    assessed,
    assessed_cost,
    cost,
)
from .ranks import nominal
from .row import Row
from .trial import DECIDED, wrong
from .undecidable import NEAREST, Nearest, decidable, most_decided


class RowRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row with everything that came out of it.

    `relative_error` is that of a design point, and null of an external benchmark. Of a row that no rule can
    decide `nearest` is the truth with the other answer that its data hardly tell from its own, `most_decided`
    the largest share that a rule decides rightly which is wrong about that one in 1 % of runs.
    """

    name: str
    claimed: str
    planted: str
    right: str
    wrong: tuple[str, ...]
    outside: bool
    relative_error: float | None
    counts: Counts = msgspec.field(name="tally")
    visible: bool = True
    inside: bool = False
    nearest: str | None = None
    most_decided: float = 1.0

    @property
    def undecided(self) -> int:
        """Runs without a verdict."""
        return self.counts.runs - self.counts.count(*DECIDED)


class Calibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a calibration.

    `ranks` are the frequencies of the truth's rank over all rows with one exponent, `nominal` their
    probabilities if every interval were exact, `confidences` what separates them.
    """

    schema: int
    theorycheck: str
    preset: str
    seed: int
    strict: bool
    criteria: tuple[CriterionResult, ...] = msgspec.field(name="demands")
    costs: tuple[Cost, ...]
    ranks: tuple[int, ...]
    nominal: tuple[float, ...]
    confidences: tuple[float, ...]
    rows: tuple[RowRecord, ...]

    @property
    def reached(self) -> bool:
        """Whether every criterion is met; where the preset is not strict, whether none is excluded."""
        bad = {Status.NOT_MET, Status.OPEN} if self.strict else {Status.NOT_MET}
        return all(criterion.status not in bad for criterion in self.criteria)


def calibration(rows: Sequence[Row], counts: Mapping[str, Counts], asked: Preset, seed: int) -> Calibration:
    """The document of what was counted."""
    from importlib.metadata import version

    results = [found for criterion in CRITERIA if (found := assessed(criterion, rows, counts)) is not None]
    costs = [spent for row in rows if (spent := cost(row, counts[row.name])) is not None]
    ranks = added(counts[row.name] for row in rows).ranks if rows else [0] * RANKS
    return Calibration(
        schema=SCHEMA_VERSION,
        theorycheck=version("theorycheck"),
        preset=asked.name,
        seed=seed,
        strict=asked.strict,
        criteria=(*results, *([assessed_cost(costs)] if costs else [])),
        costs=tuple(costs),
        ranks=tuple(ranks),
        nominal=tuple(nominal()),
        confidences=CONFIDENCES,
        rows=tuple(_row(row, counts[row.name]) for row in rows),
    )


def _row(row: Row, counts: Counts) -> RowRecord:
    return RowRecord(
        name=row.name,
        claimed=_claimed(row),
        planted=_planted(row),
        right=str(row.right),
        wrong=tuple(str(outcome) for outcome in wrong(row)),
        outside=row.outside,
        relative_error=None if row.field or row.trials else relative_error(row),
        counts=counts,
        visible=row.visible,
        inside=row.inside,
        nearest=None if decidable(row) else _nearest(NEAREST[row.name]),
        most_decided=most_decided(row),
    )


def _nearest(nearest: Nearest) -> str:
    return nearest.truth + _spiked(nearest.spike)


def _claimed(row: Row) -> str:
    bound_type = f" {row.bound_type}" if row.claim.bound_type else ""
    return f"{row.relation}{bound_type} {row.claimed}" + (" up to logs" if row.up_to_logs else "")


def _planted(row: Row) -> str:
    if row.field:
        return f"{row.field}, sampled"
    trials = "" if row.trials is None else f", {row.trials} trials a point"
    stated = "" if row.stated == 1 else f", stated {row.stated:.2g} times as large"
    return f"{row.truth}{_spiked(row.spike)}; {row.noise}{trials}{stated}"


def _spiked(spike: tuple[int, float] | None) -> str:
    return "" if spike is None else f", point {spike[0] + 1} times {spike[1]:g}"
