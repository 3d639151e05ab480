r"""Formulas in ball arithmetic: an interval that is proved to hold the value (python-flint's `arb`).

Rational values stay exact, so that a difference that is zero is zero. Everything else is a ball, whose
radius tells how many of its digits are proved: no number of digits is assumed, as it would be in floating
point, and none is lost unseen where large terms cancel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import sympy as sp
from flint import arb, ctx, fmpq

Exact = fmpq | arb
"""A rational number, or a ball."""

_LARGEST_POWER: Final = 1024
"""Above it the digits of a rational power cost more than a ball."""


def enclosure(formula: sp.Expr, at: Mapping[sp.Symbol, Exact]) -> arb:
    """An interval that holds the formula's value wherever each symbol lies in its interval.

    Raises `TypeError` for a function that is not known here.

    >>> x = sp.Symbol("x")
    >>> enclosure(x * (1 - x), {x: interval(sp.Rational(1, 4), sp.Rational(3, 4))}).contains(arb(0.25))
    True
    """
    return arb(value(formula, at))


def value(formula: sp.Expr, at: Mapping[sp.Symbol, Exact]) -> Exact:
    """The same, as a rational number where it is one by rational operations alone.

    A function of a rule has its balls from its own method `enclosed`, where there is one.

    >>> x = sp.Symbol("x")
    >>> value(x**2 - x + sp.Rational(1, 4), {x: fmpq(1, 2)})
    0
    """
    if formula.is_Symbol:
        return at[formula]
    if formula.is_Rational:
        return fmpq(int(formula.p), int(formula.q))
    if formula.is_Float:
        sign, digits, exponent, _ = formula._mpf_
        return arb((-int(digits) if sign else int(digits), exponent))
    if isinstance(formula, sp.Add):
        return sum((value(term, at) for term in formula.args), start=fmpq(0))
    if isinstance(formula, sp.Mul):
        return _product([value(factor, at) for factor in formula.args])
    if isinstance(formula, sp.Pow):
        return _power(formula, at)
    if isinstance(formula, sp.hyper):
        above, below = ([arb(value(part, at)) for part in parts] for parts in (formula.ap, formula.bq))
        return arb(value(formula.argument, at)).hypgeom(above, below)
    enclosed = getattr(formula, "enclosed", None)
    if enclosed is not None:
        return enclosed(*(value(part, at) for part in formula.args))
    function = _FUNCTIONS.get(formula.func)
    if function is None:
        raise TypeError(f"No enclosure of {formula.func} is known; {formula} holds it.")
    return function(*(arb(value(part, at)) for part in formula.args))


def proved_value(formula: sp.Expr, at: Mapping[sp.Symbol, sp.Expr], bits: int) -> Exact | None:
    """The value with so many bits proved, None where they are not within reach.

    None too for a function that is not known here, and for a pole or a branch of complex values.
    """
    for working in (bits + 40, 2 * bits + 40, 4 * bits + 40):
        with ctx.workprec(working):
            try:
                found = value(formula, {s: value(x, {}) for s, x in at.items()})
            except (TypeError, KeyError, ZeroDivisionError):
                return None
            if isinstance(found, fmpq) or found.rel_accuracy_bits() >= bits:
                return found
            if not found.is_finite():
                return None
    return None


def interval(low: sp.Rational, high: sp.Rational) -> arb:
    """The ball around all numbers between two."""
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (sp.Rational(low), sp.Rational(high))]
    return ends[0].union(ends[1])


def _product(factors: list[Exact]) -> Exact:
    found: Exact = fmpq(1)
    for factor in factors:
        found *= factor
    return found


def _power(formula: sp.Pow, at: Mapping[sp.Symbol, Exact]) -> Exact:
    base, exponent = value(formula.base, at), value(formula.exp, at)
    if isinstance(exponent, fmpq) and exponent.denominator == 1:
        if isinstance(base, fmpq) and abs(exponent) > _LARGEST_POWER:
            base = arb(base)
        return base ** int(exponent.numerator)
    if exponent == fmpq(1, 2):
        return arb(base).sqrt()
    return (exponent * arb(base).log()).exp()


def _beta_share(a: arb, b: arb, low: arb, high: arb) -> arb:
    """The regularised incomplete Beta function between two points of (0, 1], by its upper tail."""
    if not high == 1:
        raise TypeError(f"The share of a Beta law is enclosed up to 1, not up to {high}.")
    return (1 - low).beta_lower(b, a, regularized=True)


_FUNCTIONS: Mapping[type, Callable[..., arb]] = {
    sp.exp: arb.exp,
    sp.log: arb.log,
    sp.sin: arb.sin,
    sp.cos: arb.cos,
    sp.erf: arb.erf,
    sp.erfc: arb.erfc,
    sp.re: lambda x: x,
    sp.gamma: arb.gamma,
    sp.factorial: lambda x: (x + 1).gamma(),
    sp.uppergamma: lambda order, x: x.gamma_upper(order),
    sp.zeta: arb.zeta,
    sp.betainc_regularized: _beta_share,
    type(sp.pi): arb.pi,
    type(sp.E): arb.const_e,
}
