"""Why a claim has its verdict, in lines of text for a terminal or a notebook, and what would change it.

A verdict of measurement speaks of its range and its margin. What lies beyond the range could turn an order of
growth; another margin could turn a comparison of values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from ..claim import BoundType, Relation
from ..document import ClaimRecord, ComparisonOutcome, Exponent, Outcome
from ..reason import Formula, Kind, PartOrPlain, Ranges, Reason, Share, Text, ranges, reason
from ..wording import Medium, words
from ..wording.fits import alternative_words
from ..wording.formulas import unicode_formula
from ..wording.outcomes import word
from ..wording.statements import compared, headline
from . import decision

_TURNS: Final = {
    (BoundType.THETA, True): Kind.BEYOND_COMES_WITHIN,
    (BoundType.THETA, False): Kind.BEYOND_LEAVES,
    (BoundType.O, True): Kind.BEYOND_SINKS_TO,
    (BoundType.O, False): Kind.BEYOND_EXCEEDS,
    (BoundType.OMEGA, True): Kind.BEYOND_RISES_TO,
    (BoundType.OMEGA, False): Kind.BEYOND_FALLS_BELOW,
}
"""What local exponents beyond the range would have to do, by the bound type and whether it was refuted."""

_DECIDED: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED)


def explanation(claim: ClaimRecord) -> list[str]:
    """Verdict, the three formulas and their comparisons, the row that decided, what would change it.

    A comparison that says what the verdict does is not said again.
    """
    formulas, comparisons, said = claim.formulas, claim.comparisons, headline(claim, Medium.TERMINAL)
    shown = {"claimed": formulas.claimed, "derived": formulas.derived, "measured": formulas.measured}
    sides = (comparisons.symbolic, comparisons.inference, comparisons.points)
    return [
        f"{word(claim)}  {claim.id}",
        said,
        *(f"  {name}: {unicode_formula(text)}" for name, text in shown.items() if text),
        *(
            f"  {told}"
            for side in sides
            if side.outcome is not ComparisonOutcome.NOT_MADE
            and (told := compared(side, Medium.TERMINAL)) != said
        ),
        *_why(claim),
        f"  {change(claim)}",
    ]


def _why(claim: ClaimRecord) -> Iterator[str]:
    """The row of the decision table, its numbers, and what an open claim would cost to decide."""
    row = decision.row(claim)
    yield f"why this verdict: the row {row.name!r} of the decision table"
    for outcome, asked in row.asks.items():
        yield f"  {'→' if outcome is claim.verdict else ' '} {outcome}: {asked}"
    if claim.verdict not in row.asks:
        why = (
            "derivation and simulation disagree"
            if _disagrees(claim)
            else "none of these, for want of evidence"
        )
        yield f"  → {claim.verdict}: {why}"
    yield "with its numbers"
    yield from (f"  {line}" for line in decision.numbers(claim, Medium.TERMINAL))
    if (cost := decision.cost(claim)) is not None:
        yield f"  to decide it: {cost}"


def remarks(claim: ClaimRecord) -> Iterator[str]:
    """What became of each alternative, and what would change the verdict."""
    for alternative in claim.alternatives:
        yield alternative_words(alternative, Medium.TERMINAL)
    yield change(claim)


def change(claim: ClaimRecord) -> str:
    """What would change the verdict, on one line."""
    return f"what would change this: {words(what_would_change(claim), Medium.TERMINAL)}"


def what_would_change(claim: ClaimRecord) -> Reason:
    """What evidence, or which other margin, would lead to another verdict; one sentence or two."""
    if _disagrees(claim):
        return reason(Kind.ONE_DEFINITION)
    if claim.verdict is Outcome.ERROR:
        return reason(Kind.CORRECTED)
    if claim.verdict not in _DECIDED:
        cut = reason(Kind.CUT_BY_BUDGET) if claim.scope.cut_by_budget else None
        return reason(Kind.WOULD_CHANGE, found=(_missing(claim),) if cut is None else (_missing(claim), cut))
    if claim.relation == Relation.LAW:
        return _beyond_the_range(claim)
    return _another_margin(claim)


def _disagrees(claim: ClaimRecord) -> bool:
    """Whether derivation and simulation are not of one quantity."""
    return claim.verdict is Outcome.ERROR and claim.comparisons.points.outcome is ComparisonOutcome.DIFFERS


def _missing(claim: ClaimRecord) -> Reason | Text:
    return claim.scope.missing_reason or Text(text=claim.scope.missing or claim.summary)


def _beyond_the_range(claim: ClaimRecord) -> Reason:
    told = [
        _turn(claim, name, exponent) for name, exponent in claim.exponents.items() if _range(claim, name).of
    ]
    if told:
        return reason(Kind.WOULD_CHANGE, found=tuple(told))
    names = [name for name in claim.scope.grid if _range(claim, name).of]
    if not names:
        return reason(Kind.SEVERAL_SIZES)
    return reason(Kind.BEYOND_RANGE, range=ranges({name: _range(claim, name).of[name] for name in names}))


def _turn(claim: ClaimRecord, name: str, exponent: Exponent) -> Reason:
    """Local exponents of one variable that would turn the verdict, the margin included."""
    parts: dict[str, PartOrPlain] = {"range": _range(claim, name), "variable": Formula(code=name)}
    if exponent.claimed is None or _in_exponential(claim, name):
        return reason(Kind.BEYOND_RANGE, range=parts["range"])
    edge = exponent.claimed + (
        -claim.scope.margin if claim.bound_type == BoundType.OMEGA else claim.scope.margin
    )
    kind = _TURNS[BoundType(claim.bound_type or BoundType.THETA), claim.verdict is Outcome.REFUTED]
    return reason(kind, **parts, claimed=exponent.claimed, margin=claim.scope.margin, edge=edge)


def _in_exponential(claim: ClaimRecord, name: str) -> bool:
    """Whether the law has a rate in this variable, so that its local exponents belong to no power."""
    return any(name in re.findall(r"\w+", rate.removeprefix("rate of ")) for rate in claim.rates)


def _range(claim: ClaimRecord, name: str) -> Ranges:
    """The range of a variable that varies; of any other none."""
    sizes = [value for value in claim.scope.grid.get(name, ()) if not isinstance(value, str)]
    return ranges({name: (float(min(sizes)), float(max(sizes)))} if len(set(sizes)) > 1 else {})


def _another_margin(claim: ClaimRecord) -> Reason:
    low, high = -math.inf, -math.inf
    for nearest, farthest in _deviations(claim):
        low, high = max(low, nearest), max(high, farthest)
    if claim.verdict is Outcome.REFUTED and math.isfinite(low) and low > claim.scope.margin:
        return reason(Kind.LARGER_MARGIN, margin=Share(value=low))
    if claim.verdict is not Outcome.REFUTED and 0 < high < claim.scope.margin:
        return reason(Kind.SMALLER_MARGIN, margin=Share(value=high))
    return reason(Kind.OTHER_SETTINGS)


def _deviations(claim: ClaimRecord) -> Iterator[tuple[float, float]]:
    """How far each interval is from the formula, relative to it: its nearest and its farthest point."""
    sign = {Relation.AT_MOST: 1.0, Relation.AT_LEAST: -1.0}.get(Relation(claim.relation))
    for point in claim.points:
        if not point.claimed or None in point.ci:
            continue
        ends = [(end - point.claimed) / abs(point.claimed) for end in point.ci if end is not None]
        if sign is not None:
            ends = [sign * end for end in ends]
            yield min(ends), max(ends)
        else:
            crosses = min(ends) <= 0 <= max(ends)
            yield 0.0 if crosses else min(map(abs, ends)), max(map(abs, ends))
