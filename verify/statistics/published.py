"""Published numbers as printed: what rounding leaves open, and whether they fit each other.

A mean m, the standard deviation s of n values and a two-sided p-value of Student's t-test of the
mean against `null` are three numbers about one t = (m - null) sqrt(n) / s. Each was rounded to the
digits it is printed with, so each stands for an interval; they fit where some values in the
intervals of mean and spread give a p-value in its own.
"""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

import scipy

Range = tuple[float, float]


def printed_range(text: str) -> Range:
    """The values that round to a printed number; a leading "<" or ">" bounds a probability.

    >>> [round(end, 4) for end in printed_range("0.30")], printed_range("<0.05")
    ([0.295, 0.305], (0.0, 0.05))
    """
    digits = text.strip().lstrip("<>").strip()
    try:
        value = Decimal(digits)
    except InvalidOperation as error:
        raise ValueError(f"{text!r} is not a printed number, such as 0.30 or <0.05.") from error
    if text.strip().startswith("<"):
        return 0.0, float(value)
    if text.strip().startswith(">"):
        return float(value), 1.0
    exponent = value.as_tuple().exponent
    half = Decimal(5).scaleb(int(exponent) - 1)
    return float(value - half), float(value + half)


def student_p_value(mean: float, stderr: float, n: int) -> float:
    """The two-sided p-value of t = mean / stderr on n - 1 degrees of freedom.

    >>> round(student_p_value(2.0, 1.0, 11), 3)
    0.073
    """
    if stderr <= 0:
        return 1.0 if mean == 0 else 0.0
    return float(2 * scipy.special.stdtr(n - 1, -abs(mean) / stderr))


def p_value_range(mean: Range, spread: Range, n: int, *, null: float, of_mean: bool) -> Range:
    """The p-values that mean and spread admit within their rounding."""
    root = 1.0 if of_mean else math.sqrt(n)
    distances = [abs(end - null) for end in mean]
    nearest = 0.0 if mean[0] <= null <= mean[1] else min(distances)
    smallest = student_p_value(max(distances), max(spread[0], 0.0) / root, n)
    return smallest, student_p_value(nearest, spread[1] / root, n)


def overlap(first: Range, second: Range) -> bool:
    """Whether two intervals have a value in common."""
    return first[0] <= second[1] and second[0] <= first[1]
