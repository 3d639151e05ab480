"""Axes of the plots: scales and limits, marks beside each other, labels that do not run into each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from .numerals import numeral

LOG_SPAN: Final = 4.0
"""A variable whose largest value is this many times its smallest gets a log axis."""

LABEL_WIDTH: Final = 0.021
"""Width of one character of a label, as a part of the axis."""

PLAIN_POWERS: Final = 3
"""Powers of ten up to this one are written in full."""

SUPERSCRIPTS: Final = str.maketrans("-\N{MINUS SIGN}0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def labelled_sizes(sizes: Sequence[float]) -> list[float]:
    """Those of the ascending sizes whose labels have room beside each other, from the largest down."""
    scale = math.log if spans_log(sizes) else float
    low, high = map(scale, limits(sizes))
    shown: list[float] = []
    for size in reversed(sizes):
        needed = LABEL_WIDTH * (len(numeral(size)) + 1)
        if not shown or (scale(shown[-1]) - scale(size)) / (high - low) > needed:
            shown.append(size)
    return shown[::-1]


def log_label(value: float) -> str:
    """The label of a value on a log axis; small and large powers of ten are written as powers."""
    power = round(math.log10(value))
    is_power = abs(power) > PLAIN_POWERS and math.isclose(value, 10.0**power)
    return "10" + str(power).translate(SUPERSCRIPTS) if is_power else numeral(value)


def dodge(sizes: Sequence[float], index: int, count: int) -> tuple[float, ...]:
    """Places beside the sizes for the marks of one of `count` series, so that none hides another."""
    if count == 1 or len(sizes) == 1:
        return tuple(sizes)
    shift = 0.045 * (index / (count - 1) - 0.5)
    if spans_log(sizes):
        return tuple(size * (sizes[-1] / sizes[0]) ** shift for size in sizes)
    return tuple(size + shift * (sizes[-1] - sizes[0]) for size in sizes)


def spans_log(sizes: Sequence[float]) -> bool:
    """Whether ascending sizes call for a log axis."""
    return sizes[0] > 0 and sizes[-1] >= LOG_SPAN * sizes[0]


def limits(sizes: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that holds the ascending sizes with a little room."""
    return padded(sizes[0], sizes[-1], is_log=spans_log(sizes))


def padded(low: float, high: float, *, is_log: bool) -> tuple[float, float]:
    """The ends moved apart a little; equal ends are moved apart by half their size, or by one half."""
    if is_log:
        space = (high / low) ** 0.06 if high > low else 1.5
        return low / space, high * space
    space = 0.06 * (high - low) or 0.5 * abs(high) or 0.5
    return low - space, high + space
