"""The relative error of a point that a budget buys: what the planner asks for, six times it, a third.

| relation | the default budget suffices, with power 0.95, for |
|---|---|
| Law | an exponent known to the margin, whichever correction of the family is free |
| Equals | all points within the margin, if the formula is exact |
| AtMost, AtLeast | a violation by 10 % at one point, by Holm over the points |
| Ordering | the same of a reversal as large as the difference |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from scipy import special
from theorycheck.claim import Relation
from theorycheck.evidence.plan import CLAIM_LEVEL
from theorycheck.statistics.corrections import Design
from theorycheck.statistics.sizing import required_error

from .row import Budget, Row

POWER: Final = 0.95
VIOLATION: Final = 0.1
"""What a bound is violated by, relative to it."""

SCALES: Final = {Budget.STARVED: 6.0, Budget.DEFAULT: 1.0, Budget.RICH: 1 / 3}


def relative_error(row: Row) -> float:
    """The relative standard error of each point of a row.

    Of a design effect or shared trials it is the error that remains after them.
    """
    return SCALES[row.budget] * (row.error or _default(row))


def _default(row: Row) -> float:
    points = int(np.prod([len(sizes) for sizes in row.sizes.values()]))
    match row.relation:
        case Relation.LAW:
            return _of_law(row, points)
        case Relation.EQUALS:
            return row.margin / (_z(CLAIM_LEVEL / (2 * points)) + _z((1 - POWER) / (2 * points)))
        case Relation.ORDERING:
            return 1 / (_z(CLAIM_LEVEL / points) + _z((1 - POWER) / points))
        case _:
            reach = (VIOLATION - row.margin) / (1 + VIOLATION)
            return reach / (_z(CLAIM_LEVEL / points) + _z((1 - POWER) / 2))


def _of_law(row: Row, points: int) -> float:
    """The smallest error that some variable and some correction ask for.

    Points that differ in the other variables share in one variable's exponent.
    """
    level = CLAIM_LEVEL / len(row.sizes)
    return min(
        _required(tuple(map(float, sizes)), row.margin, level, row.exponents.get(name, 1.0))
        * float(np.sqrt(points / len(sizes)))
        for name, sizes in row.sizes.items()
    )


@lru_cache(maxsize=256)
def _required(sizes: tuple[float, ...], margin: float, level: float, exponent: float) -> float:
    columns = np.log(np.array(sizes))[:, None]
    design = Design(names=("size",), columns=columns, offset=np.zeros(len(sizes)))
    return required_error(design, np.array([exponent]), margin, level=level, power=POWER)


def _z(level: float) -> float:
    return float(-special.ndtri(level))
