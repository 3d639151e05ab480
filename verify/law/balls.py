"""The number of a formula at a point, read off a ball that is proved to hold it.

A number is read off only once its radius leaves all digits that are asked for, at the least precision of
a few that does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

import sympy as sp
from flint import arb, ctx, fmpq

from ..claim import Value
from ..theory.formula_balls import proved_value
from ..theory.notation import symbol

PRECISIONS: Final = (96, 256, 1024)
"""Bits: enough where nothing cancels, where forty digits do, and where nearly three hundred do."""
RIGHT_BITS: Final = 67
"""Of twenty digits, four more than a double holds."""
LARGEST: Final = 2.0**1000
SMALLEST: Final = 2.0**-1000
"""Between them a double holds a number to all its digits."""


def number(expr: sp.Expr, at: Mapping[str, Value]) -> float | None:
    """The expression at a point, right to twenty digits and then rounded; None where no ball tells it.

    >>> number(sp.sqrt(symbol("d") + 1) - sp.sqrt(symbol("d")), {"d": 10**30})
    5e-16
    """
    names = _names(expr)
    if names is None or any(type(at.get(name)) not in (int, float) for name in names):
        return None
    try:
        point = {s: _exactly(at[name]) for name, s in names.items()}
    except (ValueError, OverflowError):  # no number of this size or none at all
        return None
    found = proved_value(expr, point, RIGHT_BITS, PRECISIONS)
    if found is None:
        return None
    with ctx.workprec(PRECISIONS[0]):
        size = float(arb(found).mid())
    return size if found == 0 or SMALLEST < abs(size) < LARGEST else None


@lru_cache(maxsize=1024)
def _names(expr: sp.Expr) -> dict[str, sp.Symbol] | None:
    """The symbols of the grammar by their names; None where others of these names are free."""
    found: dict[str, sp.Symbol] = {s.name: s for s in expr.free_symbols if isinstance(s, sp.Symbol)}
    grammatical = len(found) == len(expr.free_symbols) and all(s == symbol(n) for n, s in found.items())
    return found if grammatical else None


@lru_cache(maxsize=4096)
def _exactly(value: float) -> fmpq:
    """The number as it is written: a tenth is one tenth."""
    exact = Fraction(str(value))
    return fmpq(exact.numerator, exact.denominator)
