"""How a number of the document is written: rounded for the eye, never changed.

A measured value carries as many digits as its error justifies (two significant digits of the
standard error); everything else has four significant digits. Counts are written in full.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from ..wording.names import superscript

DIGITS: Final = 4
ERROR_DIGITS: Final = 2
MAX_DIGITS: Final = 12
PLAIN_RANGE: Final = (1e-4, 1e6)
"""Magnitudes written without a power of ten."""


@lru_cache(maxsize=65536, typed=True)
def numeral(value: float, digits: int | None = None) -> str:
    """The value as text, such as `0.2491`, `1.25e-07`, `65536` or `∞`; minus signs are ASCII.

    Without `digits`, four significant digits at most and no zeros that say nothing (`0.5`).
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value.is_integer() and abs(value) < PLAIN_RANGE[1]:
        return str(int(value))
    mantissa, _, power = _written(value, digits or DIGITS).partition("e")
    if digits is None and "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{power}" if power else mantissa


def set_numeral(value: float, digits: int | None = None) -> str:
    """The value as a page has it: a true minus sign, and a power of ten for `e`.

    >>> set_numeral(-0.25), set_numeral(1048576.0), set_numeral(1.25e-7)
    ('−0.25', '1.049×10⁶', '1.25×10⁻⁷')
    """
    mantissa, _, power = numeral(value, digits).partition("e")
    raised = f"×10{superscript(str(int(power)))}" if power else ""
    return mantissa.replace("-", "\N{MINUS SIGN}") + raised


def digits_for(value: float, error: float | None) -> int | None:
    """Significant digits of `value` that its error justifies.

    `None`, the usual digits, without an error or where either is zero or not finite.
    """
    if error is None or not (math.isfinite(value) and math.isfinite(error)) or value == 0 or error <= 0:
        return None
    leading = math.floor(math.log10(abs(value))) - math.floor(math.log10(error))
    return min(MAX_DIGITS, max(ERROR_DIGITS, leading + ERROR_DIGITS))


def _written(value: float, digits: int) -> str:
    if not PLAIN_RANGE[0] <= abs(value) < PLAIN_RANGE[1]:
        return f"{value:.{digits - 1}e}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}"
