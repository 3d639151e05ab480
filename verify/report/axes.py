"""Axes of the plots: hairline frames, log scales, and labels that do not run into each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, NullLocator, ScalarFormatter

from .numerals import numeral
from .svg import FAINT, INK

LOG_SPAN: Final = 4.0
"""A variable whose largest value is this many times its smallest gets a log axis."""

LABEL_WIDTH: Final = 0.021
"""Width of one character of a label, as a part of the axis."""

MAX_DECADE_LABELS: Final = 5
PLAIN_POWERS: Final = 3
"""Powers of ten up to this one are written in full."""

SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def style(axes: Axes) -> None:
    """A frame of two hairlines with horizontal guides and few plain labels."""
    axes.patch.set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(visible=True, axis="y", color=FAINT, linewidth=0.5)
    axes.tick_params(colors=INK, labelsize=8, width=0.6, length=3, left=False)
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
    for side, spine in axes.spines.items():
        spine.set_visible(side in {"left", "bottom"})
        spine.set(color=INK, linewidth=0.6)


def label_sizes(axes: Axes, sizes: Sequence[float], variable: str | None) -> None:
    """Scale the horizontal axis to the sizes; with a `variable`, name it and label the sizes."""
    axes.set_xscale("log" if spans_log(sizes) else "linear")
    axes.set_xlim(*limits(sizes))
    shown = _apart(sizes)
    axes.set_xticks(shown, [numeral(size) for size in shown] if variable else [""] * len(shown))
    axes.xaxis.set_minor_locator(NullLocator())
    if variable:
        axes.set_xlabel(variable, color=INK, labelpad=2)


def label_log_values(axes: Axes) -> None:
    """Label decades of the vertical log axis, or 1, 2 and 5 where it holds at most one decade."""
    low, high = axes.get_ylim()
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    within = [k for k in decades if low <= 10.0**k <= high]
    if len(within) > 1:
        step = math.ceil(len(within) / MAX_DECADE_LABELS)
        ticks = [(10.0**k, _power_of_ten(k)) for k in within if k % step == 0]
    else:
        values = [float(f"{m}e{k}") for k in decades for m in (1, 2, 5)]
        ticks = [(value, numeral(value)) for value in values if low <= value <= high]
    axes.set_yticks([value for value, _ in ticks], [label for _, label in ticks])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylim(low, high)


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
    if spans_log(sizes):
        room = (sizes[-1] / sizes[0]) ** 0.06
        return sizes[0] / room, sizes[-1] * room
    room = 0.06 * (sizes[-1] - sizes[0])
    return sizes[0] - room, sizes[-1] + room


def _apart(sizes: Sequence[float]) -> list[float]:
    """Those sizes whose labels have room beside each other, from the largest down."""
    scale = math.log if spans_log(sizes) else float
    low, high = (scale(end) for end in limits(sizes))
    shown: list[float] = []
    for size in reversed(sizes):
        needed = LABEL_WIDTH * (len(numeral(size)) + 1)
        if not shown or (scale(shown[-1]) - scale(size)) / (high - low) > needed:
            shown.append(size)
    return shown[::-1]


def _power_of_ten(power: int) -> str:
    return numeral(10.0**power) if abs(power) <= PLAIN_POWERS else "10" + str(power).translate(SUPERSCRIPTS)
