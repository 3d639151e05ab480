"""What came out of the runs of one row: counts that add up, whatever the order of the chunks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from theorycheck.document import Outcome

CONFIDENCES: Final = (0.5, 0.8, 0.9, 0.95, 0.99)
"""Intervals of these confidences sort the truth into ranks."""

RANKS: Final = 2 * len(CONFIDENCES) + 1
"""Below the interval of 99 %, between it and that of 95 %, ..., inside that of 50 %, ..., above."""

SHARES: Final = (8, 12, 16, 20, 24, 26, 28, 30, 32)
"""Blocks, of 32, at which a fixed sample is decided beside the sequential one."""


class Counts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counts of one row.

    `naive` and `weighted` count the outcomes of the naive rule and of least squares with BIC, `covered`
    the 99 % intervals that hold all true exponents (of `intervals`, of which `absent` could not be
    given), `ranks` where the truth stood among intervals of several confidences. Of a row that is decided
    in rounds, `ever_wrong` counts runs with a wrong outcome at any interim analysis, `stopped` those
    decided rightly, `blocks` the blocks that all runs took (and their squares), `fixed` right decisions
    of fixed samples. `seconds` is the decisions' time.
    """

    runs: int = 0
    outcomes: dict[str, int] = {}
    naive: dict[str, int] = {}
    weighted: dict[str, int] = {}
    intervals: int = 0
    covered: int = 0
    absent: int = 0
    ranks: list[int] = msgspec.field(default_factory=lambda: [0] * RANKS)
    ever_wrong: int = 0
    stopped: int = 0
    blocks: int = 0
    blocks_squared: int = 0
    fixed: list[int] = msgspec.field(default_factory=lambda: [0] * len(SHARES))
    decisions: int = 0
    seconds: float = 0.0

    def count(self, *outcomes: Outcome) -> int:
        """Runs that ended in one of these."""
        return sum(self.outcomes.get(str(outcome), 0) for outcome in outcomes)

    def naively(self, *outcomes: Outcome) -> int:
        """Runs to which the naive rule gives one of these."""
        return sum(self.naive.get(str(outcome), 0) for outcome in outcomes)


def added(counts: Iterable[Counts]) -> Counts:
    """The sum of counts, field by field."""
    total = msgspec.to_builtins(Counts())
    for one in counts:
        for name, value in msgspec.to_builtins(one).items():
            total[name] = _sum(total[name], value)
    return msgspec.convert(total, Counts)


def _sum(a: object, b: object) -> object:
    if isinstance(a, dict) and isinstance(b, dict):
        return {key: a.get(key, 0) + b.get(key, 0) for key in sorted(a.keys() | b.keys())}
    if isinstance(a, list) and isinstance(b, list):
        return [x + y for x, y in zip(a, b, strict=True)]
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a + b
    raise TypeError(f"Counts hold numbers, lists and counts by name; got {a!r} and {b!r}.")
