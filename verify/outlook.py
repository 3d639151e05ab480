"""What would change a verdict's mind: said of every verdict, decided or not.

A verdict of measurement speaks of its range and its margin. What lies beyond the range could turn
an order of growth; another margin could turn a comparison of values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from .claim import Relation, Value
from .document import CellRecord, ClaimRecord, Outcome

_DECIDED: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED)


def mind_changers(claim: ClaimRecord) -> str:
    """What evidence, or which other margin, would lead to another verdict; one sentence or two."""
    if claim.verdict not in _DECIDED:
        cut = " The time budget ended first; the same command with a longer one goes on."
        return (claim.scope.missing or claim.summary) + (cut if claim.scope.cut_by_budget else "")
    if claim.relation == Relation.LAW:
        return _beyond_the_range(claim)
    return _another_margin(claim)


def _beyond_the_range(claim: ClaimRecord) -> str:
    ranges = ", ".join(
        f"{name} = {_span(values)}" for name, values in claim.scope.grid.items() if len(values) > 1
    )
    varying = [name for name in claim.exponents if len(claim.scope.grid.get(name, ())) > 1]
    if not varying:
        return f"Sizes beyond {ranges} that another form describes." if ranges else "Several sizes."
    turn = "come to lie in" if claim.verdict is Outcome.REFUTED else "leave"
    return f"Sizes beyond {ranges} at which local exponents {turn} {_wanted(claim, varying)}."


def _wanted(claim: ClaimRecord, varying: list[str]) -> str:
    """The range of each exponent that the claim allows, its margin included."""
    margin = claim.scope.margin
    allowed = {
        name: (exponent.claimed - margin, exponent.claimed + margin)
        for name in varying
        if (exponent := claim.exponents[name]).claimed is not None
    }
    words = {"O": "the range up to {high:g}", "Omega": "the range from {low:g} up"}
    template = words.get(claim.sense or "", "{low:g}..{high:g}") + " in {name}"
    return ", ".join(template.format(low=low, high=high, name=name) for name, (low, high) in allowed.items())


def _another_margin(claim: ClaimRecord) -> str:
    low, high = -math.inf, -math.inf
    for nearest, farthest in _deviations(claim):
        low, high = max(low, nearest), max(high, farthest)
    if claim.verdict is Outcome.REFUTED and math.isfinite(low) and low > claim.scope.margin:
        return f"A margin above {100 * low:.3g} %, by which some cell certainly misses the formula."
    if claim.verdict is not Outcome.REFUTED and 0 < high < claim.scope.margin:
        return (
            f"A margin below {100 * high:.3g} %, as far as some interval reaches; or cells of another grid."
        )
    return "Cells of another grid."


def _deviations(claim: ClaimRecord) -> Iterator[tuple[float, float]]:
    """How far each interval is from the formula, relative to it: its nearest and its farthest point."""
    sign = {Relation.AT_MOST: 1.0, Relation.AT_LEAST: -1.0}.get(Relation(claim.relation))
    for cell in claim.cells:
        if cell.claimed and None not in cell.ci:
            yield _deviation(cell, cell.claimed, sign)


def _deviation(cell: CellRecord, claimed: float, sign: float | None) -> tuple[float, float]:
    ends = [(end - claimed) / abs(claimed) for end in cell.ci if end is not None]
    if sign is not None:
        return min(sign * end for end in ends), max(sign * end for end in ends)
    crosses = min(ends) <= 0 <= max(ends)
    return 0.0 if crosses else min(map(abs, ends)), max(map(abs, ends))


def _span(values: list[Value]) -> str:
    numbers = [value for value in values if not isinstance(value, str)]
    return f"{min(numbers):g}..{max(numbers):g}" if numbers else f"{len(values)} variants"
