"""Scales of the plots, linear and logarithmic, and labels that do not run into each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .numerals import numeral

LOG_SPAN: Final = 4.0
"""A variable whose largest value is this many times its smallest gets a log axis."""

LABEL_WIDTH: Final = 0.021
"""Width of one character of a label, as a part of the axis."""

MAX_LABELS: Final = 5
PLAIN_POWERS: Final = 3
"""Powers of ten up to this one are written in full."""

STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

Label = tuple[float, str]


@dataclass(frozen=True, kw_only=True)
class Scale:
    """The map of the values from `low` to `high` onto the lengths from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool

    def __call__(self, value: float) -> float:
        """The length at the value; on a log scale the value is positive."""
        low, high, at = (math.log(v) if self.is_log else v for v in (self.low, self.high, value))
        return self.start + (at - low) / (high - low) * (self.end - self.start)


def labels(low: float, high: float, *, is_log: bool) -> list[Label]:
    """Few round values from `low` to `high` with their texts; on a log scale decades, or 1, 2 and 5."""
    found = _log_labels(low, high) if is_log else []
    return found if len(found) > 1 else _linear_labels(low, high)


def labelled_sizes(sizes: Sequence[float]) -> list[float]:
    """Those of the ascending sizes whose labels have room beside each other, from the largest down."""
    place = Scale(low=limits(sizes)[0], high=limits(sizes)[1], start=0, end=1, is_log=spans_log(sizes))
    shown: list[float] = []
    for size in reversed(sizes):
        needed = LABEL_WIDTH * (len(numeral(size)) + 1)
        if not shown or place(shown[-1]) - place(size) > needed:
            shown.append(size)
    return shown[::-1]


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
        room = (high / low) ** 0.06 if high > low else 1.5
        return low / room, high * room
    room = 0.06 * (high - low) or 0.5 * abs(high) or 0.5
    return low - room, high + room


def _log_labels(low: float, high: float) -> list[Label]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    within = [k for k in decades if low <= 10.0**k <= high]
    if len(within) > 1:
        step = math.ceil(len(within) / MAX_LABELS)
        return [(10.0**k, _power_of_ten(k)) for k in within if k % step == 0]
    values = [float(f"{m}e{k}") for k in decades for m in (1, 2, 5)]
    return [(value, numeral(value)) for value in values if low <= value <= high]


def _linear_labels(low: float, high: float) -> list[Label]:
    unit = 10.0 ** math.floor(math.log10((high - low) / (MAX_LABELS - 1)))
    step = next(m * unit for m in STEPS if m * unit * (MAX_LABELS - 1) >= high - low)
    values = [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
    decimals = len(numeral(step).partition(".")[2])
    is_plain = "e" not in numeral(step)
    return [(value, f"{value:.{decimals}f}" if is_plain else numeral(value)) for value in values]


def _power_of_ten(power: int) -> str:
    return numeral(10.0**power) if abs(power) <= PLAIN_POWERS else "10" + str(power).translate(SUPERSCRIPTS)
