"""Numbers that carry a line about a claim: exponents, the slack of a bound, the smallest witness against it.

Each is taken from the records of the document: a witness is the smallest cell whose simultaneous interval
lies beyond what is claimed and its margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from ..claim import Relation, Value
from ..document import Bounds, CellRecord, ClaimRecord, Exponent
from .findings import coordinates, fixed
from .mathml import is_letter, variable_latex
from .numerals import numeral

MOST_PLACES: Final = 4
"""Coordinates of a witness that are told; the report's table of cells has all of them."""

NEGLIGIBLE: Final = 1e-9
"""Exponents that differ by less are the same number."""


def exponents(claim: ClaimRecord) -> str:
    """Each exponent, measured with its interval or derived, beside the claimed one.

    Of a claim that fails only those that fail it; empty where none does, or where nothing is known.
    """
    told = [_exponent("exponent", name, one, claim) for name, one in claim.exponents.items()]
    told += [_exponent("rate", name, one, claim) for name, one in claim.rates.items()]
    return "; ".join(part for part in told if part)


def slack(claim: ClaimRecord) -> str:
    """The least and the largest ratio of the measured value to the bound over its cells."""
    ratios = [
        cell.mean / cell.claimed for cell in claim.cells if cell.claimed and not _is_vacuous(claim, cell)
    ]
    if not ratios:
        return ""
    low, high = numeral(min(ratios), 3), numeral(max(ratios), 3)
    return f"measured/bound {low}" if low == high else f"measured/bound {low} to {high}"


def witness(claim: ClaimRecord, told: str) -> str:
    """The smallest cell that speaks against the claim; empty where there is none.

    `told` is what the formula's value is called: claimed, published.
    """
    against = [cell for cell in claim.cells if _contradicts(claim, cell)]
    return reading(claim, min(against, key=_size), told) if against else ""


def far_end(claim: ClaimRecord, told: str) -> str:
    """The largest cell; empty where there is none."""
    return reading(claim, max(claim.cells, key=_size), told) if claim.cells else ""


def reading(claim: ClaimRecord, cell: CellRecord, told: str) -> str:
    """What was measured in a cell beside the formula's value, and where."""
    value = f"{numeral(cell.mean)} measured"
    if claim.relation == Relation.ORDERING:
        value = f"the difference is {numeral(cell.mean)}"
    elif cell.claimed is not None:
        value += f" where {numeral(cell.claimed)} is {told}"
    where = _place(claim, cell)
    return f"{value} at {where}" if where else value


def span(claim: ClaimRecord) -> str:
    """The range of each variable with several values, as far as they are numbers."""
    ranges = []
    for name in coordinates(claim):
        sizes = sorted({v for cell in claim.cells if isinstance(v := cell.at.get(name), int | float)})
        if len(sizes) > 1:
            ranges.append(f"{_variable(name)} = {numeral(sizes[0])}..{numeral(sizes[-1])}")
    return ", ".join(ranges) or "one point"


def _exponent(kind: str, name: str, one: Exponent, claim: ClaimRecord) -> str:
    if one.claimed is None or (one.estimate is None and one.derived is None):
        return ""
    if claim.holds == "no" and not _is_against(one):
        return ""
    if claim.holds == "yes" and one.claimed == 0 and len(claim.exponents) > 1 and not _is_against(one):
        return ""
    others = [("claimed", one.claimed)]
    if one.estimate is None:
        found = f"{numeral(one.derived or 0.0)} derived"
    else:
        found = f"{numeral(one.estimate)}{_interval(one.ci)}"
        others += [("derived", one.derived)] if one.derived is not None else []
    same = len(others) > 1 and abs(others[0][1] - others[1][1]) < NEGLIGIBLE
    beside = f"{numeral(one.claimed)} is claimed"
    if same:
        beside += " and derived"
    elif len(others) > 1:
        beside += f" and {numeral(others[1][1])} derived"
    return f"{kind} of {_variable(name.removeprefix('rate of '))} {found} where {beside}"


def _is_against(one: Exponent) -> bool:
    """Whether the derived exponent, or the whole interval, is another than the claimed one."""
    claimed = one.claimed or 0.0
    if one.derived is not None and abs(one.derived - claimed) > NEGLIGIBLE:
        return True
    low, high = one.ci or (None, None)
    return (low is not None and low > claimed) or (high is not None and high < claimed)


def _interval(ci: Bounds | None) -> str:
    if ci is None:
        return ""
    low = "-∞" if ci[0] is None else numeral(ci[0])
    high = "∞" if ci[1] is None else numeral(ci[1])
    return "" if low == high else f" [{low}, {high}]"


def _contradicts(claim: ClaimRecord, cell: CellRecord) -> bool:
    low, high = cell.ci
    if claim.relation == Relation.ORDERING:
        return high is not None and high < 0
    if cell.claimed is None or _is_vacuous(claim, cell):
        return False
    margin = claim.scope.margin * (abs(cell.claimed) or 1.0)
    above = low is not None and low > cell.claimed + margin
    below = high is not None and high < cell.claimed - margin
    if claim.relation == Relation.AT_MOST:
        return above
    return below if claim.relation == Relation.AT_LEAST else above or below


def _is_vacuous(claim: ClaimRecord, cell: CellRecord) -> bool:
    """Whether every proportion meets the bound."""
    if cell.failures is None or cell.claimed is None:
        return False
    return cell.claimed >= 1 if claim.relation == Relation.AT_MOST else cell.claimed <= 0


def _size(cell: CellRecord) -> float:
    """Grows with each of the cell's coordinates."""
    return sum(
        math.log1p(abs(v)) for v in cell.at.values() if isinstance(v, int | float) and math.isfinite(v)
    )


def _place(claim: ClaimRecord, cell: CellRecord) -> str:
    """The coordinates by which the cell differs from others; of a single cell, its numbers."""
    same = fixed(claim)
    shown = [(name, cell.at.get(name)) for name in coordinates(claim) if name not in same]
    if len(claim.cells) == 1:
        shown = [(name, value) for name, value in shown if isinstance(value, int | float)]
    return ", ".join(_coordinates(shown[:MOST_PLACES]))


def _coordinates(places: Iterable[tuple[str, Value | None]]) -> Iterable[str]:
    for name, value in places:
        yield f"{_variable(name)} = {numeral(value) if isinstance(value, int | float) else value}"


def _variable(name: str) -> str:
    return f"${variable_latex(name)}$" if is_letter(name) else name
