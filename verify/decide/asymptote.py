"""The limit of a formula as one symbol grows: by the rules of growth, and checked by numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import sympy as sp

from ..theory.leading import NoLeadingTerm, leading
from ..theory.notation import symbol

OTHER_SIZE: Final = 1000
"""What the other symbols are set to where numbers check a limit."""

NOISE: Final = 1e-12
"""A relative distance below it is rounding: Gamma functions of 1e20 cancel most of 40 digits."""


@lru_cache(maxsize=256)
def limit_of(formula: sp.Expr, name: str) -> sp.Expr | None:
    """The limit of a formula in the named symbol; None where no rule gives it.

    >>> from theorycheck.law import parse
    >>> limit_of(parse("2 - 1/n"), "n"), limit_of(parse("1/sqrt(n)"), "n"), limit_of(parse("n"), "n")
    (2, 0, oo)
    """
    try:
        coefficient, exponent = leading(formula, symbol(name))
    except NoLeadingTerm:
        return None
    if exponent == 0:
        return coefficient
    return sp.Integer(0) if exponent < 0 else sp.oo


def vanishes(formula: sp.Expr, name: str, *, to_zero: bool) -> bool:
    """Whether a formula goes to 0 as the named symbol goes to infinity, or to 0: by rule, or else by numbers.

    >>> from theorycheck.law import parse
    >>> texts = ("log(log(n))/log(n)", "1/log(n)", "log(n)", "1 + 1/n")
    >>> [vanishes(parse(text), "n", to_zero=False) for text in texts]
    [True, True, False, False]
    """
    x = symbol(name)
    outward = formula.subs(x, 1 / x) if to_zero else formula
    limit = limit_of(outward, name)
    return limit == 0 if limit is not None else not strays_from(outward, sp.Integer(0), name)


def strays_from(formula: sp.Expr, limit: sp.Expr, name: str) -> bool:
    """Whether |formula - limit| does not fall between sizes 1e10 and 1e20: a second route to a limit.

    In 40-digit floating point, the other symbols being 1000.
    """
    gap = formula - limit
    # What cancels in the gap still stands in the limit.
    others = (formula.free_symbols | limit.free_symbols) - {symbol(name)}
    rest = {s: sp.Float(OTHER_SIZE, 40) for s in others}
    near, far = (sp.N(gap.subs({**rest, symbol(name): sp.Float(x, 40)}), 20) for x in ("1e10", "1e20"))
    if not (near.is_number and far.is_number):
        return False
    scale = max(abs(sp.N(limit.subs(rest), 20)), sp.Integer(1))
    return bool(abs(far) > NOISE * scale and abs(far) >= abs(near))
