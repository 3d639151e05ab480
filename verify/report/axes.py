"""Axes of charts: scales and limits, marks beside each other, labels that do not run into each other.

Values to be labelled are chosen here, as matplotlib's `MaxNLocator` and `LogLocator` choose them (a test
compares them): loading matplotlib for a few numbers takes longer than drawing the plots of a claim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..wording.names import superscript
from .numerals import set_numeral

LOG_SPAN: Final = 4.0
"""A variable whose largest value is this many times its smallest gets a log axis."""

LABEL_WIDTH, LABEL_GAP = 0.021, 10.0
"""Width of one character of a label, as a part of the axis; and points between labels above each other."""

LONGEST_LABEL: Final = 8
"""Characters of a label that has room beside the axis."""

SPREAD: Final = 0.045
"""The part of an axis over which the marks of several series at one size are spread."""

FREE_END: Final = 0.06
"""The part of an axis that is left free at either end."""

FAR: Final = 1e6
"""Lengths of an axis beyond which nothing is drawn: what stands there is cut off."""

PLAIN_POWERS: Final = 3
"""Powers of ten up to this one are written in full."""

MOST_LABELS: Final = 5
MOST_IN_DECADE: Final = 10
"""Labels of an axis; and of a log axis so short that it has no two of 1, 2 and 5 times a power of ten."""

STEPS: Final = (0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0)
"""Between labels, as multiples of a power of ten."""

DECADES: Final = 100.0
"""A log axis that spans more than this factor is labelled by powers of ten, else by 1, 2 and 5 as well."""

REACH: Final = 1e300
"""No axis goes beyond it, nor a log axis below its inverse, so that sums of ends are numbers."""

OFFSET: Final = 100.0
"""Values that differ by less than this part of their middle are counted from a power of ten near them."""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """Where the values between `low` and `high` stand along an axis of a length, in points.

    It is labelled with those of the ascending `values` that have room, or else with ticks.
    """

    low: float
    high: float
    length: float
    is_log: bool
    is_upward: bool = False
    values: tuple[float, ...] = ()
    name: str = ""

    def __call__(self, value: float) -> float:
        """The place of a value from the axis' beginning: left, or top for an upward axis."""
        low, high = self._ends
        shown = within_reach(value, is_log=self.is_log)
        part = ((math.log(shown) if self.is_log else shown) - low) / (high - low)
        part = within_reach(part, reach=FAR)
        return self.length * (1 - part if self.is_upward else part)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        return (math.log(self.low), math.log(self.high)) if self.is_log else (self.low, self.high)

    def shows(self, value: float) -> bool:
        """Whether the value has a place: it is finite and, on a log axis, above zero."""
        return math.isfinite(value) and (value > 0 or not self.is_log)

    def labels(self) -> list[tuple[float, str]]:
        """The labelled values; the ticks of a linear axis have the same number of decimals."""
        if self.values:
            return self._with_room()
        shown = ticks(self.low, self.high, is_log=self.is_log)
        if self.is_log:
            return [(value, log_label(value)) for value in shown]
        return list(zip(shown, _alike(shown), strict=True))

    def _with_room(self) -> list[tuple[float, str]]:
        """The values whose labels have room beside or below each other, from the largest down."""
        shown: list[tuple[float, str]] = []
        for value in reversed(self.values):
            label = set_numeral(value)
            needed = LABEL_GAP if self.is_upward else LABEL_WIDTH * self.length * (len(label) + 1)
            if not shown or abs(self(shown[-1][0]) - self(value)) >= needed:
                shown.append((value, label))
        return shown[::-1]


def sizes_axis(sizes: Sequence[float], length: float, name: str) -> Axis:
    """An axis that holds ascending sizes with a little room, labelled with them."""
    low, high = limits(sizes)
    return Axis(low=low, high=high, length=length, is_log=spans_log(sizes), values=tuple(sizes), name=name)


def log_label(value: float) -> str:
    """The label of a value on a log axis; small and large powers of ten are written as powers."""
    power = round(math.log10(value))
    is_power = abs(power) > PLAIN_POWERS and math.isclose(value, 10.0**power)
    return f"10{superscript(str(power))}" if is_power else set_numeral(value)


def dodge(sizes: Sequence[float], index: int, count: int) -> tuple[float, ...]:
    """Places beside the sizes for the marks of one of `count` series, so that none hides another."""
    if count == 1 or len(sizes) == 1:
        return tuple(sizes)
    shift = SPREAD * (index / (count - 1) - 0.5)
    if spans_log(sizes):
        return tuple(size * (sizes[-1] / sizes[0]) ** shift for size in sizes)
    return tuple(size + shift * (sizes[-1] - sizes[0]) for size in sizes)


def spans_log(sizes: Sequence[float]) -> bool:
    """Whether ascending sizes call for a log axis."""
    return sizes[0] > 0 and sizes[-1] >= LOG_SPAN * sizes[0]


def limits(sizes: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that holds the ascending sizes with a little room."""
    return padded(sizes[0], sizes[-1], is_log=spans_log(sizes))


def within_reach(value: float, *, is_log: bool = False, reach: float = REACH) -> float:
    """The value, or the end of what an axis can show.

    >>> within_reach(1e308), within_reach(-1e308, is_log=True), within_reach(7.0)
    (1e+300, 1e-300, 7.0)
    """
    return min(max(value, 1 / reach if is_log else -reach), reach)


def padded(low: float, high: float, *, is_log: bool) -> tuple[float, float]:
    """The ends moved apart a little; equal ends are moved apart by half their size, or by one half."""
    low, high = within_reach(low, is_log=is_log), within_reach(high, is_log=is_log)
    if is_log:
        ratio = high / low
        space = (ratio if math.isfinite(ratio) else REACH) ** FREE_END if high > low else 1.5
        return within_reach(low / space, is_log=True), within_reach(high * space, is_log=True)
    space = FREE_END * (high - low) or 0.5 * abs(high) or 0.5
    return low - space, high + space


def ticks(low: float, high: float, *, is_log: bool) -> list[float]:
    """Few plain values within the ends.

    >>> ticks(7, 2100, is_log=True), ticks(7, 70, is_log=True), ticks(7, 21, is_log=False)
    ([10.0, 100.0, 1000.0], [10.0, 20.0, 50.0], [10.0, 15.0, 20.0])
    """
    if not is_log:
        return _even(low, high, MOST_LABELS)
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    if high >= DECADES * low:
        return _within([10.0**power for power in _powers(first, last)], low, high)
    found = [part * 10.0**power for power in range(first - 1, last + 1) for part in (1.0, 2.0, 5.0)]
    within = _within(found, low, high)
    return within if len(within) > 1 or first <= last else _even(low, high, MOST_IN_DECADE)


def _within(values: Sequence[float], low: float, high: float) -> list[float]:
    return [value for value in values if low <= value <= high]


def _powers(first: int, last: int) -> range:
    """Powers between two, at most `MOST_LABELS`, so far apart that the most of the axis is labelled."""
    available = last - first + 1
    stride = available // (MOST_LABELS + 1) + 1
    count = min(math.ceil(available / stride), MOST_LABELS)
    stride = (available - 1) // max(count - 1, 1)
    if stride < available / count:
        stride = available // count
    least, most = max(available - stride * count, 0), min(available - stride * (count - 1), stride)
    # Multiples of the stride, where they are as many.
    offset = -first % stride
    return range(first + (offset if least <= offset < most else least), last + 1, stride)


def _even(low: float, high: float, most: int) -> list[float]:
    """Multiples of the smallest step with at most so many of them, or of a smaller one for at least two."""
    span, middle = high - low, (low + high) / 2
    is_far = abs(middle) >= OFFSET * span
    offset = math.copysign(10 ** (math.log10(abs(middle)) // 1), middle) if is_far else 0.0
    least = span / (most - 1)
    steps = [part * 10 ** (math.log10(least) // 1) for part in STEPS]
    large = next(index for index, step in enumerate(steps) if step >= least)
    found: list[float] = []
    for step in reversed(steps[: large + 1]):
        start = (low - offset) // step * step
        found = [number * step + start for number in range(math.ceil((high - offset - start) / step) + 1)]
        if len(_within(found, low - offset, high - offset)) > 1:
            break
    return _within([value + offset for value in found], low, high)


def _alike(values: Sequence[float]) -> list[str]:
    """Numbers of a linear axis with as many decimals as tell all of them exactly."""
    for decimals in range(13):
        written = [f"{value:.{decimals}f}" for value in values]
        exact = all(
            math.isclose(float(text), value, rel_tol=1e-9, abs_tol=1e-9 * max(map(abs, values), default=0))
            for text, value in zip(written, values, strict=True)
        )
        if exact and max(map(len, written), default=0) <= LONGEST_LABEL:
            return [text.replace("-", "\N{MINUS SIGN}") for text in written]
    return [set_numeral(value) for value in values]
