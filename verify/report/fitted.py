"""The law that was fitted to a claim's estimates, at its design points, and the band of its exponent.

Where a document has the fitted formula it is evaluated. Where it has the slope on the range alone, or the
rate of an exponential, the line has that slope through the middle of the points. The band has the slopes of
the exponent's interval through the middle of the sizes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..claim import Relation
from ..document import ClaimRecord, Exponent, PointRecord
from ..wording.formulas import unicode_formula
from .axes import REACH, within_reach

FEWEST: Final = 2
"""Sizes that a line needs."""

LARGEST, ROUNDING = 12, 1e-9
"""The largest denominator of an exponent that is written as a fraction, and how near it must be."""

LOGS: Final = math.log(REACH)
"""The logarithm of what an axis reaches: an interval of an exponent may have any ends."""

DECIMALS: Final = 2
"""Of a measured exponent in a label."""


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A fitted line at ascending sizes, with the ends of its band where the exponent has an interval."""

    sizes: tuple[float, ...]
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


def fitted(claim: ClaimRecord, variable: str, points: Sequence[PointRecord]) -> Fitted | None:
    """The line along a variable through points that differ in it; None where no law was fitted."""
    exponent = claim.exponents.get(variable)
    seen = [point for point in points if point.mean > 0 and _size(point, variable) > 0]
    sizes = tuple(_size(point, variable) for point in seen)
    if claim.relation != Relation.LAW or exponent is None or len(set(sizes)) < FEWEST:
        return None
    values = _by_formula(claim, seen) or _by_slope(exponent, sizes, [point.mean for point in seen])
    if values is None:
        return None
    low, high = _band(exponent, sizes, values)
    return Fitted(sizes=sizes, values=values, low=low, high=high)


def law_labels(claim: ClaimRecord, variable: str) -> dict[str, str]:
    """The words on the lines of a claim's routes: the route, and of a law its order in the variable.

    >>> _power("d_k", 0.5), _power("d_k", 0), _power("n", 1)
    ('√d_k', 'constant', 'n')
    """
    exponent = claim.exponents.get(variable)
    plain = {"claimed": "claimed", "derived": "derived", "fitted": "fitted"}
    if claim.relation != Relation.LAW or exponent is None or claim.rates:
        return plain
    found = {
        route: f"{route} {_power(variable, value)}"
        for route, value in (("claimed", exponent.claimed), ("derived", exponent.derived))
        if value is not None
    }
    if exponent.exponential is not None:
        rate = unicode_formula(f"exp({exponent.exponential:.3g}*{variable})")
        found["fitted"] = f"fitted {rate}"
    elif exponent.estimate is not None:
        found["fitted"] = (
            f"fitted {variable}^{round(exponent.estimate, DECIMALS) + 0.0:.{DECIMALS}f}".replace(
                "-", "\N{MINUS SIGN}"
            )
        )
    return plain | found


def _power(variable: str, exponent: float) -> str:
    if exponent == 0:
        return "constant"
    near = Fraction(exponent).limit_denominator(LARGEST)
    power = str(near) if abs(float(near) - exponent) < ROUNDING else f"{exponent:.3g}"
    return variable if power == "1" else unicode_formula(f"{variable}**({power})")


def _by_formula(claim: ClaimRecord, points: Sequence[PointRecord]) -> tuple[float, ...] | None:
    if claim.formulas.measured is None:
        return None
    from ..law import LawError, evaluate, parse

    try:
        law = parse(claim.formulas.measured)
        values = tuple(float(evaluate(law, point.at)) for point in points)
    except (LawError, ValueError, ArithmeticError, TypeError):
        return None
    return values if all(math.isfinite(value) and value > 0 for value in values) else None


def _by_slope(exponent: Exponent, sizes: Sequence[float], means: Sequence[float]) -> tuple[float, ...] | None:
    middle = math.fsum(map(math.log, means)) / len(means)
    if exponent.exponential is not None:
        at = math.fsum(sizes) / len(sizes)
        return tuple(
            math.exp(within_reach(middle + exponent.exponential * (size - at), reach=LOGS)) for size in sizes
        )
    if exponent.estimate is None:
        return None
    at = math.fsum(map(math.log, sizes)) / len(sizes)
    return tuple(
        math.exp(within_reach(middle + exponent.estimate * (math.log(size) - at), reach=LOGS))
        for size in sizes
    )


def _band(
    exponent: Exponent, sizes: Sequence[float], values: Sequence[float]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The least and the largest value of the slopes in the exponent's interval; none without one."""
    low, high = exponent.ci or (None, None)
    if low is None or high is None or exponent.estimate is None or exponent.exponential is not None:
        return (), ()
    at = math.exp(math.fsum(map(math.log, sizes)) / len(sizes))
    ends = [
        [
            value * math.exp(within_reach((end - exponent.estimate) * math.log(size / at), reach=LOGS))
            for end in (low, high)
        ]
        for size, value in zip(sizes, values, strict=True)
    ]
    return tuple(map(min, ends)), tuple(map(max, ends))


def _size(point: PointRecord, variable: str) -> float:
    value = point.at.get(variable)
    return float(value) if isinstance(value, int | float) else 0.0
