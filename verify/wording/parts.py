"""How each part of a reason is written in a medium: numbers, intervals, formulas, design points.

Three significant digits, intervals at two; an exponent or a number that is whole is printed whole.
"""

from __future__ import annotations

import math
from typing import Final

from ..claim import Value
from ..reason import (
    Confidence,
    Count,
    Formula,
    Interval,
    PartOrPlain,
    Power,
    PValue,
    Ranges,
    Setting,
    Share,
    Text,
)
from .formulas import plain_text, set_formula, set_name
from .media import Medium

SMALLEST_P: Final = 1e-16
"""A p-value below it is known by its order alone."""

WHOLE: Final = 1e9
"""Integers below it are printed digit by digit."""

LARGE: Final = 1e5
SMALL: Final = 1e-4
"""Beyond these a number is written with a power of ten."""

DIGITS: Final = 3


def written(part: PartOrPlain, medium: Medium) -> str:
    """A part of a sentence as the medium has it."""
    match part:
        case Formula():
            return set_formula(part.code, medium)
        case Text():
            return plain_text(part.text, medium)
        case Interval():
            return interval_words(part.low, part.high, medium)
        case Setting():
            return ", ".join(f"{set_name(v, medium)} = {_value(x, medium)}" for v, x in part.at.items())
        case Ranges():
            return _ranges(part, medium)
        case Power():
            return _power(part, medium)
        case float() | int():
            return number(part, medium)
        case Count() | Share() | Confidence() | PValue():
            return _figure(part, medium)
        case _:
            return "" if part is None else str(part)


def _figure(part: Count | Share | Confidence | PValue, medium: Medium) -> str:
    match part:
        case Count():
            return f"{part.count} {part.noun}" + ("" if part.count == 1 else "s")
        case Share():
            return f"{number(100 * part.value, medium)} %"
        case Confidence():
            return percent(part.level)
        case PValue():
            known = part.value >= SMALLEST_P
            return f"p = {number(part.value, medium, 2)}" if known else f"p < {number(SMALLEST_P, medium)}"


def number(value: float, medium: Medium = Medium.CODE, digits: int = DIGITS) -> str:
    """A number to so many significant digits; integers in full.

    >>> number(0.99804), number(32768.0), number(1.063e-9, Medium.TERMINAL), number(-0.25, Medium.TERMINAL)
    ('0.998', '32768', '1.06 × 10⁻⁹', '−0.25')
    """
    if not math.isfinite(value):
        return {True: "∞", False: "−∞"}.get(value > 0, "?") if medium is not Medium.CODE else str(value)
    if float(value).is_integer() and abs(value) < WHOLE:
        return _minus(str(int(value)), medium)
    text = f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if not exponent or medium is Medium.CODE:
        return _minus(text, medium)
    if medium is Medium.MARKUP:
        return rf"${mantissa} \times 10^{{{int(exponent)}}}$"
    return f"{_minus(mantissa, medium)} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def interval_words(low: float | None, high: float | None, medium: Medium) -> str:
    """An interval in words, its ends at two significant digits more than they need to differ.

    >>> interval_words(1.2345, 2.5, Medium.CODE), interval_words(None, 3.0, Medium.CODE)
    ('1.23 to 2.5', 'at most 3')
    """
    if low is None and high is None:
        return "not bounded"
    if low is None or high is None:
        side, end = ("at least", low) if high is None else ("at most", high)
        return f"{side} {number(float(end or 0.0), medium)}"
    ends = [number(end, medium) for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def percent(level: float) -> str:
    """The confidence of intervals at this level, with as many digits as keep it below certainty.

    >>> percent(0.005), percent(0.000005)
    ('99.5 %', '99.9995 %')
    """
    digits = max(0, -math.floor(math.log10(level)) - 2)
    return f"{100 * (1 - level):.{digits}f} %"


def _value(value: Value, medium: Medium) -> str:
    return value if isinstance(value, str) else number(float(value), medium)


def _ranges(part: Ranges, medium: Medium) -> str:
    told = (
        f"{set_name(name, medium)} = {interval_words(low, high, medium)}"
        for name, (low, high) in part.of.items()
    )
    return ", ".join(told) or "one setting"


def _power(part: Power, medium: Medium) -> str:
    exponent, name = number(part.exponent, medium), set_name(part.variable, medium)
    formula = f"{name}^{exponent}"
    if medium is Medium.MARKUP:
        formula = f"${part.variable}^{{{number(part.exponent)}}}$"
    if part.interval is None:
        return formula
    return f"{formula} ({interval_words(part.interval.low, part.interval.high, medium)})"


def _minus(text: str, medium: Medium) -> str:
    return text if medium is Medium.CODE else text.replace("-", "−")


SUPERSCRIPTS: Final = str.maketrans("0123456789-+()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾")
