"""How each part of a reason is written in a medium: numbers, intervals, formulas, design points.

Three significant digits, intervals at two; a number that is whole is printed whole.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from ..claim import Value
from ..reason import (
    Beside,
    Confidence,
    Constant,
    Count,
    Formula,
    Interval,
    PartOrPlain,
    Power,
    PValue,
    Ranges,
    Setting,
    Settings,
    Share,
    Text,
)
from .formulas import plain_text, set_formula, set_name
from .media import Medium
from .names import is_letter, latex_name, superscript

SMALLEST_P: Final = 1e-16
"""A p-value below it is known by its order alone."""

WHOLE: Final = 1e9
"""Integers below it are printed digit by digit."""

LARGE: Final = 1e5
SMALL: Final = 1e-4
"""Beyond these a number is written with a power of ten."""

LONGEST: Final = 300
"""Characters of a formula that a sentence has room for."""

TOO_LONG: Final = "a formula too long for a sentence"

DIGITS: Final = 3
END_DIGITS: Final = 2
"""Significant digits of a number, and of an interval's ends."""

MOST_DIGITS: Final = 4
"""Digits of an interval's end, however close the other end is."""

MOST_PARTS: Final = 12
"""The largest denominator of an exponent that is written as a fraction."""

LONG: Final = 1e6
"""Integers from it on are rounded for readers."""

ROUND: Final = re.compile(r"-?\d{1,3}0{5,}")
"""Integers that are written with a power of ten."""

ROUNDING: Final = 1e-6
"""Relative differences up to it are those of rounding."""

EXACT: Final = 1e-9
"""A number that differs by less from its digits is told by them exactly."""

NOTHING: Final = 1e-9
"""An interval about zero that is narrower is rounding."""

RESOLVED: Final = 1.0
"""An exponent whose interval is wider says nothing."""

ONLY: Final = "the only setting"
"""What is said of a setting that has no coordinates."""

TELLING_DIGITS: Final = 12
"""Two numbers that agree to so many digits are written alike."""


def numbered(count: int, noun: str) -> str:
    """A number of things.

    >>> numbered(1, "round"), numbered(28, "setting")
    ('1 round', '28 settings')
    """
    return f"{count} {noun}" + "s" * (count != 1)


def listed(texts: Sequence[str]) -> str:
    """The texts as in `a, b and c`; empty ones are left out.

    >>> listed(["a", "b", "c"]), listed(["a", ""])
    ('a, b and c', 'a')
    """
    told = [text for text in texts if text]
    return " and ".join(part for part in (", ".join(told[:-1]), *told[-1:]) if part)


def written(part: PartOrPlain, medium: Medium) -> str:
    """A part of a sentence as the medium has it."""
    match part:
        case Formula():
            return set_formula(part.code, medium) if len(part.code) <= LONGEST else TOO_LONG
        case Text():
            return plain_text(part.text, medium)
        case Interval():
            return interval_words(part.low, part.high, medium)
        case Setting():
            return _setting(part, medium)
        case Settings():
            return _settings(part, medium)
        case Ranges():
            return _told_ranges(part.of, medium) or "one setting"
        case Power():
            return _power(part, medium)
        case Constant():
            ends = interval_words(part.interval.low, part.interval.high, medium)
            return f"{set_name(part.name, medium)} = {number(part.value, medium)} ({ends})"
        case Beside():
            return _beside(part.value, part.other, medium)
        case float() | int():
            return number(part, medium)
        case Count() | Share() | Confidence() | PValue():
            return _figure(part, medium)
        case _:
            return "" if part is None else str(part)


def _figure(part: Count | Share | Confidence | PValue, medium: Medium) -> str:
    match part:
        case Count():
            return numbered(part.count, part.noun)
        case Share():
            return f"{number(100 * part.value, medium)} %" if part.value > ROUNDING else "rounding error"
        case Confidence():
            return percent(part.level)
        case PValue():
            known = part.value >= SMALLEST_P
            return f"p = {number(part.value, medium, 2)}" if known else f"p < {number(SMALLEST_P, medium)}"


def number(value: float, medium: Medium = Medium.CODE, digits: int = DIGITS) -> str:
    r"""A number to so many significant digits; integers in full, round ones with a power of ten.

    >>> number(0.99804), number(32768.0), number(1423.7), number(-0.25, Medium.TERMINAL)
    ('0.998', '32768', '1424', '−0.25')
    >>> number(1.063e-9, Medium.TERMINAL), number(1e8, Medium.TERMINAL), number(1.063e-9, Medium.MARKUP)
    ('1.06 × 10⁻⁹', '10⁸', '$1.06 \\times 10^{-9}$')
    """
    if not math.isfinite(value):
        return "?" if math.isnan(value) else _minus("∞" if value > 0 else "-∞", medium)
    whole = float(value).is_integer() and abs(value) < (WHOLE if medium is Medium.CODE else LONG)
    if whole and (medium is Medium.CODE or not ROUND.fullmatch(str(int(value)))):
        return _minus(str(int(value)), medium)
    power = math.floor(math.log10(abs(value))) if value else 0
    if not whole and SMALL <= abs(value) < LARGE:
        return _minus(_rounded(value, power, digits), medium)
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    return _scientific(mantissa.rstrip("0").rstrip("."), int(exponent), medium)


def _rounded(value: float, power: int, digits: int) -> str:
    """A number that is not whole; noughts at its end say that it was rounded to so many digits.

    >>> _rounded(1.9984, 0, 3), _rounded(0.25, -1, 3), _rounded(0.24996, -1, 3), _rounded(1423.7, 3, 3)
    ('2.00', '0.25', '0.250', '1424')
    """
    if power >= digits:
        return f"{value:.{max(0, digits - 1 - power)}f}"
    short = f"{value:.{digits}g}"
    is_exact = abs(float(short) - value) <= EXACT * abs(value)
    return short if is_exact else f"{value:#.{digits}g}".removesuffix(".")


def interval_words(low: float | None, high: float | None, medium: Medium) -> str:
    """An interval in words: its ends at two significant digits, or at the digit in which they differ.

    >>> interval_words(1.81, 20.3, Medium.CODE), interval_words(None, 3.0, Medium.CODE)
    ('1.8 to 20', 'at most 3')
    >>> interval_words(0.936, 0.9409, Medium.CODE), interval_words(0.9867, 1.012, Medium.CODE)
    ('0.936 to 0.941', '0.99 to 1.01')
    >>> interval_words(0.0994512, 0.0994514, Medium.CODE), interval_words(7.1e5, 3.6e6, Medium.TERMINAL)
    ('0.0995', '7.1 × 10⁵ to 3.6 × 10⁶')
    """
    if low is None and high is None:
        return "not bounded"
    if low is not None and high is not None and low <= 0 <= high and high - low < NOTHING:
        return number(0.0, medium)
    if low is None or high is None:
        side, end = ("at least", low) if high is None else ("at most", high)
        return f"{side} {number(float(end or 0.0), medium, END_DIGITS)}"
    ends = [_end(end, high - low, medium) for end in (low, high)]
    if ends[0] == ends[1]:
        return number((low + high) / 2, medium)
    decimals = max(len(end.partition(".")[2]) for end in ends) if high - low < RESOLVED else 0
    return " to ".join(_padded(end, decimals) for end in ends)


def unresolved(low: float | None, high: float | None, medium: Medium) -> str:
    """The ends of an interval that is too wide for an exponent to be resolved; empty for a narrower one.

    >>> unresolved(1.81, 20.3, Medium.CODE), unresolved(0.94, 1.02, Medium.CODE)
    ('between 1.8 and 20', '')
    """
    if low is None or high is None:
        return interval_words(low, high, medium)
    if high - low <= RESOLVED:
        return ""
    return " and ".join([f"between {_end(low, math.inf, medium)}", _end(high, math.inf, medium)])


def _padded(end: str, decimals: int) -> str:
    """A whole end with the noughts that the other end's decimals ask for."""
    return f"{end}.{decimals * '0'}" if decimals and end != "0" and end.lstrip("-−").isdecimal() else end


def percent(level: float) -> str:
    """The confidence of intervals at this level, with as many digits as keep it below certainty.

    >>> percent(0.005), percent(0.000005)
    ('99.5 %', '99.9995 %')
    >>> percent(0.00000999)
    '99.999 %'
    """
    digits = max(0, -math.floor(math.log10(level)) - 2)
    shown = f"{100 * (1 - level):.{digits}f}"
    return f"{shown.rstrip('0').rstrip('.') if digits else shown} %"


def _coordinate(name: str, value: Value, medium: Medium) -> str:
    """A coordinate with its value; a value that is an equation stands by itself.

    >>> _coordinate("weights", "q = p", Medium.CODE), _coordinate("optimiser", "sign, norm", Medium.CODE)
    ('q = p', 'optimiser: sign + norm')
    """
    if not isinstance(value, str):
        return f"{set_name(name, medium)} = {number(float(value), medium)}"
    if "=" in value:
        return plain_text(value, medium)
    text = plain_text(value.replace(", ", " + "), medium)
    return f"{set_name(name, medium)}{' = ' if is_letter(name) else ': '}{text}"


def _beside(value: float, other: float, medium: Medium) -> str:
    """The number to as many digits as tell it from the other.

    >>> _beside(1.8289, 1.7341, Medium.CODE), _beside(0.00364659, 0.00364573, Medium.CODE)
    ('1.83', '0.003647')
    """
    for digits in range(DIGITS, TELLING_DIGITS):
        if value == other or f"{value:.{digits}g}" != f"{other:.{digits}g}":
            return number(value, medium, digits)
    return number(value, medium, TELLING_DIGITS)


def _coordinates(at: Mapping[str, Value], medium: Medium) -> str:
    return ", ".join(_coordinate(name, value, medium) for name, value in at.items())


def _setting(part: Setting, medium: Medium) -> str:
    """The coordinates, and in brackets the terms of the claim's setting.

    >>> _setting(Setting(at={"d": 8}, under={"optimiser": "AdamW"}), Medium.CODE)
    'd = 8 (optimiser: AdamW)'
    """
    terms = _terms(part.under, medium)
    return " ".join(filter(None, (_coordinates(part.at, medium), terms and f"({terms})"))) or ONLY


def _terms(under: Mapping[str, str], medium: Medium) -> str:
    return "; ".join(f"{name}: {plain_text(text, medium)}" for name, text in under.items())


def where_found(part: Ranges, medium: Medium) -> str:
    """Whether a law was measured or computed, and over which sizes."""
    how = "computed" if part.computed else "measured"
    return f"{how} on {_told_ranges(part.of, medium)}" if part.of else f"{how} at one setting"


def _told_ranges(of: Mapping[str, tuple[float, float]], medium: Medium) -> str:
    return ", ".join(
        f"{set_name(name, medium)} = {_span(low, high, medium)}" for name, (low, high) in of.items()
    )


def _settings(part: Settings, medium: Medium) -> str:
    """How many settings, and in parentheses which.

    >>> _settings(Settings(count=24, of=24, over={"d": (8.0, 64.0)}), Medium.CODE)
    'all 24 settings (d = 8 to 64)'
    >>> _settings(Settings(count=3, of=7), Medium.CODE), _settings(Settings(count=1, of=1), Medium.CODE)
    ('3 of 7 settings', 'the only setting')
    """
    terms = _terms(part.under, medium)
    where = _coordinates(part.at, medium), _told_ranges(part.over, medium)
    told = "; ".join(filter(None, (", ".join(filter(None, where)), terms)))
    single = "one setting" if told else ONLY
    whole = {1: single, 2: "both settings"}.get(part.of, f"all {part.of} settings")
    count = whole if part.count == part.of else f"{part.count} of {part.of} settings"
    return f"{count} ({told})" if told else count


def _span(low: float, high: float, medium: Medium) -> str:
    ends = number(low, medium), number(high, medium)
    return ends[0] if low == high else f"{ends[0]} to {ends[1]}"


def _power(part: Power, medium: Medium) -> str:
    """A variable with its exponent and the interval, or that the interval is too wide to say anything.

    >>> _power(Power(variable="d", exponent=43.7, interval=Interval(low=1.81, high=20.3)), Medium.CODE)
    'a power of d (not resolved: between 1.8 and 20)'
    """
    name, found = set_name(part.variable, medium), part.interval
    if found is not None and (wide := unresolved(found.low, found.high, medium)):
        return f"a power of {name} (not resolved: {wide})"
    if found is None and medium is not Medium.CODE and (exact := _fraction(part.exponent)):
        return set_formula(f"{part.variable}**({exact})", medium)
    formula = f"{name}^{number(part.exponent, medium)}"
    if medium is Medium.MARKUP:
        formula = f"${latex_name(part.variable)}^{{{number(part.exponent)}}}$"
    return formula if found is None else f"{formula} ({_of(found, medium)})"


def _fraction(exponent: float) -> Fraction | None:
    """The exponent as a simple fraction other than zero, where it is one."""
    near = Fraction(exponent).limit_denominator(MOST_PARTS)
    return near if near and abs(float(near) - exponent) < ROUNDING * abs(exponent) else None


def _of(found: Interval, medium: Medium) -> str:
    return interval_words(found.low, found.high, medium)


def _end(end: float | None, width: float, medium: Medium) -> str:
    """An end of an interval of that width."""
    if not end or not math.isfinite(end):
        return number(end or 0.0, medium)
    size = math.floor(math.log10(abs(end)))
    differ = size - math.floor(math.log10(width)) + 1 if 0 < width < math.inf else END_DIGITS
    digits = min(MOST_DIGITS, max(END_DIGITS, differ))
    mantissa, _, power = f"{end:.{digits - 1}e}".partition("e")
    if abs(end) >= LARGE:
        return _scientific(mantissa.rstrip("0").rstrip("."), int(power), medium)
    return number(float(f"{end:.{digits - 1}e}"), medium, digits)


def _scientific(mantissa: str, power: int, medium: Medium) -> str:
    if medium is Medium.CODE:
        return f"{mantissa}e{power:+03}"
    bare = mantissa in {"1", "-1"}
    if medium is Medium.MARKUP:
        return f"$10^{{{power}}}$" if mantissa == "1" else rf"${mantissa} \times 10^{{{power}}}$"
    raised = f"10{superscript(str(power))}"
    return f"{_minus(mantissa[:-1], medium)}{raised}" if bare else f"{_minus(mantissa, medium)} × {raised}"


def _minus(text: str, medium: Medium) -> str:
    return text if medium is Medium.CODE else text.replace("-", "−")
