r"""Certificates by ball arithmetic: a formula's sign over a box, and its value against a rigorous integral.

Every number is an interval that is proved to hold the exact one (python-flint's `arb`), so that what
is found positive on each part of a box is positive everywhere in it. Boxes are cut in half along
their longest side until the sign is decided; a part that is too small to cut decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp
from flint import acb, arb, ctx, fmpq

from ..derivation import CheckFailed
from .points import Point

_BITS = 128
_MOST_PARTS = 20_000

Box = Mapping[sp.Symbol, tuple[sp.Rational, sp.Rational]]
"""The ends of each symbol's range."""


def enclosure(formula: sp.Expr, at: Mapping[sp.Symbol, arb]) -> arb:
    """An interval that holds the formula's value wherever each symbol lies in its interval.

    Raises `TypeError` for a function that is not known here.

    >>> x = sp.Symbol("x")
    >>> enclosure(x * (1 - x), {x: _interval(sp.Rational(1, 4), sp.Rational(3, 4))}).contains(arb(0.25))
    True
    """
    if formula.is_Symbol:
        return at[formula]
    if formula.is_Rational:
        return arb(fmpq(int(formula.p), int(formula.q)))
    if isinstance(formula, sp.Pow):
        return _power(formula, at)
    function = _FUNCTIONS.get(formula.func)
    if function is None:
        raise TypeError(f"No enclosure of {formula.func} is known; {formula} holds it.")
    return function(*(enclosure(part, at) for part in formula.args))


def certify_positive(formula: sp.Expr, box: Box) -> int:
    """How many parts of the box were needed to prove the formula positive on all of it.

    Raises `CheckFailed` where a point is proved not to be positive, or where no proof was found.
    """
    with ctx.workprec(_BITS):
        parts, done = [{s: tuple(ends) for s, ends in box.items()}], 0
        while parts:
            part = parts.pop()
            value = enclosure(formula, {s: _interval(*ends) for s, ends in part.items()})
            done += 1
            if value > 0:
                continue
            centre = {s: (low + high) / 2 for s, (low, high) in part.items()}
            middle = enclosure(formula, {s: _interval(x, x) for s, x in centre.items()})
            if middle <= 0:
                raise CheckFailed(f"At {centre} the formula is {middle.str(8)}, which is not positive.")
            if done + len(parts) >= _MOST_PARTS:
                raise CheckFailed(f"{done} parts of the box do not decide the sign; one left is {part}.")
            parts.extend(_halves(part))
        return done


def certified_above(bounded: Callable[[sp.Expr], sp.Expr], boxes: list[Box]) -> Callable[[sp.Expr], str]:
    """A check of a final formula: `bounded` turns it into what must be positive on the boxes."""

    def check(formula: sp.Expr) -> str:
        total = sum(certify_positive(bounded(formula), box) for box in boxes)
        return f"certified on {len(boxes)} boxes by ball arithmetic, in {total} parts"

    return check


def certified_value(
    road: Callable[[Point], arb], points: list[Point], *, digits: int, by: str
) -> Callable[[sp.Expr], str]:
    """A check of a final formula: its ball and that of a rigorous road share every digit asked for."""

    def check(formula: sp.Expr) -> str:
        with ctx.workprec(_BITS):
            for point in points:
                one = enclosure(formula, {s: _interval(x, x) for s, x in point.items()})
                other = road(point)
                width = (one - other).abs_upper()
                if not one.overlaps(other) or not width <= abs(one) * arb(10) ** -digits:
                    raise CheckFailed(f"At {point} the balls {one.str(15)} and {other.str(15)} lie apart.")
        return f"certified at {len(points)} points to {digits} digits by ball arithmetic, against {by}"

    return check


def integral(integrand: Callable[[acb], acb], low: arb, high: arb) -> arb:
    """A rigorous interval for the integral; the integrand is analytic in a neighbourhood of the range."""
    return acb.integral(lambda z, _: integrand(z), acb(low), acb(high)).real


def _interval(low: sp.Rational, high: sp.Rational) -> arb:
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (sp.Rational(low), sp.Rational(high))]
    return ends[0].union(ends[1])


def _halves(part: Box) -> list[Box]:
    """The two halves along the side that is longest beside its own size."""
    side = max(part, key=lambda s: (part[s][1] - part[s][0]) / part[s][1])
    low, high = part[side]
    middle = (low + high) / 2
    return [{**part, side: (low, middle)}, {**part, side: (middle, high)}]


def _power(formula: sp.Pow, at: Mapping[sp.Symbol, arb]) -> arb:
    base, exponent = enclosure(formula.base, at), formula.exp
    if exponent.is_Integer:
        return base ** int(exponent)
    if exponent == sp.Rational(1, 2):
        return base.sqrt()
    return (enclosure(exponent, at) * base.log()).exp()


def _beta_share(a: arb, b: arb, low: arb, high: arb) -> arb:
    """The regularised incomplete Beta function between two points of (0, 1], by its upper tail."""
    if not high == 1:
        raise TypeError(f"The share of a Beta law is enclosed up to 1, not up to {high}.")
    return (1 - low).beta_lower(b, a, regularized=True)


_FUNCTIONS: Mapping[type, Callable[..., arb]] = {
    sp.Add: lambda *terms: sum(terms, start=arb(0)),
    sp.Mul: lambda *factors: _product(factors),
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.gamma: lambda x: x.gamma(),
    sp.betainc_regularized: _beta_share,
    type(sp.pi): arb.pi,
}


def _product(factors: tuple[arb, ...]) -> arb:
    value = arb(1)
    for factor in factors:
        value *= factor
    return value
