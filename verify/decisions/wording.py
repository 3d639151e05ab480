"""Numbers, ranges and names as the sentences of a verdict print them."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from .case import Case

SMALLEST_P: Final = 1e-16
WHOLE: Final = 1e9
"""Integers below it are printed digit by digit."""


def number(value: float) -> str:
    """Four significant digits; integers in full.

    >>> number(0.99804), number(32768.0)
    ('0.998', '32768')
    """
    return str(int(value)) if float(value).is_integer() and abs(value) < WHOLE else f"{value:.4g}"


def between(low: float, high: float) -> str:
    """An interval in words."""
    if not np.isfinite(low) and not np.isfinite(high):
        return "unbounded"
    if not np.isfinite(low):
        return f"at most {number(high)}"
    if not np.isfinite(high):
        return f"at least {number(low)}"
    return number(low) if number(low) == number(high) else f"{number(low)} to {number(high)}"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter, and nothing else changed."""
    return sentence[:1].upper() + sentence[1:]


def span(case: Case, variables: tuple[str, ...]) -> str:
    """The range of each variable that varies."""
    ranges = []
    for name in variables:
        sizes = case.sizes(name)
        ranges.append(f"{name} = {number(sizes.min())}..{number(sizes.max())}")
    return ", ".join(ranges) or "one point"


def place(case: Case, cell: int) -> str:
    """The coordinates of one cell."""
    return ", ".join(
        f"{name} = {value if isinstance(value, str) else number(float(value))}"
        for name, value in case.evidence.place(cell).items()
    )


def percent(level: float) -> str:
    """The confidence of intervals at this level, with as many digits as keep it below certainty.

    >>> percent(0.005), percent(0.000005)
    ('99.5 %', '99.9995 %')
    """
    digits = max(0, -math.floor(math.log10(level)) - 2)
    return f"{100 * (1 - level):.{digits}f} %"


def p_words(p_value: float) -> str:
    """A p-value; below double precision only its order is known.

    >>> p_words(0.0123), p_words(0.0)
    ('p = 0.012', 'p < 1e-16')
    """
    return f"p = {p_value:.2g}" if p_value >= SMALLEST_P else f"p < {SMALLEST_P:g}"


def cells(count: int) -> str:
    """How many cells, in words."""
    return "1 cell" if count == 1 else f"{count} cells"
